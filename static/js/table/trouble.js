/* The notice of trouble on the page of a game. There are two kinds: nothing can be reached, which lasts until the next
   answer of any kind; and a command of this browser was not carried out, which is said until the next command is given.
   Loaded after everything else; without it the table is asked for all the same. */

import { askAgain } from "../site/again.js";
import { say } from "../site/page.js";

const toast = document.getElementById("offline");
const sentences = { lost: toast.textContent, ...toast.dataset }; // failed, unstored, back

const NO_ANSWER = 1;

let line = null;
let lost = false; // the last request got no answer
let failed = 0; // the status of the last command if it was not carried out
let unsure = 0; // the version shown when a command got no answer: only the next table tells whether it was carried out

/* Show the sentence for the trouble there is; `told`: what has just been announced. */
function show(told = "") {
  const before = toast.hidden ? "" : toast.textContent;
  const own = failed === 503 ? sentences.unstored : sentences.failed;
  const now = lost ? sentences.lost : failed ? own : "";
  if (now === before) return;
  toast.hidden = !now;
  if (now) say(toast.textContent = now);
  else if (before === sentences.lost) say(`${sentences.back} ${told}`.trim());
}

export function start(ask) {
  line = askAgain(ask);
}

/* Whether nothing can be reached; then `ask` is called here. */
export const away = () => lost;

export function commanded() {
  failed = 0;
  unsure = 0;
  show();
}

/* After an answer, with the version shown now and what the answer let screen readers announce. */
export function answered(version, told) {
  line.reached();
  if (lost && unsure === version) failed = NO_ANSWER;
  lost = false;
  unsure = 0;
  show(told);
}

/* After a request that failed with this status (0: without an answer); `own`: it was a command of the player. */
export function troubled(status, own, version) {
  if (own && status) failed = status;
  else if (own) unsure = version;
  if (!status || (status >= 500 && !own)) {
    lost = true;
    line.unreachable();
  }
  show();
}
