/* The options of the menu, and the player's name: stored in this browser, and shown in the fields of the page that ask
   for them. Scripts that must know of a change, such as theme.js, listen to "options:changed". */

import { openStorage } from "./storage.js";

const KEY = "yahtzee.options";
const DEFAULTS = {
  sound: false, confetti: true, onetap: false, keys: true, left: false, text: false,
  why: true, dice: "full", speed: "calm", say: false, awake: true, asked: false, theme: "system", name: "",
};
const STILL = { dice: "off", confetti: false }; // replace what was chosen where the system asks for less motion
const still = matchMedia("(prefers-reduced-motion: reduce)");
const filled = new WeakSet();
const local = openStorage("localStorage");
let values = read();

function read() {
  let kept = {};
  try {
    kept = JSON.parse(local.get(KEY)) || {};
  } catch {
    kept = {};
  }
  const found = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    if (typeof kept[name] === typeof DEFAULTS[name]) found[name] = kept[name];
  }
  return found;
}

export function get(name) {
  return still.matches && name in STILL ? STILL[name] : values[name];
}

export function set(name, value) {
  values = { ...values, [name]: value };
  local.set(KEY, JSON.stringify(values));
  show();
}

/* Whether invitations are shared by the sheet of the system: on phones and tablets. */
export const shares = () => Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

function show() {
  for (const input of document.querySelectorAll("[data-option]")) {
    const value = values[input.dataset.option];
    if (input.type === "checkbox") input.checked = value;
    else if (input !== document.activeElement) input.value = value;
  }
  document.dispatchEvent(new CustomEvent("options:changed", { detail: values }));
}

/* Put the stored name into fields that ask for it; a field that was edited or emptied stays as it is. */
export function fillNames(within) {
  for (const input of within.querySelectorAll("input[data-player-name]")) {
    if (input.type === "hidden") {
      input.value = values.name;
    } else if (!filled.has(input)) {
      filled.add(input);
      if (!input.value) input.value = values.name;
    }
  }
}

// Who begins to type a name is told when it is too long.
const checked = async (field) => field.maxLength === 60 && import("./long_names.js").then(({ check }) => check(field), () => {});
document.addEventListener("input", ({ target }) => checked(target));

document.addEventListener("DOMContentLoaded", () => {
  show(); // also fields that other scripts have drawn
  fillNames(document);
});
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  values = read();
  show();
});
document.addEventListener("change", async (event) => {
  const input = event.target.closest("[data-option]");
  if (!input) return;
  await checked(input); // who leaves the field at once is as fast as what is loaded for the check
  if (!input.validity.valid) return;
  set(input.dataset.option, input.type === "checkbox" ? input.checked : input.value.trim());
  if (input.dataset.option === "name") fillNames(document);
});
document.addEventListener("submit", (event) => {
  const input = event.target.querySelector("input[data-player-name]:not([type=hidden])");
  if (input && input.value.trim()) set("name", input.value.trim());
}, true);
