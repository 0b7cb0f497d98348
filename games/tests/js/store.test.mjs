/* The store and the journal of all pads: saving, undo, files, broken entries, full storage, no storage. Two tabs at the
   same time are tested in games/tests/browser/test_pad_store.py. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openJournal, replay } from "../../../static/js/pads/shared/journal.js";
import { openStore } from "../../../static/js/pads/shared/store.js";
import { FakeStorage, openBrowser, refuseStorage } from "./support.mjs";

const PREFIX = "yahtzee.pad.sum.";

// The smallest possible pad: it adds numbers.
const pad = {
  start: (setup) => setup.from,
  reduce(sum, action) {
    if (!Number.isInteger(action.plus)) throw new Error("no");
    return sum + action.plus;
  },
};

/* Open store and journal as the page of a pad does. */
function layOut() {
  const store = openStore("sum", (doc) => replay(pad, doc, doc.actions.length));
  const journal = openJournal({ kind: "sum", store, ...pad });
  const news = [];
  journal.onChange((piece) => piece && news.push(piece));
  const act = (...numbers) => numbers.map((plus) => journal.act({ plus }));
  return { store, journal, news, act };
}

/* Return the sheets in the storage, by name. */
function kept() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && !key.endsWith(".current"));
  return Object.fromEntries(keys.map((key) => JSON.parse(localStorage[key])).map((doc) => [doc.name, doc]));
}

beforeEach(() => openBrowser());

test("every step is kept", () => {
  const first = layOut();
  first.journal.begin({ from: 10 }, "one");
  first.act(1, 2, 3);
  assert.equal(first.journal.state, 16);
  first.journal.undo();
  first.journal.undo();
  assert.deepEqual([first.journal.state, first.journal.canUndo, first.journal.canRedo], [11, true, true]);
  const text = localStorage[PREFIX + first.journal.doc.id];

  openBrowser(localStorage);
  const { journal, act } = layOut();
  assert.equal(localStorage[PREFIX + journal.doc.id], text);
  journal.redo();
  assert.equal(journal.state, 13);
  act(100);
  assert.deepEqual([journal.state, journal.redo(), journal.doc.actions.length], [113, false, 3]);
  assert.throws(() => journal.act({ plus: "x" }));
  assert.equal(journal.state, 113);
  journal.begin({ from: 0 }, "two");
  journal.rename("zwei");
  assert.equal(journal.doc.name, "zwei");
  assert.deepEqual(Object.keys(kept()).sort(), ["one", "zwei"]);
});

test("the sheet changed last comes first", () => {
  const { journal, store } = layOut();
  journal.begin({ from: 0 }, "one");
  const { id } = journal.doc;
  store.put({ ...journal.doc, changed: "2020-01-01T00:00:00.000Z" });
  journal.begin({ from: 0 }, "two");
  assert.deepEqual(store.docs().map((doc) => doc.name), ["two", "one"]);
  store.put({ ...store.get(id), changed: "2999-01-01T00:00:00.000Z" });
  assert.deepEqual(store.docs().map((doc) => doc.name), ["one", "two"]);
});

test("a file brings a sheet back, and never takes the place of another one", () => {
  const { journal, store, act } = layOut();
  journal.begin({ from: 10 }, "one");
  act(1, 2, 100);
  const one = journal.doc.id;
  journal.begin({ from: 0 }, "two");
  const file = store.exportText(store.get(one));
  assert.equal(store.importText(file).id, one);
  act(5);
  const other = store.exportText(journal.doc);
  act(6);
  assert.notEqual(store.importText(other).id, journal.doc.id);
  assert.equal(store.docs().length, 3);
  const strange = file.replace(/"id": "[^"]+"/, '"id": "x"').replace(/"name": "[^"]+"/, '"name": "a\\u202eb\\n"');
  assert.equal(store.importText(strange).name, "ab");
  store.remove("x");
  store.remove(journal.doc.id);
  journal.open(null);
  assert.deepEqual([journal.state, store.current() ?? null, store.docs().length], [null, null, 2]);

  const wrongs = [
    "", "null", "[]", "{}",
    file.replace('"sum"', '"other"'),
    file.replace('"plus"', '"minus"'),
    file.replace('"changed": "', '"changed": "some day, '),
    file.replace('"revision": ', '"revision": 1e999'),
    file.replace(/"revision": [0-9]+/, '"revision": 9007199254740991'),
    file.replace(/"revision": [0-9]+/, '"revision": 0'),
    file.replace(/"id": "[^"]+"/, '"id": 17'),
    file.replace(/"id": "[^"]+"/, '"id": ["a"]'),
    file.replace(/"id": "[^"]+"/, '"id": "current"'),
    file.replace('"actions": [', '"actions": [null,'),
  ];
  for (const wrong of wrongs) {
    assert.notEqual(wrong, file);
    assert.throws(() => store.importText(wrong), undefined, wrong);
  }
  assert.deepEqual([store.persistent, store.broken], [true, 0]);
});

test("a full storage loses nothing", (t) => {
  const { journal, store, news, act } = layOut();
  journal.begin({ from: 0 }, "both");
  const full = t.mock.method(FakeStorage.prototype, "setItem", () => {
    throw new Error("QuotaExceededError");
  });
  act(1);
  assert.deepEqual([journal.state, store.persistent], [1, false]);
  full.mock.restore();

  // Another tab has not seen that and makes more changes.
  const doc = { ...journal.doc, actions: [{ plus: 10 }, { plus: 10 }], at: 2, revision: 3 };
  localStorage.setItem(PREFIX + doc.id, JSON.stringify(doc));
  assert.deepEqual(act(5), [false]);
  assert.deepEqual([journal.state, news, store.persistent], [20, ["copied"], true]);
  assert.deepEqual(Object.fromEntries(Object.entries(kept()).map(([name, { at }]) => [name, at])), { both: 2, "both (2)": 1 });
  act(100);
  assert.deepEqual([journal.state, news], [120, ["copied"]]);
});

test("broken entries are put aside", () => {
  const first = layOut();
  first.journal.begin({ from: 0 }, "good");
  const { doc } = first.journal;
  const broken = ["{", "17", JSON.stringify({ ...doc, actions: [{ plus: null }], at: 1 })];
  broken.forEach((text, number) => localStorage.setItem(`${PREFIX}bad${number}`, text));
  localStorage.setItem(`${PREFIX}current`, "bad0");
  openBrowser(localStorage);
  const { journal, store } = layOut();
  assert.deepEqual([journal.doc, store.docs().map(({ id }) => id), store.broken], [null, [doc.id], 3]);
  const aside = Object.keys(localStorage).filter((key) => key.startsWith("yahtzee.pad.broken."));
  assert.deepEqual(aside.map((key) => localStorage[key]).sort(), broken.sort());
});

test("without storage", () => {
  refuseStorage();
  const { journal, store, act } = layOut();
  journal.begin({ from: 1 }, "for now");
  act(1);
  journal.undo();
  assert.deepEqual([journal.state, store.persistent, store.docs().length], [1, false, 1]);
});
