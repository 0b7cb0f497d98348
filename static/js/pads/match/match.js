/* The match counter: handles taps, keys and earbuds, and keeps the match, its page and its announcements up to date. */

import { landings, tumble } from "../../dice/cube.js";
import { openAwake } from "../../site/awake.js";
import { get } from "../../site/options.js";
import { html, nothing, render } from "../shared/drawing.js";
import { openJournal, replay } from "../shared/journal.js";
import { distinctNames, plainText } from "../shared/names.js";
import { celebrate, closeDialog, fill, goToTop, keepFocus, language, onKey, openDialog, read, say, words } from "../shared/page.js";
import { openSheets } from "../shared/sheets.js";
import { openStore } from "../shared/store.js";
import { openEarbuds, possible as buttons } from "./earbuds.js";
import { onVoices, speak, voiceFor } from "./speech.js";
import { canRoll, reduce, start, starts } from "./state.js";
import { openTrial } from "./trial.js";
import { counter, eventOf, handsFree, history, newMatch, renaming, scoreOf, shownNames, spoken, titleOf } from "./view.js";

const pad = { start, reduce };
const store = openStore("match", (doc) => replay(pad, doc, doc.actions.length));
const journal = openJournal({ kind: "match", store, ...pad });
const stayAwake = openAwake(() => journal.state?.winner === null);
const earbuds = openEarbuds({ sound: read("sheet").sound, onCommand: carryOut, changed: draw });
const trial = openTrial(draw);
let rolling = false;
let refused = false; // the browser refused to play the loop
let news = "";

// --- actions

const last = () => journal.doc.actions[journal.doc.at - 1];

/* A roll cannot be undone: that would allow rolling again for a better result. */
const canUndo = () => journal.canUndo && !rolling && last().do !== "roll";
const canRedo = () => journal.canRedo && !rolling;

function win(player) {
  if (journal.state.winner !== null || rolling) return;
  if (journal.act({ do: "game", winner: player, time: new Date().toISOString() })) tell();
}

function undo() {
  if (canUndo() && journal.undo()) tell(`${words.taken_back} `);
}

function redo() {
  if (canRedo() && journal.redo()) tell();
}

/* Return a face from 1 to 6 with equal chances: bytes from 252 on are rejected. */
function rollDie() {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0] >= 252);
  return (byte[0] % 6) + 1;
}

async function roll() {
  if (rolling || !canRoll(journal.state)) return;
  rolling = true;
  const dice = [rollDie(), rollDie()];
  if (journal.act({ do: "roll", dice })) {
    const shown = [...document.querySelectorAll(".half .die")];
    const lands = landings(shown.length);
    await Promise.all(shown.map((each, player) => tumble(each, dice[player], { lands: lands[player] })));
  }
  rolling = false;
  draw();
  if (journal.state) tell();
}

/* Carry out the command of an earbud or a key: "one", "two" or "undo". */
function carryOut(command) {
  if (!journal.state) return;
  if (command === "undo") undo();
  else win(command === "one" ? 0 : 1);
}

/* Announce what has happened: one line for screen readers, and aloud if that option is on. */
function tell(before = "") {
  const { state } = journal;
  const next = starts(state);
  const score = state.winner === null && state.games.length ? ` ${spoken(state)}` : "";
  const starter = state.games.length && state.winner === null && next !== null;
  const line = before + eventOf(state) + score;
  say(starter ? `${line} ${fill(words.starts_name, { name: shownNames(state.names)[next] })}` : line);
  if (get("say")) speak(spoken(state), language);
}

// --- matches

function begin(setup) {
  journal.begin(setup, plainText(shownNames(setup.names).join(" – ")));
  goToTop();
  say(eventOf(journal.state));
}

function submitNew(event) {
  event.preventDefault();
  const data = new FormData(event.target);
  const starter = data.get("starter");
  closeDialog();
  begin({
    names: distinctNames(data.getAll("name")),
    game: data.get("game"),
    target: Number(data.get("target")),
    starter: starter === "" ? null : Number(starter),
  });
}

function again() {
  const { names, game, target } = journal.state;
  begin({ names, game, target, starter: starts(journal.state) });
}

/* Correct names in the setup, not by an action: undo is meant to take back games, not names. */
function submitNames(event) {
  event.preventDefault();
  const names = distinctNames(new FormData(event.target).getAll("name"));
  closeDialog();
  if (names.every((name, player) => name === journal.state.names[player])) return;
  const { setup, actions, at } = journal.doc;
  const steps = (list) => list.filter((action) => action.do !== "rename"); // older matches have renaming as an action
  journal.amend({ setup: { ...setup, names }, actions: steps(actions), at: steps(actions.slice(0, at)).length });
}

function describe(doc) {
  const state = replay(pad, doc);
  const [one, two] = shownNames(state.names);
  return `${one} ${scoreOf(state)} ${two} · ${titleOf(state)}`;
}

async function toggleEarbuds() {
  if (earbuds.on) earbuds.turnOff();
  else refused = !(await earbuds.turnOn());
  draw();
}

const commands = {
  win, undo, redo, roll, again,
  say: () => speak(spoken(journal.state), language),
  earbuds: toggleEarbuds,
  begin: () => openDialog(words.new_match, () => newMatch(journal.state, submitNew)),
  rename: () => openDialog(words.names, () => renaming(journal.state, submitNames)),
  matches: () => openSheets({ store, journal, describe }),
};

// --- the page

function earbudState() {
  if (!buttons) return "impossible";
  if (earbuds.on) return "on";
  return refused ? "refused" : "off";
}

function draw() {
  const { state, doc } = journal;
  const view = {
    state, doc, rolling, news, persistent: store.persistent, canUndo: canUndo(), canRedo: canRedo(),
    earbuds: earbudState(), voice: Boolean(voiceFor(language)),
  };
  const blank = { names: [get("name"), ""], target: 3 };
  keepFocus(() => render(state ? counter(view, commands) : firstMatch(blank), document.getElementById("match")));
  render(html`${state ? history(view, commands) : nothing}${handsFree(view, commands)}`, document.getElementById("beside"));
  const title = state ? `${shownNames(state.names)[0]} ${scoreOf(state)} ${shownNames(state.names)[1]}` : "";
  document.title = title ? `${title} · ${words.title}` : words.title;
  earbuds.show(title || words.title, words.title);
  stayAwake();
}

function firstMatch(blank) {
  const matches = html`<button type="button" class="btn" @click=${commands.matches}>${words.sheets}</button>`;
  return html`${trial.draw()}<section class="window" aria-labelledby="match-title">
    <h2 class="titlebar" id="match-title"><span>${words.new_match}</span></h2>
    <div class="pane">${newMatch(blank, submitNew, matches)}</div>
  </section>`;
}

/* Keys: the arrows and Backspace, no letters. */
onKey((event) => {
  const command = { ArrowLeft: "one", ArrowRight: "two", Backspace: "undo" }[event.key];
  const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (!command || modified) return;
  event.preventDefault();
  carryOut(command);
});

let before = journal.state;
journal.onChange((key) => {
  const ended = before?.winner === null && journal.state && journal.state.winner !== null;
  const same = before && journal.state && before.games.length + 1 === journal.state.games.length;
  before = journal.state;
  news = words[key] || "";
  draw();
  if (news) say(news);
  if (ended && same && !key) celebrate();
});
onVoices(draw);
draw();
