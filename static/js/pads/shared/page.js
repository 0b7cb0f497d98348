/* Functions that the pages of all pads share: words, dialogs, files, confetti. All texts come from the page
   (<script id="words">). */

import { showDialog } from "../../site/back.js";
import { dates } from "../../site/dates.js";
import { get } from "../../site/options.js";
import { stopEchoes } from "../../site/page.js";
import { html, nothing, render } from "./drawing.js";
import { isolated } from "./names.js";

export { say } from "../../site/page.js";

/* Return the JSON data in the page under this id. */
export const read = (id) => JSON.parse(document.getElementById(id).textContent);
export const words = read("words");
export const { padTitle } = document.getElementById("live").dataset;
export const language = document.documentElement.lang;

/* Put values into the {places} of a text, names isolated. */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (place, name) => isolated(String(values[name] ?? place)));

/* Return a date and time in the format of the page's language. */
export const written = (moment) =>
  new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));

/* Return a whole number with thousands separators and the sign that is as wide as a digit. */
export const figure = (number) => new Intl.NumberFormat(language, { useGrouping: true }).format(number).replace("-", "−");

/* Return the step that a key means: "undo" (Ctrl+Z) or "redo" (Ctrl+Y, Ctrl+Shift+Z), else undefined. */
export function stepKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  return { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
}

/* Call back with every key meant for the pad, not with keys pressed in a field, a menu or a dialog. A key that is held
   down counts once, also on a button; only undo and redo repeat. */
export function onKey(callback) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
    const elsewhere = document.querySelector("dialog[open], .menu[open]");
    const theirs = elsewhere || event.target.closest("input, textarea, select, .menubar");
    if (theirs || event.defaultPrevented || event.isComposing || (event.repeat && !stepKey(event))) return;
    callback(event);
  });
}

/* Scroll to the top and focus the main part: the button that began a new sheet is gone, and with it the focus. */
export function goToTop() {
  document.getElementById("main").focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/* Draw, or make another change that may remove the focused control. The focus then moves to the element that this
   control or one of its ancestors names in data-next (a selector), else to the main part of the page. */
export function keepFocus(change) {
  const at = document.activeElement;
  const places = [];
  for (let each = at.closest("[data-next]"); each; each = each.parentElement.closest("[data-next]")) places.push(each.dataset.next);
  change();
  const now = document.activeElement;
  if (at === document.body || (now !== document.body && !now.disabled)) return;
  const next = [...places, "#main"].map((place) => document.querySelector(place)).find((each) => each && !each.disabled);
  next.focus({ preventScroll: true });
  if (next.matches(":focus-visible")) next.scrollIntoView({ block: "nearest" });
}

stopEchoes("#main button");

// --- dialogs

let open = null; // what the dialog shows: {title, body}

const box = () => document.getElementById("dialog");

/* Show a dialog; `body()` returns its content and is called again by drawDialog(). Every dialog gets new elements, so
   that nothing typed or ticked in an earlier one remains.
   The focus goes to [data-focus], else to the dialog itself, so that no on-screen keyboard opens. */
export function openDialog(title, body) {
  open = { title, body };
  render(nothing, box());
  drawDialog();
  showDialog(box());
  (box().querySelector("[data-focus]") || box()).focus();
}

export function drawDialog() {
  if (!open) return;
  const content = html`<h2 class="titlebar" id="dialog-title"><span>${open.title}</span></h2>
    <div class="pane" data-next="#dialog">${open.body()}</div>
    <button type="button" class="close" data-does="close" aria-label=${words.close}></button>`;
  keepFocus(() => render(content, box()));
}

export const closeDialog = () => box().close();

/* Ask a question, also above an open dialog; resolves to true or false. */
export function ask(question, yes) {
  const asking = document.getElementById("question");
  render(
    html`<p id="question-text">${question}</p>
      <div class="acts">
        <button class="btn" value="yes">${yes}</button>
        <button class="btn default" value="no" data-focus>${words.cancel}</button>
      </div>`,
    asking.querySelector("div"),
  );
  asking.returnValue = "no";
  showDialog(asking);
  asking.querySelector("[data-focus]").focus(); // browsers ignore `autofocus` in frames of other sites
  return new Promise((answer) => {
    asking.addEventListener("close", () => answer(asking.returnValue === "yes"), { once: true });
  });
}

for (const each of document.querySelectorAll("dialog.pad")) {
  each.addEventListener("click", (event) => event.target === each && each.close());
}
box()?.addEventListener("close", () => {
  open = null;
  const at = document.activeElement; // the element the dialog was opened from, unless that is gone
  if (at === document.body || box().contains(at)) document.getElementById("main").focus({ preventScroll: true });
});

// --- files and confetti

/* Make the browser save a text as a file named after the pad and the sheet. */
export function download(sheetName, text) {
  const name = `${padTitle} ${sheetName}`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "pad"}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/* Scroll the result into view, and throw confetti unless that is switched off. */
export async function celebrate(result) {
  result?.scrollIntoView({ block: "nearest" });
  if (!get("confetti") || document.hidden) return;
  const confetti = await import("../../site/confetti.js").catch(() => null); // could not be loaded: then without
  await confetti?.celebrate();
}
