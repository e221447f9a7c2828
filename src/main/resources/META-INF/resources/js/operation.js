/**
 * Carries one operation from the form to its outcome.
 *
 * What is about to be sent is stored first, and the outcome is stored before it is shown. The bytes are fixed when the
 * person presses the button; attempts repeat them.
 */
import * as api from './api.js';
import * as store from './key-store.js';
import { Outcome, inquire, submit } from './retry.js';

/** If the last attempt is older than this, the person is asked before anything is sent again. */
const RECENT_MS = 15 * 60 * 1000;
const TOKEN_PROBLEMS = ['submission-token-required', 'submission-token-invalid'];

/** The operation for a newly opened form, with a submission token as its key where the service wants that. */
export async function begin(form) {
  if (!store.tokensRequired()) return store.create(undefined, form);
  return store.create((await newToken()) ?? undefined, form);
}

/** Returns the address of the view that shows the outcome of an operation. */
export const resultHref = ({ id }) => `#/sent/${id}`;

/** Operations that this document has stored and not sent yet; all others may have been sent, so the service is asked first. */
const unsent = new Set();

/**
 * Stores the bytes to be sent; from now on they may have arrived. `toldBefore` says whether the person had already read that
 * the application is accepted: only then does a replay mean that the person sent it again.
 */
export function freeze(operation, form, body) {
  unsent.add(operation.id);
  const toldBefore = operation.told === true;
  return store.save({ ...operation, form, body, toldBefore, state: store.State.SENT, sentAt: Date.now(), outcome: null });
}

/**
 * Sends, or continues to send, a stored operation; resolves with the operation and its outcome.
 *
 * @param {{again?: boolean}} [options] `again`: the person has been told that it has not arrived, and wants it sent
 */
export async function run(operation, onProgress, { again = false } = {}) {
  if (store.account() !== operation.account) return settle(operation, { kind: Outcome.SIGNED_OUT });
  const options = { onProgress };
  const request = guarded(operation);
  if (!unsent.delete(operation.id) && !again) {
    const known = await inquire(request, options);
    const goOn = known.kind === Outcome.NOT_RECORDED && Date.now() - operation.sentAt < RECENT_MS;
    if (!goOn) return settle(operation, known);
  }
  const outcome = await submit(request, options);
  if (outcome.kind === Outcome.REFUSED && TOKEN_PROBLEMS.includes(outcome.problem)) {
    return withToken(operation, outcome, options);
  }
  return settle(operation, outcome);
}

/**
 * The key cannot be accepted as it is. Before another one takes its place, the service is asked about it: had an
 * earlier attempt been accepted after all, another key would make a second application.
 */
async function withToken(operation, refusal, options) {
  store.setTokensRequired(true);
  const known = await inquire(guarded(operation), options);
  if (known.kind !== Outcome.NOT_RECORDED) return settle(operation, known);
  const token = await newToken();
  if (!token) return settle(operation, { kind: Outcome.NOT_RECORDED });
  const renewed = store.save({ ...operation, key: token });
  return settle(renewed, await submit(guarded(renewed), options));
}

async function newToken() {
  try {
    const answer = await api.submissionToken();
    return answer.status === 201 ? answer.body.token : null;
  } catch {
    return null;
  }
}

/**
 * Returns the requests of an operation, which are sent only while the account is the same: under another account the
 * application would be created a second time.
 */
function guarded({ account, key, body }) {
  const request = api.submission(key, body);
  const mine = (call) => () =>
    store.account() === account ? call() : Promise.resolve({ status: 401, header: () => null, body: OTHER_ACCOUNT });
  return { send: mine(request.send), inquire: mine(request.inquire) };
}

const OTHER_ACCOUNT = { type: '/problems/authentication-required' };

function settle(operation, outcome) {
  const latest = { ...operation, outcome };
  switch (outcome.kind) {
    case Outcome.UNKNOWN:
    case Outcome.IN_PROGRESS:
    case Outcome.NOT_RECORDED:
    case Outcome.SIGNED_OUT:
      return store.save(latest); // still on its way, as far as anybody knows
    case Outcome.REFUSED: {
      const { problem, body } = outcome;
      const told = { kind: outcome.kind, problem, violations: body.violations, message: body.detail ?? body.title };
      return store.save({ ...latest, outcome: told, state: store.State.DRAFT }); // the key was not used and stays
    }
    default:
      return store.save({ ...latest, state: store.State.DONE, doneAt: Date.now() });
  }
}
