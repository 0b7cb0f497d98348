/* The players of a pad: cleaning of typed names; adding, removing and reordering players. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cleanName, distinct, isolated } from "../../../static/js/pads/shared/names.js";
import { changePlayers, highestId, namedPlayers } from "../../../static/js/pads/shared/players.js";

test("a name is plain text of at most twenty letters", () => {
  assert.equal(cleanName(" A\u202enna\n"), "Anna");
  assert.equal(cleanName("W".repeat(30)), "W".repeat(20));
  assert.equal(cleanName("👨‍👩‍👧‍👦".repeat(30)), "👨‍👩‍👧‍👦".repeat(20), "a family is one letter");
  assert.equal(cleanName("e\u0301"), "é");
});

test("a name has no signs that nobody sees", () => {
  for (const unseen of ["\u200b\u2060", "\u3164", "\u2800 \u2800", "\u00ad", "\ufe0f", "\u{e0041}", "\u0301", "\u200d\u200d"]) {
    assert.equal(cleanName(unseen), "", JSON.stringify(unseen));
  }
  assert.equal(cleanName("A\u200bn\u2063na"), "Anna");
  for (const emoji of ["❤️", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧 Müller"]) assert.equal(cleanName(emoji), emoji);
});

test("two people of one name are told apart", () => {
  assert.equal(distinct("Anna", ["Ben"]), "Anna");
  assert.equal(distinct("Anna", ["Anna", "Anna (2)"]), "Anna (3)");
  assert.equal(distinct("W".repeat(20), ["W".repeat(20)]), `${"W".repeat(16)} (2)`);
  assert.equal(distinct("", ["", "Anna"]), "");
});

test("a name from right to left leaves its neighbours in their place", () => {
  assert.equal(isolated("דוד"), "\u2068דוד\u2069");
  assert.equal(isolated("Anna"), "Anna");
  assert.equal(isolated(isolated("דוד")), isolated("דוד"), "once is enough");
});

test("players keep their number when others go", () => {
  const players = namedPlayers(["Anna", "Ben", ""]);
  const ids = (list) => list.map(({ id }) => id);
  assert.deepEqual(players[2], { id: 3, name: "" });
  assert.deepEqual(ids(changePlayers(players, { do: "remove", player: 2 })), [1, 3]);
  assert.deepEqual(ids(changePlayers(players, { do: "move", player: 3, by: -1 })), [1, 3, 2]);
  assert.deepEqual(changePlayers(players, { do: "rename", player: 1, name: " Eve " })[0].name, "Eve");
  assert.deepEqual(ids(changePlayers(players, { do: "add", player: 9, name: "" })), [1, 2, 3, 9]);
  assert.equal(changePlayers(players, { do: "fill" }), null);
  assert.equal(highestId(players.slice(0, 1), 3), 3);
  assert.throws(() => changePlayers(players, { do: "add", player: 3, name: "" }));
  assert.throws(() => changePlayers(players, { do: "add", player: 4, name: "" }, 3));
  assert.throws(() => changePlayers(players, { do: "move", player: 1, by: -1 }));
  assert.throws(() => changePlayers(players, { do: "remove", player: 4 }));
  assert.throws(() => changePlayers(players.slice(0, 1), { do: "remove", player: 1 }));
});
