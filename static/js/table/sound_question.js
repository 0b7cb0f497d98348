/* Offers to switch the sound on: once in a browser, after its first roll, until the turn ends or somebody answers. */

import { get, set } from "../site/options.js";

const box = document.getElementById("sound-question");

function close() {
  const inside = box.contains(document.activeElement);
  box.hidden = true;
  if (inside) document.querySelector("#table :is(button.roll:enabled, [data-rest])")?.focus({ preventScroll: true });
}

/* Offer it if that is still to be done; `begin` is called when sound is wanted. */
export function offer(begin) {
  if (!box || get("sound") || get("asked")) return;
  set("asked", true);
  box.hidden = false;
  box.addEventListener("click", ({ target }) => {
    const answer = target.closest("button");
    if (answer?.dataset.answer === "yes") {
      set("sound", true);
      begin();
    }
    if (answer) close();
  });
  box.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  const turn = document.getElementById("table").dataset.entries;
  document.addEventListener("table:shown", () => document.getElementById("table").dataset.entries !== turn && close());
}
