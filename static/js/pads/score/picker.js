/* The dialogs of a box: its possible values as big buttons, strike, empty, and the number of extra bonuses. */

import { html, nothing } from "../shared/drawing.js";
import { closeDialog, fill, openDialog, words } from "../shared/page.js";
import { shownName } from "../shared/players_editor.js";
import { boxName } from "./card.js";
import { keyOf } from "./sheet.js";

/* Return in how many columns buttons are placed so that none is alone in the last row. */
const across = (number) => (number <= 5 ? number : [5, 4, 6].find((columns) => number % columns !== 1));

/* Ask for the value of a box; `act(action, state)` enters it, or refuses if the sheet has changed since `state`. */
export function pickValue({ sheet, pad, state, player, box, column, act }) {
  const now = player.boxes[keyOf(box, column)];
  const mayExtra = state.options.american && box !== sheet.five_of_a_kind && pad.mayBring(state, player, box, column);
  const mayClear = now !== undefined && pad.canEmpty(state, player, box, column);
  const extraText = fill(words.with_extra, { points: sheet.extra });
  const enter = (points) => {
    const extra = mayExtra && document.getElementById("with-extra").checked;
    closeDialog();
    const said = extra || now !== undefined ? { extra } : {};
    if (points !== now || extra) act({ do: "fill", player: player.id, box, column, points, ...said }, state);
  };
  const list = pad.values(state, box);
  const value = (points, label = points) => html`<button type="button" class="btn value" data-value=${points}
    aria-pressed=${points === now ? "true" : "false"} ?data-focus=${points === (now ?? list[0])} @click=${() => enter(points)}>${label}</button>`;
  const clear = () => {
    closeDialog();
    act({ do: "empty", player: player.id, box, column, extra: false }, state);
  };
  const title = fill(words.choose_value, { name: shownName(player), box: boxName(sheet, box, column) });
  openDialog(title, () => html`<div class="picker">
    <div class="values" data-across=${across(list.length)}>${list.map((points) => value(points))}</div>
    ${mayExtra ? html`<label class="tick"><input type="checkbox" id="with-extra"> <span>${extraText}</span></label>` : nothing}
    <div class="acts">
      ${value(0, words.strike)}
      ${mayClear ? html`<button type="button" class="btn" @click=${clear}>${words.empty_box}</button>` : nothing}
      <button type="button" class="btn" @click=${closeDialog}>${words.cancel}</button>
    </div>
  </div>`);
}

/* Ask how many extra bonuses for five of a kind a column has. */
export function pickExtras({ sheet, state, player, column, act }) {
  const now = player.extras[column] || 0;
  const enter = (times) => {
    closeDialog();
    if (times !== now) act({ do: "extras", player: player.id, column, times }, state);
  };
  const title = fill(words.choose_value, { name: shownName(player), box: boxName(sheet, "extras", column) });
  const most = Math.max(sheet.categories.length - 1, now);
  openDialog(title, () => html`<div class="picker">
    <p>${words.how_many}</p>
    <div class="values" data-across=${across(most + 1)}>${Array.from({ length: most + 1 }, (_none, times) => html`<button type="button" class="btn value"
      data-value=${times} aria-pressed=${times === now ? "true" : "false"} ?data-focus=${times === now} @click=${() => enter(times)}>${times}
      <small>+${times * sheet.extra}</small></button>`)}</div>
    <div class="acts"><button type="button" class="btn" @click=${closeDialog}>${words.cancel}</button></div>
  </div>`);
}
