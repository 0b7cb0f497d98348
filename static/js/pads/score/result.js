/* The result of a full sheet: who has won. */

import { html, nothing } from "../shared/drawing.js";
import { figure, fill, words } from "../shared/page.js";
import { shownName } from "../shared/players_editor.js";

/* Return the result in a sentence. */
export function verdict(pad, state) {
  const best = pad.leaders(state);
  const grand = pad.totals(state, best[0] || state.players[0]).grand;
  const { won, draw, solo_result: solo } = words.verdicts[grand === 1 ? 0 : 1];
  const names = best.map(shownName);
  const text = names.length > 1 ? draw : names.length ? won : solo;
  return fill(text, { name: names[0], names: names.join(", "), points: figure(grand) });
}

/* Draw the result with the ranking; `again()` begins a new sheet with the same players. */
export function resultView({ pad, state, again }) {
  const grand = (player) => pad.totals(state, player).grand;
  const ranking = [...state.players].sort((a, b) => grand(b) - grand(a));
  const winners = pad.leaders(state);
  const line = (player) => html`<li class=${winners.includes(player) ? "winner" : ""}>
    <bdi>${shownName(player)}</bdi> <b>${figure(grand(player))}</b></li>`;
  return html`<section class="window result"><h2 class="titlebar"><span>${words.result}</span></h2><div class="pane">
    <p class="verdict">${verdict(pad, state)}</p>
    ${ranking.length > 1 ? html`<ol class="ranking">${ranking.map(line)}</ol>` : nothing}
    <div class="acts"><button type="button" class="btn default" @click=${again}>${words.again}</button></div>
  </div></section>`;
}
