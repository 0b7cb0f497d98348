/* Stores the sheets of a pad in the browser's storage, or only in the memory of the page where there is none.

   A sheet is a document {format, kind, id, name, created, changed, revision, setup, actions, at}: the choices made at
   the beginning, and a list of actions of which the first `at` count. Its text has sorted keys, so that equal documents
   are equal texts. Nothing here knows what the actions mean. */

import { openStorage } from "../../site/storage.js";
import { plainText } from "./names.js";

const FORMAT = 1;
const ROOT = "yahtzee.pad.";
const CURRENT = "current"; // the key, among those of the sheets, that holds the id of the open sheet
const MOST_LETTERS = 300;
const MOST_CHANGES = 1e9; // the highest revision accepted from a file
const isText = (value) => typeof value === "string" && value.length <= MOST_LETTERS;
const isMoment = (value) => isText(value) && !Number.isNaN(Date.parse(value));
const isThing = (value) => typeof value === "object" && value !== null;
const FIELDS = {
  format: (value) => value === FORMAT,
  kind: isText,
  id: (value) => isText(value) && /^\w{1,40}$/.test(value) && value !== CURRENT,
  name: isText,
  created: isMoment,
  changed: isMoment,
  revision: (value) => Number.isSafeInteger(value) && value > 0,
  at: Number.isSafeInteger,
  setup: isThing,
  actions: (value) => Array.isArray(value) && value.every(isThing),
};

const inOrder = (_key, value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/* Return the text of a document, the same for the same document. */
export const textOf = (doc) => JSON.stringify(doc, inOrder);

/* Return a new random id: twelve letters and digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/* Return the document in a text; throws unless it is a valid one of this kind. */
function read(text, kind, check) {
  const doc = JSON.parse(text);
  const whole = isThing(doc) && Object.entries(FIELDS).every(([name, fits]) => fits(doc[name]));
  if (!whole || doc.kind !== kind || doc.at < 0 || doc.at > doc.actions.length) throw new Error("not a sheet");
  check(doc);
  return doc;
}

let asked = false;

/* Ask the browser, once, not to clear what is stored. */
async function askToStay() {
  if (asked) return;
  asked = true;
  const { storage } = globalThis.navigator ?? {};
  try {
    if (!(await storage.persisted())) await storage.persist();
  } catch {
    asked = true; // a browser that cannot, or a frame that may not
  }
}

/* Open the store of one kind of pad. `check(doc)` throws when the actions of a document are not possible. */
export function openStore(kind, check = () => {}) {
  const storage = openStorage("localStorage");
  const tab = openStorage("sessionStorage"); // lasts beyond a reload, and is separate for every tab
  const own = `${ROOT}${kind}.`;
  const currentKey = own + CURRENT;
  let broken = 0;

  /* Move an entry that cannot be read to another key; nothing is deleted. */
  function setAside(key, text) {
    broken += 1;
    storage.set(`${ROOT}broken.${Date.now()}.${newId()}`, text);
    if (storage.persistent) storage.remove(key);
  }

  function get(id) {
    const text = storage.get(own + id);
    if (text === null || text === undefined) return null;
    try {
      return read(text, kind, check);
    } catch {
      setAside(own + id, text);
      return null;
    }
  }

  function put(doc) {
    storage.set(own + doc.id, textOf(doc));
    if (storage.persistent) askToStay();
  }

  return {
    get,
    put,
    holds: (id) => storage.holds(own + id),

    /* Return all sheets, the one changed last first. */
    docs() {
      const ids = storage.keys().filter((key) => key.startsWith(own) && key !== currentKey);
      const found = ids.map((key) => get(key.slice(own.length))).filter(Boolean);
      return found.sort((a, b) => (a.changed < b.changed ? 1 : -1));
    },

    remove(id) {
      storage.remove(own + id);
      for (const each of [tab, storage]) if (each.get(currentKey) === id) each.remove(currentKey);
    },

    /* The id of the open sheet. Every tab has its own; a new tab begins with the one used last in any tab. */
    current: () => tab.get(currentKey) ?? storage.get(currentKey),
    choose(id) {
      for (const each of [tab, storage]) each.set(currentKey, id);
    },

    exportText: (doc) => `${JSON.stringify(doc, inOrder, 1)}\n`,

    /* Store a sheet from a file and return it; never overwrites a different sheet. Throws when the file is invalid. */
    importText(text) {
      const doc = read(text, kind, check);
      if (doc.revision > MOST_CHANGES) throw new Error("not counted by a pad");
      doc.name = plainText(doc.name);
      const before = get(doc.id);
      if (before && textOf(before) !== textOf(doc)) doc.id = newId();
      put(doc);
      return doc;
    },

    /* Call back with an id (null: unknown) when another tab may have changed a sheet. */
    watch(callback) {
      window.addEventListener("storage", ({ key }) => {
        if (key === null || key.startsWith(own)) callback(key && key.slice(own.length));
      });
      for (const event of ["pageshow", "focus"]) window.addEventListener(event, () => callback(null));
    },

    /* Whether everything is really stored, not only in the memory of the page. */
    get persistent() {
      return storage.persistent;
    },

    /* The number of broken entries that were moved. */
    get broken() {
      return broken;
    },
  };
}
