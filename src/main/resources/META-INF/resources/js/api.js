/** Calls the public API with fetch, and adds the credential of the person. */
import { session } from './storage.js';

const TIMEOUT_MS = 20_000; // above the service's own time limits, so that it is the one to say what happened
const BASIC = 'uketsuke.basic';
const MODE = 'uketsuke.sign-in';

/**
 * Sends a request and resolves with the answer.
 *
 * @returns {Promise<{status: number, header: (name: string) => string|null, body: any}>} `body` is null unless JSON
 * @throws if no answer came in time
 */
export async function call(method, path, { body, headers = {} } = {}) {
  const basic = session.getItem(BASIC);
  const response = await fetch(path, {
    method,
    body,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(basic ? { Authorization: `Basic ${basic}` } : {}),
      ...headers,
    },
    // Without cookies the browser does not open its own dialogue when the service asks for Basic credentials.
    credentials: (await signInMode()) === 'basic' ? 'omit' : 'same-origin',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, header: (name) => response.headers.get(name), body: parsed(text) };
}

let asked = null;

/** How people log in: `basic` with the users of dev mode, `session` with an identity provider. */
export async function signInMode() {
  const known = session.getItem(MODE);
  if (known) return known;
  asked ??= askForMode().finally(() => (asked = null)); // requests that begin together ask once
  return asked;
}

async function askForMode() {
  const response = await fetch('/v1/account', {
    credentials: 'omit',
    cache: 'no-store',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200 && response.status !== 401) throw new Error(`status ${response.status}`);
  const basic = /basic/i.test(response.headers.get('WWW-Authenticate') ?? '');
  session.setItem(MODE, basic ? 'basic' : 'session');
  return session.getItem(MODE);
}

/** Stores a user of dev mode, for this tab only. */
export function useBasic(user, password) {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  session.setItem(BASIC, btoa(String.fromCharCode(...bytes)));
}

export function forgetBasic() {
  session.removeItem(BASIC);
}

export const whoAmI = () => call('GET', '/v1/account');

export const submission = (key, body) => ({
  send: () => call('POST', '/v1/applications', { body, headers: { 'Idempotency-Key': `"${key}"` } }),
  inquire: () => call('GET', `/v1/submissions?idempotencyKey=${encodeURIComponent(key)}`),
});

export const submissionToken = () => call('POST', '/v1/submission-tokens');

export const listApplications = (cursor) => applications({ limit: 20, ...(cursor ? { cursor } : {}) });

/** @param {URLSearchParams|Record<string, string|number>} query filters, sort, limit and cursor of the list */
export const applications = (query) => call('GET', `/v1/applications${queryOf(query)}`);

export const countApplications = (query) => call('GET', `/v1/applications/count${queryOf(query)}`);

export const readApplication = (id) => call('GET', `/v1/applications/${encodeURIComponent(id)}`);

export const cancelApplication = (id) => call('POST', `/v1/applications/${encodeURIComponent(id)}/cancellation`);

export const moveApplication = (id, body) =>
  call('POST', `/v1/applications/${encodeURIComponent(id)}/transitions`, { body: JSON.stringify(body) });

export const payments = (query) => call('GET', `/v1/payments${queryOf(query)}`);
export const receivedEvents = (query) => call('GET', `/v1/events${queryOf(query)}`);
export const deadLetters = (query) => call('GET', `/v1/dead-letters${queryOf(query)}`);
export const outgoing = (query) => call('GET', `/v1/outbox${queryOf(query)}`);
export const reconciliation = () => call('GET', '/v1/reconciliation');

/** Settles an item at its address, with a note. */
export const settleAt = (path, note) => call('POST', path, { body: JSON.stringify({ note }) });
export const settlePayment = (id, note) => settleAt(`/v1/payments/${id}/resolution`, note);
export const settleEvent = (id, note) => settleAt(`/v1/events/${id}/resolution`, note);
export const settleMessage = (id, note) => settleAt(`/v1/outbox/${id}/resolution`, note);
export const settleDeadLetter = (id, note) => settleAt(`/v1/dead-letters/${id}/resolution`, note);
export const settleDiscrepancy = (kind, id, note) => settleAt(`/v1/reconciliation/${kind}/${id}/resolution`, note);
export const retryEvent = (id) => call('POST', `/v1/events/${id}/retry`);
export const retryEvents = () => call('POST', '/v1/events/retry');
export const redrive = (id) => call('POST', `/v1/dead-letters/${id}/redrive`);
export const redriveAll = () => call('POST', '/v1/dead-letters/redrive');
export const resendAll = (query) => call('POST', `/v1/outbox/resend${queryOf(query)}`);
export const resend = (id) => call('POST', `/v1/outbox/${id}/resend`);

/** Returns the metrics of the instance that answers, as text; rejects if an ingress does not forward them. */
export async function metrics() {
  const response = await fetch('/q/metrics', { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}

export const logOut = () => call('POST', '/logout');

function queryOf(query) {
  const parameters = new URLSearchParams(query);
  return parameters.size ? `?${parameters}` : '';
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
