/* A roll on the table: its dice land one after the other, and what they bring is read when the last one lies. */

import { landings, tumble } from "../dice/cube.js";

let under = 0; // rolls under way
let faces = []; // that were seen before the present table, by slot

const inputs = () => [...document.querySelectorAll("#table input[name=hold]")];
const seen = () => inputs().map(({ dataset }) => dataset.face || dataset.last || "");

/* Remember the faces on the table: the next roll begins with them. */
export function remember() {
  faces = seen();
}

/* Return the slots that were rolled, in the order in which they land; `rolls` are the moments of the rolls not seen yet. */
function order(rolls) {
  const all = inputs().map((_, slot) => slot);
  const kept = inputs().map((input) => Boolean(input.closest(".kept")));
  const rolled = rolls.length ? all.filter((slot) => rolls.some(({ held }) => !held.includes(slot))) : all.filter((slot) => !kept[slot]);
  const last = rolls.at(-1)?.decides;
  return last === undefined ? rolled : [...rolled.filter((slot) => slot !== last), last];
}

/* Let the dice that were rolled tumble; resolves when the last one lies still. `knock` is called with each landing. */
export async function roll(rolls, { computer, knock }) {
  const dice = inputs();
  const slots = order(rolls);
  const times = landings(slots.length, computer);
  if (!times.length) return;
  const half = dice[0].closest(".die").offsetWidth / 2;
  under += 1;
  document.body.dataset.tumbling = "";
  await Promise.all(slots.map(async (slot, place) => {
    const { face } = dice[slot].dataset;
    await tumble(dice[slot].closest(".die"), face, { lands: times[place], from: faces[slot], half });
    knock(place);
  }));
  under -= 1;
  if (!under) delete document.body.dataset.tumbling;
}
