/* The score pads: their sums equal those of the rules, for over a thousand cards of every game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { makePad, setupOf } from "../../../static/js/pads/score/sheet.js";
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

const { sheet } = games.find(({ game }) => game === "yahtzee");
const pad = makePad(sheet);
const people = [{ id: 1, name: "Anna" }];
const fill = (box, points, more) => ({ do: "fill", player: 1, box, column: 1, points, ...more });
const times = (number) => ({ do: "extras", player: 1, column: 1, times: number });
const after = (setup, ...actions) => actions.reduce(pad.reduce, pad.start(setup));
const american = setupOf({ players: people, options: { american: true } });
const older = { players: ["Anna"], options: { american: true } };

test("a column has at most one extra bonus for every other box", () => {
  const full = after(american, fill("yahtzee", 50), times(12));
  assert.equal(pad.totals(full, full.players[0])[1].yahtzee_bonus, 1200);
  assert.throws(() => after(american, fill("yahtzee", 50), times(13)));
  assert.throws(() => pad.reduce(full, fill("sixes", 30, { extra: true })));
  assert.equal(pad.offer(full, full.players[0], "sixes", 1, [6, 6, 6, 6, 6]).extra, false);
  const brought = after(american, fill("yahtzee", 50), fill("sixes", 30, { extra: true }), times(12));
  const corrected = pad.reduce(brought, fill("sixes", 24, { extra: true }));
  assert.deepEqual(corrected.players[0].extras, { 1: 12 });
  const old = after(older, fill("yahtzee", 50), times(27), fill("sixes", 30, { extra: true }));
  assert.deepEqual(old.players[0].extras, { 1: 28 }, "a sheet of before replays as it did");
});

test("extra bonuses are off until they are agreed on", () => {
  assert.equal(pad.start(setupOf({ players: people, options: {} })).options.american, false);
});

test("what would go with the five of a kind", () => {
  const state = after(american, fill("yahtzee", 50), times(3));
  assert.equal(pad.extrasLost(state, fill("yahtzee", 0)), 3);
  assert.equal(pad.extrasLost(state, { do: "empty", player: 1, box: "yahtzee", column: 1 }), 3);
  assert.equal(pad.extrasLost(state, fill("chance", 0)), 0);
});

test("a bonus is lost when all upper boxes are full and points are missing", () => {
  const boxes = [["ones", 2], ["twos", 6], ["threes", 9], ["fours", 12], ["fives", 15], ["sixes", 18]];
  const sums = (...filled) => {
    const state = after(american, ...filled.map(([box, points]) => fill(box, points)));
    const [player] = state.players;
    const { missing, upper_bonus } = pad.totals(state, player)[1];
    return [missing, upper_bonus, pad.isUpperFull(player, 1)];
  };
  assert.deepEqual(sums(...boxes), [1, 0, true]);
  assert.deepEqual(sums(...boxes.slice(1)), [3, 0, false]);
  assert.deepEqual(sums(["ones", 3], ...boxes.slice(1)), [0, 35, true]);
});
