/* The views of the match counter: two large halves to tap, the part between them, the games played, the hands-free
   controls, the form for a new match. Draws what it is given and has no state. */

import { dates } from "../../site/dates.js";
import { html, nothing, svg } from "../shared/drawing.js";
import { isolated } from "../shared/names.js";
import { closeDialog, fill, read, words, written } from "../shared/page.js";
import { MOST_GAMES, canRoll, starts } from "./state.js";

const clock = new Intl.DateTimeFormat(dates, { timeStyle: "short" });

/* Return the names as they are shown; an empty one becomes "Player 1". */
export const shownNames = (names) =>
  names.map((name, player) => isolated(name) || fill(words.player, { number: player + 1 }));

const titles = new Map(read("sheet").games.map(({ id, title }) => [id, title]));

/* Return what is played, and up to how many games. */
export const titleOf = ({ game, target }) => [titles.get(game), words.first_to[target - 1]].filter(Boolean).join(" · ");

export const scoreOf = ({ wins }) => wins.join(" : ");

/* Return the last event as a sentence. */
export function eventOf(state) {
  const names = shownNames(state.names);
  const { winner, games, dice } = state;
  if (winner !== null) return fill(words.won_match, { name: names[winner], score: scoreOf(state) });
  if (games.length) {
    const last = games[games.length - 1].winner;
    return fill(last === null ? words.drawn : words.won_game, { number: games.length, name: names[last] });
  }
  if (state.starter !== null) return fill(words.starts_name, { name: names[state.starter] });
  return dice ? fill(words.tie, { face: dice[0] }) : words.begin;
}

/* Return the score as it is spoken. */
export function spoken(state) {
  const [one, two] = shownNames(state.names);
  const [a, b] = state.wins;
  const name = [one, two][state.winner];
  return fill(name ? words.spoken_end : words.spoken, { one, two, a, b, name });
}

// --- the counter

function die(face) {
  return html`<span class="die"><svg aria-hidden="true"><use href="#face-${face}"></use></svg></span>
    <span class="vh">${face}</span>`;
}

export function half({ state, rolling }, player, commands) {
  const { wins, target, dice, games, winner } = state;
  const name = shownNames(state.names)[player];
  const first = !rolling && winner === null && starts(state) === player;
  return html`<button type="button" class="half ${winner === player ? "won" : ""}" data-player=${player}
    aria-disabled=${winner === null ? nothing : "true"} @click=${() => commands.win(player)}>
    <span class="top"><bdi class="name">${name}</bdi>${first ? html` <span class="starts">${words.starts}</span>` : nothing}</span>
    <span class="middle"><b class="number">${wins[player]}</b>${dice && !games.length ? die(dice[player]) : nothing}</span>
    <span class="pips" aria-hidden="true">${Array.from({ length: target }, (_, at) =>
      html`<i class=${at < wins[player] ? "full" : ""}></i>`)}</span>
    <span class=${games.length || winner !== null ? "vh" : "hint"}>${fill(words.tap, { name })}</span>
  </button>`;
}

export function tool(content, possible, command, repeats = true) {
  return html`<button type="button" class="btn" ?data-repeats=${repeats} aria-disabled=${possible ? nothing : "true"}
    @click=${() => possible && command()}>${content}</button>`;
}

/* Return the window of a running or finished match. */
export function counter(view, commands) {
  const { state, rolling, news, persistent } = view;
  return html`<section class="window board" aria-labelledby="match-title">
    <h2 class="titlebar" id="match-title"><span>${titleOf(state)}</span></h2>
    ${news ? html`<p class="notice">${news}</p>` : nothing}
    ${persistent ? nothing : html`<p class="small unsaved">${words.not_saved}</p>`}
    <div class="halves">
      ${half(view, 0, commands)}
      <div class="between" data-next=".half">
        <p class="event">${rolling ? words.rolling : eventOf(state)}</p>
        ${canRoll(state) || rolling
          ? html`<button type="button" class="btn default roll-off" aria-disabled=${rolling ? "true" : nothing}
              @click=${commands.roll}>${state.dice && !rolling ? words.roll_again : words.roll}</button>`
          : nothing}
        ${state.winner === null
          ? nothing
          : html`<button type="button" class="btn default" @click=${commands.again}>${words.again}</button>`}
        <div class="tools">
          ${tool(html`<span aria-hidden="true">↶</span> ${words.undo}`, view.canUndo, commands.undo)}
          ${tool(words.draw, state.winner === null, () => commands.win(null), false)}
          ${tool(html`<span title=${words.redo} aria-hidden="true">↷</span><span class="vh">${words.redo}</span>`, view.canRedo, commands.redo)}
        </div>
      </div>
      ${half(view, 1, commands)}
    </div>
  </section>`;
}

// --- beside the counter

