/** Lists of what waits for a person: payments, messages in and out, and what is out of step; and settling it. */
import * as api from './api.js';
import { discrepancyOf, lastErrorOf, reasonOf, typeOf } from './codes.js';
import { button, byId, el, isShown, link, said, show, shortNumber } from './dom.js';
import { has, money, t, time } from './i18n.js';
import { refusalOf } from './refusal.js';
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
  deadLetters: '#/items/dead-letters?state=OPEN',
};

/** Kinds whose items have a sentence of their own; their type repeats the kind. */
const SAYS_ALL = ['sharedWaybills', 'contradictingWaybills', 'unknownBookings'];

/** By list: the question, the states to choose from, those that a person can act on, and what the person can do. */
const LISTS = {
  payments: { list: api.payments, states: ['UNMATCHED', 'WAITING', 'APPLIED', 'SETTLED'], open: ['UNMATCHED', 'WAITING'], act: settling(api.settlePayment) },
  received: {
    list: api.receivedEvents, states: ['PARKED', 'WAITING', 'APPLIED', 'SETTLED'], open: ['PARKED', 'WAITING'],
    act: (item) => [settling(api.settleEvent)(item), item.reason === 'CONTRADICTS_EARLIER' ? null : trying(api.retryEvent)(item)], all: api.retryEvents,
  },
  'dead-letters': {
    list: api.deadLetters, states: ['OPEN', 'APPLIED', 'SETTLED'], open: ['OPEN'],
    act: (item) => [settling(api.settleDeadLetter)(item), trying(api.redrive)(item)], all: api.redriveAll,
  },
  outgoing: { list: api.outgoing, states: ['PARKED', 'PENDING', 'SENT', 'DROPPED'], open: ['PARKED'], act: resending, filters: { destination: ['application', 'waybill'], type: null, applicationId: null } },
};

/** How often one click asks for a further run of resending; each run takes up to some seconds. */
const MOST_RUNS = 20;

export function showItems(name, query) {
  return name === 'reconciliation' ? showReconciliation() : showList(name in LISTS ? name : 'payments', query);
}

async function showList(name, query) {
  const { list, states, filters = {} } = LISTS[name];
  const state = states.includes(query.get('state')) ? query.get('state') : states[0];
  const filter = Object.fromEntries(Object.keys(filters).map((each) => [each, query.get(each)]).filter(([, value]) => value));
  show(t(`items.${name}`), [
    el('nav', { class: 'tabs', 'aria-label': t('items.states') }, states.map((each) => tab(name, each, each === state, filter))),
    Object.keys(filters).length ? filterForm(name, state, filters, filter) : null,
    el('div', { id: 'all' }),
    el('div', { id: 'items', role: 'status' }, t('list.loading')),
    el('div', { id: 'pages', class: 'actions' }),
  ]);
  document.body.classList.add('wide-view');
  const here = byId('items');
  const asked = { state, ...filter, limit: 50, ...(query.get('cursor') ? { cursor: query.get('cursor') } : {}) };
  const answer = await untilAnswered(() => list(asked));
  if (byId('items') !== here) return;
  if (answer?.status === 401) return signInAgain();
  if (answer?.status !== 200) {
    const text = answer?.status === 400 ? t('table.refused', { why: refusalOf(answer.body) }) : t('list.failed');
    return here.replaceChildren(el('p', { class: 'notice bad', id: 'items-failed' }, text), button(t('list.retry'), () => showList(name, query)));
  }
  const { items, nextCursor } = answer.body;
  here.replaceChildren(items.length ? el('ul', { class: 'cards' }, items.map((item) => card(name, item))) : t('items.none'));
  byId('pages').replaceChildren(...(nextCursor ? [link(t('table.next'), hrefOf(name, { state, ...filter, cursor: nextCursor }), 'button secondary')] : []));
  if (state !== states[0] || items.length === 0) return;
  if (name === 'outgoing') byId('all').replaceChildren(resendAll(filter, () => showList(name, query)));
  if (LISTS[name].all) byId('all').replaceChildren(...tryingAll(LISTS[name].all));
}

