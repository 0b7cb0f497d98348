/* The Farkle pad: counts the points of people who play with six real dice, and computes what dice are worth. */

import { openAwake } from "../../site/awake.js";
import { get } from "../../site/options.js";
import { html, nothing, render } from "../shared/drawing.js";
import { openJournal, replay } from "../shared/journal.js";
import { celebrate, drawDialog, figure, fill, goToTop, keepFocus, read, say, words, written } from "../shared/page.js";
import { isolated } from "../shared/names.js";
import { namedPlayers } from "../shared/players.js";
import { shownName } from "../shared/players_editor.js";
import { openSheets } from "../shared/sheets.js";
import { openStore } from "../shared/store.js";
import { newGame, openByHand, openCorrection, openSettings, pointsTable } from "./form.js";
import { listen } from "./keys.js";
import { printing } from "./paper.js";
import { HAND, PENALTY, canBank, farklePad, isThird, playing, ranking, setupOf, total } from "./state.js";
import { openTable } from "./table.js";
import { corrected, judged, resultView, roundsTable, turnHead, turnView, upNext } from "./view.js";

const { dice, presets, target } = read("sheet");
const lookup = openTable({ dice, presets });
const pad = farklePad(presets, lookup);
const store = openStore("farkle", (doc) => replay(pad, doc, doc.actions.length));
const journal = openJournal({ kind: "farkle", store, ...pad });
const stayAwake = openAwake(() => Boolean(journal.state) && journal.state.turn !== null);
const print = printing({ journal, pad, setup: firstSetup("", "") });
let chosen = []; // faces of the dice chosen but not yet taken
let news = "";
let shownTurn = null;
let welcome = null; // draws the form for a new game when no sheet is open

const worth = () => lookup(journal.state.preset, chosen);

// --- actions

function act(action, seen) {
  chosen = [];
  try {
    return journal.act(action, seen);
  } catch {
    return false; // not possible, and the page does not offer it
  }
}

/* Do an action of the player on turn, and announce it, with who is next or who has won. */
function play(action, sentence, values, seen) {
  const player = playing(journal.state);
  if (!act(action, seen)) return;
  const { state } = journal;
  const now = state.players.find(({ id }) => id === player.id);
  tell(fill(sentence, { name: shownName(now), total: figure(total(now)), ...values }), !state.points);
}

/* Do an action that is not part of a turn; announce corrected points, and who is next when that has changed. */
function change(action, seen) {
  const { turn } = journal.state;
  if (!act(action, seen)) return;
  const line = action.do === "correct" ? corrected(journal.state, action) : "";
  const passed = journal.state.turn !== turn;
  if (line || passed) tell(line, passed);
}

function tell(line, passed) {
  say(passed ? `${line} ${upNext(journal.state)}`.trim() : line);
  if (passed && journal.state.turn === null) celebrate(document.querySelector(".over"));
}

function take(action, points, seen) {
  play(action, words.said_take, { points: figure(points), turn: figure(journal.state.points + points) }, seen);
}

const on = {
  choose(face) {
    if (chosen.length < (journal.state.left ?? HAND)) chosen = [...chosen, face];
    changed();
  },
  drop(place = chosen.length - 1) {
    chosen = chosen.filter((_, at) => at !== place);
    changed();
  },
  take() {
    const { points, scoring } = worth();
    take({ do: "take", dice: scoring.join("") }, points);
  },
  bank() {
    const { points, scoring } = worth() ?? { points: 0 };
    const sum = journal.state.points + points;
    if (!canBank(journal.state, sum) || (points && !act({ do: "take", dice: scoring.join("") }))) return;
    play({ do: "bank" }, words.said_bank, { points: figure(sum) });
  },
  farkle() {
    const third = isThird(journal.state);
    const points = figure(third ? PENALTY : journal.state.points);
    play({ do: "farkle" }, third ? words.said_third : words.said_farkle, { points });
  },
  byHand() {
    const { state } = journal;
    openByHand({ act: (action) => take(action, action.points, state) });
  },
  undo: () => step("undo"),
  redo: () => step("redo"),
  again: () => begin(setupOf(journal.state)),
  sheets: () => openSheets({ store, journal, describe }),
  settings: () => openSettings({ journal, presets, act: change }),
};

