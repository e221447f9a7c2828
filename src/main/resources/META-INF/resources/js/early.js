/**
 * Begins the requests of the first view while the other modules of the page are still being read: the account and the list of
 * the table are then asked for at the same time, and not one after the other.
 */
import * as api from './api.js';

/** Returns the request that was begun with this page, and asks anew each further time. */
function begun(ask, isUsable) {
  let first = ask();
  first.catch(() => null); // whoever awaits it sees the failure
  return async () => {
    const pending = first;
    first = null; // a request that has failed is not asked for its answer again
    const answer = await pending;
    return answer && isUsable(answer) ? answer : ask();
  };
}

/** Asks who is signed in. */
export const whoAmI = begun(api.whoAmI, () => true);

const [path, search = ''] = location.hash.split('?');
const query = new URLSearchParams(search);
let table = path === '#/table' ? begun(() => api.applications(query), ({ status }) => status === 200) : null;

/**
 * Returns the request for a page of the table. The answer that was asked for with this page is used once, for the same search,
 * and only if it is a list: it may have been asked for before the person was signed in.
 *
 * @param {URLSearchParams} wanted
 */
export function listOf(wanted) {
  const early = table;
  table = null;
  return early && String(wanted) === String(query) ? early : () => api.applications(wanted);
}
