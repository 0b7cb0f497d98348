/* A wrapper around localStorage and sessionStorage that never throws. Where there is no storage (in a frame on another
   site, for example) or it is full, a value is held in memory, until another page stores something under its key. */

/* Open a storage by its name: "localStorage" or "sessionStorage". */
export function openStorage(kind) {
  const memory = new Map(); // by key: {text, over: what the storage held at that time}
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
    /* Whether the value of a key is held in memory only. */
    holds: (key) => memory.has(key),
    /* Whether everything that was set is really stored. */
    get persistent() {
      return Boolean(store) && memory.size === 0;
    },
  };
}
