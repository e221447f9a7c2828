/** One application: its stages as a time line, what was applied for, and cancelling it while that is allowed. */
import * as api from './api.js';
import { startAnother } from './apply.js';
import { historyReason } from './codes.js';
import { formOf } from './content.js';
import { nameOf } from './countries.js';
import { asksFirst, button, el, facts, isShown, link, numberWithCopy, said, show, shortNumber } from './dom.js';
import { money, t, time } from './i18n.js';
import { payNotice } from './pay.js';
import { untilAnswered } from './retry.js';
import { signInAgain } from './sign-in.js';
import { everythingAbout, movesOf } from './staff-detail.js';
import { opened, tablePlace } from './table.js';
import { CANCELLABLE, ENDED, STAGES, badge, meaning } from './status.js';

let staff = false;

export async function showDetail(id, { isStaff = staff, notice } = {}) {
  staff = isStaff;
  if (staff) opened(id);
  const loading = el('p', { role: 'status' }, t('list.loading'));
  show(t('detail.title'), loading);
  const answer = await untilAnswered(() => api.readApplication(id));
  if (!isShown(loading)) return; // the reader has gone on
  if (answer?.status === 401) return signInAgain();
  if (answer?.status === 404) return show(t('detail.title'), el('p', { class: 'notice bad' }, t('detail.not-found')), back());
  if (answer?.status !== 200 || !answer.body) {
    const retry = el('div', { class: 'actions' }, button(t('list.retry'), () => showDetail(id), 'primary'));
    return show(t('detail.title'), el('p', { class: 'notice bad' }, t('list.failed')), retry);
  }
  render(answer.body, notice);
}

function render(application, notice) {
  const { applicationId, status } = application;
  show(t('detail.named', { route: routeOf(application), number: shortNumber(applicationId) }), [
    notice ? el('p', { class: `notice ${notice.tone}`, role: 'status', id: 'notice' }, t(notice.key)) : null,
    el('p', {}, badge(status), ' ', meaning(status)),
    staff ? movesOf(application, (changed) => render(changed)) : payNotice(application),
    facts([[t('sent.number'), numberWithCopy(applicationId, { elementId: 'number' })]]),
    el('h2', {}, t('detail.stages')),
    timeLine(application),
    el('h2', {}, t('detail.facts')),
    content(application),
    staff ? everythingAbout(application) : el('div', { class: 'actions' }, button(t('detail.again'), () => startAnother(formOf(application)))),
    CANCELLABLE.includes(status) ? cancelling(applicationId) : null,
    back(),
  ]);
  // Dev mode adds to the view; nothing listens in production.
  document.dispatchEvent(new CustomEvent('application-shown', { detail: { applicationId } }));
}

/** Reached stages with their times, then those ahead; none is ahead of an application that has ended. */
function timeLine({ status, history }) {
  const reached = new Map();
  for (const entry of history ?? []) {
    // A note is shown under the stage at which the application stood. An older version of the service sends no kind.
    const isNote = entry.kind ? entry.kind === 'NOTE' : reached.has(entry.status);
    if (isNote) reached.get(entry.status)?.notes.push(entry);
    else reached.set(entry.status, { ...entry, notes: [] });
  }
  const past = [...reached.values()].map((entry) => stage(entry, entry.status === status));
  const ahead = ENDED.includes(status) ? [] : STAGES.slice(STAGES.indexOf(status) + 1).filter((next) => !reached.has(next));
  const notYet = ahead.map((next) => el('li', {}, el('span', { class: 'stage ahead' }, t(`status.${next}`)), el('p', { class: 'small' }, t('detail.not-yet'))));
  return el('ol', { class: 'stages' }, past, notYet);
}

function stage({ status, at, by, notes, ...entry }, isCurrent) {
  const reason = historyReason(entry);
  const kind = ENDED.includes(status) ? 'reached ended' : 'reached';
  return el('li', { class: kind, 'aria-current': isCurrent ? 'step' : null },
    el('span', { class: 'stage' }, t(`status.${status}`)),
    el('p', { class: 'small' }, el('time', { datetime: at }, time(at)), ` · ${t(`detail.by.${by}`)}`),
    reason ? el('p', { class: 'small' }, said(reason)) : null,
    notes.map((note) => el('p', { class: 'small' }, el('time', { datetime: note.at }, time(note.at)), ' · ', said(historyReason(note)))),
  );
}

export const routeOf = ({ origin, destination }) => t('list.route', { origin: nameOf(origin), destination: nameOf(destination) });

/** What was applied for; a submission's body and an application of the API have the same members. */
export function content(application) {
  const { recipient, totalWeightGrams, declaredValue, fee } = application;
  return facts([
    [t('apply.origin'), nameOf(application.origin)],
    [t('apply.destination'), nameOf(application.destination)],
    [t('apply.parcels'), String(application.parcels)],
    [t('detail.weight'), totalWeightGrams ? `${totalWeightGrams / 1000} kg` : null],
    [t('detail.value'), declaredValue ? money(declaredValue) : null],
    [t('detail.recipient'), recipient ? said(lines(recipient)) : null],
    [t(staff ? 'table.reference' : 'list.reference'), application.clientReference ? said(application.clientReference) : null],
    [t('detail.fee'), fee ? money(fee) : null],
    [t('detail.waybill'), application.waybillNumber ? said(application.waybillNumber) : null],
  ]);
}

const lines = ({ name, postalCode, addressLines, phone }) =>
  [name, postalCode, ...(addressLines ?? []), phone].filter(Boolean).join('\n');

/** Repeating is safe: the service cancels once. */
function cancelling(id) {
  const words = { offer: t('detail.cancel'), question: t('detail.cancel.ask'), yes: t('detail.cancel.yes'), no: t('detail.cancel.no') };
  const cancel = async (box) => {
    const answer = await untilAnswered(() => api.cancelApplication(id));
    if (isShown(box)) showDetail(id, { notice: noticeOf(answer) });
  };
  return asksFirst(words, cancel, 'cancelling');
}

function noticeOf(answer) {
  if (answer?.status === 200) return { tone: 'good', key: 'detail.cancel.done' };
  if (answer?.status === 409) return { tone: 'wait', key: 'detail.cancel.late' };
  return { tone: 'bad', key: 'detail.cancel.unknown' };
}

const back = () => el('p', {}, link(t('detail.back'), staff ? tablePlace() : '#/list'));
