/* The tray beside the sheet: the last entry, undo and redo, and the five dice to tap. */

import { html, nothing } from "../shared/drawing.js";
import { fill, words } from "../shared/page.js";

const FACES = [1, 2, 3, 4, 5, 6];
const DICE = 5;

const arrow = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M7 3 3 7l4 4M3 7h8a5 5 0 0 1 0 10H7"/></svg>`;
const pips = (face) => html`<svg aria-hidden="true"><use href="#face-${face}"></use></svg>`;

/* Draw the tray. `dice` are the faces tapped so far; `strike` is the function that strikes the box just
   filled, or null. A full sheet shows no dice. */
export function tray({ event, dice, open, over, journal, step, onDice, onOpen, strike }) {
  const without = (at) => dice.filter((_face, index) => index !== at);
  const slot = (at) =>
    dice[at]
      ? html`<button type="button" class="die" data-next=".faces .die" aria-label=${fill(words.take_die, { face: dice[at] })}
          @click=${() => onDice(without(at))}>${pips(dice[at])}</button>`
      : html`<span class="die blank"></span>`;
  const face = (value) => html`<button type="button" class="die" data-next="[data-state=possible] button, .slots button" data-face=${value} aria-label=${fill(words.add_die, { face: value })}
    ?disabled=${dice.length === DICE} @click=${() => onDice([...dice, value])}>${pips(value)}</button>`;
  return html`<h2 class="titlebar"><span>${words.dice}</span></h2>
    <p class="event">${event}</p>
    ${over ? nothing : html`<div class="tapping" ?hidden=${!open} id="tapping">
      <div class="dice slots" data-repeats>${[0, 1, 2, 3, 4].map(slot)}</div>
      <div class="dice faces" data-repeats>${FACES.map(face)}</div>
      ${dice.length ? nothing : html`<p class="why">${words.dice_hint}</p>`}
    </div>`}
    <div class="act">
      <button type="button" class="btn undo" data-repeats data-next=".tray .redo" ?disabled=${!journal.canUndo} @click=${() => step("undo")}>${arrow}<span>${words.undo}</span></button>
      <button type="button" class="btn redo" data-repeats data-next=".tray .undo" ?disabled=${!journal.canRedo} @click=${() => step("redo")}>${arrow}<span>${words.redo}</span></button>
      ${strike ? html`<button type="button" class="btn strike" data-next=".tray .undo" @click=${strike}>${words.strike_instead}</button>` : nothing}
      ${over ? nothing : html`<button type="button" class="btn toggle" aria-expanded=${open ? "true" : "false"} aria-controls="tapping"
        @click=${onOpen}>${pips(5)}<span>${words.dice}</span></button>`}
    </div>`;
}
