/* The views of the Farkle pad: the table of rounds, the turn with its dice calculator, the result. */

import { html, nothing, svg } from "../shared/drawing.js";
import { figure, fill, language, words } from "../shared/page.js";
import { shownName } from "../shared/players_editor.js";
import { chance } from "./form.js";
import { HAND, PENALTY, canBank, isThird, leaders, needed, playing, ranking, rounds, total } from "./state.js";

const list = new Intl.ListFormat(language);
const FACES = ["1", "2", "3", "4", "5", "6"];
const face = (number) => html`<svg viewBox="0 0 100 100" aria-hidden="true">${svg`<use href="#face-${number}"></use>`}</svg>`;

/* Return the sentence that says who has won. */
function verdict(state) {
  const [{ points }] = ranking(state);
  const best = state.players.filter((player) => total(player) === points).map(shownName);
  return fill(best.length > 1 ? words.draw : words.won, { name: best[0], names: list.format(best), points: figure(points) });
}

/* Return the sentence that says who is next, or who has won. */
export const upNext = (state) =>
  state.turn === null ? verdict(state) : fill(words.turn, { name: shownName(playing(state)) });

/* Return the line that announces a correction. */
export function corrected({ players }, { player, round, points }) {
  const name = shownName(players.find(({ id }) => id === player));
  return `${fill(words.correct_label, { name, round: round + 1 })}: ${figure(points)}.`;
}

// --- the table of rounds

function playerHead(state, player) {
  const name = shownName(player);
  const turn = player.id === state.turn;
  return html`<th scope="col" class=${turn ? "turn" : ""} aria-current=${turn ? "true" : nothing}><bdi>${name}</bdi></th>`;
}

function cell(player, round, correct) {
  const points = player.turns[round];
  if (points === undefined) return html`<td></td>`;
  if (points === null) return html`<td>–</td>`;
  const label = fill(words.correct, { name: shownName(player), round: round + 1, points: figure(points) });
  const sum = total({ turns: player.turns.slice(0, round + 1) });
  return html`<td class=${points > 0 ? "" : "lost"}><button type="button" aria-label=${label} @click=${() => correct(player, round)}>
    <b>${points ? figure(points) : "✕"}</b><small>${figure(sum)}</small></button></td>`;
}