function game({ winner, starter, wins, time }, at, names) {
  return html`<tr>
    <td>${at + 1}</td>
    <td><bdi>${winner === null ? words.nobody : names[winner]}</bdi>
      ${starter === null ? nothing : html`<small>${fill(words.started_by, { name: names[starter] })}</small>`}</td>
    <td>${wins.join(" : ")}</td>
    <td><time datetime=${time} title=${written(time)}>${clock.format(new Date(time))}</time></td>
  </tr>`;
}

/* Return the window with the games played and the buttons for names, a new match and all matches. */
export function history({ state, doc }, commands) {
  const columns = [words.number, words.winner, words.score, words.time];
  return html`<section class="window" aria-labelledby="history-title">
    <h2 class="titlebar" id="history-title"><span>${words.history}</span></h2>
    <div class="pane">
      <p class="small">${fill(words.since, { time: written(doc.created) })}</p>
      ${state.games.length
        ? html`<table class="list played">
            <thead><tr>${columns.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
            <tbody>${state.games.map((each, at) => game(each, at, shownNames(state.names)))}</tbody>
          </table>`
        : html`<p>${words.no_games}</p>`}
      <div class="acts">
        <button type="button" class="btn" @click=${commands.rename}>${words.names}</button>
        <button type="button" class="btn" @click=${commands.begin}>${words.new_match}</button>
        <button type="button" class="btn" @click=${commands.matches}>${words.sheets}</button>
      </div>
    </div>
  </section>`;
}

const ICONS = {
  previous: svg`<path d="M3 4h3v16H3zM21 4v16L7 12z"/>`,
  next: svg`<path d="M18 4h3v16h-3zM3 4v16l14-8z"/>`,
  pause: svg`<path d="M2 4v16l12-8zM15 4h3v16h-3zM20 4h3v16h-3z"/>`,
};

function button(icon, key, text) {
  return html`<tr><th scope="row">${text}</th>
    <td><svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${words[icon]}>${ICONS[icon]}</svg></td>
    <td><kbd>${key}</kbd></td></tr>`;
}

/* Return the window with the options for earbuds, voice and screen. */
export function handsFree({ state, earbuds, voice }, commands) {
  const names = shownNames(state ? state.names : ["", ""]);
  const wins = names.map((name) => fill(words.wins_game, { name }));
  return html`<section class="window hands" aria-labelledby="hands-title">
    <h2 class="titlebar" id="hands-title"><span>${words.hands_free}</span></h2>
    <div class="pane">
      <button type="button" class="btn" ?hidden=${earbuds === "impossible"} @click=${commands.earbuds}>
        ${earbuds === "on" ? words.earbuds_off : words.earbuds_on}</button>
      <p role="status">${words[`earbuds_${earbuds}_note`]}</p>
      <table class="list"><thead><tr><td></td><th scope="col">${words.earbuds}</th><th scope="col">${words.keys}</th></tr></thead>
        <tbody>${button("previous", "←", wins[0])}${button("next", "→", wins[1])}${button("pause", "⌫", words.undo)}</tbody></table>
      <label class="tick" ?hidden=${!voice}><input type="checkbox" data-option="say"> <span>${words.say_always}</span></label>
      <button type="button" class="btn" ?hidden=${!voice || !state} @click=${commands.say}>${words.say_score}</button>
      <p class="small" ?hidden=${voice}>${words.no_voice}</p>
    </div>
  </section>`;
}

// --- forms

const cancel = html`<button type="button" class="btn" @click=${closeDialog}>${words.cancel}</button>`;

function nameFields(names) {
  return [0, 1].map((player) => {
    const label = fill(words.player, { number: player + 1 });
    return html`<label class="pick">${label}
      <input type="text" name="name" maxlength="60" autocomplete="off" placeholder=${label} .value=${names[player]}></label>`;
  });
}

/* Return the form for a new match, filled in as the last one. `more` is drawn beside its button. */
export function newMatch({ names, target, game = "" }, submit, more = cancel) {
  const numbers = Array.from({ length: MOST_GAMES }, (_, at) => at + 1);
  return html`<form class="new-match" @submit=${submit}>
    <label class="pick">${words.game} <select name="game"><option value="">${words.any_game}</option>
      ${[...titles].map(([id, title]) => html`<option value=${id} ?selected=${id === game}>${title}</option>`)}</select></label>
    ${nameFields(names)}
    <label class="pick">${words.target} <select name="target">${numbers.map((number) =>
      html`<option value=${number} ?selected=${number === target}>${words.games[number - 1]}</option>`)}</select></label>
    <label class="pick">${words.who_starts} <select name="starter"><option value="">${words.by_dice}</option>
      ${[0, 1].map((player) => html`<option value=${player}>${fill(words.player, { number: player + 1 })}</option>`)}</select></label>
    <div class="acts"><button class="btn default">${words.start}</button>${more}</div>
  </form>`;
}

/* Return the form that corrects names. */
export function renaming({ names }, submit) {
  return html`<form class="new-match" @submit=${submit}>${nameFields(names)}
    <div class="acts"><button class="btn default">${words.ok}</button>${cancel}</div></form>`;
}
