/* Keeps the table on the page up to date: socket, polling, swaps, computer players, whose turn it is.
   The only script that knows htmx's events. */

import * as options from "../site/options.js";
import { say } from "../site/page.js";
import * as socket from "./socket.js";

const { htmx } = window;
const watch = document.getElementById("watch");
const effects = import("./effects.js").catch(() => null); // not essential, so it loads after everything else
const POLL_MS = 1400; // with the time of the answer a move is seen within 1.5 seconds
const INSURANCE_MS = 30000;
const PAUSES = { calm: 1200, quick: 500, instant: 60 };
const icon = document.querySelector("link[rel=icon]");
const toast = document.getElementById("offline");
const toastTexts = { offline: toast.textContent, failed: toast.dataset.failed };

let busy = 0; // number of commands without an answer yet
let asking = false;
let again = false;
let troubled = false; // the last request failed
let newest = 0; // the newest version known to exist
let askedFor = 0; // the value of `newest` at the last request
let askedAt = performance.now();
let swap = null; // the state before the swap in progress
let botTimer = 0;

const table = () => document.getElementById("table");
const shown = () => Number(table().dataset.version);
const playing = () => table().dataset.status !== "finished";

/* Whether anybody but this browser can change the game. */
function company() {
  const { you, seats, status } = table().dataset;
  return status === "waiting" || !you || you.split(",").length < Number(seats);
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
  if (document.hidden) return;
  const idle = performance.now() - askedAt;
  if (troubled || (!socket.live() && playing() && company())) ask();
  else if (socket.live() && playing() && idle > INSURANCE_MS) ask();
}

function wake() {
  if (document.hidden) return;
  socket.check();
  ask();
}

// --- answers

const isBot = (detail) => detail.requestConfig.path === watch.dataset.bot;

function beforeSwap(event) {
  const { detail } = event;
  const { xhr } = detail;
  swap = null;
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
    own: detail.requestConfig.verb === "post" && !isBot(detail),
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
  if (xhr.status > 0 && xhr.status < 500) showTrouble("");
  const silent = xhr.status && xhr.getResponseHeader("X-Silent");
  if (silent) showPresence(Object.fromEntries(silent.split(",").map((pair) => pair.split(":"))));
  if (again || newest > Math.max(shown(), askedFor)) setTimeout(ask, 0);
  if (isBot(event.detail)) stepBot(successful ? 0 : xhr.status === 409 ? 500 : 3000);
}

function failed(event) {
  const { xhr, requestConfig } = event.detail;
  showTrouble(xhr.status ? "failed" : "offline");
  if (requestConfig.verb !== "get") again = true;
}

function showTrouble(kind) {
  troubled = Boolean(kind);
  const news = kind && (toast.hidden || toast.textContent !== toastTexts[kind]);
  toast.hidden = !kind;
  if (news) say(toast.textContent = toastTexts[kind]);
}

// --- what a new table means

function show({ before, own, hadFocus }) {
  const now = table().dataset;
  const detail = { before, own, hadFocus, said: now.event === before.event ? "" : now.event };
  document.dispatchEvent(new CustomEvent("table:shown", { detail }));
  effects.then((module) => module?.show(detail));
  if (detail.said) say(detail.said);
  if (now.you !== before.you) socket.open();
  showTurn();
  stepBot(0);
}

function showTurn() {
  const { yourTurn, title, seats } = table().dataset;
  const mine = Boolean(yourTurn) && Number(seats) > 1;
  document.title = mine ? `● ${yourTurn} – ${title}` : title;
  const href = mine ? icon?.dataset.turnIcon : icon?.dataset.icon;
  if (href && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

function showPresence(silent) {
  for (const mark of document.querySelectorAll("[data-presence]")) {
    const seconds = silent[mark.dataset.presence];
    if (seconds === undefined) continue;
    const { here, seconds: s, minutes, hours } = mark.dataset;
    const n = Number(seconds);
    const [words, unit] = n === 0 ? [here, 1] : n < 60 ? [s, 1] : n < 3600 ? [minutes, 60] : [hours, 3600];
    mark.textContent = words.replace("{n}", Math.floor(n / unit));
    mark.classList.toggle("gone", n > 0);
  }
}

/* On a computer's turn every browser that watches asks for its next move; the server accepts the first request. */
function stepBot(extra) {
  clearTimeout(botTimer);
  if (!table().hasAttribute("data-bot-turn") || !playing()) return;
  const pause = (PAUSES[options.get("speed")] ?? PAUSES.calm) + extra + (table().dataset.you ? 0 : 400);
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
  document.body.addEventListener("htmx:beforeSend", (event) => {
    if (event.detail.requestConfig.verb === "get") return;
    busy += 1;
    if (asking) htmx.trigger(watch, "htmx:abort");
  });
  document.body.addEventListener("htmx:beforeSwap", beforeSwap);
  document.body.addEventListener("htmx:afterSwap", afterSwap);
  document.body.addEventListener("htmx:afterRequest", afterRequest);
  for (const name of ["responseError", "sendError", "timeout"]) document.body.addEventListener(`htmx:${name}`, failed);
  socket.start({ path: watch.dataset.socket, heardOf, showPresence, ask, wanted: playing });
  setInterval(tick, POLL_MS);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  newest = shown();
  showTurn();
  stepBot(0);
}

if (htmx && table()) start(); // otherwise everything works as plain forms
