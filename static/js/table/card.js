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
const texts = () => document.getElementById("live").dataset;
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
  document.getElementById("event").textContent = texts().again.replace("{box}", name);
  tell("table:marked", texts().marked.replace("{box}", name));
}

function clearMark() {
  mark = null;
  showMark();
  document.getElementById("event").textContent = table().dataset.event;
  tell("table:marked", texts().unmarked);
}

/* Announce a line, to which listeners to the event may add. */
function tell(event, said) {
  const detail = { said };
  document.dispatchEvent(new CustomEvent(event, { detail }));
  if (detail.said) say(detail.said);
}

// --- holding dice

const holdKey = (entries = table().dataset.entries) => `hold:${table().dataset.code}:${entries}`;

function keepHolds() {
  const held = [...document.querySelectorAll("#table input[name=hold]:checked")].map((input) => input.value);
  session.set(holdKey(), held.join(","));
}

/* Say what became of a die where the focus is elsewhere; the text mode answers by itself. */
function sayHold(input) {
  const at = document.activeElement;
  if (at.closest("#text-mode")) return;
  const text = input.checked ? texts().held : texts().free;
  tell("table:held", at === input ? "" : text.replace("{number}", Number(input.value) + 1).replace("{face}", input.dataset.face));
}

/* Show the stored holds of this turn, and delete all others but those of the turn that an undo brings back. */
function showHolds() {
  const kept = table().hasAttribute("data-sealed") ? [] : [0, 1].map((ago) => holdKey(table().dataset.entries - ago));
  for (const key of session.keys()) {
    if (key.startsWith(holdKey("")) && !kept.includes(key)) session.remove(key);
  }
  const held = session.get(holdKey())?.split(",");
  for (const input of document.querySelectorAll("#table input[name=hold]")) {
    // Where nothing is stored, as the server shows them.
    input.checked = !input.disabled && (held ? held.includes(input.value) : input.defaultChecked);
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

/* Return the box an arrow key leads to: the nearest in that direction, rows first; behind the last comes the first. */
function neighbour(from, key) {
  const spot = (box) => [box.closest("tr").rowIndex, box.parentElement.cellIndex];
  const [row, column] = spot(from);
  const upright = key === "ArrowUp" || key === "ArrowDown";
  const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  const ways = boxes().map((box) => {
    const [r, c] = spot(box);
    const ahead = sign * (upright ? r - row : c - column);
    const aside = Math.abs(upright ? c - column : r - row);
    return { box, ahead, far: ahead + aside * 100 };
  });
  const nearest = (those) => those.sort((one, other) => one.far - other.far)[0]?.box;
  return nearest(ways.filter(({ ahead }) => ahead > 0)) || nearest(ways.filter(({ ahead }) => ahead < 0));
}

function boxKey(event, box) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const all = boxes();
  const ends = { Home: all[0], End: all[all.length - 1] };
  const to = ends[event.key] || (event.key.startsWith("Arrow") && neighbour(box, event.key));
  if (to === false) return;
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

/* Move the focus when the element that had it is gone, or on from a resting place. docs/contract.md lists all cases. */
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
  const command = event.target.closest("#table button:is(.roll, .undo, .seal)");
  const link = event.target.closest("#table a.player[data-card]");
  if (command && isEcho(event)) event.preventDefault();
  else if (box) chooseBox(event, box);
  else if (link) chooseCard(event, link);
});
document.addEventListener("change", (event) => {
  if (!event.target.matches("#table input[name=hold]")) return;
  keepHolds();
  sayHold(event.target);
});
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest("#table button, #table input")) event.preventDefault();
  if (event.target.matches("#table td[data-box] > button")) boxKey(event, event.target);
  if (event.key === "Escape" && mark && !event.target.closest("details.menu, dialog, #text-mode")) clearMark();
});
document.addEventListener("table:shown", show);
// A text field keeps what is being typed during a swap.
window.Idiomorph.defaults.callbacks.beforeNodeMorphed = (old) => !old.matches?.("input[type=text]:not([readonly])");
show();
