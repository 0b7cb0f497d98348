/* The dialogs of the Farkle pad: players and rules (for a new game and during one), points by hand, corrections. */

import { html } from "../shared/drawing.js";
import { closeDialog, figure, fill, language, openDialog, words } from "../shared/page.js";
import { playersEditor, shownName } from "../shared/players_editor.js";
import { HAND, PENALTY, setupOf, total } from "./state.js";

const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });

export const chance = (share) => percent.format(share);

/* Draw what scores in a preset, and the chance of a Farkle with one to six dice. */
export const pointsTable = ({ title, lines, farkle }) => html`<table class="list points">
    <caption>${title}</caption>
    <tbody>${lines.map(([what, points]) => html`<tr><th scope="row">${what}</th><td>${points.toFixed ? figure(points) : points}</td></tr>`)}</tbody>
  </table>
  <table class="list chances">
    <caption>${words.chances}</caption>
    <tbody>${farkle.map((share, at) => html`<tr><th scope="row">${words.dice[at]}</th><td>${chance(share)}</td></tr>`)}</tbody>
  </table>`;

const numberField = (label, value, change, least = 0) => html`<label class="pick">${label}
  <input type="number" inputmode="numeric" min=${least} max="1000000" step="1" required .value=${String(value)}
    @change=${(event) => event.target.reportValidity() && change(Number(event.target.value))}></label>`;

/* Draw the fields for players and rules; `act` is called with actions of state.js. */
function settings({ state, presets, act }) {
  const { preset, first, later, target, penalty } = state;
  const rules = (changed) => act({ do: "rules", preset, first, later, target, penalty, ...changed });
  const choose = (name) => rules({ preset: name, first: presets[name].first, later: presets[name].later });
  const loses = (player) => total(player) > 0 || (player.id === state.turn && state.points > 0);
  return html`<h3>${words.who_plays}</h3>${playersEditor({ players: state.players, act, highest: state.highest, loses })}
    <h3>${words.agreed}</h3><div class="rules-form">
      ${numberField(words.target, target, (value) => rules({ target: value }), 1)}
      <label class="pick">${words.preset}
        <select @change=${(event) => choose(event.target.value)}>
          ${Object.entries(presets).map(([name, { title }]) => html`<option value=${name} .selected=${name === preset}>${title}</option>`)}
        </select></label>
      ${numberField(words.first, first, (value) => rules({ first: value }))}
      ${numberField(words.later, later, (value) => rules({ later: value }))}
      <label class="tick"><input type="checkbox" name="penalty" .checked=${penalty}
        @change=${({ target: { checked } }) => rules({ penalty: checked })}> <span>${fill(words.penalty, { points: figure(PENALTY) })}</span></label>
      <details class="more"><summary>${words.what_counts}</summary>${pointsTable(presets[preset])}</details>
    </div>`;
}

/* Return a function that draws the form for a new game, filled with `setup`. The form calls `begin(setup)` to start the
   game and `redraw()` after every change. */
export function newGame({ pad, setup, presets, begin, redraw }) {
  let draft = pad.start(setup);
  const act = (action) => {
    draft = pad.reduce(draft, action);
    redraw();
  };
  const start = (event) => {
    event.preventDefault();
    begin(setupOf(draft));
  };
  return () => html`<form @submit=${start}>${settings({ state: draft, presets, act })}
    <div class="acts"><button class="btn default">${words.start}</button></div></form>`;
}

/* Open the dialog with players and rules of the game in progress. */
export function openSettings({ journal, presets, act }) {
  openDialog(words.players_and_rules, () => html`${settings({ state: journal.state, presets, act })}
    <div class="acts"><button type="button" class="btn default" @click=${closeDialog}>${words.done}</button></div>`);
}

/* Ask for points that are entered as a number instead of as dice. */
export function openByHand({ act }) {
  const add = (event) => {
    event.preventDefault();
    const { points, left } = Object.fromEntries(new FormData(event.target));
    closeDialog();
    act({ do: "points", points: Number(points), left: Number(left) || null });
  };
  openDialog(words.by_hand_title, () => html`<form @submit=${add}>
    <label class="pick">${words.points}
      <input type="number" name="points" inputmode="numeric" min="1" max="100000" required data-focus></label>
    <label class="pick">${words.dice_left}
      <select name="left"><option value="">${words.unknown}</option>
        ${Array.from({ length: HAND }, (_, at) => html`<option value=${at + 1}>${at + 1}</option>`)}</select></label>
    <div class="acts"><button class="btn default">${words.add}</button>
      <button type="button" class="btn" @click=${closeDialog}>${words.cancel}</button></div></form>`);
}

/* Open the dialog that corrects the points a player banked in an earlier round. */
export function openCorrection({ player, round, act }) {
  const save = (event) => {
    event.preventDefault();
    closeDialog();
    act({ do: "correct", player: player.id, round, points: Number(new FormData(event.target).get("points")) });
  };
  const label = fill(words.correct_label, { name: shownName(player), round: round + 1 });
  openDialog(words.correct_title, () => html`<form @submit=${save}>
    <label class="pick">${label}
      <input type="number" name="points" min="-100000" max="100000" required data-focus
        .value=${String(player.turns[round] ?? 0)}></label>
    <p class="small">${words.correct_hint}</p>
    <div class="acts"><button class="btn default">${words.save}</button>
      <button type="button" class="btn" @click=${closeDialog}>${words.cancel}</button></div></form>`);
}
