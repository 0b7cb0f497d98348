/* The keys of the Farkle pad: faces, letters for the commands of a turn, undo and redo. */

import { get } from "../../site/options.js";
import { onKey, stepKey } from "../shared/page.js";

/* Carry out the commands in `on` when their keys are pressed. `worth()` is what the chosen dice are worth. */
export function listen({ on, journal, worth }) {
  const keys = { Backspace: () => on.drop(), t: () => worth()?.points && on.take(), b: on.bank, f: on.farkle };
  for (const face of "123456") keys[face] = () => on.choose(face);

  onKey((event) => {
    if (!journal.state || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const way = stepKey(event);
    const mayPlay = !event.ctrlKey && !event.metaKey && get("keys") && journal.state.turn !== null;
    const does = way ? on[way] : mayPlay && keys[key];
    if (!does) return;
    event.preventDefault();
    does();
  });
}
