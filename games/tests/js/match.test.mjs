/* The match counter: who starts, who wins, which actions are refused. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_GAMES, canRoll, reduce, start, starts } from "../../../static/js/pads/match/state.js";

const names = ["Anna", "Ben"];
const time = "2026-01-01T12:00:00.000Z";
const game = (winner) => ({ do: "game", winner, time });
const after = (setup, ...actions) => actions.reduce(reduce, start({ names, target: 2, ...setup }));

test("the highest die begins, a tie is rolled again, then players take turns", () => {
  const tie = after({}, { do: "roll", dice: [4, 4] });
  assert.deepEqual([tie.starter, canRoll(tie)], [null, true]);
  const rolled = reduce(tie, { do: "roll", dice: [1, 6] });
  assert.deepEqual([starts(rolled), canRoll(rolled)], [1, false]);
  assert.equal(starts(reduce(rolled, game(null))), 0);
  assert.equal(starts(after({}, game(0))), null, "nobody has said who began");
  for (const dice of [[0, 1], [1, 7], [1], null]) assert.throws(() => reduce(tie, { do: "roll", dice }));
  assert.throws(() => reduce(rolled, { do: "roll", dice: [1, 2] }));
  assert.throws(() => after({}, game(0), { do: "roll", dice: [1, 2] }));
});

test("who first wins so many games wins; a draw counts for nobody", () => {
  const even = after({ starter: 0 }, game(0), game(null), game(1));
  assert.deepEqual([even.wins, even.winner, even.games.length], [[1, 1], null, 3]);
  assert.deepEqual(even.games.map(({ wins }) => wins), [[1, 0], [1, 0], [1, 1]]);
  assert.deepEqual(even.games.map(({ starter }) => starter), [0, 1, 0]);
  const over = reduce(even, game(1));
  assert.deepEqual([over.wins, over.winner], [[1, 2], 1]);
  assert.throws(() => reduce(over, game(0)), /over/);
  assert.throws(() => reduce(even, game(2)));
  assert.throws(() => reduce(even, { ...game(1), time: "soon" }));
});

test("nonsense is no match", () => {
  for (const target of [0, MOST_GAMES + 1, 1.5, "2"]) assert.throws(() => start({ names, target }));
  for (const wrong of [["Anna"], [1, 2], "AB", null]) assert.throws(() => start({ names: wrong, target: 1 }));
  assert.throws(() => start({ names, target: 1, starter: 2 }));
  assert.throws(() => after({}, { do: "nothing" }));
});

test("names are put right, in older matches by an action", () => {
  const long = after({ names: [" A\u202enna\n", "x".repeat(30)] });
  assert.deepEqual(long.names, ["Anna", "x".repeat(20)]);
  assert.deepEqual(after({}, { do: "rename", names: ["Eve", "Ben"] }).names, ["Eve", "Ben"]);
  assert.throws(() => after({}, { do: "rename", names: ["Eve"] }));
});
