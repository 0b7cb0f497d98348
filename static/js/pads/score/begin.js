/* Before a sheet: who plays, and what was agreed on. */

import { html } from "../../../vendor/lit-html.js";
import { get } from "../../site/options.js";
import { words } from "../shared/page.js";
import { changePlayers, namedPlayers } from "../shared/players.js";
import { playersEditor } from "../shared/players_editor.js";

/* Draw the rules somebody may agree on; `change(option, on)` is called for a tick. */
export const optionTicks = (sheet, options, change) =>
  sheet.options.map(({ id, title, text }) => html`<label class="tick"><input type="checkbox" name=${id} .checked=${Boolean(options[id])}
    @change=${(event) => change(id, event.target.checked)}> <span>${title} <small>${text}</small></span></label>`);

/* Return what a new sheet begins with, as long as nobody says otherwise: two players. */
export const newDraft = () => ({ players: namedPlayers([get("name"), ""]), options: {} });

/* Draw the form; `change(draft)` keeps what was chosen, `more` are further buttons. */
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
