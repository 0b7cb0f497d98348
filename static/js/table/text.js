/* The text mode: playing by typed commands. Reads its texts from the page, acts through the same buttons as the mouse,
   and answers in the one live region. Loaded when the text mode is used. */

import { get } from "../site/options.js";
import { say } from "../site/page.js";
import { find, readBox, readCommand, readDice } from "./text_commands.js";

const LINES = 40;
const panel = document.getElementById("text-mode");
const field = panel.querySelector("input");
const transcript = panel.querySelector(".transcript");
const manual = panel.querySelector(".keys");
const words = JSON.parse(panel.dataset.words);

const table = () => document.getElementById("table");
const all = (selector, within = table()) => [...within.querySelectorAll(selector)];
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
const several = () => Number(table().dataset.columns) > 1;

// --- people

const owner = (card) => textOf(card.querySelector(".titlebar"));

/* Make a command answer about the card of the player named after it, else about the card that is shown. */
const ofCard = (answer) => (name) => {
  const names = Object.fromEntries(all(".card").map((card) => [card.id, [owner(card).replace(/[\u2068\u2069]/g, "")]]));
  const [found] = name ? find(name, names) : [`card-${document.body.dataset.show}`];
  if (!Object.keys(names).length) return table().dataset.event;
  return found ? answer(document.getElementById(found)) : fill(words.nobody, { text: name });
};

/* Return the sentence that says why no move is possible now, or undefined. */
function obstacle(sentences = {}) {
  const { status, turnSeat, you, roll } = table().dataset;
  if (status === "waiting") return words.waiting;
  if (status !== "playing") return words.over;
  if (!you.split(",").includes(turnSeat)) return fill(words.others, { name: owner(document.getElementById(`card-${turnSeat}`)) });
  return sentences[roll];
}

// --- commands: each returns its answer, or undefined where the new table will be announced

function roll() {
  const problem = obstacle({ 3: words.no_rolls });
  if (!problem) document.querySelector("#table button.roll").click();
  return problem;
}

function held() {
  const dice = all("input[name=hold]:checked");
  if (!dice.length) return words.none_held;
  const faces = dice.map((die) => die.dataset.face).join(" ");
  return fill(words.held[dice.length - 1], { faces, numbers: dice.map((die) => Number(die.value) + 1).join(", ") });
}

function hold(rest) {
  const problem = obstacle({ 0: words.roll_first, 3: words.no_rolls });
  if (problem) return problem;
  const wanted = readDice(rest);
  if (!wanted) return words.which_dice;
  for (const die of all("input[name=hold]")) if (die.checked !== wanted.includes(Number(die.value))) die.click();
  return [held(), document.querySelector("#coach .cost")?.textContent].filter(Boolean).join(" ");
}

function dice() {
  const faces = all("input[name=hold]").map((die) => die.dataset.face).join(" ");
  const number = table().dataset.roll;
  if (!Number(number)) return table().dataset.event;
  return `${fill(words.dice, { roll: number, dice: faces })} ${held()}`;
}

function enter(rest) {
  const problem = obstacle({ 0: words.roll_first });
  if (problem) return problem;
  if (!rest) return fill(words.which_box, { example: words.example });
  const [found, number] = readBox(rest, words.boxes);
  if (!found.length) return fill(words.no_box, { text: rest });
  if (found.length > 1) return fill(words.many_boxes, { boxes: found.map(title).join(", ") });
  return enterIn(all(`td[data-seat="${table().dataset.turnSeat}"][data-box="${found[0]}"]`), number);
}

const title = (id) => words.boxes[id][0];
const isFree = (cell) => cell.querySelector("button");
const isFull = (cell) => /filled|struck/.test(cell.dataset.state);

function enterIn(cells, number) {
  const free = cells.filter(isFree);
  const only = free.length < 2 ? free[0] || cells.find((one) => !isFull(one)) || cells[0] : undefined;
  const cell = number ? cells.find((one) => one.dataset.column === number) : only;
  const name = title(cells[0].dataset.box);
  if (!cell) return fill(words.which_column, { box: name, columns: free.map((one) => one.dataset.column).join(", ") });
  const box = several() ? `${name}, ${fill(words.column, { column: cell.dataset.column })}` : name;
  if (!isFree(cell)) return fill(isFull(cell) ? words.filled : words.not_now, { box });
  document.dispatchEvent(new CustomEvent("table:enter", { detail: isFree(cell) }));
  return undefined;
}

