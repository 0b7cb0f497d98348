/* Motion and sound for changes of the table: tumbling dice, moments, confetti; and the screen that stays on. Changes
   nothing in the game and is loaded after everything else. */

import { openAwake } from "../site/awake.js";
import { get } from "../site/options.js";
import * as entry from "./entry.js";
import * as moments from "./moments.js";
import * as dice from "./roll.js";
import { begin } from "./scene.js";

let sound = null; // the module, once it is loaded
let wanted = null; // a sound requested before that
let lastMark = 0;

const table = () => document.getElementById("table");
const stayAwake = openAwake(() => table()?.dataset.status === "playing" && Boolean(table().dataset.you));

// --- sounds: browsers allow none before the first click or key, which loads the module

function play(name) {
  if (!get("sound")) return;
  if (sound) sound.play(name);
  else wanted = { name, time: performance.now() };
}

async function fetchSound() {
  if (!get("sound") || sound) return;
  try {
    sound = await import("./sound.js");
  } catch {
    return; // the next click or key tries again
  }
  if (wanted && performance.now() - wanted.time < 800) play(wanted.name);
  wanted = null;
}

// --- what happened

/* Return the moments this page has not shown yet. Where an entry was taken back, some have been. */
function news(before, now) {
  const told = document.getElementById("moments")?.dataset.moments;
  if (!told) return [];
  const made = now.moves - before.moves;
  const undone = Math.max(0, Math.floor((now.version - before.version - made) / 2));
  return JSON.parse(told).filter(({ move }) => move > before.moves - undone);
}

async function fetchQuestion() {
  const question = await import("./sound_question.js");
  question.offer(() => fetchSound().then(() => play("turn")));
}

async function rolled(found, { computer, own }, signal) {
  play("roll");
  const rolls = found.slice(found.findLastIndex(({ do: what }) => what === "score") + 1);
  await dice.roll(rolls, { computer, knock: () => signal.aborted || play("knock") });
  moments.show(found, { signal, play });
  if (own && !get("sound") && !get("asked")) fetchQuestion().catch(() => {});
}

async function entered(found, signal) {
  const last = found.at(-1);
  if (last) await entry.enter(last, signal);
  moments.show(found, { signal, play });
}

/* Show what has changed since the data attributes `before`; `own`: the command came from this browser. Resolves when the
   result is to be seen. */
export function show({ before, own }) {
  stayAwake();
  const now = table().dataset;
  const entries = now.entries - before.entries;
  const computer = "botTurn" in before;
  const over = now.status === "finished" && before.status === "playing";
  const fresh = Number(now.roll) && (entries > 0 || (entries === 0 && Number(now.roll) > Number(before.roll)));
  if (now.moves === before.moves && now.status === before.status) return undefined;
  const signal = begin();
  const found = news(before, now);
  const sums = entry.read();
  let shown;
  if (over) {
    document.querySelector("#table .result")?.scrollIntoView({ block: "nearest" });
    play("won" in now ? "win" : "end");
    if ("won" in now) moments.celebrate();
    moments.show(found, { signal, play });
  } else if (fresh) {
    shown = rolled(found, { computer, own }, signal);
  } else if (entries < 0) {
    play("undo");
  } else if (entries > 0) {
    const myTurn = now.yourTurn && !before.yourTurn;
    play(own || !myTurn ? "enter" : "turn");
    entered(found, signal);
  } else if (before.status === "waiting" && now.status === "playing") {
    play("turn");
  }
  dice.remember();
  entry.remember(sums);
  return shown;
}

// Swaps must not remove what moves, which the scripts that move it do, nor close what somebody has opened.
const { callbacks } = window.Idiomorph.defaults;
callbacks.beforeNodeRemoved = (node) => !node.matches?.(".cube, .prop");
callbacks.beforeAttributeUpdated = (name, node) => name !== "data-aloft" && (name !== "open" || !node.matches("details"));
document.addEventListener("pointerdown", fetchSound, { passive: true });
document.addEventListener("keydown", fetchSound);
document.addEventListener("change", (event) => {
  if (event.target.matches("#table input[name=hold]")) play(event.target.checked ? "hold" : "free");
  if (event.target.matches("[data-option=sound]")) fetchSound();
});
document.addEventListener("table:marked", () => {
  if (performance.now() - lastMark > 60) play("mark");
  lastMark = performance.now();
});
stayAwake();
dice.remember();
entry.remember(entry.read());
if (navigator.userActivation?.hasBeenActive) fetchSound(); // the first click or key came before this script
