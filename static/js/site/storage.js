/* A storage of the browser that never throws: a frame on another site, for one, may have none. What it does not
   take is held in this page, until another page has stored something else under that key. */

/* Open one by its name: "localStorage" or "sessionStorage". */
export function openStorage(kind) {
  const memory = new Map(); // {text, over: what the storage held then} by key
  let store = null;
  try {
    store = globalThis[kind];
    store.getItem("");
  } catch {
    store = null;
  }
  const stored = (key) => store && store.getItem(key);
  return {
    get(key) {
      if (memory.has(key) && memory.get(key).over === stored(key)) return memory.get(key).text;
      memory.delete(key);
      return stored(key);
    },
    set(key, text) {
      memory.delete(key);
      if (stored(key) === text) return;
      try {
        store.setItem(key, text);
      } catch {
        memory.set(key, { text, over: stored(key) });
      }
    },
    remove(key) {
      memory.delete(key);
      if (store) store.removeItem(key);
    },
    keys() {
      return [...new Set([...memory.keys(), ...(store ? Object.keys(store) : [])])];
    },
    /* Whether something is held in this page alone. */
    holds: (key) => memory.has(key),
    /* Whether everything that was set outlives the page. */
    get kept() {
      return Boolean(store) && memory.size === 0;
    },
  };
}
