/** Charts of the work: applications by waiting time, submissions by hour, and waiting messages. Each has a table. */
import * as api from './api.js';
import { el } from './dom.js';
import { has, language, t } from './i18n.js';
import { untilAnswered } from './retry.js';
import { OPEN } from './status.js';

const HOUR = 3_600_000;
const HOURS = 24;
const PLOT = '/webjars/uplot/1.6.30/dist';

/** Ages in hours; the last one is open. */
const AGES = [[0, 24], [24, 72], [72, 168], [168, null]];

/** @param {HTMLElement} place filled as the figures arrive */
export async function showPictures(place) {
  const now = Date.now();
  const [waiting, hours, metrics] = [el('section'), el('section'), el('section')];
  place.replaceChildren(waiting, hours, metrics);
  await Promise.all([showWaiting(waiting, now), showHours(hours, now), showMetrics(metrics)]);
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

/** Draws the applications accepted in each of the last hours, with a table. */
async function showHours(place, now) {
  const end = Math.ceil(now / HOUR) * HOUR;
  const starts = Array.from({ length: HOURS }, (_, i) => end - (HOURS - i) * HOUR);
  const answers = [];
  for (let i = 0; i < HOURS; i += 6) {
    const batch = starts.slice(i, i + 6);
    answers.push(...(await Promise.all(batch.map((start) => counted({ acceptedFrom: iso(start), acceptedBefore: iso(start + HOUR) })))));
  }
  const values = answers.map((items) => (items ?? []).reduce((sum, { count }) => sum + count, 0));
  const hour = (ms) => new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit' }).format(ms);
  const canvas = el('div', { class: 'chart', 'aria-hidden': 'true' });
  const table = el('table', { class: 'figures', id: 'hours' }, el('tbody', {}, starts.map((start, i) => el('tr', {}, el('th', { scope: 'row' }, hour(start)), el('td', {}, String(values[i]))))));
  place.replaceChildren(el('h2', {}, t('picture.hours')), canvas, el('details', {}, el('summary', {}, t('picture.as-table')), table));
  await draw(canvas, starts, values);
}

/** Loads uPlot, which is part of the page; if that fails, only the table is shown. */
async function draw(place, starts, values) {
  try {
    document.head.append(el('link', { rel: 'stylesheet', href: `${PLOT}/uPlot.min.css` }));
    const { default: Plot } = await import(`${PLOT}/uPlot.esm.js`);
    const data = [starts.map((ms) => ms / 1000 + 1800), values];
    let plot = null;
    const paint = () => {
      plot?.destroy();
      plot = new Plot(plotOptions(Plot, place), data, place);
    };
    paint();
    redrawn?.abort();
    redrawn = new AbortController();
    const { signal } = redrawn;
    const again = () => (place.isConnected ? paint() : redrawn.abort());
    // A canvas keeps the colours and the width that it was painted with.
    addEventListener('resize', again, { signal });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again, { signal });
  } catch {
    place.remove();
  }
}

let redrawn = null;

function plotOptions(Plot, place) {
  const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
  const axis = { stroke: colourOf('--ink'), grid: { stroke: 'rgba(128,128,128,.25)' } };
  const bars = { stroke: colourOf('--brand'), fill: colourOf('--brand'), paths: Plot.paths.bars({ size: [0.7] }), points: { show: false } };
  const width = Math.min(880, place.parentElement.clientWidth || 320);
  return { width, height: 180, legend: { show: false }, cursor: { show: false }, axes: [axis, { ...axis, size: 50 }], series: [{}, bars] };
}

const LINES = [
  ['uketsuke_outbox_pending', 'picture.pending'],
  ['uketsuke_outbox_oldest_seconds', 'picture.oldest'],
  ['uketsuke_outbox_parked', 'picture.parked'],
  ['uketsuke_inbox_open', 'picture.open'],
];

const outcomeWords = (outcome) => (has(`outcome.${outcome}`) ? t(`outcome.${outcome}`) : outcome);

/** Shows metrics of the instance that answers; usually an ingress does not forward them, and nothing is shown then. */
async function showMetrics(place) {
  const text = await api.metrics().catch(() => null);
  if (!text) return;
  const values = (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(([, labels, value]) => [labels ?? '', Number(value)]);
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