const hrefOf = (name, query) => `#/items/${name}?${new URLSearchParams(query)}`;

function tab(name, state, current, filter) {
  return el('a', { href: hrefOf(name, { state, ...filter }), 'aria-current': current ? 'page' : null }, t(`items.state.${state}`));
}

/** The address is the filter, as with the table of applications. @param {object} filters by name their choices, or null for text */
function filterForm(name, state, filters, filter) {
  const submit = (event) => {
    event.preventDefault();
    const typed = [...new FormData(event.target)].map(([key, value]) => [key, value.trim()]).filter(([, value]) => value);
    const target = hrefOf(name, { state, ...Object.fromEntries(typed) });
    if (location.hash === target) showList(name, new URLSearchParams(target.split('?')[1]));
    else location.hash = target;
  };
  const control = (key, choices) =>
    choices
      ? el('select', { id: `f-${key}`, name: key }, ['', ...choices].map((each) => el('option', { value: each, selected: (filter[key] ?? '') === each }, each ? t(`items.${key}.${each}`) : t('table.any'))))
      : el('input', { id: `f-${key}`, name: key, value: filter[key] ?? '', autocomplete: 'off' });
  return el('form', { id: 'filters', class: 'filters', onsubmit: submit }, [
    ...Object.entries(filters).map(([key, choices]) => el('div', { class: 'field' }, el('label', { for: `f-${key}` }, t(`items.filter.${key}`)), control(key, choices))),
    el('div', { class: 'field actions' }, el('button', { type: 'submit', class: 'primary' }, t('table.search')), link(t('table.clear'), hrefOf(name, { state }), 'button secondary')),
  ]);
}

