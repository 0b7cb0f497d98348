/* Draws the sheet on the screen: one table with the columns of all players. Changes nothing itself, only calls back. */

import { html, nothing } from "../shared/drawing.js";
import { figure, fill, words } from "../shared/page.js";
import { shownName } from "../shared/players_editor.js";
import { keyOf } from "./sheet.js";

/* The cross over a struck box. */
export const cross = html`<svg class="cross" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
  <path d="M0 0 10 10M10 0 0 10" vector-effect="non-scaling-stroke"/></svg>`;

/* Draw the mark of a player in the lead. */
const leading = (is) =>
  is ? html`<span class="crown" aria-hidden="true">♛ </span><span class="vh">${words.leads}: </span>` : nothing;

/* Return the name of a box, with its factor where there are several columns. */
export function boxName(sheet, box, column) {
  const label = sheet.categories.find((row) => row.id === box)?.label ?? sheet.totals[sheet.extra_total];
  return sheet.factors.length > 1 ? `${label} ×${sheet.factors[column - 1]}` : label;
}

/* Return the size class of the table: "few", "some" or "many" columns. */
export function sizeOf(pad, { players }) {
  const boxes = players.length * pad.columns.length;
  return boxes <= 5 ? "few" : boxes <= 8 ? "some" : "many";
}

/* Return the language of the word for a row or a sum, where it is not that of the page. */
export const tongue = (sheet, id) => (sheet.english.includes(id) ? "en" : nothing);

