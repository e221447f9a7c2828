/**
 * Keeps each operation (its key, the form, and the bytes once sent) in the browser until its outcome is known.
 *
 * The key survives a reload, the back button, a crash and a lost network, because it is stored before anything is sent. A
 * lock for each operation lets one tab work on it at a time; in a browser without locks the key still prevents duplicates.
 *
 * An operation belongs to the account it was begun by: another person at the same browser neither sees nor sends it.
 */

import { local, session } from './storage.js';

const PREFIX = 'uketsuke.operation.';
const ACCOUNT = 'uketsuke.account';
const TOKENS = 'uketsuke.tokens-required';
const CURRENT = 'uketsuke.current';
const DAY_MS = 24 * 60 * 60 * 1000;

/** `draft`: never sent. `sent`: sent, outcome unknown. `done`: the outcome is known and kept for a day. */
export const State = Object.freeze({ DRAFT: 'draft', SENT: 'sent', DONE: 'done' });

/** A new operation with its key; stored from now on. */
export function create(key = randomId(), form = {}) {
  return save({ id: randomId(), account: account(), key, form, state: State.DRAFT, body: null, createdAt: Date.now() });
}

export function save(operation) {
  local.setItem(PREFIX + operation.id, JSON.stringify(operation));
  return operation;
}

/** The operation as stored now, perhaps by another tab; null if there is none, or it is another account's. */
export function load(id) {
  const operation = read(local.getItem(PREFIX + id));
  return operation && operation.account === account() ? operation : null;
}

export function remove(id) {
  local.removeItem(PREFIX + id);
}

/** All of this account, oldest first. */
export function all() {
  return local.names()
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => read(local.getItem(name)))
    .filter((operation) => operation?.account === account())
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** Returns the operations that were sent and whose outcome is unknown. */
export function unresolved() {
  return all().filter((operation) => operation.state === State.SENT);
}

/** Returns the number of operations of unknown outcome of all accounts, which wait for their person to sign in. */
export function waitingForSignIn() {
  const names = local.names().filter((name) => name.startsWith(PREFIX));
  return names.filter((name) => read(local.getItem(name))?.state === State.SENT).length;
}

/** Removes known outcomes after a day. Operations whose outcome is unknown are kept, however old they are. */
export function tidy(now = Date.now()) {
  for (const operation of all()) {
    if (operation.state === State.DONE && now - operation.doneAt > DAY_MS) remove(operation.id);
  }
}

/** Removes drafts and known outcomes at the log-out, because the computer may be shared. */
export function forgetSettled() {
  all().filter((operation) => operation.state !== State.SENT).forEach((operation) => remove(operation.id));
}

/** The account that this browser acts for; the same in all tabs, as the session is. */
export const account = () => local.getItem(ACCOUNT);

export function setAccount(id) {
  if (id !== account()) local.setItem(ACCOUNT, id);
}

/** Calls back when another tab changes who is signed in. */
export function onAccountChange(listener) {
  addEventListener('storage', (event) => {
    if (event.key === ACCOUNT) listener();
  });
}

/** Calls back with the id when another tab changes an operation. */
export function onOperationChange(listener) {
  addEventListener('storage', (event) => {
    if (event.key?.startsWith(PREFIX)) listener(event.key.slice(PREFIX.length));
  });
}

/** The operation of this tab, so that a reload finds it. */
export const current = () => session.getItem(CURRENT);
export const setCurrent = (id) => (id ? session.setItem(CURRENT, id) : session.removeItem(CURRENT));

/** Whether this service is known to accept submission tokens only. */
export const tokensRequired = () => local.getItem(TOKENS) !== null;
export const setTokensRequired = (on) => (on ? local.setItem(TOKENS, '1') : local.removeItem(TOKENS));

const held = new Map();

/**
 * Takes the operation for this tab, until it is released or the tab ends, in whatever way.
 *
 * @param {number} patienceMs how long to wait for a tab that is closing, for example during a reload
 * @returns {Promise<boolean>} false if another tab has it
 */
export function take(id, patienceMs = 0) {
  if (held.has(id) || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const options = patienceMs ? { signal: AbortSignal.timeout(patienceMs) } : { ifAvailable: true };
    navigator.locks
      .request(PREFIX + id, options, (lock) => {
        if (!lock) return resolve(false);
        return new Promise((release) => {
          held.set(id, release);
          resolve(true);
        });
      })
      .catch(() => resolve(false));
  });
}

/** Lets another tab take the operation. */
export function release(id) {
  held.get(id)?.();
  held.delete(id);
}

/** 122 random bits; `crypto.randomUUID` exists on secure origins only. */
export function randomId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