function card(name, item) {
  const { open, act } = LISTS[name];
  const when = item.receivedAt ?? item.createdAt;
  const title = `${typeOf(item)}${item.amount ? ` · ${money(item.amount)}` : ''}`;
  return el('li', { class: 'card', 'data-item': item.id }, [
    el('h2', {}, title),
    item.reason ? el('p', {}, reasonOf(item)) : null,
    item.lastError ? el('p', { class: 'small' }, `${t('items.last-error')}: `, lastErrorOf(item)) : null,
    el('p', { class: 'small' }, el('time', { datetime: when }, time(when)), item.attempts === undefined ? '' : ` · ${t('items.attempts', { n: item.attempts })}`),
    item.applicationId ? el('p', { class: 'small' }, link(t('items.application', { number: shortNumber(item.applicationId) }), `#/application/${item.applicationId}`)) : null,
    item.transactionId ? el('p', { class: 'small' }, `${t('items.transaction')}: `, said(item.transactionId)) : null,
    item.excerpt ? el('p', { class: 'small' }, said(item.excerpt)) : null,
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

/** The answer is the item as it is now, so it says what came of it. */
function trying(tryAgain) {
  return (item) => {
    const result = el('span', { role: 'status' });
    const again = async () => {
      const answer = await untilAnswered(() => tryAgain(item.id));
      if (answer?.status === 401) return signInAgain();
      const { state, reason } = answer?.status === 200 ? answer.body : {};
      if (state !== 'OPEN' && state !== 'PARKED') return tell(result, answer, 'items.tried');
      result.className = 'result-refused';
      result.replaceChildren(t('items.tried-in-vain'), ' ', reasonOf({ reason }) ?? '');
    };
    return el('div', { class: 'settle' }, button(t('items.try'), again), result);
  };
}

/** Not only those on this page; what comes of each is seen when the list is looked at again. */
function tryingAll(tryAll) {
  const result = el('span', { role: 'status' });
  const node = button(t('items.try-all'), async () => {
    node.disabled = true;
    const answer = await untilAnswered(tryAll);
    node.disabled = false;
    if (answer?.status === 401) return signInAgain();
    tell(result, answer, 'items.tried');
  });
  node.dataset.all = 'true';
  return [node, result];
}

function resending(item) {
  const result = el('span', { role: 'status' });
  const again = async () => tell(result, await untilAnswered(() => api.resend(item.id)), 'items.resent');
  return [el('div', { class: 'settle' }, button(t('items.resend'), again), result), settling(api.settleMessage)(item)];
}

/**
 * Sends all parked messages of the filter again, also those on other pages. The service takes up each of them once and each
 * keeps its id, so a second click, or a repetition after a lost answer, sends nothing twice.
 *
 * @param {() => Promise<void>} reload shows what is left
 */
function resendAll(filter, reload) {
  const result = el('p', { role: 'status', id: 'resent' });
  const node = button(t('items.resend-filter'), async () => {
    node.disabled = true;
    const { resent, finished, answer } = await resendInRuns(filter, (n) => (result.textContent = t('items.resending', { n })));
    if (!isShown(result)) return; // the reader has gone on
    if (answer?.status === 401) return signInAgain();
    if (answer?.status !== 200) {
      node.disabled = false;
      return tell(result, answer, 'items.resent');
    }
    await reload();
    // Shown above the list as it is now; what is left may have a button of its own again.
    byId('all').prepend(el('p', { role: 'status', class: 'result-moved', id: 'resent-count' }, resentWords(resent, finished)));
  });
  return el('div', { class: 'bulk' }, node, el('p', { class: 'small' }, t('items.resend-filter.hint')), result);
}

/** After a lost answer the repetition finds nothing parked, so zero does not mean that nothing was sent. */
function resentWords(n, finished) {
  if (!finished) return t('items.resent-more', { n });
  return n > 0 ? t('items.resent-count', { n }) : t('items.resent-none');
}

async function resendInRuns(filter, progress) {
  let resent = 0;
  for (let run = 0; run < MOST_RUNS; run++) {
    const answer = await untilAnswered(() => api.resendAll({ state: 'PARKED', ...filter }));
    if (answer?.status !== 200) return { resent, finished: false, answer };
    resent += answer.body.resent;
    progress(resent);
    if (answer.body.finished) return { resent, finished: true, answer };
  }
  return { resent, finished: false, answer: { status: 200 } };
}

function tell(result, answer, good) {
  const fine = answer && answer.status < 300;
  result.className = fine ? 'result-moved' : 'result-refused';
  result.textContent = fine ? t(good) : (refusalOf(answer?.body) || t('items.unknown'));
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
  return [
    el('h2', {}, `${discrepancyOf(name)} (${items.length}${more ? '+' : ''})`),
    el('ul', { class: 'cards' }, items.map((item) => discrepancy(name, item))),
  ];
}

function discrepancy(name, item) {
  return el('li', { class: 'card', 'data-item': item.id }, [
    item.applicationId ? el('p', {}, link(t('items.application', { number: shortNumber(item.applicationId) }), `#/application/${item.applicationId}`)) : null,
    el('p', {}, [subjectOf(name, item), reasonOf(item)].filter(Boolean).map((part, i) => (i ? [' · ', part] : part))),
    item.since ? el('p', { class: 'small' }, el('time', { datetime: item.since }, time(item.since))) : null,
    ELSEWHERE[name] ? el('p', {}, link(t('items.settle-there'), ELSEWHERE[name])) : settling((id, note) => api.settleDiscrepancy(name, id, note))(item),
  ]);
}

/** What the item is, beside its kind: the status of an application, the type of a payment or message, or a topic. */
function subjectOf(name, item) {
  if (has(`status.${item.type}`) && /Waybill$/.test(name)) return t(`status.${item.type}`);
  if (SAYS_ALL.includes(name)) return null;
  return item.type ? said(typeOf(item)) : said(item.id);
}
