/* Shows moments on the table: the words that the server sends with them are stamped over the dice, and five of a kind is
   celebrated. Knows neither rules nor words. */

import { get } from "../site/options.js";
import { move, pause, prop } from "./scene.js";

const HOLD_MS = 700;
const HOP = [{ transform: "none" }, { transform: "translateY(-16px)", easing: "ease-in" }, { transform: "none" }];
const TWICE = [1, 0, 1, 0, 0].map((opacity) => ({ opacity, easing: "steps(1, jump-end)" }));

const stage = () => document.querySelector("#table :is(.tray, .result)");

/* Put a prop over the dice, or over the result, and return the layer that it lies on: nothing on it makes the page wider. */
function place(made) {
  const { left, top, width, height } = stage().querySelector(".dice, .pane").getBoundingClientRect();
  Object.assign(made.style, { left: `${left + width / 2}px`, top: `${top + Math.min(height, 200) / 2}px` });
  const layer = prop("div", "layer");
  layer.append(made);
  document.body.append(layer);
  return layer;
}

/* Let the tray appear inverted, twice. */
async function flash(signal) {
  const light = prop("i", "flash");
  const { left, top, width, height } = stage().getBoundingClientRect();
  Object.assign(light.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  stage().append(light);
  await move(light, TWICE, 400, signal);
  light.remove();
}

async function stamp(text, signal) {
  const mark = prop("b", "stamp");
  mark.textContent = text;
  const layer = place(mark);
  const still = "translate(-50%, -50%) rotate(-4deg)";
  await move(mark, [{ transform: `${still} scale(1.7)`, opacity: 0 }, { transform: still, opacity: 1 }], { duration: 130, easing: "ease-in" }, signal);
  await pause(HOLD_MS, signal);
  await move(mark, [{ opacity: 1 }, { opacity: 0 }], { duration: 120, fill: "forwards" }, signal);
  layer.remove();
}

/* Throw confetti from an element, or over the whole page; unless it is switched off. */
export async function celebrate(from, signal) {
  if (!get("confetti") || document.hidden) return;
  const confetti = await import("../site/confetti.js").catch(() => null); // could not be loaded: then without
  if (!signal?.aborted) await confetti?.celebrate(from, signal);
}

async function dialog({ title, note }, quick, signal) {
  const box = prop("div", "bang");
  const inside = document.createElement("span");
  inside.append(Object.assign(document.createElement("b"), { textContent: title }));
  if (note) inside.append(Object.assign(document.createElement("small"), { textContent: note }));
  box.append(inside);
  const layer = place(box);
  const [away, here] = ["translate(-50%, -50%) translateX(-100vw)", "translate(-50%, -50%)"];
  if (!quick) await move(box, [{ transform: away }, { transform: here }], { duration: 220, easing: "cubic-bezier(.2,.8,.3,1)" }, signal);
  await pause(quick ? HOLD_MS : 1000, signal);
  if (!quick) await move(box, [{ transform: here }, { transform: "translate(-50%, -50%) translateX(100vw)" }], { duration: 180, easing: "ease-in", fill: "forwards" }, signal);
  layer.remove();
}

async function fiveOfAKind(moment, quick, { signal, play }) {
  if (!quick) {
    await pause(250, signal);
    if (signal.aborted) return;
    play("fiveOfAKind");
    const hops = [...document.querySelectorAll("#table .dice .die")];
    await Promise.all(hops.map((die, at) => move(die, HOP, { duration: 240, delay: at * 90, easing: "ease-out" }, signal)));
    await flash(signal);
  } else {
    play("fiveOfAKind");
  }
  if (signal.aborted) return;
  if (!quick) celebrate(stage().querySelector(".dice"), signal);
  await dialog(moment, quick, signal);
}

/* Show some moments one after the other, until the scene ends. Where animations are short, the line above the dice is enough
   for all but five of a kind, and nothing moves after the dice. */
export async function show(found, { signal, play }) {
  const style = get("dice");
  if (style === "off" || document.hidden) return;
  for (const moment of found) {
    if (moment.title && !signal.aborted) await fiveOfAKind(moment, style === "quick", { signal, play });
    for (const text of style === "quick" ? [] : moment.stamps || []) {
      if (signal.aborted) return;
      await stamp(text, signal);
    }
  }
}
