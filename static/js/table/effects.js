/* Animation and sound for changes of the table: tumbling dice, sounds, confetti; and the screen that stays on. Changes
   nothing in the game and is loaded after everything else. */

import { tumble } from "../dice/cube.js";
import { openAwake } from "../site/awake.js";
import { get } from "../site/options.js";

let sound = null; // the module, once it is loaded
let wanted = null; // a sound requested before that
let tumbling = 0;
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

// --- dice

/* Let the dice that were rolled tumble; resolves when the last one lies still. */
async function tumbleAll() {
  const rolled = [...document.querySelectorAll("#table label.die:not(.kept):not(.blank)")];
  tumbling += 1;
  document.body.dataset.tumbling = "";
  await Promise.all(rolled.map((die, place) => tumble(die, die.querySelector("input").dataset.face, place)));
  tumbling -= 1;
  if (!tumbling) delete document.body.dataset.tumbling;
}

function stopAll() {
  for (const moving of document.querySelectorAll("#table .cube, canvas.confetti")) moving.remove();
}

async function roll() {
  const faces = [...document.querySelectorAll("#table input[name=hold]")].map((input) => input.dataset.face);
  play("roll");
  await tumbleAll();
  if (new Set(faces).size === 1) play("fiveOfAKind");
}

// --- the end

async function celebrate() {
  if (!get("confetti") || document.hidden) return;
  const confetti = await import("../site/confetti.js");
  await confetti.celebrate();
}

// --- what happened

/* Show what has changed since the data attributes `before`; `own`: the command came from this browser. */
export function show({ before, own }) {
  stayAwake();
  const now = table().dataset;
  const entries = Number(now.entries) - Number(before.entries);
  const rolls = Number(now.roll);
  if (now.status === "finished" && before.status === "playing") {
    stopAll();
    document.querySelector("#table .result")?.scrollIntoView({ block: "nearest" });
    play("won" in now ? "win" : "end");
    if ("won" in now) celebrate().catch(() => {});
  } else if (rolls && (entries > 0 || (entries === 0 && rolls > Number(before.roll)))) {
    roll();
  } else if (entries < 0) {
    stopAll();
    play("undo");
  } else if (entries > 0) {
    stopAll();
    const myTurn = now.yourTurn && !before.yourTurn;
    if (own || !myTurn) play("enter");
    else play("turn");
  } else if (before.status === "waiting" && now.status === "playing") {
    play("turn");
  }
}

// Swaps must not remove a cube; only this script does.
window.Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => !node.classList?.contains("cube");
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
if (navigator.userActivation?.hasBeenActive) fetchSound(); // the first click or key came before this script
