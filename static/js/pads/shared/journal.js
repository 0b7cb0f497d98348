/* The open sheet as a list of actions: acting, unlimited undo and redo, saving after every step.

   A pad provides `start(setup)`, the state of an empty sheet, and `reduce(state, action)`, which returns the next state
   or throws. Both are pure. When two tabs have the same sheet, the one with the older version takes over what the other
   has saved and says so; nothing is overwritten silently. */

import { newId, textOf } from "./store.js";

/* Return the state after the first `count` actions of a document. */
export function replay({ start, reduce }, doc, count = doc.at) {
  return doc.actions.slice(0, count).reduce(reduce, start(doc.setup));
}

/* Open the sheet that was used last. onChange callbacks get a key of the page's words: "" (changed in this tab),
   "elsewhere" (changed in another tab), "stale" (the same, and an action here was refused), "copied" (both tabs made changes;
   this tab's version is stored as a second sheet). */
export function openJournal({ kind, store, start, reduce }) {
  const pad = { start, reduce };
  const listeners = [];
  let doc = null;
  let state = null;
  let unsaved = false; // whether the sheet is in this page's memory only, invisible to other tabs

  function show(next, news = "") {
    doc = next;
    state = doc && replay(pad, doc);
    unsaved = Boolean(doc) && store.holds(doc.id);
    for (const listener of listeners) listener(news);
  }

  /* Take over what another tab has saved. */
  function adopt(stored, news) {
    const lost = unsaved || stored.revision <= doc.revision;
    if (lost) store.put({ ...doc, id: newId(), name: `${doc.name} (2)` });
    show(stored, lost ? "copied" : news);
  }

  const goneOn = (stored) => stored && textOf(stored) !== textOf(doc);

  function save(changes) {
    const stored = store.get(doc.id);
    if (goneOn(stored)) {
      adopt(stored, "stale");
      return false;
    }
    const next = { ...doc, ...changes, changed: new Date().toISOString(), revision: doc.revision + 1 };
    store.put(next);
    store.choose(next.id);
    show(next);
    return true;
  }

  store.watch((id) => {
    if (!doc || (id && id !== doc.id)) return;
    const stored = store.get(doc.id);
    if (goneOn(stored)) adopt(stored, "elsewhere");
  });

  const journal = {
    get doc() {
      return doc;
    },
    get state() {
      return state;
    },
    get canUndo() {
      return Boolean(doc) && doc.at > 0;
    },
    get canRedo() {
      return Boolean(doc) && doc.at < doc.actions.length;
    },

    /* Add an action; throws and changes nothing when the pad does not allow it. Returns whether it was done: it is
       refused when it was chosen for a state (`seen`) that another tab has changed since. */
    act(action, seen = state) {
      if (seen !== state) {
        show(doc, "stale");
        return false;
      }
      reduce(state, action);
      return save({ actions: [...doc.actions.slice(0, doc.at), action], at: doc.at + 1 });
    },
    undo: () => journal.canUndo && save({ at: doc.at - 1 }),
    redo: () => journal.canRedo && save({ at: doc.at + 1 }),
    rename: (name) => save({ name }),

    /* Change the document without adding an action, so that undo does not revert it. */
    amend: (changes) => save(changes),

    /* Begin a new sheet. */
    begin(setup, name) {
      const now = new Date().toISOString();
      const next = { format: 1, kind, id: newId(), name, created: now, changed: now, revision: 1, setup, actions: [], at: 0 };
      store.put(next);
      store.choose(next.id);
      show(next);
    },

    /* Open a stored sheet; null closes the open one. Returns false, and changes nothing, if the sheet is gone. */
    open(id) {
      const next = id ? store.get(id) : null;
      if (id && !next) return false;
      if (next) store.choose(id);
      show(next);
      return true;
    },

    onChange: (listener) => listeners.push(listener),
  };
  journal.open(store.current());
  return journal;
}
