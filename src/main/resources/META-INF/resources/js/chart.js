/** Draws bars by time with uPlot, which is part of the page. Each chart has a table beside it, for those who do not see it. */
import { el } from './dom.js';
import { language, perLanguage } from './i18n.js';

const PLOT = '/webjars/uplot/1.6.30/dist';
const HEIGHT = 180;

const hours = perLanguage((tag) => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));

/** The time of day at which an hour begins, in the reader's language. */
export const hourOf = (ms) => hours(language()).format(ms);

/**
 * Draws into the place, and again when the width or the theme changes; removes the place if uPlot cannot be loaded.
 *
 * @param {HTMLElement} place
 * @param {number[]} middles of the bars, in milliseconds
 * @param {string[]} colours by series, each a custom property of the style sheet; the first series is the lowest
 * @param {() => number[][]} values of each series, asked for at each drawing
 * @returns {Promise<() => void>} draws once more
 */
export async function draw(place, middles, colours, values) {
  try {
    if (!document.querySelector(`link[href^="${PLOT}"]`)) document.head.append(el('link', { rel: 'stylesheet', href: `${PLOT}/uPlot.min.css` }));
    const { default: Plot } = await import(`${PLOT}/uPlot.esm.js`);
    let plot = null;
    const paint = () => {
      plot?.destroy();
      plot = new Plot(optionsOf(Plot, place, colours), [middles.map((ms) => ms / 1000), ...stacked(values())], place);
    };
    paint();
    repaintWith(place, paint);
    return paint;
  } catch {
    place.remove();
    return () => {};
  }
}

/** A canvas keeps the colours and the width that it was painted with. */
function repaintWith(place, paint) {
  const ended = new AbortController();
  const again = () => (place.isConnected ? paint() : ended.abort());
  addEventListener('resize', again, { signal: ended.signal });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again, { signal: ended.signal });
}

/** Each series with those below it, the highest first: later ones are painted over it, so that its own part stays to be seen. */
function stacked(series) {
  const sums = [];
  for (const values of series) sums.push(values.map((value, i) => (value ?? 0) + (sums.at(-1)?.[i] ?? 0)));
  return sums.reverse().map((sum) => sum.map((value) => value || null)); // a bar of no height would still be painted
}

function optionsOf(Plot, place, colours) {
  const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
  const axis = { stroke: colourOf('--ink'), grid: { stroke: 'rgba(128,128,128,.25)' } };
  const times = { ...axis, space: 60, values: (plot, splits) => splits.map((seconds) => hourOf(seconds * 1000)) };
  const bars = (name) => ({ stroke: colourOf(name), fill: colourOf(name), paths: Plot.paths.bars({ size: [0.7] }), points: { show: false } });
  const width = Math.min(880, place.parentElement.clientWidth || 320);
  const scales = { y: { range: (plot, min, max) => [0, Math.max(1, max * 1.05)] } };
  return { width, height: HEIGHT, scales, legend: { show: false }, cursor: { show: false }, axes: [times, { ...axis, size: 50 }], series: [{}, ...[...colours].reverse().map(bars)] };
}
