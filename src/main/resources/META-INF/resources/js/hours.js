/** The submissions of the last hours with their outcomes, and how long messages out have waited: as charts, and as one table. */
import * as api from './api.js';
import { draw, hourOf } from './chart.js';
import { el } from './dom.js';
import { t } from './i18n.js';
import { byHour, lookAt, withLook } from './looks.js';
import { untilAnswered } from './retry.js';
import { local } from './storage.js';

const HOUR = 3_600_000;
const HOURS = 24;
const AT_ONCE = 6;
const LOOK_MS = 60_000;
const LOOKS = 'uketsuke.looks';

/** The outcomes that are told apart, the lowest in the chart first, with the colour of each. */
const OUTCOMES = [['accepted', '--brand'], ['replayed', '--line'], ['conflict', '--bad'], ['other', '--wait']];

/**
 * Shows the hours, and goes on looking while they are on the page.
 *
 * @param {string|null} metrics the text of the metrics endpoint; without it only accepted applications are shown, which come
 *   from the API and are those of all instances
 */
export async function showHours(place, metrics, now = Date.now()) {
  const end = Math.ceil(now / HOUR) * HOUR;
  const starts = Array.from({ length: HOURS }, (_, i) => end - (HOURS - i) * HOUR);
  const accepted = [];
  for (let i = 0; i < HOURS; i += AT_ONCE) accepted.push(...(await Promise.all(starts.slice(i, i + AT_ONCE).map(acceptedIn))));
  const shown = metrics === null ? OUTCOMES.slice(0, 1) : OUTCOMES;
  const rows = el('tbody');
  const [chart, lagChart] = [0, 1].map(() => el('div', { class: 'chart', 'aria-hidden': 'true' }));
  place.replaceChildren(...[
    el('h2', {}, t('picture.hours')),
    chart,
    el('ul', { class: 'legend', 'aria-hidden': 'true' }, shown.map(([name]) => el('li', {}, el('span', { class: `swatch of-${name}` }), t(`picture.series.${name}`)))),
    ...(metrics === null ? [] : [el('p', { class: 'small' }, t('picture.hours.hint')), el('h3', {}, t('picture.lag')), lagChart]),
    el('details', {}, el('summary', {}, t('picture.as-table')), table(shown, metrics !== null, rows)),
  ]);
  let figures = [];
  const look = (text) => {
    const hours = byHour(text === null ? looks() : kept(lookAt(text, Date.now())), starts, HOUR);
    figures = hours.map(({ counts, lag }, i) => figuresOf(accepted[i], counts, lag));
    rows.replaceChildren(...figures.map((each, i) => row(starts[i], each, shown, metrics !== null)));
  };
  look(metrics);
  const middles = starts.map((start) => start + HOUR / 2);
  const paints = await Promise.all([
    draw(chart, middles, shown.map(([, colour]) => colour), () => shown.map(([name]) => figures.map((each) => each[name]))),
    metrics === null ? () => {} : draw(lagChart, middles, ['--wait'], () => [figures.map(({ lag }) => lag)]),
  ]);
  const goOn = async () => {
    if (!place.isConnected) return;
    if (Date.now() >= end) return showHours(place, metrics && (await text()));
    accepted[HOURS - 1] = await acceptedIn(starts[HOURS - 1]);
    look(metrics && (await text()));
    paints.forEach((paint) => paint());
    setTimeout(goOn, LOOK_MS);
  };
  setTimeout(goOn, LOOK_MS);
}

const text = () => api.metrics().catch(() => null);

/** How many applications were accepted in the hour; null if the service does not say. */
async function acceptedIn(start) {
  const query = { acceptedFrom: new Date(start).toISOString(), acceptedBefore: new Date(start + HOUR).toISOString() };
  const answer = await untilAnswered(() => api.countApplications(query), { limits: { inquiries: 2 } });
  return answer?.body?.items?.reduce((sum, { count }) => sum + count, 0) ?? null;
}

/** What this browser has seen of the counters; what is no list was not written by this page. */
function looks() {
  try {
    const stored = JSON.parse(local.getItem(LOOKS));
    return Array.isArray(stored) ? stored.filter((look) => look?.counts && look.at && look.since) : [];
  } catch {
    return [];
  }
}

function kept(look) {
  const all = withLook(looks(), look);
  local.setItem(LOOKS, JSON.stringify(all));
  return all;
}

function figuresOf(accepted, counts, lag) {
  if (!counts) return { accepted, replayed: null, conflict: null, other: null, lag };
  const { created, replayed = 0, conflict = 0, ...others } = counts;
  const other = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { accepted, replayed: Math.round(replayed), conflict: Math.round(conflict), other: Math.round(other), lag: lag === null ? null : Math.round(lag) };
}

function table(shown, withLag, rows) {
  const head = (words) => el('th', { scope: 'col' }, words);
  const columns = [head(t('picture.hour')), ...shown.map(([name]) => head(t(`picture.series.${name}`))), withLag ? head(t('picture.lag')) : null];
  const region = { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('picture.hours') };
  return el('div', region, el('table', { class: 'figures', id: 'hours' }, el('thead', {}, el('tr', {}, columns)), rows));
}

function row(start, figures, shown, withLag) {
  const cell = (name) => el('td', { 'data-figure': name }, figures[name] === null ? '–' : String(figures[name]));
  return el('tr', {}, el('th', { scope: 'row' }, hourOf(start)), shown.map(([name]) => cell(name)), withLag ? cell('lag') : null);
}
