/**
 * Hands in one operation and does not rest until its outcome is known, or until it can honestly say that it is not.
 *
 * The guarantee: every attempt carries the same key and the same bytes, because `send` is called again and never
 * rebuilt; and nothing is called an outcome that the service itself did not say. A lost connection, a time-out, a
 * captive portal's page, a proxy's 502: none of them says whether the operation arrived.
 *
 * No DOM, no storage, no network of its own: take this file as it is.
 */

/** What became of the operation. */
export const Outcome = Object.freeze({
  CREATED: 'created', // 201: recorded now; carries `receipt`
  REPLAYED: 'replayed', // 200, or the inquiry: recorded earlier; carries the same `receipt`
  CONFLICT: 'conflict', // 409: other content was recorded under this key
  EXPIRED: 'expired', // 410: recorded so long ago that the receipt is gone; may carry `applicationId`
  REFUSED: 'refused', // other 4xx: nothing recorded; correct it and send it with the same key; carries `problem`
  SIGNED_OUT: 'signed-out', // 401: nothing recorded; get a fresh credential and send it with the same key
  NOT_RECORDED: 'not-recorded', // the service says that nothing has arrived under this key
  IN_PROGRESS: 'in-progress', // an earlier attempt is still being processed: ask or send again later, same key
  UNKNOWN: 'unknown', // nobody knows yet: ask or send again later, same key; may carry `retryAfterMs`, as in-progress may
});

/** How patient to be. Times in milliseconds. */
export const LIMITS = Object.freeze({
  attempts: 6, // of sending, before the service is asked instead
  inquiries: 4, // of asking, before giving up for now
  firstDelay: 500, // doubled with every attempt …
  longestDelay: 20_000, // … up to this
  longestRetryAfter: 60_000, // a longer Retry-After is obeyed by stopping for now
});

/**
 * Sends until the outcome is known, then asks.
 *
 * @param {object} request
 * @param {() => Promise<Answer>} request.send POST /v1/applications; the same key and bytes on each call. Rejects if no
 *     answer came. An Answer is `{status, header(name), body}` with the parsed JSON body or null.
 * @param {() => Promise<Answer>} request.inquire GET /v1/submissions for the same key
 * @param {object} [options] `limits`, `random`, `wait(ms)`, `now()` (ms since 1970), `onProgress({phase, attempt,
 *     waitMs})` with phase `sending`, `waiting` or `asking`, and `alreadySent`: ask before sending anything
 * @returns {Promise<{kind: string}>} one of Outcome; never rejects because of the network
 */
export async function submit(request, options = {}) {
  const run = settings(options);
  if (options.alreadySent) {
    const known = await inquire(request, options);
    if (known.kind !== Outcome.NOT_RECORDED) return known;
  }
  for (let attempt = 1; attempt <= run.limits.attempts; attempt++) {
    run.onProgress({ phase: 'sending', attempt });
    const answer = await answerOf(request.send);
    const outcome = outcomeOf(answer);
    if (outcome) return outcome;
    const waitMs = delay(attempt, answer, run);
    if (waitMs > run.limits.longestRetryAfter) return unsettled(answer, waitMs);
    if (attempt < run.limits.attempts) await pause(run, attempt, waitMs);
  }
  return inquire(request, options);
}

/** Asks what became of the operation; sends nothing. Parameters and result as for {@link submit}. */
export async function inquire(request, options = {}) {
  const run = settings(options);
  let answer = null;
  for (let attempt = 1; attempt <= run.limits.inquiries; attempt++) {
    run.onProgress({ phase: 'asking', attempt });
    answer = await answerOf(request.inquire);
    const outcome = outcomeOfInquiry(answer);
    if (outcome) return outcome;
    const waitMs = delay(attempt, answer, run);
    if (waitMs > run.limits.longestRetryAfter) return unsettled(answer, waitMs);
    if (attempt < run.limits.inquiries) await pause(run, attempt, waitMs);
  }
  return unsettled(answer);
}

/** The outcome for now, when the service has not told how the operation ended. */
function unsettled(answer, retryAfterMs) {
  const open = answer && (problemOf(answer) === 'submission-in-progress' || answer.body?.state === 'IN_PROGRESS');
  return { kind: open ? Outcome.IN_PROGRESS : Outcome.UNKNOWN, ...(retryAfterMs && { retryAfterMs }) };
}

