/* Where the sheets of a pad are kept: in this browser, or only in this page where the browser keeps nothing.

   A sheet is a document {format, kind, id, name, created, changed, revision, setup, actions, at}: what was
   chosen at the beginning, and a list of actions of which the first `at` count. Its text has the keys in order,
   so the same document is always the same text. Nothing here knows what the actions mean. */

import { openStorage } from "../../site/storage.js";
import { plainText } from "./names.js";

const FORMAT = 1;
const ROOT = "yahtzee.pad.";
const CURRENT = "current"; // where the id of the sheet on the table is kept, among the sheets
const MOST_LETTERS = 300;
const MOST_CHANGES = 1e9; // of a sheet from a file, which goes on counting here
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

/* Return a new name nobody else has: twelve letters and digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/* Return the document a text holds; throws when it holds none of this kind. */
function read(text, kind, check) {
  const doc = JSON.parse(text);
  const whole = isThing(doc) && Object.entries(FIELDS).every(([name, fits]) => fits(doc[name]));
  if (!whole || doc.kind !== kind || doc.at < 0 || doc.at > doc.actions.length) throw new Error("not a sheet");
  check(doc);
  return doc;
}

/* Open the store of one kind of pad. `check(doc)` throws when the actions of a document cannot be. */
export function openStore(kind, check = () => {}) {
  const storage = openStorage("localStorage");
  const tab = openStorage("sessionStorage"); // outlives a reload, and no other tab has it
  const own = `${ROOT}${kind}.`;
  const currentKey = own + CURRENT;
  let broken = 0;

  /* What cannot be read is put aside under another name, never thrown away. */
  function setAside(key, text) {
    broken += 1;
    storage.set(`${ROOT}broken.${Date.now()}.${newId()}`, text);
    if (storage.kept) storage.remove(key);
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

  const put = (doc) => storage.set(own + doc.id, textOf(doc));

  return {
    get,
    put,
    holds: (id) => storage.holds(own + id),

    /* Return every sheet, the one changed last first. */
    docs() {
      const ids = storage.keys().filter((key) => key.startsWith(own) && key !== currentKey);
      const found = ids.map((key) => get(key.slice(own.length))).filter(Boolean);
      return found.sort((a, b) => (a.changed < b.changed ? 1 : -1));
    },

    remove(id) {
      storage.remove(own + id);
      for (const each of [tab, storage]) if (each.get(currentKey) === id) each.remove(currentKey);
    },

    /* The sheet that lies on the table: every tab has its own; a new one begins with the one last used in any. */
    current: () => tab.get(currentKey) ?? storage.get(currentKey),
    choose(id) {
      for (const each of [tab, storage]) each.set(currentKey, id);
    },

    exportText: (doc) => `${JSON.stringify(doc, inOrder, 1)}\n`,

    /* Keep a sheet from a file and return it; another sheet is never overwritten. Throws when it is none. */
    importText(text) {
      const doc = read(text, kind, check);
      if (doc.revision > MOST_CHANGES) throw new Error("not counted by a pad");
      doc.name = plainText(doc.name);
      const before = get(doc.id);
      if (before && textOf(before) !== textOf(doc)) doc.id = newId();
      put(doc);
      return doc;
    },

    /* Call back with an id (or null: any) when another tab may have changed something. */
    watch(callback) {
      window.addEventListener("storage", ({ key }) => {
        if (key === null || key.startsWith(own)) callback(key && key.slice(own.length));
      });
      for (const event of ["pageshow", "focus"]) window.addEventListener(event, () => callback(null));
    },

    /* Whether what is put here outlives the page. */
    get kept() {
      return storage.kept;
    },

    /* How many broken entries were put aside. */
    get broken() {
      return broken;
    },
  };
}
