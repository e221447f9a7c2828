/** Lists of what waits for a person: payments, messages in and out, and what is out of step; and settling it. */
import * as api from './api.js';
import { button, byId, el, link, said, show, shortNumber } from './dom.js';
import { has, money, t, time } from './i18n.js';
import { untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';

/** Kinds of discrepancies whose items have a list, and so a note, of their own. */
const ELSEWHERE = {
  parkedMessages: '#/items/outgoing?state=PARKED',
  unmatchedPayments: '#/items/payments?state=UNMATCHED',
  waitingPayments: '#/items/payments?state=WAITING',
  contradictingPayments: '#/items/payments?state=UNMATCHED',
  waitingEvents: '#/items/received?state=WAITING',
  parkedEvents: '#/items/received?state=PARKED',
};

/** By list: the question, the states to choose from, those that a person can act on, and what the person can do. */
const LISTS = {
  payments: { list: api.payments, states: ['UNMATCHED', 'WAITING', 'APPLIED', 'SETTLED'], open: ['UNMATCHED', 'WAITING'], act: settling(api.settlePayment) },
  received: { list: api.receivedEvents, states: ['PARKED', 'WAITING', 'APPLIED', 'SETTLED'], open: ['PARKED', 'WAITING'], act: settling(api.settleEvent) },
  outgoing: { list: api.outgoing, states: ['PARKED', 'PENDING', 'SENT', 'DROPPED'], open: ['PARKED'], act: resending },
};

export function showItems(name, query) {
  return name === 'reconciliation' ? showReconciliation() : showList(name in LISTS ? name : 'payments', query);
}

async function showList(name, query) {
  const { list, states } = LISTS[name];
  const state = states.includes(query.get('state')) ? query.get('state') : states[0];
  show(t(`items.${name}`), [
    el('nav', { class: 'tabs', 'aria-label': t('items.states') }, states.map((each) => tab(name, each, each === state))),
    el('div', { id: 'items', role: 'status' }, t('list.loading')),
    el('div', { id: 'pages', class: 'actions' }),
  ]);
  document.body.classList.add('wide-view');
  const here = byId('items');
  const asked = { state, limit: 50, ...(query.get('cursor') ? { cursor: query.get('cursor') } : {}) };
  const answer = await untilAnswered(() => list(asked));
  if (byId('items') !== here) return;
  if (answer?.status === 401) return signInAgain();
  if (answer?.status !== 200) return here.replaceChildren(el('p', { class: 'notice bad' }, t('list.failed')));
  const { items, nextCursor } = answer.body;
  here.replaceChildren(items.length ? el('ul', { class: 'cards' }, items.map((item) => card(name, item))) : t('items.none'));
  const next = `#/items/${name}?state=${state}&cursor=${encodeURIComponent(nextCursor)}`;
  byId('pages').replaceChildren(...(nextCursor ? [link(t('table.next'), next, 'button secondary')] : []), ...(name === 'outgoing' && state === 'PARKED' && items.length ? [resendAll(items)] : []));
}

function tab(name, state, current) {
  return el('a', { href: `#/items/${name}?state=${state}`, 'aria-current': current ? 'page' : null }, t(`items.state.${state}`));
}

function card(name, item) {
  const { open, act } = LISTS[name];
  const when = item.receivedAt ?? item.createdAt;
  const reason = item.reason ?? item.lastError;
  const title = `${item.type}${item.amount ? ` · ${money(item.amount)}` : ''}`;
  return el('li', { class: 'card', 'data-item': item.id }, [
    el('h2', {}, title),
    reason ? el('p', {}, has(`reason.${reason}`) ? t(`reason.${reason}`) : said(reason)) : null,
    el('p', { class: 'small' }, el('time', { datetime: when }, time(when)), item.attempts === undefined ? '' : ` · ${t('items.attempts', { n: item.attempts })}`),
    item.applicationId ? el('p', { class: 'small' }, link(t('items.application', { number: shortNumber(item.applicationId) }), `#/application/${item.applicationId}`)) : null,
    item.transactionId ? el('p', { class: 'small' }, `${t('items.transaction')}: `, said(item.transactionId)) : null,
    item.note ? el('p', {}, `${t('items.note')}: `, said(item.note)) : null,
    open.includes(item.state) ? act(item) : null,
  ]);
}

/** A note is needed; it also stands in the application's history. */
function settling(settle) {
  return (item) => {
    const note = el('input', { name: 'note', required: true, maxlength: 1000, 'aria-label': t('items.note'), placeholder: t('items.note'), autocomplete: 'off' });
    const result = el('span', { role: 'status' });
    const submit = async (event) => {
      event.preventDefault();
      if (!note.value.trim()) return;
      const answer = await untilAnswered(() => settle(item.id, note.value.trim()));
      if (answer?.status === 401) return signInAgain();
      tell(result, answer, 'items.settled');
    };
    return el('form', { class: 'settle', onsubmit: submit }, [note, el('button', { type: 'submit', class: 'secondary' }, t('items.settle')), result]);
  };
}

function resending(item) {
  const result = el('span', { role: 'status' });
  const again = async () => tell(result, await untilAnswered(() => api.resend(item.id)), 'items.resent');
  return el('div', { class: 'settle' }, button(t('items.resend'), again), result);
}

/** One by one, so that each answers for itself. */
function resendAll(items) {
  const node = button(t('items.resend-all', { n: items.length }), async () => {
    node.disabled = true;
    for (const { id } of items) {
      const result = document.querySelector(`[data-item="${id}"] .settle [role=status]`);
      if (result) tell(result, await untilAnswered(() => api.resend(id)), 'items.resent');
    }
  });
  return node;
}

function tell(result, answer, good) {
  const fine = answer && answer.status < 300;
  result.className = fine ? 'result-moved' : 'result-refused';
  result.textContent = fine ? t(good) : (answer?.body?.detail ?? answer?.body?.title ?? t('items.unknown'));
}

async function showReconciliation() {
  show(t('items.reconciliation'), el('div', { id: 'items', role: 'status' }, t('list.loading')));
  document.body.classList.add('wide-view');
  const here = byId('items');
  const answer = await untilAnswered(api.reconciliation);
  if (byId('items') !== here) return;
  if (answer?.status === 401) return signInAgain();
  if (answer?.status !== 200) return here.replaceChildren(el('p', { class: 'notice bad' }, t('list.failed')));
  const kinds = Object.entries(answer.body).filter(([, kind]) => Array.isArray(kind?.items) && kind.items.length > 0);
  here.replaceChildren(...(kinds.length ? kinds.flatMap(([name, kind]) => discrepancies(name, kind)) : [t('items.none')]));
  here.dataset.complete = 'true';
}

function discrepancies(name, { items, more }) {
  const title = has(`discrepancy.${name}`) ? t(`discrepancy.${name}`) : name;
  return [
    el('h2', {}, `${title} (${items.length}${more ? '+' : ''})`),
    el('ul', { class: 'cards' }, items.map((item) => discrepancy(name, item))),
  ];
}

function discrepancy(name, item) {
  return el('li', { class: 'card', 'data-item': item.id }, [
    item.applicationId ? el('p', {}, link(t('items.application', { number: shortNumber(item.applicationId) }), `#/application/${item.applicationId}`)) : null,
    el('p', {}, said([item.type, item.reason].filter(Boolean).join(': ') || item.id)),
    item.since ? el('p', { class: 'small' }, el('time', { datetime: item.since }, time(item.since))) : null,
    ELSEWHERE[name] ? el('p', {}, link(t('items.settle-there'), ELSEWHERE[name])) : settling((id, note) => api.settleDiscrepancy(name, id, note))(item),
  ]);
}
