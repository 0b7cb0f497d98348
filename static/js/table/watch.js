/* Keeps the table on the page up to date: socket, polling, swaps, computer players. The only script that knows
   htmx's events. */

import { say } from "../site/page.js";
import * as notice from "../site/unreachable.js";

const { htmx } = window;
const watch = document.getElementById("watch");
// Not essential, so they load after everything else.
const effects = import("./effects.js").catch(() => null);
const signs = import("./signs.js").catch(() => null);
let computers = null;
import("./computers.js").then((module) => {
  computers = module;
  module.onHurry(() => busy || stepBot(0));
}).catch(() => {});
const POLL_MS = 1400; // with the time of the answer a move is seen within 1.5 seconds
const INSURANCE_MS = 30000;
const PAUSE_MS = 560; // before a move of a computer, until its script is there

let busy = 0; // number of commands without an answer yet
let asking = false;
let again = false;
let socket = null; // the module, once it is loaded; without it the page asks
let newest = 0; // the newest version known to exist
let askedFor = 0; // the value of `newest` at the last request
let askedAt = performance.now();
let swap = null; // the state before the swap in progress
let told = ""; // what the latest answer let screen readers announce
let botTimer = 0;

const table = () => document.getElementById("table");
const shown = () => Number(table().dataset.version);
const open = () => !table().hasAttribute("data-sealed"); // else nothing can change any more

/* Whether anybody but this browser can change the game; the end is sealed by time. */
function company() {
  const { you, seats, status } = table().dataset;
  return status !== "playing" || !you || you.split(",").length < Number(seats);
}

// --- requesting the table

function ask() {
  if (busy || asking) {
    again = true;
    return;
  }
  again = false;
  asking = true;
  askedFor = newest;
  askedAt = performance.now();
  request("GET", `${watch.dataset.table}?since=${shown()}`);
}

function request(verb, url, values) {
  const what = { source: watch, target: "#table", swap: "morph:outerHTML", values };
  htmx.ajax(verb, url, what).catch(() => {}); // htmx:sendError handles it
}

function heardOf(version) {
  newest = Math.max(newest, version);
  if (newest > shown() && !busy && !asking) ask();
}

function tick() {
  if (document.hidden || !open() || notice.away()) return;
  const idle = performance.now() - askedAt;
  if (socket?.live() ? idle > INSURANCE_MS : company()) ask();
}

function wake() {
  if (document.hidden) return;
  socket?.check();
  if (!notice.away()) ask();
}

// --- answers

const isBot = (detail) => detail.requestConfig.path === watch.dataset.bot;
const isOwn = (detail) => detail.requestConfig.verb !== "get" && !isBot(detail);
const askIfNeeded = () => (again || newest > Math.max(shown(), askedFor)) && ask();

function beforeSend({ detail }) {
  if (detail.requestConfig.verb === "get") return;
  busy += 1;
  if (asking) htmx.trigger(watch, "htmx:abort");
  if (isOwn(detail)) notice.commanded();
}

function beforeSwap(event) {
  const { detail } = event;
  const { xhr } = detail;
  swap = null;
  told = "";
  if (!detail.shouldSwap) return;
  const found = /id="table"[^>]*\sdata-version="(\d+)"/.exec(xhr.responseText);
  const stale = !found || Number(found[1]) < shown();
  if (stale || (isBot(detail) && xhr.status >= 400) || !detail.requestConfig.elt.isConnected) {
    detail.shouldSwap = false;
    again = true;
    // A whole page instead of a table: the game is gone or this page too old. The reloaded page says which.
    if (!found && !isBot(detail)) location.reload();
    return;
  }
  document.querySelector("#table > .notice")?.remove(); // so that the same sentence is announced again
  swap = {
    before: { ...table().dataset },
    own: isOwn(detail),
    hadFocus: table().contains(document.activeElement),
  };
}

function afterSwap() {
  if (!swap) return;
  const done = swap;
  swap = null;
  newest = Math.max(newest, shown());
  show(done);
}

function afterRequest(event) {
  const { xhr, requestConfig, successful } = event.detail;
  if (requestConfig.verb === "get") asking = false;
  else busy = Math.max(0, busy - 1);
  if (xhr.status > 0 && xhr.status < 500) notice.answered(shown(), told);
  const silent = xhr.status && xhr.getResponseHeader("X-Silent");
  if (silent) showPresence(Object.fromEntries(silent.split(",").map((pair) => pair.split(":"))));
  setTimeout(askIfNeeded, 0);
  if (isBot(event.detail)) stepBot(successful ? 0 : xhr.status === 409 ? 500 : 3000);
}

function failed({ detail }) {
  const own = isOwn(detail);
  notice.troubled(detail.xhr.status, own, shown());
  again ||= own; // it may have been carried out all the same
  setTimeout(askIfNeeded, 0);
}

// --- what a new table means

function show({ before, own, hadFocus }) {
  const now = table().dataset;
  const news = now.event === before.event ? "" : now.event;
  const detail = { before, own, hadFocus, said: computers ? computers.summary(before, now, news) : news };
  document.dispatchEvent(new CustomEvent("table:shown", { detail }));
  told = detail.said;
  const landed = effects.then((module) => module?.show(detail));
  if (told && notice.away()) say(told);
  else if (told) landed.catch(() => {}).then(() => say(detail.said));
  if (now.you !== before.you) socket?.open();
  signs.then((module) => module?.showTurn());
  stepBot(0);
}

function showPresence(silent) {
  signs.then((module) => module?.showPresence(silent));
}

/* Everybody who watches asks for a computer's next move; the server accepts the first request. */
function stepBot(extra) {
  clearTimeout(botTimer);
  if (!table().hasAttribute("data-bot-turn")) return;
  const pause = (computers?.pause(table().dataset) ?? PAUSE_MS) + extra + (table().dataset.you ? 0 : 400);
  botTimer = setTimeout(() => request("POST", watch.dataset.bot, { version: shown() }), pause);
}

function start() {
  // Aborted requests and lost connections are expected: the page reports them, the console should not.
  htmx.logger = (_element, _name, detail) => {
    if (detail.xhr?.status === 0) delete detail.error;
  };
  window.addEventListener("unhandledrejection", (event) => event.reason === undefined && event.preventDefault());
  htmx.config.timeout = 10000;
  htmx.config.defaultSettleDelay = 0;
  document.body.addEventListener("htmx:beforeSend", beforeSend);
  document.body.addEventListener("htmx:beforeSwap", beforeSwap);
  document.body.addEventListener("htmx:afterSwap", afterSwap);
  document.body.addEventListener("htmx:afterRequest", afterRequest);
  for (const name of ["responseError", "sendError", "timeout"]) document.body.addEventListener(`htmx:${name}`, failed);
  notice.start({ toast: document.getElementById("offline"), ask, say });
  import("./socket.js").then((module) => {
    socket = module;
    socket.start({ path: watch.dataset.socket, heardOf, showPresence, ask, wanted: open });
  }).catch(() => {});
  setInterval(tick, POLL_MS);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  newest = shown();
  const noteFingerprint = ({ note }) => open() && note(table().dataset.code, watch.dataset.fingerprint);
  import("./fingerprints.js").then(noteFingerprint).catch(() => {});
  signs.then((module) => module?.showTurn());
  stepBot(0);
}

if (htmx && table()) start(); // otherwise everything works as plain forms
