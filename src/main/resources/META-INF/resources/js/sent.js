/** The view of an operation that was sent: says what is known of it, and no more. */
import { readApplication, submission } from './api.js';
import { formHref, showForm, startAnother } from './apply.js';
import { content } from './detail.js';
import { asksFirst, button, byId, el, facts, link, numberWithCopy, show } from './dom.js';
import { t, time } from './i18n.js';
import * as store from './key-store.js';
import { resultHref, run } from './operation.js';
import { payNotice } from './pay.js';
import { problemWords } from './refusal.js';
import { Outcome, inquire, untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';
import { badge, meaning } from './status.js';

const HANDOVER_MS = 1500;
const LOOKING_ON_MS = 24 * 60 * 60 * 1000;
const RECHECK_MS = 30_000;

let shown = null; // the id of the operation on the page
const running = new Set();
let timer = 0;
let countdown = 0;

/** Shows the operation, and goes on with it while its outcome is unknown. */
export async function showSent(id, options) {
  leave();
  shown = id;
  const operation = store.load(id);
  if (!operation) return showForm(id);
  if (operation.state === store.State.DRAFT) return render(operation);
  store.setCurrent(id);
  if (operation.state === store.State.DONE) return render(operation, { later: true });
  renderRunning(operation);
  if (await mine(id)) await goOn(store.load(id), options);
}

/** While another tab works on it, this one looks on and is told through the storage; should that tab end, it takes over. */
async function mine(id) {
  const taken = (await store.take(id, HANDOVER_MS)) || (await store.take(id, LOOKING_ON_MS));
  if (!taken || running.has(id)) return false;
  if (shown === id && store.load(id)?.state === store.State.SENT) return true;
  store.release(id);
  return false;
}

/** Nothing of this view goes on by itself once another is shown. */
export function leave() {
  // So that a tab that looks on can take it over.
  if (shown && !running.has(shown)) store.release(shown);
  shown = null;
  clearTimeout(timer);
  clearInterval(countdown);
}

/** When the connection, or the person, comes back. */
export function wake() {
  const operation = shown && store.load(shown);
  if (operation?.state === store.State.SENT && isOpen(operation.outcome) && !running.has(shown)) showSent(shown);
}

/** Another tab has moved the operation on. */
export function changed(id) {
  const operation = id === shown && !running.has(id) && store.load(id);
  if (operation && operation.state !== store.State.SENT) render(operation);
}

/** Whether the service may know more when it is asked again. */
const isOpen = (outcome) => outcome?.kind === Outcome.UNKNOWN || outcome?.kind === Outcome.IN_PROGRESS;

async function goOn(operation, options) {
  running.add(operation.id);
  const latest = await run(operation, (progress) => operation.id === shown && renderProgress(progress), options);
  running.delete(latest.id);
  if (latest.state !== store.State.SENT || latest.id !== shown) store.release(latest.id);
  if (latest.id !== shown) return;
  if (latest.outcome.kind === Outcome.REFUSED && latest.outcome.violations) return location.replace(formHref(latest));
  render(latest);
  if (isOpen(latest.outcome)) timer = setTimeout(wake, latest.outcome.retryAfterMs ?? RECHECK_MS);
}

function renderRunning(operation) {
  const unsure = operation.outcome || Date.now() - operation.sentAt > 1000;
  show(t(unsure ? 'sent.unknown.title' : 'sent.sending.title'), [
    el('p', { id: 'lead' }, t(unsure ? 'sent.unknown.text' : 'sent.sending.text')),
    el('div', { class: 'busy', 'aria-hidden': 'true' }),
    el('p', { id: 'progress', role: 'status' }, t('sent.phase.sending', { attempt: 1 })),
    el('p', {}, t('sent.unknown.leave')),
  ]);
}

function renderProgress({ phase, attempt, waitMs }) {
  if (phase !== 'sending' || attempt > 1) {
    document.querySelector('#view h1').textContent = t('sent.unknown.title');
    byId('lead').textContent = t('sent.unknown.text');
  }
  const until = Date.now() + (waitMs ?? 0);
  const tell = () => {
    const offline = navigator.onLine ? '' : `${t('sent.offline')} `;
    const seconds = Math.max(1, Math.round((until - Date.now()) / 1000));
    byId('progress').textContent = offline + t(`sent.phase.${phase}`, { attempt, seconds });
  };
  clearInterval(countdown);
  byId('progress').setAttribute('aria-live', 'polite');
  tell();
  if (phase !== 'waiting') return;
  countdown = setInterval(() => {
    if (!byId('progress')) return clearInterval(countdown);
    // A screen reader reads the first number; it need not read each second.
    byId('progress').setAttribute('aria-live', 'off');
    tell();
  }, 1000);
}

const VIEWS = {
  [Outcome.CREATED]: accepted,
  [Outcome.REPLAYED]: accepted,
  [Outcome.CONFLICT]: conflict,
  [Outcome.EXPIRED]: expired,
  [Outcome.REFUSED]: refused,
  [Outcome.SIGNED_OUT]: signedOut,
  [Outcome.NOT_RECORDED]: notRecorded,
  [Outcome.IN_PROGRESS]: unknown,
  [Outcome.UNKNOWN]: unknown,
};

function render(operation, { later = false } = {}) {
  clearInterval(countdown);
  const view = VIEWS[operation.outcome?.kind];
  if (!view) return showForm(operation.id);
  const { title, tone, body, actions, below } = view(operation, later);
  // The page's word for a created application is the applicant's: accepted.
  const kind = operation.outcome.kind === Outcome.CREATED ? 'accepted' : operation.outcome.kind;
  show(t(title), el('div', { class: `notice ${tone}`, role: 'status', id: 'outcome', 'data-kind': kind }, body), el('div', { class: 'actions' }, actions), below);
  if (byId('now')) showPresent(operation);
}

/**
 * A replay means that the person sent it again only if the person knew that it was accepted. After a lost answer the page
 * itself sent it again, and the person reads simply that it is accepted.
 */
function accepted(operation, later) {
  const { kind, receipt } = operation.outcome;
  const key = kind === Outcome.REPLAYED && operation.toldBefore ? 'sent.replayed' : 'sent.accepted';
  const justNow = kind === Outcome.CREATED && !later;
  if (!operation.told) store.save({ ...operation, told: true });
  return {
    title: `${key}.title`,
    tone: 'good',
    body: [
      el('p', {}, t(justNow || key === 'sent.replayed' ? `${key}.text` : 'sent.recorded')),
      facts([
        [t('sent.number'), numberWithCopy(receipt.applicationId, { elementId: 'number' })],
        [t('sent.at'), el('time', { datetime: receipt.acceptedAt }, time(receipt.acceptedAt))],
      ]),
      justNow ? el('p', {}, t('sent.next')) : el('p', { id: 'now', role: 'status' }, t('sent.now.loading')),
    ],
    actions: [
      link(t('sent.follow'), detailHref(receipt.applicationId), 'button primary'),
      another(),
      button(t('sent.same-again'), () => startAnother(operation.form)),
      button(t('sent.print'), () => print()),
    ],
    below: [el('h2', {}, t('detail.facts')), content(JSON.parse(operation.body))],
  };
}

/** The receipt never changes; the service says what became of the application since then. */
async function showPresent({ id, outcome: { receipt } }) {
  const answer = await untilAnswered(() => readApplication(receipt.applicationId), { limits: { inquiries: 2 } });
  const now = shown === id && byId('now');
  if (!now) return;
  const status = answer?.status === 200 && answer.body?.status;
  now.replaceChildren(...(status ? [t('sent.now'), ' ', badge(status), ' ', meaning(status)] : [t('sent.now.failed')]));
  const notice = status && payNotice(answer.body);
  if (notice) byId('outcome').after(notice);
}

function conflict(operation) {
  return {
    title: 'sent.conflict.title',
    tone: 'bad',
    body: [el('p', {}, t('sent.conflict.text')), el('p', {}, t('sent.conflict.todo'))],
    actions: [
      button(t('sent.conflict.see'), () => seeFirst(operation), 'primary'),
      button(t('sent.conflict.new'), () => startAnother(operation.form)),
    ],
  };
}

/** The answer to a conflict shows nothing of the first content; the account may ask about its own key. */
async function seeFirst({ id, key, body }) {
  const known = await inquire(submission(key, body));
  if (shown !== id) return; // the reader has gone on
  location.hash = known.receipt ? detailHref(known.receipt.applicationId) : '#/list';
}

function expired({ outcome: { applicationId } }) {
  const number = applicationId && numberWithCopy(applicationId, { elementId: 'number' });
  return {
    title: 'sent.expired.title',
    tone: 'wait',
    body: [el('p', {}, t('sent.expired.text')), el('p', {}, t('sent.expired.todo')), facts([[t('sent.number'), number]])],
    actions: [applicationId ? link(t('sent.follow'), detailHref(applicationId), 'button primary') : toList(), another()],
  };
}

function refused(operation) {
  return {
    title: 'sent.refused.title',
    tone: 'bad',
    body: [el('p', {}, t('sent.refused.text', { message: problemWords(operation.outcome.problem, operation.outcome.message) }))],
    actions: [link(t('sent.edit'), formHref(operation), 'button primary')],
  };
}

function signedOut() {
  return {
    title: 'sent.signed-out.title',
    tone: 'wait',
    body: [el('p', {}, t('sent.signed-out.text'))],
    actions: [button(t('login.go'), signInAgain, 'primary')],
  };
}

function notRecorded(operation) {
  const edit = () => {
    store.save({ ...operation, state: store.State.DRAFT, outcome: null });
    location.hash = formHref(operation);
  };
  const discard = () => {
    store.release(operation.id);
    store.remove(operation.id);
    location.hash = '#/list';
  };
  return {
    title: 'sent.not-recorded.title',
    tone: 'wait',
    body: [el('p', {}, t('sent.not-recorded.text'))],
    actions: [
      button(t('sent.again'), () => showSent(operation.id, { again: true }), 'primary'),
      button(t('sent.edit'), edit),
    ],
    below: asksFirst({ offer: t('sent.discard'), question: t('sent.discard.ask'), yes: t('sent.discard.yes'), no: t('sent.discard.no') }, discard, 'discarding'),
  };
}

function unknown(operation) {
  const { retryAfterMs } = operation.outcome;
  return {
    title: 'sent.unknown.title',
    tone: 'wait',
    body: [
      el('p', {}, t('sent.unknown.text')),
      el('p', {}, t('sent.unknown.later'), ' ', retryAfterMs ? t('sent.unknown.at', { time: time(Date.now() + retryAfterMs) }) : ''),
      navigator.onLine ? null : el('p', {}, t('sent.offline')),
      el('p', {}, t('sent.unknown.leave')),
    ],
    actions: [button(t('sent.check'), () => showSent(operation.id), 'primary')],
  };
}

const detailHref = (id) => `#/application/${id}`;
const another = () => button(t('sent.another'), () => startAnother());
const toList = () => link(t('nav.list'), '#/list', 'button primary');

/** Links to operations whose outcome is unknown, other than the one on the page. */
export function renderPending() {
  const other = store.unresolved().find(({ id }) => id !== shown);
  byId('pending').hidden = !other;
  if (other) byId('pending-link').setAttribute('href', resultHref(other));
}
