/* New games from the menu of any page and from the start page. For a game with a friend it asks for the player's name once,
   and on a phone it opens the share sheet with the invitation; on pages without a form token it fetches one first. */

import * as options from "./options.js";

/* Resolves with the name of the player, empty when nobody wants to say it. */
function name() {
  const dialog = document.getElementById("who");
  const field = dialog.querySelector("input");
  dialog.returnValue = "";
  field.value = "";
  dialog.showModal();
  field.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue ? field.value.trim() : ""), { once: true });
  });
}

function add(form, fields) {
  for (const [key, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: key, value });
    form.append(input);
  }
}

/* A static page has no token: give its form one, and what a new game needs. */
async function fill(form) {
  const page = await (await fetch(form.action)).text();
  const token = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page)[1];
  const mode = form.dataset.begin;
  add(form, { csrfmiddlewaretoken: token, once: token, mode, rules: form.dataset.rules, name: options.get("name") });
  add(form, mode === "online" ? { people: 2 } : { reuse: "on" });
  form.method = "post";
  form.action = form.dataset.create;
}

let beginning = false; // an answer is awaited: a second press changes nothing

export async function begin(form) {
  if (beginning) return;
  beginning = true;
  await prepare(form).then((ready) => ready && send(form)).finally(() => {
    beginning = false;
  });
}

const send = (form) => (form.dataset.begin === "online" && options.shares() ? invite(form) : form.submit());

/* Make the game and share its invitation before going there: browsers open the share sheet for a tap, not for a new page.
   Whatever comes of it, the waiting room has the link. */
async function invite(form) {
  try {
    const answer = await fetch(form.action, { method: "post", body: new FormData(form) });
    const room = new DOMParser().parseFromString(await answer.text(), "text/html");
    await navigator.share({ text: room.getElementById("invitation").value }).catch(() => {});
    window.location.assign(answer.url);
  } catch {
    form.submit(); // which makes no second game
  }
}

/* Resolves with false when nobody wants to say a name. */
async function prepare(form) {
  if (form.dataset.begin === "online" && !options.get("name")) {
    const said = await name();
    if (!said) return false;
    options.set("name", said);
    options.fillNames(document);
  }
  if (form.method === "get") {
    try {
      await fill(form);
    } catch {
      // Then the start page, which offers the same.
    }
  }
  return true;
}
