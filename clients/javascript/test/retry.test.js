import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, Outcome, delay, inquire, outcomeOf, submit, untilAnswered } from '../retry.js';

const receipt = { applicationId: '019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11', status: 'ACCEPTED', acceptedAt: '2026-11-30T09:30:00.123Z' };
const answer = (status, body = null, headers = {}) => ({ status, body, header: (name) => headers[name] ?? null });
const problem = (status, slug, headers, members = {}) => answer(status, { type: `/problems/${slug}`, ...members }, headers);
const state = (name, members = {}) => answer(200, { state: name, ...members });
const lost = () => Promise.reject(new Error('connection lost'));
const never = () => assert.fail('not to be called');

/** Plays the given answers in turn, the last one for ever, and notes what happened; time passes at once. */
function play({ sends = [never], inquiries = [never], ...options }) {
  const log = { sent: 0, asked: 0, waits: [], progress: [] };
  const next = (list, count) => {
    const step = list[Math.min(count, list.length) - 1];
    return typeof step === 'function' ? step() : Promise.resolve(step);
  };
  const request = { send: () => next(sends, ++log.sent), inquire: () => next(inquiries, ++log.asked) };
  const settings = { random: () => 0.5, wait: async (ms) => log.waits.push(ms), onProgress: (step) => log.progress.push(step), ...options };
  return { log, request, settings, run: () => submit(request, settings) };
}

describe('a definite answer ends it at once', () => {
  const definite = [
    [answer(201, receipt), { kind: Outcome.CREATED, receipt }],
    [answer(200, receipt), { kind: Outcome.REPLAYED, receipt }],
    [problem(409, 'idempotency-key-conflict'), { kind: Outcome.CONFLICT }],
    [problem(410, 'idempotency-key-expired', {}, { applicationId: 'x' }), { kind: Outcome.EXPIRED, applicationId: 'x' }],
    [problem(401, 'authentication-required'), { kind: Outcome.SIGNED_OUT }],
  ];
  for (const [given, expected] of definite) {
    test(`${given.status} ${expected.kind}`, async () => {
      const { log, run } = play({ sends: [given] });
      assert.deepEqual(await run(), expected);
      assert.equal(log.sent, 1);
      assert.deepEqual(log.waits, []);
    });
  }

  test('a refusal names the problem and carries what is wrong', async () => {
    const violations = [{ field: 'parcels', message: 'must be …' }];
    const outcome = await play({ sends: [problem(400, 'invalid-request', {}, { violations })] }).run();
    assert.equal(outcome.kind, Outcome.REFUSED);
    assert.equal(outcome.problem, 'invalid-request');
    assert.deepEqual(outcome.body.violations, violations);
  });
});

describe('what says nothing about the outcome is tried again', () => {
  const vague = {
    'a lost connection': lost,
    'submission-in-progress': problem(409, 'submission-in-progress'),
    'outcome-unknown': problem(503, 'outcome-unknown'),
    'temporarily-unavailable': problem(503, 'temporarily-unavailable'),
    'too-many-requests': problem(429, 'too-many-requests'),
    'request-timeout': problem(408, 'request-timeout'),
    'internal-error': problem(500, 'internal-error'),
    'a gateway without words': answer(502),
    'a captive portal that says 200': answer(200, null),
    'a portal that says 200 in JSON': answer(200, { ok: true }),
    'a 201 without a receipt': answer(201, {}),
    'a 404 that is not ours': answer(404, { message: 'no route' }),
    'a 401 of a proxy': answer(401, null),
    'a redirect that was not followed': answer(0),
  };
  for (const [name, first] of Object.entries(vague)) {
    test(name, async () => {
      const { log, run } = play({ sends: [first, answer(201, receipt)] });
      assert.deepEqual(await run(), { kind: Outcome.CREATED, receipt });
      assert.equal(log.sent, 2);
      assert.equal(log.waits.length, 1);
    });
  }
});