/* Draw the table. `offers(player, box, column)` returns {points, extra} where the tapped dice may be entered. */
export function scoreTable({ sheet, pad, state, shown, offers, onBox, onExtras, onPlayer }) {
  const { players, last } = state;
  const several = pad.columns.length > 1;
  const leaders = pad.leaders(state);
  const sums = new Map(players.map((player) => [player.id, pad.totals(state, player)]));
  const spots = players.flatMap((player) => pad.columns.map((column) => [player, column]));
  const side = (player, column) => `${player === shown ? "" : "other "}${column === 1 ? "edge" : ""}`;
  const naming = (player, box, column) => ({ name: shownName(player), box: boxName(sheet, box, column) });

  function look(player, row, column) {
    const points = player.boxes[keyOf(row.id, column)];
    const names = naming(player, row.id, column);
    if (points === 0) return ["struck", points, fill(words.struck_box, names)];
    if (points) return ["filled", points, fill(words.filled_box, { ...names, points })];
    const offer = offers(player, row.id, column);
    if (!offer) return [pad.isPlayable(state, player, row.id, column) ? "open" : "barred", null, fill(words.open_box, names)];
    const text = offer.extra ? `${offer.points} + ${sheet.extra}` : offer.points;
    return ["possible", offer.points, fill(words.offered_box, { ...names, points: text }), offer.extra];
  }

  function boxCell(player, row, column) {
    const [state_, points, label, extra] = look(player, row, column);
    const fresh = last && last.player === player.id && last.box === row.id && last.column === column;
    return html`<td class="${side(player, column)}${fresh ? " fresh" : ""}" data-player=${player.id} data-box=${row.id}
      data-column=${column} data-state=${state_} data-points=${points ?? ""}>${
      state_ === "barred"
        ? nothing
        : html`<button type="button" aria-label=${label} @click=${() => onBox(player, row.id, column)}>${points}${
            extra ? html`<small>+${sheet.extra}</small>` : nothing
          }${state_ === "struck" ? cross : nothing}</button>`
    }</td>`;
  }

  const sumCell = (total) => ([player, column]) => {
    const points = sums.get(player.id)[column][total];
    return html`<td class=${side(player, column)} data-player=${player.id} data-total=${total} data-column=${column}
      data-points=${points}>${figure(points)}</td>`;
  };

  const bonusCell = ([player, column]) => {
    const { missing, upper_bonus: points } = sums.get(player.id)[column];
    const lost = pad.isUpperFull(player, column);
    return html`<td class=${side(player, column)} data-player=${player.id} data-total="upper_bonus" data-column=${column}
      data-points=${points}>${
      missing
        ? html`<span class="vh">${fill(lost ? words.no_bonus : words.missing, { points: missing })}</span><span aria-hidden="true"><small
            class="long">${fill(lost ? words.short : words.missing, { points: missing })}</small><small class="short">${lost ? "0" : `−${missing}`}</small></span>`
        : html`+${points}`
    }</td>`;
  };

  const extraCell = ([player, column]) => {
    const points = sums.get(player.id)[column][sheet.extra_total];
    const label = fill(words.extra_box, { ...naming(player, "extras", column), points });
    return html`<td class=${side(player, column)} data-player=${player.id} data-total=${sheet.extra_total} data-column=${column}
      data-points=${points}>${
      pad.holdsFive(player, column)
        ? html`<button type="button" aria-label=${label} @click=${() => onExtras(player, column)}>+${points}</button>`
        : nothing
    }</td>`;
  };

  const boxRow = (row) => html`<tr><th scope="row" lang=${tongue(sheet, row.id)}>${row.label}</th>${spots.map(([player, column]) => boxCell(player, row, column))}</tr>`;
  const sumRow = (total, cell = sumCell(total), label = sheet.totals[total], kind = "sum") =>
    html`<tr class=${kind}><th scope="row" lang=${tongue(sheet, total)}>${label}</th>${spots.map(cell)}</tr>`;
  const section = (name) => sheet.categories.filter((row) => row.section === name).map(boxRow);
  const bonusLabel = html`${sheet.totals.upper_bonus} <small>${fill(words.from_points, { points: sheet.bonus_at })}</small>`;

  const head = (player) => html`<th scope=${several ? "colgroup" : "col"} colspan=${pad.columns.length}
    class="who ${side(player, 1)}${player.id === state.turn && !pad.isOver(state) ? " turn" : ""}"><button type="button"
    class=${player === shown ? "shown" : ""} data-player=${player.id} aria-pressed=${player === shown ? "true" : "false"} aria-label=${fill(words.show_player, { name: shownName(player) })}
    @click=${() => onPlayer(player)}><bdi>${shownName(player)}</bdi></button></th>`;

  const factor = ([player, column]) => html`<th scope="col" class=${side(player, column)}>×${sheet.factors[column - 1]} <small
    class="long">${sheet.factor_words[column - 1]}</small></th>`;

  const grand = (player) => html`<td class=${side(player, 1)} colspan=${pad.columns.length} data-player=${player.id}
    data-total="grand" data-column="" data-points=${sums.get(player.id).grand}>${
    leading(leaders.includes(player))
  }${figure(sums.get(player.id).grand)}</td>`;

  const corner = pad.isOver(state) ? nothing : html`<small>${fill(words.round_of, { round: pad.round(state), rounds: pad.rounds })}</small>`;

  return html`<table class="score sheet" data-size=${sizeOf(pad, state)} data-columns=${pad.columns.length}>
    <colgroup><col class="label"></colgroup>
    ${players.map((player) => html`<colgroup class=${side(player, 0)}>${pad.columns.map(() => html`<col>`)}</colgroup>`)}
    <thead>
      <tr class="names"><td>${several ? nothing : corner}</td>${players.map(head)}</tr>
      ${several ? html`<tr class="factors"><td>${corner}</td>${spots.map(factor)}</tr>` : nothing}
    </thead>
    <tbody>
      ${section("upper")}
      ${sumRow("upper", undefined, undefined, "sum first")}
      ${sheet.bonus ? sumRow("upper_bonus", bonusCell, bonusLabel) : nothing}
      ${section("lower")}
      ${sumRow("lower", undefined, undefined, "sum first")}
      ${state.options.american ? sumRow(sheet.extra_total, extraCell, undefined, "extras") : nothing}
      ${several ? [sumRow("combined"), sumRow("weighted")] : nothing}
      <tr class="grand"><th scope="row" lang=${tongue(sheet, "grand")}>${sheet.totals.grand}</th>${players.map(grand)}</tr>
    </tbody>
  </table>`;
}

/* Draw the tabs that choose a player: a phone shows a card of several columns for one player at a time. */
export const playerTabs = ({ pad, state, shown, choose }) => html`<div class="padtabs" role="group" aria-label=${words.players}>${state.players.map(
  (player) => html`<button type="button" class="${player === shown ? "shown" : ""}${player.id === state.turn && !pad.isOver(state) ? " turn" : ""}"
    aria-pressed=${player === shown ? "true" : "false"} @click=${() => choose(player)}><bdi>${shownName(player)}</bdi>
    <b>${leading(pad.leaders(state).includes(player))}${figure(pad.totals(state, player).grand)}</b></button>`,
)}</div>`;
