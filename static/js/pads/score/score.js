/* The score pad: connects the sheet, its views, the dialogs and printing. */

import { openAwake } from "../../site/awake.js";
import { html, nothing, render } from "../shared/drawing.js";
import { openJournal, replay } from "../shared/journal.js";
import { ask, celebrate, closeDialog, drawDialog, fill, goToTop, keepFocus, onKey, openDialog, read, say, stepKey, words, written } from "../shared/page.js";
import { playersEditor, shownName } from "../shared/players_editor.js";
import { openSheets } from "../shared/sheets.js";
import { openStore } from "../shared/store.js";
import { beginView, newDraft, optionTicks } from "./begin.js";
import { boxName, playerTabs, scoreTable, sizeOf } from "./card.js";
import { bringIntoSight, gridKey, rove, stayInRow } from "./grid.js";
import { printing } from "./paper.js";
import { pickExtras, pickValue } from "./picker.js";
import { resultView, verdict } from "./result.js";
import { makePad, setupOf } from "./sheet.js";
import { tray } from "./tray.js";

const sheet = read("sheet");
const pad = makePad(sheet);
const store = openStore(sheet.rules, (doc) => replay(pad, doc, doc.actions.length));
const journal = openJournal({ kind: sheet.rules, store, ...pad });
const openPrint = printing({ sheet, pad, journal });
const stayAwake = openAwake(() => Boolean(journal.state) && !pad.isOver(journal.state));
const root = document.getElementById("pad");

// The state of the page besides the sheet; none of it is stored.
let openId = journal.doc?.id; // id of the sheet that the following belongs to
let chosen = null; // id of the player chosen to be shown, until the next entry
let dice = []; // the dice tapped so far
let trayOpen = false;
let draft = null; // players and options of the sheet about to begin
let notice = "";

const shownPlayer = (state) =>
  state.players.find((player) => player.id === chosen) || state.players.find((player) => player.id === state.turn);
const onlyValue = (box) => (pad.values(journal.state, box).length === 1 ? pad.values(journal.state, box)[0] : null);

// --- actions

function act(action, seen) {
  const before = journal.state;
  try {
    if (!journal.act(action, seen)) return null;
  } catch {
    notice = words.stale; // another tab has changed the box that a dialog was opened for
    return draw();
  }
  const { state } = journal;
  if (["fill", "empty"].includes(action.do)) {
    chosen = null;
    dice = [];
  }
  const ended = !pad.isOver(before) && pad.isOver(state);
  if (ended || state.last !== before.last || state.turn !== before.turn) say(told(state));
  if (ended) celebrate(root.querySelector(".result"));
  return draw();
}

/* Do an action on a box, after a question if extra bonuses would go with it. */
async function enter(action, seen = journal.state) {
  const lost = pad.extrasLost(seen, action);
  const question = fill(words.lose_extras, { points: lost * sheet.extra });
  if (!lost || (await ask(question, action.do === "fill" ? words.strike : words.empty_box))) act(action, seen);
}

/* Return the sentence about the latest entry and who is next. */
function eventOf(state) {
  const player = state.players.find(({ id }) => id === state.last?.player);
  const next = state.players.find(({ id }) => id === state.turn);
  const turn = pad.isOver(state) || state.players.length === 1 ? "" : fill(words.turn, { name: shownName(next) });
  if (!player) return turn;
  const { points, box, column, extra } = state.last;
  const text = points === undefined ? words.emptied : words.entered;
  const worth = extra ? `${points} + ${sheet.extra}` : points;
  return `${fill(text, { name: shownName(player), box: boxName(sheet, box, column), points: worth })} ${turn}`;
}

const told = (state) => (pad.isOver(state) ? verdict(pad, state) : eventOf(state));

/* Undo or redo, and show the player concerned. */
function step(move) {
  chosen = null;
  dice = [];
  if (journal[move]()) say(move === "undo" ? words.taken_back : told(journal.state));
}

function onBox(player, box, column) {
  const { state } = journal;
  const offer = player === shownPlayer(state) ? offered(player, box, column) : null;
  const open = player.boxes[`${box}:${column}`] === undefined;
  const points = offer ? offer.points : open ? onlyValue(box) : null;
  if (points === null) pickValue({ sheet, pad, state, player, box, column, act: enter });
  else act({ do: "fill", player: player.id, box, column, points, ...(offer?.extra ? { extra: true } : {}) });
}

const offered = (player, box, column) => (dice.length === 5 ? pad.offer(journal.state, player, box, column, dice) : null);