describe('waiting', () => {
  test('doubles, with jitter, up to a bound', () => {
    for (const [random, share] of [[0, 0.5], [0.5, 0.75], [1, 1]]) {
      const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => delay(attempt, null, { random: () => random }));
      const full = [500, 1000, 2000, 4000, 8000, 16000, 20000, 20000];
      assert.deepEqual(waits, full.map((ms) => ms * share));
    }
  });

  test('is never shorter than Retry-After in seconds', () => {
    assert.equal(delay(1, problem(503, 'outcome-unknown', { 'Retry-After': '7' })), 7000);
  });

  test('is never shorter than Retry-After as a date', () => {
    const now = () => Date.parse('2026-11-30T09:30:00Z');
    const headers = { 'Retry-After': 'Mon, 30 Nov 2026 09:30:09 GMT' };
    assert.equal(delay(1, answer(503, null, headers), { now }), 9000);
  });

  test('as a date is measured with the clock of the service, whatever the clock here says', () => {
    const headers = { 'Retry-After': 'Mon, 30 Nov 2026 09:30:09 GMT', Date: 'Mon, 30 Nov 2026 09:30:00 GMT' };
    for (const clock of ['2026-11-30T08:00:00Z', '2026-11-30T11:00:00Z']) {
      assert.equal(delay(1, answer(503, null, headers), { now: () => Date.parse(clock) }), 9000, clock);
    }
  });

  test('is not shortened by a small Retry-After, nor confused by a bad one', () => {
    for (const value of ['0', '-5', 'soon', '']) {
      assert.equal(delay(3, answer(503, null, { 'Retry-After': value }), { random: () => 1 }), 2000, value);
    }
  });

  test('stops for now when Retry-After is longer than anybody would sit there', async () => {
    const { log, run } = play({ sends: [problem(503, 'temporarily-unavailable', { 'Retry-After': '3600' })] });
    assert.deepEqual(await run(), { kind: Outcome.UNKNOWN, retryAfterMs: 3_600_000 });
    assert.equal(log.sent, 1);
    assert.equal(log.asked, 0);
  });
});

describe('when the attempts are used up, the service is asked', () => {
  const exhausted = (inquiries) => play({ sends: [lost], inquiries });

  test('recorded: accepted before, with the same receipt', async () => {
    const { log, run } = exhausted([state('RECORDED', { receipt, currentStatus: 'SHIPPED' })]);
    assert.deepEqual(await run(), { kind: Outcome.REPLAYED, receipt });
    assert.equal(log.sent, LIMITS.attempts);
    assert.equal(log.asked, 1);
  });

  test('in progress is no outcome: asked again', async () => {
    const { log, run } = exhausted([state('IN_PROGRESS'), state('RECORDED', { receipt })]);
    assert.equal((await run()).kind, Outcome.REPLAYED);
    assert.equal(log.asked, 2);
  });

  test('still in progress at the end is told apart from unknown', async () => {
    assert.deepEqual(await exhausted([state('IN_PROGRESS')]).run(), { kind: Outcome.IN_PROGRESS });
    const later = play({ sends: [problem(409, 'submission-in-progress', { 'Retry-After': '90' })] });
    assert.deepEqual(await later.run(), { kind: Outcome.IN_PROGRESS, retryAfterMs: 90_000 });
  });

  test('not recorded is said only when the service says so', async () => {
    assert.equal((await exhausted([state('NOT_RECORDED')]).run()).kind, Outcome.NOT_RECORDED);
    for (const nothing of [lost, answer(200, null), answer(404), answer(200, { state: 'RECORDED' }), problem(503, 'outcome-unknown')]) {
      assert.equal((await exhausted([nothing]).run()).kind, Outcome.UNKNOWN);
    }
  });

  test('expired', async () => {
    assert.equal((await exhausted([state('EXPIRED')]).run()).kind, Outcome.EXPIRED);
  });

  test('asking is bounded, too', async () => {
    const { log, run } = exhausted([lost]);
    assert.deepEqual(await run(), { kind: Outcome.UNKNOWN });
    assert.equal(log.asked, LIMITS.inquiries);
    assert.equal(log.waits.length, LIMITS.attempts - 1 + LIMITS.inquiries - 1);
  });
});

test('coming back, it asks before it sends', async () => {
  const recorded = play({ inquiries: [state('RECORDED', { receipt })], alreadySent: true });
  assert.equal((await recorded.run()).kind, Outcome.REPLAYED);
  assert.equal(recorded.log.sent, 0);
  const missing = play({ sends: [answer(201, receipt)], inquiries: [state('NOT_RECORDED')], alreadySent: true });
  assert.equal((await missing.run()).kind, Outcome.CREATED);
  assert.equal(missing.log.sent, 1);
});

test('an inquiry alone sends nothing', async () => {
  const { log, request, settings } = play({ inquiries: [state('NOT_RECORDED')] });
  assert.deepEqual(await inquire(request, settings), { kind: Outcome.NOT_RECORDED });
  assert.equal(log.sent, 0);
});

test('progress is told before each step', async () => {
  const { log, run } = play({ sends: [lost, answer(201, receipt)] });
  await run();
  assert.deepEqual(log.progress, [
    { phase: 'sending', attempt: 1 },
    { phase: 'waiting', attempt: 1, waitMs: 375 },
    { phase: 'sending', attempt: 2 },
  ]);
});

test('a safe request is repeated until it is answered, refusals included', async () => {
  const answers = [answer(503), answer(404, { type: '/problems/not-found' })];
  assert.equal((await untilAnswered(async () => answers.shift(), { wait: async () => {} })).status, 404);
  assert.equal(await untilAnswered(lost, { wait: async () => {} }), null);
});

test('no answer at all is no outcome', () => {
  assert.equal(outcomeOf(null), null);
});
