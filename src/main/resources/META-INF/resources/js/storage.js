/**
 * The browser's storage, and memory in its place where the browser refuses it, because it is blocked or full.
 *
 * The guarantee: the page works either way. What only memory holds is gone when the page is closed, so `onRefusal` lets
 * the page say that.
 */
let refused = false;
const listeners = [];

/** Calls back once the browser has refused to store something; at once if that has happened already. */
export function onRefusal(listener) {
  listeners.push(listener);
  if (refused) listener();
}

function refuse() {
  if (refused) return;
  refused = true;
  listeners.forEach((listener) => listener());
}

/** @param {() => Storage} open throws where storage is blocked */
function store(open) {
  const memory = new Map();
  const attempt = (work, otherwise) => {
    try {
      return work(open());
    } catch {
      refuse();
      return otherwise;
    }
  };
  return Object.freeze({
    getItem: (name) => (memory.has(name) ? memory.get(name) : attempt((storage) => storage.getItem(name), null)),
    setItem(name, value) {
      const stored = attempt((storage) => (storage.setItem(name, value), true), false);
      if (stored) memory.delete(name);
      else memory.set(name, String(value));
    },
    removeItem(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name), null);
    },
    names: () => [...new Set([...memory.keys(), ...attempt((storage) => Object.keys(storage), [])])],
  });
}

/** Shared by all tabs, and kept when the browser is closed. */
export const local = store(() => localStorage);

/** Of this tab alone; a reload keeps it. */
export const session = store(() => sessionStorage);
