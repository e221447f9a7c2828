/**
 * Submits applications exactly once: keeps the key and the bytes in a store, repeats them until the outcome is known, renews the
 * token, and asks when the retries run out.
 *
 * The guarantee: nothing is sent before its key and bytes are stored, and a name that is in the store is never sent under another
 * key. A process that dies between sending and answer, and is started again, therefore ends in the same application.
 */
import { submit as sendUntilKnown, inquire as askUntilKnown } from './retry.js';

export * from './retry.js';

/** Above the service's own time limits, so that the service is the one to say what happened. */
const TIMEOUT_MS = 20_000;

/** Creates a client of one account at one service. The options are explained in client.d.ts. */
export function createClient(options) {
  const { baseUrl, store, token, newKey = randomKey, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch, ...retry } = options;
  const base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);

  return Object.freeze({
    /** Sends the operation of this name until its outcome is known. Without content it sends the stored bytes again. */
    async submit(name, content) {
      return settle(await stored(name, content), sendUntilKnown);
    },

    /** Asks what became of the operation of this name, and sends nothing. */
    async inquire(name) {
      return settle(await stored(name), askUntilKnown);
    },

    /** Forgets the key, once the caller has recorded the outcome: from then on the same name is a new operation. */
    async forget(name) {
      await store.remove(name);
    },
  });

  /** The operation of this name as the store has it now, with the bytes that are to be sent. */
  async function stored(name, content) {
    const known = await store.load(name);
    if (content === undefined) {
      if (!known) throw new Error(`Nothing is stored under ${name}; give the content to submit.`);
      return known;
    }
    const body = typeof content === 'string' ? content : JSON.stringify(content);
    const operation = known ?? (await store.create(name, { key: await newKey(), body }));
    if (operation.body === body) return operation;
    // Corrected content goes out under the same key: had the first content been accepted, the answer is a conflict.
    const corrected = { key: operation.key, body };
    await store.replace(name, corrected);
    return corrected;
  }

  async function settle({ key, body }, run) {
    let cause;
    const noted = (request) => () =>
      request().catch((error) => {
        cause = error;
        throw error;
      });
    const send = noted(() =>
      call('v1/applications', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': quoted(key) },
      }),
    );
    const inquire = noted(() => call(`v1/submissions?idempotencyKey=${encodeURIComponent(key)}`, { method: 'GET' }));
    const outcome = await run({ send, inquire }, retry);
    return outcome.kind === 'unknown' && cause ? { ...outcome, cause } : outcome;
  }

  /** Sends a request; after a 401 once more, with a renewed token and the same bytes. */
  async function call(path, request) {
    const answer = await once(path, request, await token({ renew: false }));
    return answer.status === 401 ? once(path, request, await token({ renew: true })) : answer;
  }

  async function once(path, { headers, ...request }, bearer) {
    const response = await fetch(new URL(path, base), {
      ...request,
      headers: { Accept: 'application/json', Authorization: `Bearer ${bearer}`, ...headers },
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), body: parsed(text) };
  }
}

/** The key as a string of RFC 9651, which may contain any printable character. */
const quoted = (key) => `"${key.replace(/[\\"]/g, '\\$&')}"`;

/** 128 random bits; `crypto.randomUUID` would exist on secure origins only. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The JSON of the answer; null if it is none, because then a proxy or a portal speaks. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