/* Return a function that strikes the box just filled with its only possible value, null where there is none. */
function strikeLast() {
  const { last } = journal.state;
  if (!last?.points || onlyValue(last.box) !== last.points) return null;
  return () => enter({ do: "fill", player: last.player, box: last.box, column: last.column, points: 0, extra: false });
}

function begin(chosenSetup) {
  draft = null;
  journal.begin(setupOf(chosenSetup), written(new Date()));
  goToTop();
}

function openPeople() {
  openDialog(words.players_and_rules, () => {
    const { players, options, highest } = journal.state;
    const loses = (player) => Object.keys(player.boxes).length > 0;
    return html`${playersEditor({ players, act, highest, loses, most: sheet.most_players })}
      <h3>${words.agreed}</h3>
      ${optionTicks(sheet, options, (option, on) => act({ do: "option", option, on }))}
      <div class="acts"><button type="button" class="btn default" @click=${closeDialog}>${words.done}</button></div>`;
  });
}

function sheets() {
  const names = ({ players }) => players.map(shownName).join(", ");
  openSheets({ store, journal, describe: (doc) => names(replay(pad, doc)) });
}

// --- views

function startView() {
  draft ||= newDraft();
  const change = (next) => {
    draft = next;
    draw();
  };
  const more = html`<button type="button" class="btn" @click=${sheets}>${words.sheets_more}</button>
    <button type="button" class="btn" @click=${openPrint}>${words.print_more}</button>`;
  return beginView({ sheet, draft, change, begin, more });
}

function sheetView(state) {
  const shown = shownPlayer(state);
  const offers = (player, box, column) => (player === shown ? offered(player, box, column) : null);
  const onExtras = (player, column) => pickExtras({ sheet, state, player, column, act });
  const choose = (player) => {
    chosen = player.id;
    draw();
  };
  const set = (change) => {
    change();
    draw();
  };
  return html`<div class="padtable" data-next='table.sheet tbody button[tabindex="0"]' data-size=${sizeOf(pad, state)}>
    ${pad.isOver(state) ? resultView({ pad, state, again: () => begin(state) }) : nothing}
    ${pad.columns.length > 1 && state.players.length > 1 ? playerTabs({ pad, state, shown, choose }) : nothing}
    <section class="window sheetwindow"><h2 class="titlebar"><span><bdi>${journal.doc.name}</bdi></span></h2>
      <div class="scroll">${scoreTable({ sheet, pad, state, shown, offers, onBox, onExtras, onPlayer: choose })}</div>
    </section>
    <div class="side">
      <section class="window tray">${tray({
        event: eventOf(state), dice, open: trayOpen, journal, step, strike: strikeLast(), over: pad.isOver(state),
        onDice: (next) => set(() => { dice = next; }), onOpen: () => set(() => { trayOpen = !trayOpen; dice = []; }),
      })}</section>
      <section class="window sheet-actions"><h2 class="titlebar"><span>${words.sheet}</span></h2><div class="pane">
        <button type="button" class="btn" @click=${openPeople}>${words.players_and_rules_more}</button>
        <button type="button" class="btn" @click=${() => begin(state)}>${words.again}</button>
        <button type="button" class="btn" @click=${sheets}>${words.sheets_more}</button>
        <button type="button" class="btn" @click=${openPrint}>${words.print_more}</button>
      </div></section>
    </div>
  </div>`;
}

function draw() {
  const { state } = journal;
  const focused = document.activeElement?.closest("table.sheet td[data-box]");
  const warning = notice || (state && !store.persistent ? words.not_saved : store.broken ? words.broken : "");
  keepFocus(() => {
    render(html`${warning ? html`<p class="notice" role="status">${warning}</p>` : nothing}${state ? sheetView(state) : startView()}`, root);
    if (focused && state) stayInRow(root, focused, shownPlayer(state));
  });
  if (state) rove(root.querySelector("table.sheet"));
  for (const button of root.querySelectorAll(".shown")) bringIntoSight(button);
  drawDialog();
  stayAwake();
}

journal.onChange((news) => {
  notice = news ? words[news] : "";
  if (openId !== journal.doc?.id) [openId, chosen, dice] = [journal.doc?.id, null, []];
  draw();
});
root.addEventListener("keydown", (event) => gridKey(event, root.querySelector("table.sheet")));
onKey((event) => {
  const way = stepKey(event);
  if (!way || !journal.state) return;
  event.preventDefault();
  step(way);
});
draw();
