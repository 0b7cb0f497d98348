/* Handles input on the scorecard and the dice: marking and entering a box, holding dice, arrow keys, choosing the card
   that a phone shows. Makes no requests; the forms do. */

import * as options from "../site/options.js";
import { isEcho, say } from "../site/page.js";
import { openStorage } from "../site/storage.js";

const session = openStorage("sessionStorage");
let mark = null; // the box chosen first: {key, cell}
let choice = null; // the card chosen to be shown: {key, seat}

const table = () => document.getElementById("table");
const turnKey = () => `${table().dataset.code}:${table().dataset.entries}`;
const rollKey = () => `${turnKey()}:${table().dataset.roll}`;
const boxes = () => [...document.querySelectorAll("#table td[data-box] > button")];

// --- marking and entering

function showMark() {
  if (mark && mark.key !== rollKey()) mark = null;
  for (const box of boxes()) {
    const on = Boolean(mark) && box.value === mark.cell;
    box.parentElement.classList.toggle("marked", on);
    if (on) box.setAttribute("aria-pressed", "true");
    else box.removeAttribute("aria-pressed");
  }
}

function chooseBox(event, box) {
  if (options.get("onetap") || (mark && mark.key === rollKey() && mark.cell === box.value)) return;
  event.preventDefault();
  mark = { key: rollKey(), cell: box.value };
  showMark();
  rove(box);
  const name = box.getAttribute("aria-label");
  const { marked, again } = document.getElementById("live").dataset;
  const detail = { said: marked.replace("{box}", name) };
  document.getElementById("event").textContent = again.replace("{box}", name);
  document.dispatchEvent(new CustomEvent("table:marked", { detail }));
  say(detail.said);
}

// --- holding dice

const holdKey = () => `hold:${turnKey()}`;

function keepHolds() {
  const held = [...document.querySelectorAll("#table input[name=hold]:checked")].map((input) => input.value);
  session.set(holdKey(), held.join(","));
}

/* Show the stored holds of this turn and delete those of other turns. */
function showHolds() {
  const prefix = `hold:${table().dataset.code}:`;
  for (const key of session.keys()) {
    if (key.startsWith(prefix) && key !== holdKey()) session.remove(key);
  }
  const held = (session.get(holdKey()) || "").split(",");
  for (const input of document.querySelectorAll("#table input[name=hold]")) {
    input.checked = !input.disabled && held.includes(input.value);
  }
}

// --- arrow keys

function rove(to) {
  const all = boxes();
  const goal = to && all.includes(to) ? to : all.find((box) => box === document.activeElement) || markedBox() || all[0];
  for (const box of all) box.tabIndex = box === goal ? 0 : -1;
  return goal;
}

const markedBox = () => document.querySelector("#table td.marked > button");

/* Return the box an arrow key leads to: the nearest in that direction, rows first. */
function neighbour(from, key) {
  const spot = (box) => [box.closest("tr").rowIndex, box.parentElement.cellIndex];
  const [row, column] = spot(from);
  const upright = key === "ArrowUp" || key === "ArrowDown";
  const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  let best = null;
  let least = Infinity;
  for (const box of boxes()) {
    const [r, c] = spot(box);
    const ahead = sign * (upright ? r - row : c - column);
    const aside = Math.abs(upright ? c - column : r - row);
    const far = upright ? ahead + aside * 100 : ahead + aside * 10;
    if (ahead > 0 && far < least) [best, least] = [box, far];
  }
  return best;
}

function boxKey(event, box) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const all = boxes();
  let to = null;
  if (event.key === "Home") to = all[0];
  else if (event.key === "End") to = all[all.length - 1];
  else if (event.key.startsWith("Arrow")) to = neighbour(box, event.key);
  else return;
  event.preventDefault();
  if (to) rove(to).focus();
}

// --- the card a phone shows

function showCard() {
  const { you, turnSeat } = table().dataset;
  const own = you ? you.split(",") : [];
  let seat = own.includes(turnSeat) || !own.length ? turnSeat : own[0];
  if (choice && choice.key === turnKey()) seat = choice.seat;
  document.body.dataset.show = seat || "0";
  for (const link of document.querySelectorAll("#table a.player")) {
    if (link.dataset.card === document.body.dataset.show) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function chooseCard(event, link) {
  event.preventDefault();
  choice = { key: turnKey(), seat: link.dataset.card };
  showCard();
  document.getElementById(`card-${choice.seat}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// --- after every swap

/* Move the focus when the element that had it is gone: to the roll button, a box, or a resting place, from where it
   moves on when there is something to do again. docs/contract.md lists all cases. */
function keepFocus(hadFocus) {
  const at = document.activeElement;
  const lost = hadFocus && (at === document.body || at.disabled);
  if (!lost && !at.matches("[data-rest]")) return;
  const next = document.querySelector("#table button.roll:not([disabled])") || rove() || document.querySelector("#table [data-rest]");
  if (next === at) return;
  next.focus({ preventScroll: true });
  if (next.matches(":focus-visible")) next.scrollIntoView({ block: "nearest" });
}

function show(event) {
  options.fillNames(table());
  showMark();
  showHolds();
  showCard();
  rove();
  keepFocus(event?.detail.hadFocus);
}

// --- the text mode: its script is loaded when it is used

const line = document.getElementById("text-mode");
const fetchTextMode = () => line && import("./text.js").catch(() => {});

line?.addEventListener("focusin", fetchTextMode);
line?.addEventListener("submit", () => (line.dataset.asked = "")); // a command sent before the script has loaded
document.addEventListener("options:changed", () => options.get("text") && fetchTextMode());
if (options.get("text")) fetchTextMode();
// A box entered by its name in the text mode need not be marked first.
document.addEventListener("table:enter", (event) => {
  mark = { key: rollKey(), cell: event.detail.value };
  event.detail.click();
});
document.addEventListener("click", (event) => {
  const box = event.target.closest("#table td[data-box] > button");
  const command = event.target.closest("#table button.roll, #table button.undo");
  const link = event.target.closest("#table a.player[data-card]");
  if (command && isEcho(event)) event.preventDefault();
  else if (box) chooseBox(event, box);
  else if (link) chooseCard(event, link);
});
document.addEventListener("change", (event) => {
  if (event.target.matches("#table input[name=hold]")) keepHolds();
});
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest("#table button, #table input")) event.preventDefault();
  if (event.target.matches("#table td[data-box] > button")) boxKey(event, event.target);
});
document.addEventListener("table:shown", show);
// A text field keeps what is being typed during a swap.
window.Idiomorph.defaults.callbacks.beforeNodeMorphed = (old) => !old.matches?.("input[type=text]:not([readonly])");
show();
