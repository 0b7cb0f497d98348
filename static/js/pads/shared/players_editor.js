/* How players are called on the page, and the editor that adds, renames, reorders and removes them. */

import { html } from "./drawing.js";
import { cleanName, distinct, isolated } from "./names.js";
import { ask, fill, words } from "./page.js";
import { highestId } from "./players.js";

const plainName = ({ id, name }) => name || fill(words.player, { number: id });

export const shownName = (player) => isolated(plainName(player));

/* Draw the editor. `act(action)` carries out an action; `highest` is the highest id ever used; `loses(player)` tells
   whether removing a player loses entries. */
export function playersEditor({ players, act, highest = highestId(players), loses = () => false, most = 10 }) {
  /* Carry out an action, and focus the first of these places that exists and is enabled. */
  const actAndGo = (editor, action, ...places) => {
    act(action);
    queueMicrotask(() => places.map((place) => editor.querySelector(place)).find((each) => each && !each.disabled)?.focus());
  };
  const editorOf = (event) => event.target.closest(".players-editor");
  const move = (event, player, by) => {
    const ways = by < 0 ? [".up", ".down"] : [".down", ".up"];
    actAndGo(editorOf(event), { do: "move", player: player.id, by }, ...ways.map((way) => `[data-player="${player.id}"] ${way}`));
  };
  const remove = async (event, player) => {
    const editor = editorOf(event);
    const question = fill(words.remove_question, { name: shownName(player) });
    if (loses(player) && !(await ask(question, words.remove))) return;
    actAndGo(editor, { do: "remove", player: player.id }, ".add");
  };
  const add = (event) => {
    const id = highest + 1;
    actAndGo(editorOf(event), { do: "add", player: id, name: "" }, `[data-player="${id}"] input`);
  };
  const rename = ({ target }, player) => {
    const others = players.filter((other) => other !== player).map(plainName);
    act({ do: "rename", player: player.id, name: (target.value = distinct(cleanName(target.value), others)) });
  };
  const row = (player, index) => {
    const name = shownName(player);
    return html`<li data-player=${player.id}>
      <input type="text" maxlength="60" autocomplete="off" aria-label=${fill(words.name_of, { name })}
        placeholder=${shownName({ ...player, name: "" })} .value=${player.name}
        @change=${(event) => rename(event, player)}>
      <button type="button" class="btn up" data-repeats aria-label=${fill(words.up, { name })} ?disabled=${index === 0}
        @click=${(event) => move(event, player, -1)}>▲</button>
      <button type="button" class="btn down" data-repeats aria-label=${fill(words.down, { name })}
        ?disabled=${index === players.length - 1} @click=${(event) => move(event, player, 1)}>▼</button>
      <button type="button" class="btn away" aria-label=${fill(words.remove_name, { name })}
        ?disabled=${players.length === 1} @click=${(event) => remove(event, player)}>✕</button>
    </li>`;
  };
  return html`<div class="players-editor">
    <ol>${players.map(row)}</ol>
    <button type="button" class="btn add" data-repeats ?disabled=${players.length >= most} @click=${add}>${words.add_player}</button>
  </div>`;
}
