/* Remembers the choices made for the last new game and selects them again in the form. */

import { openStorage } from "../site/storage.js";

const KEY = "yahtzee.new-game";
const local = openStorage("localStorage");
const form = document.querySelector("form.newgame");
const choices = [...form.querySelectorAll("[name=rules], [name=option], [name=mode], [name=people]")];

function keep() {
  const kept = choices.filter((field) => field.checked || field.type === "select-one");
  local.set(KEY, JSON.stringify(kept.map((field) => `${field.name}=${field.value}`)));
}

function show() {
  let kept = null;
  try {
    kept = JSON.parse(local.get(KEY));
  } catch {
    kept = null;
  }
  if (!Array.isArray(kept)) return;
  for (const field of choices) {
    const known = kept.find((pair) => pair.startsWith(`${field.name}=`));
    if (field.type === "checkbox") field.checked = kept.includes(`${field.name}=${field.value}`);
    else if (field.type === "radio" && known === `${field.name}=${field.value}`) field.checked = true;
    else if (field.type === "select-one" && known) field.value = known.slice(field.name.length + 1) || field.value;
  }
}

/* An online game needs a second seat, whatever number of people was chosen for another kind of game. */
function invite() {
  const [people, online] = [form.elements.people, form.querySelector("[name=mode][value=online]")];
  if (online.checked && people.value === "1") people.value = "2";
}

show();
invite();
form.addEventListener("change", invite);
form.addEventListener("submit", keep);