export function roundsTable(state, correct) {
  const best = leaders(state);
  const missing = (player) => Math.max(0, state.target - total(player));
  const order = Array.from({ length: rounds(state) }, (_, at) => rounds(state) - 1 - at);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.rounds}><table class="rounds" data-players=${state.players.length}>
    <thead><tr><th scope="col"><span class="vh">${words.round}</span></th>${state.players.map((player) => playerHead(state, player))}</tr></thead>
    <tbody>
      <tr class="totals"><th scope="row">${words.total}</th>${state.players.map((player) => html`<td data-total=${player.id}>
        ${best.includes(player) ? html`<span class="star" role="img" aria-label=${words.leads}>★</span>` : nothing}${figure(total(player))}</td>`)}</tr>
      <tr class="to-go"><th scope="row">${words.to_go}</th>${state.players.map((player) => html`<td>${figure(missing(player))}</td>`)}</tr>
      ${order.map((round) => html`<tr><th scope="row">${round + 1}</th>${state.players.map((player) => cell(player, round, correct))}</tr>`)}
    </tbody></table></div>`;
}

// --- the turn

function slots(state, chosen, worth, drop) {
  const idle = [...(worth?.idle ?? [])];
  return html`<div class="slots" data-repeats data-next=".faces .die" role="group" aria-label=${words.chosen}>${Array.from({ length: state.left ?? HAND }, (_, at) => {
    const number = chosen[at];
    if (!number) return html`<span class="die blank"></span>`;
    const useless = idle.includes(number) && Boolean(idle.splice(idle.indexOf(number), 1));
    return html`<button type="button" class="die ${useless ? "idle" : ""}" data-face=${number}
      aria-label=${fill(useless ? words.drop_idle : words.drop_die, { face: number })} @click=${() => drop(at)}>${face(number)}
      ${useless ? html`<span class="tag" aria-hidden="true">0</span>` : nothing}</button>`;
  })}</div>`;
}

/* Return two lines: what the chosen dice are worth, and the risk of rolling on. */
export function judged(state, preset, worth) {
  const left = state.left && (state.left - (worth?.scoring.length ?? 0) || HAND);
  const risk = left && fill(words.chance, { chance: chance(preset.farkle[left - 1]) }).replaceAll(" ", "\u00a0");
  const onward = left ? [left === HAND && worth ? words.hot : words.left[left - 1], risk] : [];
  if (!worth) return [words.tap, onward.join(" · ")];
  if (!worth.points) return [words.worthless, ""];
  const idle = worth.idle.length ? [fill(words.idle[worth.idle.length - 1], { dice: list.format(worth.idle) })] : [];
  return [[fill(words.worth, { points: figure(worth.points) }), ...idle].join(" · "), onward.join(" · ")];
}

/* A button that is never disabled but only marked as such, so that it keeps the focus. */
const button = (kind, possible, label, act) => html`<button type="button" class="btn ${kind}" aria-disabled=${String(!possible)}
  @click=${() => possible && act()}>${label}</button>`;

/* Draw the turn of the player to move: `chosen` are faces, `worth` is their value, `on` has the button handlers. */
export function turnView(state, preset, { chosen, worth }, on) {
  const more = worth?.points ?? 0;
  const sum = state.points + more;
  const short = needed(state) - sum;
  const full = chosen.length >= (state.left ?? HAND);
  const [first, second] = judged(state, preset, worth);
  return html`
    <p class="picks">${state.picks.map(({ dice, points }) => html`<span>${dice ? html`${[...dice].join("-")} = ` : "+ "}<b>${figure(points)}</b></span>`)}
      ${isThird(state) ? html`<span class="need">${fill(words.third, { points: figure(PENALTY) })}</span>` : nothing}
      ${short > 0 ? html`<span class="need">${fill(words.needed, { points: figure(short) })}</span>` : nothing}</p>
    <div class="judged"><p><b>${first}</b> ${second}</p>
      <button type="button" class="btn" @click=${on.byHand}>${words.by_hand}</button></div>
    ${slots(state, chosen, worth, on.drop)}
    <div class="faces" data-repeats data-next=".hand .take" role="group" aria-label=${words.faces}>${FACES.map((number) => html`<button type="button" class="die" data-face=${number}
      aria-label=${fill(words.add_die, { face: number })} ?disabled=${full} @click=${() => on.choose(number)}>${face(number)}</button>`)}</div>
    <div class="acts">
      ${button("farkle", true, words.farkle, on.farkle)}
      ${button("take", more > 0, more ? fill(words.take, { points: figure(more) }) : words.take_nothing, on.take)}
      ${button("bank default", canBank(state, sum), sum ? fill(words.bank, { points: figure(sum) }) : words.bank_nothing, on.bank)}
    </div>`;
}

/* Draw the line above the dice: the player, the points of this turn, undo and redo. */
export function turnHead(state, journal, on) {
  const player = playing(state);
  const points = figure(state.points);
  const step = (way, sign, possible, back) => html`<button type="button" class=${way} data-repeats data-next=${`.hand .${back}`} aria-label=${words[way]} title=${words[way]}
    ?disabled=${!possible} @click=${on[way]}>${sign}</button>`;
  return html`<div class="turn-head"><h2>${player ? html`<bdi>${shownName(player)}</bdi>` : words.result}</h2>
    ${player ? html`<p class="running"><span class="vh">${fill(words.this_turn, { points })}</span><b aria-hidden="true">${points}</b></p>` : nothing}
    ${step("undo", "↶", journal.canUndo, "redo")}${step("redo", "↷", journal.canRedo, "undo")}</div>`;
}

export function resultView(state, on) {
  const best = leaders(state);
  return html`<div class="pane"><p class="verdict" tabindex="-1">${verdict(state)}</p>
    <ol class="ranking">${ranking(state).map(({ player, points }) => html`<li class=${best.includes(player) ? "winner" : ""}>
      <bdi>${shownName(player)}</bdi><b>${figure(points)}</b></li>`)}</ol>
    <div class="acts"><button type="button" class="btn default" @click=${on.again}>${words.again}</button></div></div>`;
}