function changed() {
  draw();
  say(judged(journal.state, presets[journal.state.preset], worth()).join(" "));
}

function step(way) {
  chosen = [];
  if (journal[way]()) say(words[`said_${way}`]);
}

// --- games

function begin(setup) {
  welcome = null;
  chosen = [];
  journal.begin(setup, written(new Date()));
  goToTop();
}

/* Return the setup that the form begins with. */
function firstSetup(...names) {
  const [preset] = Object.keys(presets);
  const { first, later } = presets[preset];
  return { preset, first, later, target, players: namedPlayers(names) };
}

const startForm = () => newGame({ pad, setup: firstSetup(get("name"), ""), presets, begin, redraw: draw });

function describe(doc) {
  const state = replay(pad, doc);
  return ranking(state).map(({ player, points }) => `${shownName(player)} ${figure(points)}`).join(", ");
}

// --- drawing

const titled = (title) => html`<h2 class="titlebar"><span>${title}</span></h2>`;

function game(state) {
  const correct = (player, round) => openCorrection({ player, round, act: (action) => change(action, state) });
  const over = state.turn === null;
  const last = !over && state.players.find(({ id }) => id === state.last);
  const reached = last && fill(words.last_round, { name: shownName(last), points: figure(total(last)) });
  return html`<div class="playing" data-next=".hand .verdict, .hand .bank">
      <section class="window rounds-window">${titled(isolated(journal.doc.name))}
        ${reached ? html`<p class="notice">${reached}</p>` : nothing}${roundsTable(state, correct)}</section>
      <section class="window hand ${over ? "over" : ""}">${turnHead(state, journal, on)}
        ${over ? resultView(state, on) : turnView(state, presets[state.preset], { chosen, worth: worth() }, on)}</section>
    </div>
    <section class="window sheet-actions">${titled(words.sheet)}<div class="pane acts">
      <button type="button" class="btn" @click=${on.settings}>${words.players_and_rules_more}</button>
      <button type="button" class="btn" @click=${on.again}>${words.again}</button>
      <button type="button" class="btn" @click=${on.sheets}>${words.sheets_more}</button>
      <button type="button" class="btn" @click=${print}>${words.print}</button></div></section>`;
}

function start() {
  welcome ??= startForm();
  return html`<section class="window centre">${titled(words.new_sheet)}<div class="pane">${welcome()}
    <p><button type="button" class="btn" @click=${on.sheets}>${words.sheets_more}</button></p></div></section>`;
}

function notes() {
  const lines = [news && words[news], !store.persistent && words.not_saved, store.broken > 0 && words.broken];
  return lines.filter(Boolean).map((line) => html`<p class="notice">${line}</p>`);
}

function draw() {
  const { state } = journal;
  keepFocus(() => render(html`${notes()}${state ? game(state) : start()}`, document.getElementById("pad")));
  render(pointsTable(presets[state?.preset ?? Object.keys(presets)[0]]), document.getElementById("points"));
  drawDialog();
  stayAwake();
  if (state && state.turn !== shownTurn) bringIntoView();
}

/* With many players the table scrolls sideways: show whose turn it is. */
function bringIntoView() {
  shownTurn = journal.state.turn;
  const head = document.querySelector(".rounds .turn");
  document.querySelector(".farkle .scroll").scrollLeft = head ? head.offsetLeft - head.offsetWidth : 0;
}

// --- keys, changes in other tabs, start

listen({ on, journal, worth });
journal.onChange((piece) => {
  news = piece;
  if (piece) {
    chosen = [];
    say(words[piece]);
  }
  draw();
});
draw();
