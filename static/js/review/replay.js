/* Steps through the replay: links, arrow keys, Home and End fetch the table after another move and show it instead; a
   button lets it go on by itself. Without this script the links load the whole page. */

import { say } from "../site/page.js";

const { htmx } = window;
const replay = () => document.getElementById("replay");
const FIELDS = "input, textarea, select, summary, .scroll, .menubar *, dialog *";
let wanted = null; // the move to show; it may change while another one is being fetched
let busy = false;
let stale = false; // whether the move shown must be fetched again

const STEP_MS = 1200;
const still = matchMedia("(prefers-reduced-motion: reduce)"); // where it is wanted nothing moves by itself
const player = document.getElementById("play");
const word = player?.querySelector(".word");
const playText = word?.textContent;
let timer = 0; // runs while the replay plays

const shown = () => Number(replay().dataset.move);
const last = () => Number(replay().dataset.last);

async function go(move) {
  wanted = Math.min(Math.max(move, 0), last());
  if (busy) return;
  busy = true;
  try {
    while (stale || wanted !== shown()) {
      const [from, to] = [shown(), wanted];
      stale = false;
      await htmx.ajax("GET", `?move=${to}`, { source: "#replay", target: "#replay", swap: "outerHTML" });
      if (shown() !== to) break; // the request failed: the links still work
      if (from === to) continue;
      history.replaceState(null, "", `?move=${to}`);
      if (!timer) say(replay().dataset.event);
    }
  } finally {
    wanted = null;
    busy = false;
  }
}

function pause() {
  if (!timer) return;
  clearInterval(timer);
  timer = 0;
  player.firstElementChild.textContent = "▶";
  word.textContent = playText;
  say(replay().dataset.event);
}

function next() {
  if (busy) return;
  if (shown() >= last() || document.hidden) pause();
  else go(shown() + 1);
}

function play() {
  player.firstElementChild.textContent = "❚❚";
  word.textContent = player.dataset.pause;
  timer = setInterval(next, STEP_MS);
  if (shown() >= last()) go(0);
  else next();
}

/* Unfold the first list of turns where there is room for it. */
export function unfold() {
  const list = document.querySelector(".of-seat");
  if (list && matchMedia("(min-width: 700px)").matches) list.open = true;
}

/* Fetch the move that is shown once more. */
export function refresh() {
  stale = true;
  go(wanted ?? shown());
}

/* Whether the replay is in the middle of the window or has the focus: only then do keys step through it. */
function inView() {
  if (replay().contains(document.activeElement)) return true;
  const { top, bottom } = replay().getBoundingClientRect();
  return top < innerHeight * 0.6 && bottom > innerHeight * 0.4;
}

if (replay() && htmx) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest(FIELDS) || document.querySelector("details.menu[open]") || !inView()) return;
    const from = wanted ?? shown();
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last() }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pause();
    go(to);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-move]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    pause();
    go(Number(link.dataset.move));
    if (!replay().contains(link)) replay().scrollIntoView({ block: "start" });
  });
  const offer = () => {
    if (still.matches) pause();
    player.parentElement.hidden = still.matches;
  };
  player.addEventListener("click", () => (timer ? pause() : play()));
  still.addEventListener("change", offer);
  offer();
  unfold();
}
