/** What staff see of an application beside its applicant's view: moves, its account, and everything about it in one order of time. */
import * as api from './api.js';
import { historyReason, inEnglish, lastErrorOf, reasonOf, stateOf, typeOf } from './codes.js';
import { button, el, facts, isShown, said } from './dom.js';
import { money, t, time } from './i18n.js';
import { MOVES, Moved, move } from './moves.js';
import { untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';
import { feeForm, resultOf } from './table.js';
import { merged } from './timeline.js';

/** The moves that staff may ask for now; null if there are none. @param {(application: object) => void} changed called with the application after a move */
export function movesOf(application, changed) {
  const moves = (MOVES[application.status] ?? []).filter((to) => to !== 'CANCELLED');
  if (moves.length === 0) return null;
  return el('section', { id: 'staff' }, el('h2', {}, t('detail.moves')), el('div', { class: 'bulk' }, moves.map((to) => mover(application, to, changed))));
}

/** Whose it is, and everything about it in one order of time. */
export function everythingAbout(application) {
  const timeline = el('ol', { class: 'timeline', id: 'timeline' }, inOrder(application.history).map(entry));
  addOthers(application, timeline);
  return [facts([[t('detail.account'), application.accountId ? said(application.accountId) : null]]), el('h2', {}, t('detail.timeline')), timeline];
}

function mover({ applicationId }, to, changed) {
  const result = el('span', { role: 'status', class: 'result' });
  const act = async (fee) => {
    const outcome = await move(applicationId, fee ? { to, fee } : { to });
    if (!isShown(result)) return; // the reader has gone on
    if (outcome.kind === Moved.SIGNED_OUT) return signInAgain();
    if (outcome.application) return changed(outcome.application);
    result.replaceChildren(resultOf(outcome));
  };
  if (to === 'FEE_CONFIRMED') return [feeForm(act), result];
  const node = button(t(`move.${to}`), () => act());
  node.dataset.move = to;
  return [node, result];
}

/** Payments and messages are lists of their own; they join the history as they arrive. */
async function addOthers({ applicationId, history }, timeline) {
  const query = { applicationId, limit: 100 };
  const lists = [
    [api.payments, (item) => ({ at: item.receivedAt, text: t('timeline.payment', { type: typeOf(item), state: stateOf(item) }), detail: [money(item.amount), item.transactionId, reasonOf(item), item.note] })],
    [api.receivedEvents, (item) => ({ at: item.receivedAt, text: t('timeline.event', { type: typeOf(item), state: stateOf(item) }), detail: [reasonOf(item), item.note] })],
    [api.deadLetters, (item) => ({ at: item.receivedAt, text: t('timeline.dead-letter', { state: stateOf(item) }), detail: [inEnglish(item.reason), item.note] })],
    [api.outgoing, (item) => ({ at: item.createdAt, step: item.step, text: t('timeline.message', { type: typeOf(item), state: stateOf(item) }), detail: [lastErrorOf(item)] })],
  ];
  const answers = await Promise.all(lists.map(([list]) => untilAnswered(() => list(query), { limits: { inquiries: 2 } })));
  const others = answers.flatMap((answer, i) => (answer?.status === 200 ? answer.body.items.map(lists[i][1]) : []));
  timeline.replaceChildren(...inOrder(history, others).map(entry));
  timeline.dataset.complete = String(answers.every((answer) => answer !== null));
}

function ofHistory(entry) {
  const { step, kind, status, at, by } = entry;
  const text = kind === 'NOTE' ? t('timeline.note') : t('timeline.move', { status: t(`status.${status}`) });
  return { at, step, text, detail: [t(`detail.by.${by}`), historyReason(entry)] };
}

/** The history with what else happened, as cause and effect: received, moved, told. */
const inOrder = (history, others = []) => merged(history.map(ofHistory), others);

function entry({ at, text, detail }) {
  return el('li', {}, el('time', { datetime: at, class: 'small' }, time(at)), ' ', el('strong', {}, text), detail.filter(Boolean).map((part) => [' · ', said(part)]));
}
