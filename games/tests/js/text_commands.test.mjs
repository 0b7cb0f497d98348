/* The parser of typed commands in the text mode. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, readBox, readCommand, readDice } from "../../../static/js/table/text_commands.js";
import { cases } from "./support.mjs";

const { en, de } = cases("text");

test("every command is found by its letter, its names, and their beginnings", () => {
  for (const { commands } of [en, de]) {
    for (const [command, names] of Object.entries(commands)) {
      for (const name of names) assert.deepEqual(readCommand(name, commands), [[command], ""], name);
    }
  }
  assert.deepEqual(readCommand("h 1 3 5", en.commands), [["hold"], "1 3 5"]);
  assert.deepEqual(readCommand("ROLL", en.commands), [["roll"], ""]);
  assert.deepEqual(readCommand("h135", en.commands), [["hold"], "135"]);
  assert.deepEqual(readCommand("x", en.commands), [[], ""]);
  assert.deepEqual(readCommand("17", en.commands)[0], []);
});

test("every box is found by each of its names, alone and with a column", () => {
  for (const { boxes } of [en, de]) {
    for (const [box, names] of Object.entries(boxes)) {
      for (const name of [box, ...names]) {
        assert.deepEqual(readBox(name, boxes), [[box]], name);
        const [found, column] = readBox(`${name} 2`, boxes);
        assert.deepEqual([found, column], [[box], "2"], name);
      }
    }
  }
});

test("names are forgiven their case, accents, blanks and ends", () => {
  const box = (text, words = en) => readBox(text, words.boxes);
  for (const text of ["full house", "FULLHOUSE", "full-house", "full", "house"]) assert.deepEqual(box(text), [["full_house"]], text);
  for (const text of ["kleinestrasse 9", "KLEINE STRASSE 9", "kleine straße 9", "smallstraight 9", "small-straight 9"]) {
    assert.deepEqual(box(text, de), [["small_straight"], "9"], text);
  }
  assert.deepEqual(box("3ofakind2"), [["three_of_a_kind"], "2"]);
  assert.deepEqual(box("3"), [["threes"]]);
  assert.deepEqual(box("straight"), [["small_straight", "large_straight"]]);
  assert.deepEqual(box("of a kind 2"), [["three_of_a_kind", "four_of_a_kind"], "2"]);
  assert.deepEqual(box("nonsense"), [[]]);
  assert.deepEqual(find("", en.boxes), []);
  assert.deepEqual(find("cagla", { one: ["Çağla"], two: ["Ben"] }), ["one"]);
});

test("dice are numbered from left to right", () => {
  assert.deepEqual(readDice("1 3 5"), [0, 2, 4]);
  assert.deepEqual(readDice("13,5"), [0, 2, 4]);
  assert.deepEqual(readDice("2 2"), [1]);
  assert.deepEqual(readDice(""), []);
  for (const text of ["6", "0", "one", "1 x"]) assert.equal(readDice(text), null, text);
});