/**
 * Repeats a request that is safe to repeat (a read, a cancellation) until the service answers it.
 *
 * @returns {Promise<Answer|null>} null if no attempt was answered
 */
export async function untilAnswered(send, options = {}) {
  const run = settings(options);
  for (let attempt = 1; attempt <= run.limits.inquiries; attempt++) {
    const answer = await answerOf(send);
    if (answer && !isPassing(answer)) return answer;
    const waitMs = delay(attempt, answer, run);
    if (waitMs > run.limits.longestRetryAfter) return null;
    if (attempt < run.limits.inquiries) await run.wait(waitMs);
  }
  return null;
}

/** The outcome that an answer to the submission states; null if it states none. */
export function outcomeOf(answer) {
  if (!answer) return null;
  const { status, body } = answer;
  if (status === 201 && isReceipt(body)) return { kind: Outcome.CREATED, receipt: body };
  if (status === 200 && isReceipt(body)) return { kind: Outcome.REPLAYED, receipt: body };
  const problem = problemOf(answer);
  if (!problem || isPassing(answer)) return null;
  if (problem === 'idempotency-key-conflict') return { kind: Outcome.CONFLICT };
  if (problem === 'idempotency-key-expired') return { kind: Outcome.EXPIRED, applicationId: body.applicationId };
  if (status === 401) return { kind: Outcome.SIGNED_OUT };
  return { kind: Outcome.REFUSED, problem, body };
}

function outcomeOfInquiry(answer) {
  if (!answer) return null;
  const { status, body } = answer;
  if (status === 200 && body?.state === 'RECORDED' && isReceipt(body.receipt)) {
    return { kind: Outcome.REPLAYED, receipt: body.receipt };
  }
  if (status === 200 && body?.state === 'EXPIRED') {
    return { kind: Outcome.EXPIRED, applicationId: body.receipt?.applicationId };
  }
  if (status === 200 && body?.state === 'NOT_RECORDED') return { kind: Outcome.NOT_RECORDED };
  const problem = problemOf(answer);
  if (!problem || isPassing(answer)) return null;
  if (status === 401) return { kind: Outcome.SIGNED_OUT };
  return { kind: Outcome.UNKNOWN };
}

/** The slug of the problem, if the answer is one of the service's own; others may speak for a gateway or a portal. */
export function problemOf(answer) {
  const type = answer.body?.type;
  return typeof type === 'string' ? (/\/problems\/([a-z0-9-]+)$/.exec(type)?.[1] ?? null) : null;
}

/** Whether the same request may get another answer soon. */
function isPassing(answer) {
  return answer.status >= 500 || answer.status === 408 || answer.status === 429 || problemOf(answer) === 'submission-in-progress';
}

function isReceipt(body) {
  return typeof body?.applicationId === 'string' && typeof body.acceptedAt === 'string';
}

/** Doubling with jitter, so that clients cut off together do not come back together; never before Retry-After. */
export function delay(attempt, answer, { limits = LIMITS, random = Math.random, now = Date.now } = {}) {
  const ceiling = Math.min(limits.longestDelay, limits.firstDelay * 2 ** (attempt - 1));
  const backOff = ceiling / 2 + (random() * ceiling) / 2;
  return Math.max(backOff, retryAfter(answer, now));
}

/**
 * Retry-After in milliseconds, RFC 9110 §10.2.3: seconds or a date. A date is compared with the answer's own `Date`, so that a
 * clock of this machine that is fast or slow does not change the wait.
 */
function retryAfter(answer, now) {
  const value = answer?.header('Retry-After')?.trim();
  if (!value) return 0;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  const sent = Date.parse(answer.header('Date') ?? '');
  return Number.isNaN(at) ? 0 : Math.max(0, at - (Number.isNaN(sent) ? now() : sent));
}

async function answerOf(call) {
  try {
    return await call();
  } catch {
    return null;
  }
}

async function pause(run, attempt, waitMs) {
  run.onProgress({ phase: 'waiting', attempt, waitMs });
  await run.wait(waitMs);
}

function settings(options) {
  return {
    limits: { ...LIMITS, ...options.limits },
    random: options.random ?? Math.random,
    now: options.now ?? Date.now,
    wait: options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    onProgress: options.onProgress ?? (() => {}),
  };
}
