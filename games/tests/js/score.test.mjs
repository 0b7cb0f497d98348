/* The score pads: their sums equal those of the rules, for over a thousand cards of every game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { makePad } from "../../../static/js/pads/score/sheet.js";
import { replay } from "../../../static/js/pads/shared/journal.js";
import { openStore } from "../../../static/js/pads/shared/store.js";
import { cases, openBrowser } from "./support.mjs";

const games = cases("score");

test("there are enough cards", () => {
  const cards = games.flatMap(({ filled }) => filled).flatMap(([doc]) => doc.setup.players);
  assert.ok(cards.length >= 1000, cards.length);
});

for (const { game, sheet, filled } of games) {
  test(`totals of ${game} are those of the rules`, () => {
    openBrowser();
    const pad = makePad(sheet);
    const store = openStore(sheet.rules, (doc) => replay(pad, doc, doc.actions.length));
    for (const [doc, totals] of filled) {
      const kept = store.importText(JSON.stringify(doc));
      const state = replay(pad, kept);
      assert.deepEqual(JSON.parse(store.exportText(kept)), doc);
      assert.deepEqual(state.players.map((player) => pad.totals(state, player)), totals);
      assert.equal(pad.isOver(state), true);
    }
  });
}
