/* The form for a new sheet: players and optional rules. */

import { get } from "../../site/options.js";
import { html } from "../shared/drawing.js";
import { words } from "../shared/page.js";
import { changePlayers, namedPlayers } from "../shared/players.js";
import { playersEditor } from "../shared/players_editor.js";

/* Draw the optional rules; `change(option, on)` is called when one is switched. */
export const optionTicks = (sheet, options, change) =>
  sheet.options.map(({ id, title, text }) => html`<label class="tick"><input type="checkbox" name=${id} .checked=${Boolean(options[id])}
    @change=${(event) => change(id, event.target.checked)}> <span>${title} <small>${text}</small></span></label>`);

/* Return the initial content of the form: two players. */
export const newDraft = () => ({ players: namedPlayers([get("name"), ""]), options: {} });

/* Draw the form; `change(draft)` is called with every change, `more` are further buttons. */
export function beginView({ sheet, draft, change, begin, more }) {
  const players = playersEditor({
    players: draft.players,
    act: (action) => change({ ...draft, players: changePlayers(draft.players, action, sheet.most_players) }),
    most: sheet.most_players,
  });
  const tick = (option, on) => change({ ...draft, options: { ...draft.options, [option]: on } });
  return html`<section class="window centre"><h2 class="titlebar"><span>${words.new_sheet}</span></h2><div class="pane">
    <h3>${words.who_plays}</h3>
    ${players}
    <h3>${words.agreed}</h3>
    ${optionTicks(sheet, draft.options, tick)}
    <div class="acts"><button type="button" class="btn default" @click=${() => begin(draft)}>${words.start}</button>${more}</div>
  </div></section>`;
}
