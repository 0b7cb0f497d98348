/* Computers' turns: how long each of their moves waits, which a tap on the dice shortens, and what is said of a turn: one
   line at its end, with its reasons if they are wanted. Its rolls are only seen, but for what is worth a word. */

import * as options from "../site/options.js";
import { sentences } from "../site/page.js";

const PAUSES = { calm: 560, quick: 300, instant: 60 };
const LONGEST_MS = 2200; // of a turn, so that with its answers it takes less than 2.5 seconds
const MOVES = 4; // of a turn at most
const SHORTEST_MS = 60;

let remarks = []; // of the turn under way: {text, reason}
let turn = { name: "", began: 0, hurried: false };

/* Return for how many milliseconds the computer on turn waits before its next move. */
export function pause({ code, entries, roll }) {
  const name = `${code}:${entries}`;
  if (turn.name !== name) turn = { name, began: performance.now(), hurried: false };
  if (turn.hurried) return 0;
  const left = turn.began + LONGEST_MS - performance.now();
  const share = left / (MOVES - Number(roll));
  return Math.max(SHORTEST_MS, Math.min(PAUSES[options.get("speed")] ?? PAUSES.calm, share));
}

/* Call a function when somebody does not want to wait for the rest of a computer's turn. */
export function onHurry(go) {
  const hurry = ({ target }) => {
    if (!target.closest("#table[data-bot-turn] .tray") || target.closest("button:enabled, a")) return;
    turn.hurried = true;
    go();
  };
  document.addEventListener("click", hurry);
  document.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && hurry(event));
}

/* Return the words for what the rolls among the moments of this table showed. */
const shownByRolls = () => JSON.parse(document.getElementById("moments")?.dataset.moments || "[]")
  .filter(({ do: what }) => what === "roll")
  .flatMap(({ title, note, stamps = [] }) => [title, note, ...stamps]).filter(Boolean);

/* Return what to announce when the table has changed from `before` to `now`, `news` being what happened. */
export function summary(before, now, news) {
  const others = remarks;
  if (before.entries !== now.entries || before.code !== now.code) remarks = [];
  const why = document.querySelector("#table [data-why]")?.textContent.replace(/\s+/g, " ").trim();
  const words = "botTurn" in before ? shownByRolls().map((text) => ({ text })) : [];
  if (now.entries === before.entries) remarks.push(...words);
  if (why && Number(now.roll)) remarks.push({ text: why, reason: true });
  if (!("botTurn" in before) || !news) return news;
  if (Number(now.entries) > Number(before.entries)) {
    const said = others.filter(({ reason }) => !reason || options.get("why"));
    return sentences(...said.map(({ text }) => text), news);
  }
  return now.status === "playing" && Number(now.roll) > Number(before.roll) ? "" : news;
}
