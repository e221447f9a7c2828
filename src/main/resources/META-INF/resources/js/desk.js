/** The desk of staff: what waits for somebody, with counts; each row leads to where it can be done. */
import * as api from './api.js';
import { button, byId, el, isShown, link, show } from './dom.js';
import { t } from './i18n.js';
import { Moved, move, unanswered } from './moves.js';
import { showPictures } from './picture.js';
import { untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';

/** As many rows as one question for a list brings; more are counted as "100+". */
const MOST = 100;

/** Work on applications, by the status they wait at. */
const STEPS = ['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED'];

/** Work on other things: its name, where it is done, and the list it is counted in. */
const ITEMS = [
  ['unmatched-payments', '#/items/payments?state=UNMATCHED', () => api.payments({ state: 'UNMATCHED', limit: MOST })],
  ['waiting-payments', '#/items/payments?state=WAITING', () => api.payments({ state: 'WAITING', limit: MOST })],
  ['parked-events', '#/items/received?state=PARKED', () => api.receivedEvents({ state: 'PARKED', limit: MOST })],
  ['waiting-events', '#/items/received?state=WAITING', () => api.receivedEvents({ state: 'WAITING', limit: MOST })],
  ['dead-letters', '#/items/dead-letters?state=OPEN', () => api.deadLetters({ state: 'OPEN', limit: MOST })],
  ['parked-messages', '#/items/outgoing?state=PARKED', () => api.outgoing({ state: 'PARKED', limit: MOST })],
  ['pending-messages', '#/items/outgoing?state=PENDING', () => api.outgoing({ state: 'PENDING', limit: MOST })],
];

export async function showDesk() {
  show(t('desk.title'), [
    el('div', { id: 'moves-unanswered' }),
    el('div', { class: 'work' }, [
      el('section', {}, el('h2', {}, t('desk.applications')), el('ul', { class: 'rows', id: 'desk-steps' }, STEPS.map(stepRow))),
      el('section', {}, el('h2', {}, t('desk.items')), el('ul', { class: 'rows', id: 'desk-items' }, [...ITEMS.map(itemRow), reconciliationRow()])),
    ]),
    el('div', { id: 'pictures' }),
  ]);
  showUnanswered();
  const here = byId('desk-steps');
  const counts = await untilAnswered(() => api.countApplications({}));
  if (byId('desk-steps') !== here) return;
  if (counts?.status === 401) return signInAgain();
  for (const { status, count, exact } of counts?.body?.items ?? []) tell(status, exact ? String(count) : `${count}+`);
  if (!counts?.body) STEPS.forEach((status) => tell(status, '?'));
  await Promise.all([...ITEMS.map(([name, , list]) => countItems(name, list)), countDiscrepancies()]);
  if (byId('desk-steps') === here) showPictures(byId('pictures'));
}

function stepRow(status) {
  return el('li', {}, link(t(`desk.step.${status}`), `#/table?status=${status}&sort=oldest`), count(status));
}

function itemRow([name, href]) {
  return el('li', {}, link(t(`desk.item.${name}`), href), count(name));
}

const reconciliationRow = () => el('li', {}, link(t('desk.item.reconciliation'), '#/items/reconciliation'), count('reconciliation'));

const count = (name) => el('span', { class: 'count', 'data-count': name }, '…');

function tell(name, text) {
  const node = document.querySelector(`[data-count="${name}"]`);
  if (!node) return;
  node.textContent = text;
  node.classList.toggle('none', text === '0');
}

async function countItems(name, list) {
  const answer = await untilAnswered(list);
  const { items, nextCursor } = answer?.body ?? {};
  tell(name, items ? `${items.length}${nextCursor ? '+' : ''}` : '?');
}

async function countDiscrepancies() {
  const answer = await untilAnswered(api.reconciliation);
  const kinds = Object.values(answer?.body ?? {}).filter((kind) => Array.isArray(kind?.items));
  const more = kinds.some((kind) => kind.more);
  tell('reconciliation', answer?.body ? `${kinds.reduce((sum, { items }) => sum + items.length, 0)}${more ? '+' : ''}` : '?');
}

/** Moves that this browser asked for and that were never answered: repeating them is safe. */
function showUnanswered() {
  const open = unanswered();
  if (open.length === 0) return;
  const again = async (event) => {
    event.target.disabled = true;
    const outcomes = await Promise.all(open.map(({ id, body }) => move(id, body)));
    if (!isShown(event.target)) return; // the reader has gone on
    if (outcomes.some(({ kind }) => kind === Moved.SIGNED_OUT)) return signInAgain();
    showDesk();
  };
  byId('moves-unanswered').replaceChildren(
    el('div', { class: 'notice wait' }, el('p', {}, t('desk.unanswered', { n: open.length })), button(t('list.retry'), again)),
  );
}
