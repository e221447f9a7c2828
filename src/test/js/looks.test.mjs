// What the page tells of each hour is what the counters say, also over restarts and several instances.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byHour, lookAt, valuesOf, withLook } from '../../main/resources/META-INF/resources/js/looks.js';

const HOUR = 3_600_000;
const text = (started, counts, lag = 0) =>
  [
    '# TYPE uketsuke_submissions_total counter',
    ...Object.entries(counts).map(([outcome, n]) => `uketsuke_submissions_total{outcome="${outcome}",} ${n}.0`),
    `uketsuke_outbox_oldest_seconds{destination="waybill"} ${lag}`,
    'uketsuke_outbox_oldest_seconds{destination="application"} NaN',
    `process_start_time_seconds ${started / 1000}`,
  ].join('\n');

test('samples are read with their labels', () => {
  assert.deepEqual(valuesOf('a{x="1"} 2.5\na 3\nab 4', 'a'), [['x="1"', 2.5], ['', 3]]);
});

test('an hour has what the counters gained in it, and the longest lag seen', () => {
  const looks = [lookAt(text(0, { created: 5, replayed: 2 }, 7), HOUR), lookAt(text(0, { created: 9, replayed: 2, conflict: 4 }, 3), 2 * HOUR)];
  assert.deepEqual(byHour(looks, [0, HOUR, 2 * HOUR], HOUR), [
    { counts: { created: 5, replayed: 2 }, lag: 7 },
    { counts: { created: 4, replayed: 0, conflict: 4 }, lag: 3 },
    { counts: null, lag: null },
  ]);
});

test('what happened between two looks is spread over that time', () => {
  const [first, second] = byHour([lookAt(text(0, { replayed: 8 }), 2 * HOUR)], [0, HOUR], HOUR);
  assert.equal(first.counts.replayed, 4);
  assert.equal(second.counts.replayed, 4);
});

test('a restarted instance begins at zero, and several instances are added', () => {
  const looks = [lookAt(text(0, { replayed: 6 }), HOUR), lookAt(text(HOUR, { replayed: 1 }), 2 * HOUR), lookAt(text(HOUR + 1000, { replayed: 2 }), 2 * HOUR)];
  const [first, second] = byHour(looks, [0, HOUR], HOUR);
  assert.equal(first.counts.replayed, 6);
  assert.equal(second.counts.replayed, 3);
});

test('looks are merged and forgotten, and the sum stays', () => {
  let looks = [];
  for (let minute = 1; minute <= 60 * 60; minute++) looks = withLook(looks, lookAt(text(0, { replayed: minute }), minute * 60_000));
  assert.ok(looks.length < 200, String(looks.length));
  const hours = byHour(looks, Array.from({ length: 24 }, (_, i) => (36 + i) * HOUR), HOUR);
  for (const { counts } of hours) assert.equal(Math.round(counts.replayed), 60);
});

test('without a start time nothing is said of the time before the first look', () => {
  const look = lookAt('uketsuke_submissions_total{outcome="created"} 9', HOUR);
  assert.deepEqual(byHour([look], [0], HOUR), [{ counts: null, lag: 0 }]);
});
