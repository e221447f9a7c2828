/**
 * Moves that staff ask for. A move is safe to repeat, because the service makes each at most once; so it is repeated until
 * the service answers, and remembered in the browser until then.
 */
import * as api from './api.js';
import { digitsOf } from './content.js';
import { account } from './key-store.js';
import { problemOf, untilAnswered } from './retry.js';
import { local } from './storage.js';

const PREFIX = 'uketsuke.move.';
const LARGE_FEE = 1000; // in a currency with two decimals

/** The outcomes of a move. */
export const Moved = Object.freeze({ MOVED: 'moved', REPLAYED: 'replayed', REFUSED: 'refused', SIGNED_OUT: 'signed-out', UNKNOWN: 'unknown' });

/** Which moves staff may ask for, by the status that an application stands at. */
export const MOVES = Object.freeze({
  ACCEPTED: ['WAREHOUSE_CHECKED', 'CANCELLED'],
  WAREHOUSE_CHECKED: ['FEE_CONFIRMED', 'CANCELLED'],
  FEE_CONFIRMED: ['CANCELLED'],
  PAID: ['SHIPPED'],
  SHIPPED: ['DELIVERED'],
});

/**
 * Asks for a move until the service has answered.
 *
 * @param {string} id of the application
 * @param {{to: string, fee?: {amount: string, currency: string}}} body
 * @returns {Promise<{kind: string, application?: object, problem?: object}>} one of Moved
 */
export async function move(id, body) {
  const name = `${PREFIX}${id}.${body.to}`;
  local.setItem(name, JSON.stringify({ id, body, account: account() }));
  const answer = await untilAnswered(() => api.moveApplication(id, body));
  const outcome = outcomeOf(answer);
  if (outcome.kind !== Moved.UNKNOWN && outcome.kind !== Moved.SIGNED_OUT) local.removeItem(name);
  return outcome;
}

/** Moves that this account asked for and whose outcome is not known, as `{id, body}`; another's are not repeated in its name. */
export function unanswered() {
  const names = local.names().filter((name) => name.startsWith(PREFIX));
  return names.map((name) => read(local.getItem(name))).filter((asked) => asked?.account === account());
}

/** Null for what this page has not written. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function outcomeOf(answer) {
  if (answer?.status === 200) {
    const replayed = answer.header('Idempotent-Replayed') === 'true';
    return { kind: replayed ? Moved.REPLAYED : Moved.MOVED, application: answer.body };
  }
  if (answer?.status === 401) return { kind: Moved.SIGNED_OUT };
  if (answer && problemOf(answer)) return { kind: Moved.REFUSED, problem: answer.body };
  return { kind: Moved.UNKNOWN };
}

/** Checks whether a fee is so high that the person has to confirm it, because a misplaced decimal point costs money. */
export function isLarge({ amount, currency }) {
  return Number(amount) >= LARGE_FEE * 10 ** (2 - Math.min(2, digitsOf(currency)));
}
