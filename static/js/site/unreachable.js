/* What a page does while the server is out of reach: when it asks again, and on the page of a game the notice. */

const FIRST_MS = 1500;
const GROWTH = 1.5;
const LONGEST_MS = 30000;
const NO_ANSWER = 1;

// --- when to ask again

/* After a second or two, then at growing intervals, and at once when the browser is online, looked at or gets the focus.
   The `online` event alone says little: the server may have been away. Return two functions to be told how every
   request has ended; `ask` makes a new one. */
export function askAgain(ask) {
  let wait = 0; // before the next request; 0 while the server can be reached
  let timer = 0;

  function now() {
    clearTimeout(timer);
    if (wait && !document.hidden) ask(); // a hidden page asks when it is looked at
  }

  function atOnce() {
    if (wait) wait = FIRST_MS;
    now();
  }

  for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, atOnce);
  document.addEventListener("visibilitychange", atOnce);
  return {
    unreachable() {
      wait = wait ? Math.min(LONGEST_MS, wait * GROWTH) : FIRST_MS;
      clearTimeout(timer);
      timer = setTimeout(now, wait * (0.8 + Math.random() / 5)); // not all browsers at the same moment
    },
    reached() {
      wait = 0;
      clearTimeout(timer);
    },
  };
}

// --- the notice of two kinds of trouble: nothing can be reached, which lasts until the next answer of any kind; and a
// command of this browser was not carried out, which is said until the next one is given

let page = null; // {toast, ask, say}
let sentences = null;
let line = null;
let lost = false; // the last request got no answer
let failed = 0; // the status of the last command if it was not carried out
let unsure = 0; // the version shown when a command got no answer: only the next table tells whether it was carried out

/* Show the sentence for the trouble there is; `told`: what has just been announced. */
function show(told = "") {
  const { toast, say } = page;
  const before = toast.hidden ? "" : toast.textContent;
  const own = failed === 503 ? sentences.unstored : sentences.failed;
  const now = lost ? sentences.lost : failed ? own : "";
  if (now === before) return;
  toast.hidden = !now;
  const back = before === sentences.lost ? sentences.back : "";
  if (now) toast.textContent = now;
  if (now || back) say(`${back} ${now || told}`.trim());
}

export function start(who) {
  page = who;
  sentences = { lost: page.toast.textContent, ...page.toast.dataset }; // failed, unstored, back
  line = askAgain(page.ask);
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
