/**
 * What became of submissions in each hour, from the counters of the metrics endpoint.
 *
 * A counter only says how many there were since its instance started. The page therefore keeps what it has seen, and takes an
 * hour's figure from the difference between two looks; what happened between them is spread evenly over that time.
 *
 * No DOM, no network, no storage.
 */

const KEPT_MS = 26 * 3_600_000;
const SLOT_MS = 10 * 60_000;

/** Returns the samples of a metric in the text of the endpoint, each as its labels and its value. */
export function valuesOf(text, name) {
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'));
  return [...lines].map(([, labels, value]) => [labels ?? '', Number(value)]);
}

/**
 * Returns what the endpoint says at a time: the submissions by outcome, and how long the oldest message out has waited.
 *
 * @returns {{at: number, since: number, counts: Record<string, number>, lag: number}} `since` is when the instance started and
 *   tells it from others; times are in milliseconds, the lag is in seconds
 */
export function lookAt(text, at) {
  const counts = {};
  for (const [labels, value] of valuesOf(text, 'uketsuke_submissions_total')) {
    const outcome = /outcome="([^"]+)"/.exec(labels)?.[1];
    if (outcome) counts[outcome] = (counts[outcome] ?? 0) + value;
  }
  const [[, started] = []] = valuesOf(text, 'process_start_time_seconds');
  const lags = valuesOf(text, 'uketsuke_outbox_oldest_seconds').map(([, seconds]) => seconds);
  return { at, since: started === undefined ? at : Math.round(started * 1000), counts, lag: Math.max(0, ...lags.filter(Number.isFinite)) };
}

/** Returns the looks with one more, without those that no hour of the last day needs. */
export function withLook(looks, look) {
  const mine = looks.filter(({ since }) => since === look.since);
  const last = mine.at(-1);
  // Two looks in a short time say no more than the later one, unless the earlier one is the only one before it.
  const merges = mine.length > 1 && Math.floor(last.at / SLOT_MS) === Math.floor(look.at / SLOT_MS);
  const added = merges
    ? [...looks.filter((each) => each !== last), { ...look, lag: Math.max(last.lag, look.lag) }]
    : [...looks, look];
  const oldest = look.at - KEPT_MS;
  const next = ({ since }, i) => added.find((other, j) => j > i && other.since === since);
  return added.filter((each, i) => each.at >= oldest || next(each, i)?.at >= oldest);
}

/**
 * Returns for each hour the submissions by outcome and the longest wait of a message out that was seen; null where nobody looked.
 *
 * @param {ReturnType<typeof lookAt>[]} looks the earliest first
 * @param {number[]} starts of the hours, in milliseconds
 * @param {number} length of an hour, in milliseconds
 * @returns {{counts: Record<string, number>|null, lag: number|null}[]}
 */
export function byHour(looks, starts, length) {
  const hours = starts.map(() => ({ counts: null, lag: null }));
  for (const since of new Set(looks.map((look) => look.since))) {
    let before = { at: since, counts: {} };
    for (const look of looks.filter((each) => each.since === since)) {
      starts.forEach((start, i) => addTo(hours[i], start, start + length, before, look));
      before = look;
    }
  }
  return hours;
}

function addTo(hour, start, end, before, look) {
  if (look.at > start && look.at <= end) hour.lag = Math.max(hour.lag ?? 0, look.lag);
  const shared = Math.min(look.at, end) - Math.max(before.at, start);
  if (shared <= 0) return;
  hour.counts ??= {};
  for (const [outcome, count] of Object.entries(look.counts)) {
    const more = Math.max(0, count - (before.counts[outcome] ?? 0));
    hour.counts[outcome] = (hour.counts[outcome] ?? 0) + (more * shared) / (look.at - before.at);
  }
}
