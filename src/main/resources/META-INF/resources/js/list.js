/** The caller's applications, newest first; those of all accounts for staff. */
import * as api from './api.js';
import { routeOf } from './detail.js';
import { button, byId, el, link, numberWithCopy, said, show, shortNumber } from './dom.js';
import { money, t, time } from './i18n.js';
import { isToPay } from './pay.js';
import { untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';
import { badge, meaning } from './status.js';

export async function showList(isStaff) {
  show(t(isStaff ? 'list.all' : 'list.title'), el('ul', { class: 'cards', id: 'cards' }), el('div', { id: 'more', role: 'status' }));
  await load(null);
}

async function load(cursor) {
  const here = byId('cards');
  byId('more').replaceChildren(el('p', {}, t('list.loading')), el('div', { class: 'skeleton', 'aria-hidden': 'true' }, el('span'), el('span'), el('span')));
  const answer = await untilAnswered(() => api.listApplications(cursor));
  if (byId('cards') !== here) return; // the reader has gone on, perhaps to this view once more
  if (answer?.status === 401) return signInAgain();
  if (answer?.status !== 200 || !answer.body) {
    const retry = el('div', { class: 'actions' }, button(t('list.retry'), () => load(cursor)));
    return byId('more').replaceChildren(el('p', { class: 'notice bad' }, t('list.failed')), retry);
  }
  const { items, nextCursor } = answer.body;
  byId('cards').append(...items.map(card));
  const empty = byId('cards').children.length === 0;
  byId('more').replaceChildren(...[
    empty ? [el('p', { id: 'no-cards' }, t('list.empty')), el('div', { class: 'actions' }, link(t('nav.apply'), '#/apply', 'button primary'))] : '',
    nextCursor ? el('div', { class: 'actions' }, button(t('list.more'), () => load(nextCursor))) : '',
  ].flat());
}

function card(item) {
  const title = t('list.named', { route: routeOf(item), number: shortNumber(item.applicationId) });
  const turn = isToPay(item) && !item.accountId; // staff, who see accounts, have nothing to pay
  return el('li', { class: turn ? 'card to-pay' : 'card' }, [
    el('h2', {}, link(title, `#/application/${item.applicationId}`)),
    turn ? el('p', { class: 'turn' }, t('pay.card', { fee: money(item.fee) })) : null,
    el('p', {}, badge(item.status), ' ', meaning(item.status)),
    el('p', { class: 'small' }, t('list.parcels', { n: item.parcels }), item.clientReference ? [` · ${t('list.reference')}: `, said(item.clientReference)] : null),
    el('p', { class: 'small' }, t('sent.at'), ': ', el('time', { datetime: item.acceptedAt }, time(item.acceptedAt))),
    el('p', { class: 'small' }, t('sent.number'), ': ', numberWithCopy(item.applicationId, { short: true })),
    item.accountId ? el('p', { class: 'small' }, `${t('list.account')}: `, said(item.accountId)) : null,
  ]);
}
