/* The Farkle pad: what dice are worth, and the rules of turns and rounds. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { farklePad, total } from "../../../static/js/pads/farkle/state.js";
import { openTable } from "../../../static/js/pads/farkle/table.js";
import { cases } from "./support.mjs";

const { sheet, worth } = cases("farkle");
const lookup = openTable(sheet);
const { start, reduce } = farklePad(sheet.presets, lookup);

const players = [{ id: 1, name: "Anna" }, { id: 2, name: "Ben" }];
const setup = { preset: "box", first: 500, later: 0, target: 2000, players };

/* Return a function from actions to the state after them with its totals, or "refused". */
const game = (changes) => (...actions) => {
  let state = start({ ...setup, ...changes });
  for (const action of actions) {
    try {
      state = reduce(state, action);
    } catch {
      return "refused";
    }
  }
  return { ...state, totals: state.players.map(total) };
};

const after = game({});
const [bank, lost] = [{ do: "bank" }, { do: "farkle" }];
const take = (dice) => ({ do: "take", dice });
const points = (number) => ({ do: "points", points: number, left: null });
const corrected = (number) => ({ do: "correct", player: 1, round: 0, points: number });
const rules = (changes) => ({ do: "rules", preset: "box", first: 0, later: 0, target: 5000, ...changes });
const rich = [points(2000), bank];

test("all dice are worth what the rules say, in any order", () => {
  assert.deepEqual(Object.keys(worth), Object.keys(sheet.presets));
  for (const [preset, lines] of Object.entries(worth)) {
    assert.equal(lines.length, 923);
    assert.deepEqual(lines.map(([dice]) => dice), sheet.dice);
    for (const [dice, value, scores] of lines) {
      const { points: found, scoring, idle } = lookup(preset, [...dice].reverse());
      assert.deepEqual([found, scoring.join(""), [...scoring, ...idle].sort().join("")], [value, scores, dice]);
    }
  }
});

test("three Farkles in a row cost 1,000 points where that is agreed", () => {
  const alone = players.slice(0, 1);
  const strict = game({ penalty: true, players: alone });
  assert.deepEqual(strict(lost, lost, lost).totals, [-1000]);
  assert.deepEqual(strict(lost, lost, lost, lost, lost).totals, [-1000]);
  assert.deepEqual(strict(lost, lost, lost, lost, lost, lost).totals, [-2000]);
  assert.deepEqual(strict(lost, lost, points(500), bank, lost, lost).totals, [500]);
  assert.deepEqual(game({ players: alone })(lost, lost, lost).totals, [0], "older sheets know no penalty");
  assert.equal(strict(lost, lost, lost, points(450), bank), "refused", "with less than nothing the first entry is still due");
  assert.equal(after(rules({ penalty: "yes" })), "refused");
  assert.deepEqual(after(rules({ penalty: true }), lost, lost, lost, lost, lost).totals, [-1000, 0]);
});

test("a correction may take points away", () => {
  assert.deepEqual(after(points(600), bank, corrected(-300)).totals, [-300, 0]);
  assert.equal(after(points(600), bank, corrected(-2_000_000)), "refused");
});

test("what may be banked and taken", () => {
  assert.equal(after(points(450), bank), "refused");
  assert.equal(after(bank), "refused");
  const both = game({ first: 350, later: 350 });
  assert.deepEqual(both(points(350), bank).totals, [350, 0]);
  assert.equal(both(points(350), bank, lost, points(300), bank), "refused");
  assert.deepEqual(game({ first: 0 })(points(50), bank).totals, [50, 0]);
  for (const wrong of ["2", "12", "1111111", "", "7", null]) assert.equal(after(take(wrong)), "refused", wrong);
  assert.equal(after(take("11111"), take("15")), "refused");
  const hot = after(take("11111"), take("1"), take("123456"));
  assert.deepEqual([hot.points, hot.left, hot.picks.length], [3600, 6, 3]);
});

test("the last round: a second player at the target changes nothing, nobody plays twice, then it is over", () => {
  assert.equal(after(...rich).turn, 2);
  const over = after(...rich, points(2100), bank);
  assert.deepEqual([over.turn, over.totals], [null, [2000, 2100]]);
  assert.equal(after(...rich, lost, lost), "refused");
  assert.equal(after(...rich, lost, points(100)), "refused");
  assert.equal(after(lost, ...rich, lost).turn, null);
  assert.equal(game({ players: players.slice(0, 1) })(...rich).turn, null);
});

test("a correction or another target can call the last round off, or on", () => {
  assert.equal(after(...rich, lost, corrected(1000)).turn, 1);
  assert.equal(after(...rich, lost, rules()).turn, 1);
  const again = after(points(500), bank, lost, corrected(2500));
  assert.deepEqual([again.last, again.turn], [1, 2]);
  for (const wrong of [corrected(500), rules({ target: 0 }), rules({ preset: "x" })]) assert.equal(after(wrong), "refused");
});

test("neither ends the turn that runs: its points are banked or lost first", () => {
  const newer = game({ edition: 2 });
  const running = [points(500), bank, lost, points(50), corrected(2500)];
  const now = newer(...running);
  assert.deepEqual([now.turn, now.points, now.last, now.due], [1, 50, 1, [2]]);
  assert.equal(newer(...running, take("5")).points, 100);
  assert.deepEqual(newer(...running, bank).totals, [2550, 0]);
  for (const ending of [bank, lost]) {
    assert.equal(newer(...running, ending).turn, 2);
    assert.equal(newer(...running, ending, lost).turn, null);
    const alone = game({ edition: 2, players: players.slice(0, 1) });
    assert.equal(alone(points(500), bank, ...running.slice(3), ending).turn, null);
  }
  const lowered = newer(points(500), bank, lost, points(50), rules({ target: 400 }));
  assert.deepEqual([lowered.turn, lowered.points], [1, 50]);

  // In sheets of edition 1 it did.
  const before = after(...running);
  assert.deepEqual([before.turn, before.points], [2, 0]);
  assert.equal(after(...running, points(600), bank).turn, null);
});

test("players come and go: who comes has missed the rounds before, who goes takes the turn along", () => {
  const come = { do: "add", player: 3, name: "Carla" };
  const late = after(lost, lost, points(600), bank, come, lost);
  assert.deepEqual([late.players[2].turns, late.turn], [[null], 3]);
  assert.equal(after(...rich, come, lost).turn, 3);
  const gone = after(come, lost, points(300), { do: "remove", player: 2 });
  assert.deepEqual([gone.turn, gone.points, gone.players.length], [3, 0, 2]);
  assert.equal(after(come, { do: "remove", player: 3 }).highest, 3, "who comes next is player 4");
  assert.equal(after(...rich, { do: "remove", player: 1 }).last, null);
  const moved = after(come, lost, { do: "move", player: 3, by: -1 }, lost);
  assert.equal(moved.turn, 3, "who has not had this round's turn is next, wherever they sit");
});
