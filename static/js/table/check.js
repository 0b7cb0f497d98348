/* Recomputes every roll of a finished game from its revealed seed, in this browser alone, and compares the fingerprint with
   the one that the browser was told first. Uses a SHA-256 library, since browsers offer their own only on https pages and
   localhost. */

import { dates } from "../site/dates.js";
import { lasts, note, noted } from "./fingerprints.js";

const LIMIT = 252; // bytes from here on are skipped: 252 is the largest multiple of six
const PATIENCE_MS = 20000;
const check = document.getElementById("check");
const result = document.getElementById("check-result");
const rows = document.getElementById("check-rows");
const again = document.getElementById("check-again");
const texts = check.dataset;

const bytesOf = (hex) => hex.match(/../g).map((pair) => parseInt(pair, 16));

function face(seed, text) {
  const { sha256 } = window; // vendor/sha256.min.js
  let digest = sha256.hmac.array(seed, text);
  for (;;) {
    const byte = digest.find((value) => value < LIMIT);
    if (byte !== undefined) return (byte % 6) + 1;
    digest = sha256.array(digest);
  }
}

/* Return one line per die of the roll-off: who rolls follows from the rounds before, who starts from the last. */
function rollOff({ roll_off: rounds, seats, moves }, seed) {
  const lines = [];
  let rolling = seats.map((_, seat) => seat);
  for (const [number, shown] of (rounds || []).entries()) {
    const due = seats.map((_, seat) => (rolling.includes(seat) ? face(seed, `start:${number}:1:${seat}`) : null));
    const best = Math.max(...due);
    const winners = rolling.filter((seat) => due[seat] === best);
    const ends = winners.length === 1;
    const fits = ends === (number === rounds.length - 1) && (!ends || winners[0] === moves[0][1]);
    for (const seat of rolling) {
      const right = fits && due.join() === shown.join();
      lines.push({ seat, turn: texts.rollOff, roll: number + 1, faces: [shown[seat]], held: [], right });
    }
    rolling = winners;
  }
  return lines;
}

/* Return one line per roll: seat, turn, roll, dice, and whether the dice follow from the seed. */
function rolls(record, seed) {
  const turns = record.seats.map(() => 0);
  const lines = [];
  let roll = 0;
  let dice = [];
  for (const [kind, seat, held, faces] of record.moves) {
    if (kind !== "roll") {
      turns[seat] += 1;
      roll = 0;
      dice = [];
      continue;
    }
    roll += 1;
    const due = faces.map((_, slot) =>
      held.includes(slot) ? dice[slot] : face(seed, `${seat}:${turns[seat]}:${roll}:${slot}`));
    lines.push({ seat, turn: turns[seat] + 1, roll, faces, held, right: due.join() === faces.join() });
    dice = faces;
  }
  return lines;
}

function drawRow(record, line) {
  const row = document.createElement("tr");
  const name = Object.assign(document.createElement("bdi"), { textContent: record.seats[line.seat].name });
  const dice = line.faces.map((number, slot) => (line.held.includes(slot) ? `(${number})` : number)).join(" ");
  for (const shown of [name, line.turn, line.roll, dice, line.right ? "✓" : "✗"]) row.insertCell().append(shown);
  if (!line.right) row.className = "wrong";
  return row;
}

/* Return the record and the seed; throws where something could not be loaded. */
async function load() {
  if (!window.sha256) throw new Error("no sha256");
  const signal = AbortSignal.timeout?.(PATIENCE_MS);
  const answer = await fetch(texts.record, { headers: { Accept: "application/json" }, signal });
  if (!answer.ok) throw new Error(`record: ${answer.status}`);
  const record = await answer.json();
  return [record, bytesOf(record.seed)];
}

function tell(text, verdict) {
  result.textContent = text;
  result.classList.toggle("good", verdict === "good");
  result.classList.toggle("bad", verdict === "bad");
  again.hidden = Boolean(verdict);
}

async function run() {
  result.textContent = texts.checking;
  again.hidden = true;
  let loaded;
  try {
    loaded = await load();
  } catch {
    tell(texts.failed, "");
    return;
  }
  const [record, seed] = loaded;
  const lines = [...rollOff(record, seed), ...rolls(record, seed)];
  rows.replaceChildren(...lines.map((line) => drawRow(record, line)));
  const kept = noted(texts.code);
  const promised = [record.commitment, texts.fingerprint, kept?.fingerprint].every((each) => !each || each === window.sha256(seed));
  if (!promised) tell(texts.unfit, "bad");
  else if (lines.every((line) => line.right)) tell(texts.good.replace("{n}", lines.length), "good");
  else tell(texts.bad, "bad");
}

/* Say what this browser knows of the fingerprint, beside it. */
function compare() {
  if (!texts.over) note(texts.code, texts.fingerprint);
  const line = document.getElementById("remembered");
  const kept = noted(texts.code);
  if (!kept || !lasts()) return;
  const same = kept.fingerprint === texts.fingerprint;
  const sentence = !same ? "other" : texts.over ? "same" : "noted";
  const when = kept.when.toLocaleString(dates, { dateStyle: "long", timeStyle: "short" });
  line.textContent = line.dataset[sentence].replace("{when}", when).replace("{fingerprint}", kept.fingerprint);
  line.classList.toggle("bad", !same);
  line.hidden = false;
}

compare();
if (rows) {
  again.firstElementChild.addEventListener("click", () => (window.sha256 ? run() : window.location.reload()));
  run();
}
