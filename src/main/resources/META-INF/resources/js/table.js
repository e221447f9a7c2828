/**
 * Applications as staff search them: a dense table whose filters stand in the address, so that back, reload, a shared link
 * and a second tab show the same place. Moves are made one by one or for all rows that are chosen.
 */
import { CURRENCIES } from './content.js';
import { CODES, codeOf, nameOf } from './countries.js';
import { button, byId, el, link, onFirstClick, said, show, shortNumber } from './dom.js';
import { listOf } from './early.js';
import { offerCountries } from './form.js';
import { money, shortTime, t, time } from './i18n.js';
import { MOVES, Moved, isLarge, move } from './moves.js';
import { refusalOf } from './refusal.js';
import { untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';
import { STATUSES, badge } from './status.js';
import { session } from './storage.js';

const FILTERS = ['status', 'clientReference', 'waybillNumber', 'origin', 'destination', 'acceptedFrom', 'acceptedBefore', 'accountId'];
const PLACE = 'uketsuke.table';
const OPENED = 'uketsuke.opened';
const SIZES = ['20', '50', '100'];
const COLUMNS = ['number', 'status', 'route', 'parcels', 'fee', 'reference', 'account', 'accepted'];

/** How many moves of a bulk are under way at once; the service answers each for itself. */
const AT_ONCE = 4;

let rows = [];

/** @param {URLSearchParams} query the filters, sort, limit and cursor that the address names */
export async function showTable(query) {
  show(t('table.title'), [search(query), el('div', { id: 'bulk', class: 'bulk', hidden: true }), el('div', { id: 'table' }, skeleton()), el('div', { id: 'pages', class: 'actions' })]);
  document.body.classList.add('wide-view');
  session.setItem(PLACE, location.hash);
  prepareFormats();
  const here = byId('table');
  const answer = await untilAnswered(listOf(query));
  if (byId('table') !== here) return; // the reader has gone on
  if (answer?.status === 401) return signInAgain();
  if (answer?.status !== 200 || !answer.body) {
    const text = answer?.status === 400 ? t('table.refused', { why: refusalOf(answer.body) }) : t('list.failed');
    return here.replaceChildren(el('p', { class: 'notice bad', id: 'table-failed' }, text), button(t('list.retry'), () => showTable(query)));
  }
  rows = answer.body.items;
  render(here, query, answer.body.nextCursor);
}

/** Where this tab last searched, so that the way back from an application keeps the place. */
export const tablePlace = () => session.getItem(PLACE) ?? '#/table';

/** The browser takes long to make a format for the first time, so they are made while the list is on its way. */
function prepareFormats() {
  const now = Date.now();
  [shortTime(now), time(now), nameOf(CODES[0])];
}

function skeleton() {
  return el('div', { class: 'skeleton', 'aria-hidden': 'true' }, el('span'), el('span'), el('span'));
}

/** The filters are in view where there is room; on a phone they open above the list. */
function search(query) {
  const used = FILTERS.filter((name) => query.get(name)).length;
  const isOpen = matchMedia('(min-width: 46rem)').matches;
  return el('details', { class: 'search', open: isOpen }, el('summary', {}, t('table.filters', { n: used })), filters(query));
}

function filters(query) {
  const value = (name) => query.get(name) ?? '';
  const field = (name, control) => el('div', { class: 'field' }, el('label', { for: `f-${name}` }, t(`table.filter.${name}`)), control);
  const input = (name, attributes = {}) => field(name, el('input', { id: `f-${name}`, name, value: value(name), autocomplete: 'off', ...attributes }));
  const choice = (name, options, words) =>
    field(name, el('select', { id: `f-${name}`, name }, options.map((option) => el('option', { value: option, selected: value(name) === option }, words(option)))));
  const statuses = ['', ...STATUSES];
  if (value('status').includes(',')) statuses.splice(1, 0, value('status'));
  const words = (option) => option.split(',').map((status) => (status ? t(`status.${status}`) : t('table.any'))).join(', ');
  return el('form', { id: 'filters', class: 'filters', onsubmit: submitted }, [
    choice('status', statuses, words),
    input('clientReference', { placeholder: 'order-*' }),
    input('waybillNumber'),
    ...['origin', 'destination'].map((name) => input(name, { value: countryShown(value(name)), list: 'countries', onfocus: offerCountries })),
    input('acceptedFrom', { type: 'date', value: dayOf(value('acceptedFrom')) }),
    input('acceptedBefore', { type: 'date', value: dayOf(value('acceptedBefore')) }),
    input('accountId'),
    choice('sort', ['newest', 'oldest'], (option) => t(`table.sort.${option}`)),
    choice('limit', SIZES, (option) => option),
    el('div', { class: 'field actions' }, el('button', { type: 'submit', class: 'primary' }, t('table.search')), link(t('table.clear'), '#/table', 'button secondary')),
  ]);
}

/** The day where the reader is, as a date field has it, since the time in the address is in UTC; empty for what is no time. */
function dayOf(time) {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  const two = (number) => String(number).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** An address can hold anything; what is no country's code is shown as it stands. */
const countryShown = (code) => (CODES.includes(code) ? nameOf(code) : code);

/** The address is the search: what is typed becomes the address, and the address is what is shown. */
function submitted(event) {
  event.preventDefault();
  const typed = new FormData(event.target);
  const query = new URLSearchParams();
  for (const name of [...FILTERS, 'sort', 'limit']) {
    let text = String(typed.get(name) ?? '').trim();
    if (!text || (name === 'sort' && text === 'newest') || (name === 'limit' && text === SIZES[0])) continue;
    if (name === 'origin' || name === 'destination') text = codeOf(text) ?? text;
    if (name === 'acceptedFrom' || name === 'acceptedBefore') text = new Date(`${text}T00:00:00`).toISOString();
    query.set(name, text);
  }
  const target = `#/table${query.size ? `?${query}` : ''}`;
  if (location.hash === target) showTable(query);
  else location.hash = target;
}

function render(here, query, nextCursor) {
  if (rows.length === 0) {
    here.replaceChildren(el('p', { id: 'no-rows' }, t('table.none')));
  } else {
    const all = el('input', { type: 'checkbox', 'aria-label': t('table.choose-all'), onchange: (event) => chooseAll(event.target.checked) });
    const head = el('tr', {}, el('th', { scope: 'col' }, all), COLUMNS.map((name) => el('th', { scope: 'col', class: `col-${name}` }, t(`table.${name}`))), el('th', { scope: 'col' }, t('table.result')));
    const body = el('tbody', { onkeydown: byKeyboard }, rows.map(row));
    here.replaceChildren(el('p', { class: 'small keys' }, t('table.keys')), el('table', { class: 'dense', onchange: showBulk }, el('thead', {}, head), body));
    here.querySelector('tbody tr').tabIndex = 0;
    returnTo(here);
  }
  byId('pages').replaceChildren(...(nextCursor ? [link(t('table.next'), `#/table?${withCursor(query, nextCursor)}`, 'button secondary')] : []));
}

/** Whoever comes back from an application finds its row again, with the keyboard, too. */
function returnTo(here) {
  const left = [...here.querySelectorAll('tbody tr')].find(({ dataset }) => dataset.id === session.getItem(OPENED));
  session.removeItem(OPENED);
  if (!left) return;
  here.querySelector('tbody tr').tabIndex = -1;
  left.tabIndex = 0;
  left.focus({ preventScroll: true });
  left.scrollIntoView({ block: 'center' });
}

/** Remembers which application staff look at. */
export const opened = (id) => session.setItem(OPENED, id);

function withCursor(query, cursor) {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return next;
}

function row(item) {
  const number = shortNumber(item.applicationId);
  const cell = (name, ...content) => el('td', { class: `col-${name}`, 'data-label': t(`table.${name}`) }, ...content);
  const cut = (text) => (text ? el('span', { class: 'cut', title: text }, said(text)) : '–');
  return el('tr', { 'data-id': item.applicationId, tabindex: '-1' }, [
    el('td', {}, el('input', { type: 'checkbox', tabindex: '-1', 'aria-label': t('table.choose', { number }) })),
    cell('number', link(number, `#/application/${item.applicationId}`)),
    cell('status', badge(item.status)),
    cell('route', el('span', { title: `${nameOf(item.origin)} → ${nameOf(item.destination)}` }, `${item.origin} → ${item.destination}`)),
    cell('parcels', String(item.parcels)),
    cell('fee', item.fee ? money(item.fee) : '–'),
    cell('reference', cut(item.clientReference)),
    cell('account', el('span', { class: 'cut', title: item.accountId }, said(shortAccount(item.accountId ?? '–')))),
    cell('accepted', el('time', { datetime: item.acceptedAt, title: time(item.acceptedAt) }, shortTime(item.acceptedAt))),
    el('td', { class: 'result', role: 'status' }),
  ]);
}

/** Accounts of one identity provider begin alike; what tells them apart stands behind the bar. */
const shortAccount = (id) => id.slice(id.lastIndexOf('|') + 1);

/** Up and down go from row to row, Space chooses, Enter opens. */
function byKeyboard(event) {
  const current = event.target.closest('tr');
  const target = { ArrowDown: current.nextElementSibling, ArrowUp: current.previousElementSibling }[event.key];
  if (target) {
    event.preventDefault();
    current.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  } else if (event.target === current && event.key === ' ') {
    event.preventDefault();
    current.querySelector('input').click();
  } else if (event.target === current && event.key === 'Enter') {
    location.hash = `#/application/${current.dataset.id}`;
  }
}

const chosen = () => [...document.querySelectorAll('#table tbody tr')].filter((node) => node.querySelector('input').checked);

function chooseAll(on) {
  document.querySelectorAll('#table tbody input').forEach((box) => (box.checked = on));
  showBulk();
}

/** Offers the moves that at least one chosen row can make; the service answers each row for itself. */
function showBulk() {
  if (!byId('bulk')) return; // the reader has gone on
  const picked = chosen().map(({ dataset }) => rows.find(({ applicationId }) => applicationId === dataset.id));
  const moves = [...new Set(picked.flatMap(({ status }) => MOVES[status] ?? []))];
  byId('bulk').hidden = picked.length === 0;
  byId('bulk').replaceChildren(
    el('p', { role: 'status' }, t('table.chosen', { n: picked.length })),
    ...moves.map((to) => (to === 'FEE_CONFIRMED' ? feeForm((fee) => moveAll({ to, fee })) : moveButton(to, picked.length))),
  );
}

function moveButton(to, n) {
  const node = button(t(`move.${to}`), () => (to === 'CANCELLED' ? confirmAll(node, to, n) : moveAll({ to })), to === 'CANCELLED' ? 'danger' : 'secondary');
  node.dataset.move = to;
  return node;
}

function confirmAll(node, to, n) {
  const yes = button(t('move.cancel.yes', { n }), () => moveAll({ to }), 'danger');
  yes.dataset.move = `${to}-yes`;
  node.replaceWith(yes);
  yes.focus();
}

async function moveAll(body) {
  byId('bulk').querySelectorAll('button').forEach((node) => (node.disabled = true));
  const waiting = chosen();
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await moveRow(next, body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  showBulk();
}

async function moveRow(node, body) {
  const result = node.querySelector('.result');
  result.textContent = '…';
  const outcome = await move(node.dataset.id, body);
  result.replaceChildren(resultOf(outcome));
  result.dataset.kind = outcome.kind;
  const status = outcome.application?.status ?? outcome.problem?.currentStatus;
  if (!status) return;
  const index = rows.findIndex(({ applicationId }) => applicationId === node.dataset.id);
  if (index < 0) return; // the reader has gone on to other rows
  // A refusal tells where the application stands now; its row stays chosen.
  rows[index] = { ...rows[index], status, fee: outcome.application?.fee ?? rows[index].fee };
  node.querySelector('td.col-status').replaceChildren(badge(status));
  node.querySelector('td.col-fee').textContent = rows[index].fee ? money(rows[index].fee) : '–';
  if (outcome.application) node.querySelector('input').checked = false;
}

/** What became of a move, in a few words. */
export function resultOf({ kind, problem }) {
  const status = problem?.currentStatus;
  const why = status ? t('move.refused.at', { status: t(`status.${status}`) }) : refusalOf(problem);
  return el('span', { class: `result-${kind}` }, t(`move.${kind}`), kind === Moved.REFUSED && why ? `: ${why}` : '');
}

/** Asks for a fee, and once more if it is high. @param {(fee: object) => void} act */
export function feeForm(act) {
  const amount = el('input', { name: 'amount', inputmode: 'decimal', required: true, autocomplete: 'off' });
  const currency = el('select', { name: 'currency', 'aria-label': t('move.fee.currency') }, CURRENCIES.map((code) => el('option', { value: code }, code)));
  const ask = el('span', { role: 'status' });
  let confirmed = '';
  const submit = (event) => {
    event.preventDefault();
    const fee = { amount: amount.value.trim(), currency: currency.value };
    const asked = `${fee.amount} ${fee.currency}`;
    if (!/^\d{1,15}(\.\d{1,4})?$/.test(fee.amount)) ask.textContent = t('error.amount');
    else if (isLarge(fee) && confirmed !== asked) {
      confirmed = asked;
      ask.textContent = t('move.fee.large', { fee: asked });
    } else act(fee);
  };
  return el('form', { class: 'fee', 'data-move': 'FEE_CONFIRMED', onsubmit: submit }, [el('label', {}, t('move.fee.amount'), ' ', amount), currency, el('button', { type: 'submit', class: 'secondary', onclick: onFirstClick() }, t('move.FEE_CONFIRMED')), ask]);
}
