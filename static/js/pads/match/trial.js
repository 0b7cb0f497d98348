/* The try-out on the page before a match is set up: two halves to tap. Nothing of it is stored. */

import { html } from "../shared/drawing.js";
import { say, words } from "../shared/page.js";
import { reduce, start } from "./state.js";
import { eventOf, half, tool } from "./view.js";

const begun = () => start({ names: ["", ""], target: 3 });

/* Return {draw}, which returns the window; `changed` is called after every tap. */
export function openTrial(changed) {
  let states = [begun()];
  const now = () => states[states.length - 1];
  const go = (next) => {
    states = next;
    changed();
    say(eventOf(now()));
  };
  const commands = {
    win: (winner) => now().winner === null && go([...states, reduce(now(), { do: "game", winner, time: new Date().toISOString() })]),
    undo: () => go(states.slice(0, -1)),
    again: () => go([begun()]),
  };
  const draw = () => html`<section class="window trial" aria-labelledby="trial-title">
    <h2 class="titlebar" id="trial-title"><span>${words.try_it}</span></h2>
    <div class="halves">
      ${half({ state: now() }, 0, commands)}
      ${half({ state: now() }, 1, commands)}
      <div class="between" data-next=".half">
        <p class="event">${states.length > 1 ? eventOf(now()) : words.try_hint}</p>
        <div class="tools">
          ${tool(html`<span aria-hidden="true">↶</span> ${words.undo}`, states.length > 1, commands.undo)}
          ${tool(words.again, now().winner !== null, commands.again, false)}
        </div>
      </div>
    </div>
  </section>`;
  return { draw };
}
