/* The sheet of a game of Farkle for printing: all rounds from the first to the last, then empty ones. */

import { html, nothing, render } from "../shared/drawing.js";
import { figure, padTitle, words } from "../shared/page.js";
import { shownName } from "../shared/players_editor.js";
import { rounds, total } from "./state.js";

const LEAST_ROUNDS = 18; // as many as have room on a page

function points(player, round) {
  const banked = player.turns[round];
  if (banked === undefined) return nothing;
  if (banked === null) return "–";
  return html`${figure(banked)} <small>${figure(total({ turns: player.turns.slice(0, round + 1) }))}</small>`;
}

function paper(state, name) {
  const { players } = state;
  const lines = Array.from({ length: Math.max(LEAST_ROUNDS, rounds(state)) }, (_none, round) => round);
  const sum = (player) => (player.turns.length ? figure(total(player)) : nothing);
  return html`<section><h2>${padTitle} <small><bdi>${name}</bdi></small></h2>
    <table class="turns">
      <thead><tr><th scope="col">${words.round}</th>${players.map((player) => html`<th class="who" scope="col"><bdi>${shownName(player)}</bdi></th>`)}</tr></thead>
      <tbody>
        ${lines.map((round) => html`<tr><th scope="row">${round + 1}</th>${players.map((player) => html`<td>${points(player, round)}</td>`)}</tr>`)}
        <tr class="grand"><th scope="row">${words.total}</th>${players.map((player) => html`<td>${sum(player)}</td>`)}</tr>
      </tbody>
    </table></section>`;
}

/* Make the page print the open sheet of `journal`, or an empty one for two. Returns the function that prints. */
export function printing({ journal, pad, setup }) {
  const draw = () => {
    const { doc, state } = journal;
    render(paper(state ?? pad.start(setup), doc?.name ?? ""), document.getElementById("paper"));
  };
  window.addEventListener("beforeprint", draw);
  return () => {
    draw(); // not every browser fires "beforeprint"
    window.print();
  };
}