function undo() {
  const button = table().querySelector("button.undo:not([disabled])");
  button?.click();
  return button ? undefined : words.no_undo;
}

/* List rows, the best points first, with their columns where not all are free: "Chance 22. Fours 8 (1 3). 0: Ones." */
function offers() {
  const rows = new Map();
  for (const cell of all("td[data-box] > button").map((button) => button.parentElement)) {
    const name = textOf(cell.parentElement.cells[0]);
    const known = rows.get(name) || { name, points: Number(cell.dataset.points), columns: [] };
    known.columns.push(cell.dataset.column);
    rows.set(name, known);
  }
  const best = [...rows.values()].sort((one, other) => other.points - one.points);
  const where = ({ columns }) => (columns.length < Number(table().dataset.columns) ? ` (${columns.join(" ")})` : "");
  const lines = best.filter((each) => each.points).map((each) => `${each.name} ${each.points}${where(each)}`);
  const zeros = best.filter((each) => !each.points).map((each) => `${each.name}${where(each)}`).join(", ");
  if (zeros) lines.push(`0: ${zeros}`);
  return lines.length ? `${lines.join(". ")}.` : obstacle({ 0: words.roll_first });
}

function state(card) {
  const seats = all(".card").map((each) => `${owner(each)} ${textOf(each.querySelector("[data-total=grand]"))}`);
  const value = (cell) => all("[data-total]:not([hidden])", cell).map(textOf).join(", ") || textOf(cell);
  const sums = all("tr.sum:not([hidden])", card).map((line) => `${textOf(line.cells[0])}: ${all("td", line).map(value).join("; ")}`);
  return `${[seats.join(", "), seats.length > 1 && owner(card), ...sums].filter(Boolean).join(". ")}.`;
}

function card(shown) {
  const value = (cell) => ({ filled: cell.dataset.points, struck: words.struck })[cell.dataset.state] || words.open;
  const lines = all("tr:has([data-box])", shown).map((line) => `${textOf(line.cells[0])}: ${all("td", line).map(value).join(", ")}`);
  return `${owner(shown)}. ${lines.join(". ")}.`;
}

const last = () => all(".log li").map(textOf).join(". ") || words.nothing_yet;

function help() {
  manual.hidden = false; // shown on the page instead of in the transcript
  say(all("dt", manual).map((term) => `${textOf(term)}: ${textOf(term.nextElementSibling)}`).join(". "));
}

/* Tell whose turn it is and how far the game is. */
function turn() {
  const { status, turnSeat, you } = table().dataset;
  if (status !== "playing") return status === "waiting" ? words.waiting : words.over;
  const whose = you === turnSeat ? words.yours : fill(words.others, { name: owner(document.getElementById(`card-${turnSeat}`)) });
  return `${whose} ${textOf(table().querySelector("[data-turns]"))}.`;
}

// --- other pages

/* Press what leads to another page; a game that is not over has none of it. */
function press(selector, missing) {
  const control = document.querySelector(selector);
  control?.click();
  return control ? undefined : missing();
}

const notOver = () => (table().dataset.status === "finished" ? words.watching : words.not_over);
const again = () => press("#table .result :is(form[action$='/rematch'] button, a.default)", notOver);
const report = () => press("#table .result a[href$='/report/']", notOver);
const another = () => press(".menubar form[method=post]:not([data-begin]) button");

const commands = {
  roll, hold, enter, undo, dice, offers, turn, last, again, report, help, new: another, state: ofCard(state), card: ofCard(card),
};

// --- the input line

function note(text, command) {
  const item = document.createElement("li");
  if (command) item.append(Object.assign(document.createElement("kbd"), { textContent: command }), " ");
  item.append(text);
  transcript.prepend(item);
  while (transcript.children.length > LINES) transcript.lastChild.remove();
}

function obey(text) {
  const [found, rest] = readCommand(text, words.commands);
  const answer = !text ? table().dataset.event : found.length === 1 ? commands[found[0]](rest) : fill(words.no_command, { text });
  note(answer || "", text);
  if (answer) say(answer);
}

panel.querySelector("form").addEventListener("submit", () => {
  const text = field.value.trim();
  field.value = "";
  obey(text);
  field.focus();
});
document.addEventListener("table:shown", (event) => {
  const alert = table().querySelector(".notice");
  for (const text of [event.detail.said, alert && textOf(alert)]) if (text) note(text);
});
if ("asked" in panel.dataset) panel.querySelector("form").requestSubmit();
if (get("text") && document.activeElement === document.body) field.focus({ preventScroll: true });
