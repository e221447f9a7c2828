/** Charts of the work: applications by waiting time, submissions by hour, and waiting messages. Each has a table. */
import * as api from './api.js';
import { el } from './dom.js';
import { showHours } from './hours.js';
import { has, t } from './i18n.js';
import { valuesOf } from './looks.js';
import { untilAnswered } from './retry.js';
import { OPEN } from './status.js';

const HOUR = 3_600_000;

/** Ages in hours; the last one is open. */
const AGES = [[0, 24], [24, 72], [72, 168], [168, null]];

/** @param {HTMLElement} place filled as the figures arrive */
export async function showPictures(place) {
  const now = Date.now();
  const [waiting, hours, metrics] = [el('section'), el('section'), el('section')];
  place.replaceChildren(waiting, hours, metrics);
  const text = await api.metrics().catch(() => null);
  await Promise.all([showWaiting(waiting, now), showHours(hours, text, now), showMetrics(metrics, text)]);
}

const iso = (ms) => new Date(ms).toISOString();

async function counted(query) {
  const answer = await untilAnswered(() => api.countApplications(query), { limits: { inquiries: 2 } });
  return answer?.body?.items ?? null;
}

/** Draws applications by status and age: darker cells have more. The oldest column is marked, as it should be empty. */
async function showWaiting(place, now) {
  const columns = await Promise.all(
    AGES.map(([from, to]) => counted({ acceptedBefore: iso(now - from * HOUR), ...(to === null ? {} : { acceptedFrom: iso(now - to * HOUR) }) })),
  );
  if (columns.some((column) => column === null)) return;
  const number = (column, status) => column.find((each) => each.status === status) ?? { count: 0, exact: true };
  const most = Math.max(1, ...columns.flatMap((column) => OPEN.map((status) => number(column, status).count)));
  const level = (count) => (count === 0 ? 0 : 1 + Math.min(3, Math.floor((4 * count) / (most + 1))));
  const head = el('tr', {}, el('th', { scope: 'col' }, t('table.status')), AGES.map((_, i) => el('th', { scope: 'col' }, t(`picture.age.${i}`))));
  const body = OPEN.map((status) =>
    el('tr', {}, el('th', { scope: 'row' }, t(`status.${status}`)), columns.map((column, i) => {
      const { count, exact } = number(column, status);
      const late = i === AGES.length - 1 && count > 0;
      return el('td', { class: `heat level-${level(count)}${late ? ' late' : ''}` }, `${count}${exact ? '' : '+'}`);
    })),
  );
  place.replaceChildren(el('h2', {}, t('picture.waiting')), el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('picture.waiting') }, el('table', { class: 'figures', id: 'waiting' }, el('thead', {}, head), el('tbody', {}, body))));
}

const LINES = [
  ['uketsuke_outbox_pending', 'picture.pending'],
  ['uketsuke_outbox_oldest_seconds', 'picture.oldest'],
  ['uketsuke_outbox_parked', 'picture.parked'],
  ['uketsuke_inbox_open', 'picture.open'],
];

const outcomeWords = (outcome) => (has(`outcome.${outcome}`) ? t(`outcome.${outcome}`) : outcome);

/** Shows metrics of the instance that answers; usually an ingress does not forward them, and nothing is shown then. */
function showMetrics(place, text) {
  if (!text) return;
  const values = (name) => valuesOf(text, name);
  const most = (name) => values(name).reduce((max, [, value]) => Math.max(max, value), 0);
  const outcomes = values('uketsuke_submissions_total').map(([labels, value]) => [/outcome="([^"]+)"/.exec(labels)?.[1] ?? labels, value]);
  const rows = [
    ...LINES.filter(([name]) => values(name).length > 0).map(([name, words]) => [t(words), most(name)]),
    ...outcomes.filter(([, value]) => value > 0).map(([outcome, value]) => [t('picture.outcome', { outcome: outcomeWords(outcome) }), value]),
  ];
  if (rows.length === 0) return;
  place.replaceChildren(
    el('h2', {}, t('picture.instance')),
    el('table', { class: 'figures', id: 'instance' }, el('tbody', {}, rows.map(([words, value]) => el('tr', {}, el('th', { scope: 'row' }, words), el('td', {}, String(Math.round(value))))))),
  );
}
