/* An entry on the table: its dice fly into their box, the number there counts up, and the sums follow. */

import { get } from "../site/options.js";
import { move, pause, prop } from "./scene.js";

const SUMS = "#table :is([data-total=upper], [data-total=lower], [data-total=combined], [data-total=weighted], [data-total=grand])";
const TABS = "#table .player .grand";
const SVG = "http://www.w3.org/2000/svg";
const COUNT_MS = { full: 220, quick: 120 };
const FRAME_MS = 30;
let texts = new Map(); // of all sums, before the present table

const nameOf = ({ dataset: { seat, total, column } }) => `${seat} ${total} ${column}`;
const sums = () => [
  ...[...document.querySelectorAll(SUMS)].map((node) => [nameOf(node), node]),
  ...[...document.querySelectorAll(TABS)].map((node) => [node.closest("[data-card]").dataset.card, node]),
];

/* Return what the sums on the table say. */
export const read = () => new Map(sums().map(([name, node]) => [name, node.textContent.trim()]));

/* Remember what they said: after the next entry they count on from there. */
export function remember(said) {
  texts = said;
}

/* Return the sums that the table shows anew, and what stood there before. */
const changed = () => sums()
  .map(([name, node]) => ({ node, from: texts.get(name), to: node.textContent.trim() }))
  .filter(({ from, to }) => from !== undefined && from !== to);

const valueOf = (text) => Number(text.replace(/\D/g, "")) || 0;

/* Change the text of an element. The node of the text stays, or each step would look through the page for what it holds. */
function write(node, text) {
  if (node.childNodes.length === 1 && node.firstChild.nodeType === Node.TEXT_NODE) node.firstChild.data = text;
  else node.textContent = text;
}

/* Let a number count up to what is written there, which a swap may change meanwhile. */
async function count({ node, from, to }, ms, signal) {
  const [low, high, start] = [valueOf(from), valueOf(to), performance.now()];
  const { lang } = document.documentElement;
  let shown = node.textContent;
  for (let part = 0; part < 1 && node.textContent === shown && !signal.aborted; part = (performance.now() - start) / ms) {
    shown = Math.round(low + (high - low) * part).toLocaleString(lang);
    write(node, shown);
    await pause(FRAME_MS, signal);
  }
  if (node.textContent === shown) write(node, to);
}

function drawDie(face, { left, top, width, height }) {
  const die = document.createElement("span");
  const drawing = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#face-${face}`);
  drawing.append(use);
  die.className = "die";
  Object.assign(die.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  die.append(drawing);
  return die;
}

/* Return where an entry lands: its box, or the player's tab where another card is shown. */
const goalOf = (cell, seat) => [cell, document.querySelector(`#table a.player[data-card="${seat}"]`)]
  .map((node) => node?.getBoundingClientRect()).find((place) => place?.width);

/* Let the dice shrink into a box. */
async function fly(dice, goal, signal) {
  const starts = [...document.querySelectorAll("#table .dice .die")].map((die) => die.getBoundingClientRect());
  if (!goal || starts.length !== dice.length || !starts[0].width) return;
  const layer = prop("div", "layer flight");
  const flying = dice.map((face, slot) => drawDie(face, starts[slot]));
  layer.append(...flying);
  document.body.append(layer);
  await Promise.all(flying.map((die, slot) => {
    const { left, top, width, height } = starts[slot];
    const [x, y] = [goal.left + goal.width / 2 - left - width / 2, goal.top + goal.height / 2 - top - height / 2];
    const frames = [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.2)`, opacity: 0.7 }];
    return move(die, frames, { duration: 260, delay: slot * 30, easing: "cubic-bezier(.5,0,.8,.6)", fill: "forwards" }, signal);
  }));
  layer.remove();
}

/* Show an entry; without its moment only the sums move. */
export async function enter(moment, signal) {
  const ms = COUNT_MS[get("dice")];
  if (!ms || document.hidden) return;
  const { seat, box, column, points = 0, dice } = moment;
  const cell = document.querySelector(`#table td[data-seat="${seat}"][data-box="${box}"][data-column="${column}"]`);
  const number = points && cell ? { node: cell, from: "0", to: cell.textContent.trim() } : null;
  const moving = changed();
  for (const { node, from } of moving) write(node, from);
  cell?.classList.add("coming");
  if (get("dice") === "full") await fly(dice, goalOf(cell, seat), signal);
  cell?.classList.remove("coming");
  if (number) await count(number, ms, signal);
  await Promise.all(moving.map((sum) => count(sum, ms, signal)));
}
