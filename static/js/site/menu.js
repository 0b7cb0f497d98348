/* The menu bar, the actions of its items and of buttons, and keyboard shortcuts. */

import * as options from "./options.js";
import "./page.js"; // for every page

const ITEMS = "a[href], button:not([disabled]), input:not([type=hidden]), select";
const menus = [...document.querySelectorAll("details.menu")];
const behind = [...document.querySelectorAll("#main > :not(h1, [aria-live], [role=status], dialog)")];

const undoButton = () => document.querySelector("#table button.undo:not([disabled])");
const openMenu = () => menus.find((menu) => menu.open);
const items = (menu) => [...menu.querySelectorAll(ITEMS)].filter((item) => item.offsetParent);

function close(menu, focusBack) {
  menu.open = false;
  if (focusBack) menu.querySelector("summary").focus();
}

function open(menu, which) {
  for (const other of menus) if (other !== menu) other.open = false;
  menu.open = true;
  const choices = items(menu);
  (which === "last" ? choices[choices.length - 1] : choices[0])?.focus();
}

/* Arrow keys, Home, End and Escape in a menu; text fields and lists keep the keys they need. */
function menuKey(event, menu) {
  if (event.key === "Escape" && menu.open) {
    event.preventDefault();
    close(menu, true);
    return;
  }
  const field = event.target.matches("select, input[type=text]");
  const choices = items(menu);
  const at = choices.indexOf(event.target);
  const move = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: choices.length - 1 }[event.key];
  if (move !== undefined && !field) {
    event.preventDefault();
    if (!menu.open) open(menu, event.key === "ArrowUp" ? "last" : "first");
    else choices[(move + choices.length) % choices.length].focus();
  } else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !field) {
    event.preventDefault();
    const step = event.key === "ArrowLeft" ? -1 : 1;
    const next = menus[(menus.indexOf(menu) + step + menus.length) % menus.length];
    if (menu.open) open(next);
    else next.querySelector("summary").focus();
  }
}

/* Offer in the menus what is possible now. */
export function showActions() {
  for (const item of document.querySelectorAll("[data-does=undo]")) item.disabled = !undoButton();
  for (const item of document.querySelectorAll("[data-does=share]")) item.hidden = !navigator.share;
}

function showKeys() {
  const dialog = document.getElementById("keys");
  if (dialog) import(dialog.dataset.back).then((back) => back.showDialog(dialog), () => dialog.showModal());
}

// Loaded ahead where there is something to copy: browsers copy and share soon after a press only.
const invitation = () => import("./invitation.js");
if (document.getElementById("invitation")) invitation();
const copy = (button) => invitation().then((how) => how.copy(button));
const share = (button) => invitation().then((how) => how.share(button));

if (!("wakeLock" in navigator)) document.querySelector("[data-option=awake]").parentElement.hidden = true;
for (const item of document.querySelectorAll("[data-does=keys]")) item.hidden = !document.getElementById("keys");
const actions = { undo: () => undoButton()?.click(), keys: showKeys, copy, share, close: (button) => button.closest("dialog").close() };

// Where letters lead: card, dice, text mode.
const GOALS = { c: "#table td[data-box] > button[tabindex='0']", d: "#table input[name=hold]:not([disabled]), #table button.roll", t: "#text-mode input" };

/* Shortcuts without a modifier key can be switched off in the options; none works while a text field has the focus. */
function pageKey(event) {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    if (!document.getElementById("table")) return;
    event.preventDefault();
    if (!event.repeat) undoButton()?.click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !options.get("keys")) return;
  if (key === "?") showKeys();
  else if (key === "r") document.querySelector("#table button.roll:not([disabled])")?.click();
  else if (/^[1-5]$/.test(key)) document.querySelector(`#table input[name=hold][value="${key - 1}"]:not([disabled])`)?.click();
  else if (key in GOALS) document.querySelector(GOALS[key])?.focus();
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest("details.menu") || (event.key === "Escape" && openMenu());
  if (menu) menuKey(event, menu);
  pageKey(event);
});
document.addEventListener("click", (event) => {
  const menu = openMenu();
  const button = event.target.closest("[data-does]");
  if (menu && (!menu.contains(event.target) || event.target.closest(".items a, .items button"))) {
    close(menu, Boolean(button && menu.contains(button)));
  }
  if (button) actions[button.dataset.does]?.(button);
});
for (const menu of menus) {
  // The page behind an open menu is inert: a tap there closes the menu and does nothing else.
  menu.addEventListener("toggle", () => {
    for (const part of behind) part.inert = Boolean(openMenu());
    showActions();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(menu, false);
  });
}
if (matchMedia("(any-hover: hover)").matches) import("./menu_hover.js").catch(() => {});
/* A new game from the menu, where something is missing first: a name, or the token of the form. */
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-begin]");
  const complete = form?.method === "post" && (form.dataset.begin !== "online" || (options.get("name") && !options.shares()));
  if (!form || complete) return;
  event.preventDefault();
  import("./begin.js").then(({ begin }) => begin(form), () => form.submit());
});
document.addEventListener("table:shown", showActions);
showActions();
