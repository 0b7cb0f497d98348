/* The sheet for printing, the present one or an empty one; drawn when the browser is about to print. */

import { html, nothing, render } from "../shared/drawing.js";
import { closeDialog, figure, fill, openDialog, words } from "../shared/page.js";
import { shownName } from "../shared/players_editor.js";
import { cross } from "./card.js";
import { keyOf } from "./sheet.js";

const MOST_WIDE = 18; // number of columns that can be read on one page

/* Draw a sheet for paper; without a state an empty one that has nothing but the labels. */
function paper({ sheet, pad, state, name, players }) {
  const several = pad.columns.length > 1;
  const spots = players.flatMap((player) => pad.columns.map((column) => [player, column]));
  const edge = (column) => (column === 1 ? "edge" : nothing);
  const points = (player, row, column) => {
    const value = player.boxes[keyOf(row.id, column)];
    return value === 0 ? html`0${cross}` : value;
  };
  const line = (kind, label, content) => html`<tr class=${kind}><th scope="row">${label}</th>${spots.map(
    ([player, column]) => html`<td class=${edge(column)}>${content(player, column)}</td>`,
  )}</tr>`;
  const boxRow = (row) => line("", row.label, (player, column) => points(player, row, column));
  const sumRow = (total, label = sheet.totals[total]) =>
    line("total", label, (player, column) => (hasEntries(player) ? figure(pad.totals(state, player)[column][total]) : nothing));
  const section = (wanted) => sheet.categories.filter((row) => row.section === wanted).map(boxRow);
  const bonus = html`${sheet.totals.upper_bonus} ${sheet.bonus} <small>${fill(words.from_points, { points: sheet.bonus_at })}</small>`;
  const hasEntries = ({ boxes }) => Object.keys(boxes).length > 0; // to be added up by hand where there are none
  const who = (player) => html`<th class="who edge" colspan=${pad.columns.length}>
    <bdi>${state ? shownName(player) : nothing}</bdi></th>`;
  const grand = (player) => html`<td class="edge" colspan=${pad.columns.length}>${hasEntries(player) ? figure(pad.totals(state, player).grand) : nothing}</td>`;
  return html`<section><h2>${sheet.title} <small><bdi>${name}</bdi></small></h2>
    <table>
      <thead>
        <tr><th></th>${players.map(who)}</tr>
        ${several ? html`<tr><th></th>${spots.map(([, column]) => html`<th class=${edge(column)}>×${sheet.factors[column - 1]}</th>`)}</tr>` : nothing}
      </thead>
      <tbody>
        ${section("upper")} ${sumRow("upper")} ${sheet.bonus ? sumRow("upper_bonus", bonus) : nothing}
        ${section("lower")} ${sumRow("lower")}
        ${!state || state.options.american ? sumRow(sheet.extra_total) : nothing}
        ${several ? [sumRow("combined"), sumRow("weighted")] : nothing}
        <tr class="grand"><th scope="row">${sheet.totals.grand}</th>${players.map(grand)}</tr>
      </tbody>
    </table></section>`;
}

/* Return the players in groups that have room on a page, of nearly the same size. */
function pages(players, columns) {
  const number = Math.ceil((players.length * columns) / MOST_WIDE);
  const size = Math.ceil(players.length / number);
  return Array.from({ length: number }, (_none, at) => players.slice(at * size, (at + 1) * size));
}

const nobody = (number) => Array.from({ length: number }, (_none, index) => ({ id: index + 1, name: "", boxes: {}, extras: {} }));

/* Make the page print the open sheet of `journal`. Returns the function that opens the print dialog. */
export function printing({ sheet, pad, journal }) {
  const root = document.getElementById("paper");
  let empty = 0; // number of players of an empty sheet to print; 0 prints the open sheet

  function draw() {
    const { doc, state } = journal;
    const blank = empty || (state ? 0 : 2);
    const shown = blank ? { state: null, name: "", players: nobody(blank) } : { state, name: doc.name, players: state.players };
    const groups = pages(shown.players, pad.columns.length);
    render(html`${groups.map((players) => paper({ sheet, pad, ...shown, players }))}`, root);
  }

  window.addEventListener("beforeprint", draw);
  window.addEventListener("afterprint", () => {
    empty = 0;
  });

  return function openPrint() {
    const print = (event) => {
      event.preventDefault();
      const form = event.target;
      empty = form.elements.what.value === "empty" ? Number(form.elements.players.value) : 0;
      closeDialog();
      draw(); // not every browser fires "beforeprint"
      window.print();
    };
    const count = journal.state?.players.length ?? 2;
    const numbers = Array.from({ length: sheet.most_players }, (_none, index) => index + 1);
    const chooseEmpty = (event) => {
      event.target.form.elements.what.value = "empty";
    };
    const what = (value, text, checked) => html`<label class="tick"><input type="radio" name="what" value=${value} ?checked=${checked}>
      <span>${text}</span></label>`;
    openDialog(words.print, () => html`<form @submit=${print}>
      ${journal.state ? what("this", words.print_this, true) : nothing}
      ${what("empty", words.print_empty, !journal.state)}
      <label class="pick">${words.players} <select name="players" @change=${chooseEmpty}>${numbers.map(
        (number) => html`<option value=${number} ?selected=${number === count}>${number}</option>`,
      )}</select></label>
      <p class="small">${words.paper}</p>
      <div class="acts"><button class="btn default">${words.print}</button>
        <button type="button" class="btn" @click=${closeDialog}>${words.cancel}</button></div>
    </form>`);
  };
}
