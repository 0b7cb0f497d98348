/* Copies and shares an invitation, the link to another device, or a result. Loaded by menu.js where there is one. */

import { say } from "./page.js";

/* Copy the invitation, which is in the page already. "Copied" is shown only when the browser confirms it. */
export async function copy(button) {
  const field = document.getElementById("invitation");
  let copied = false;
  try {
    await navigator.clipboard.writeText(field.value);
    copied = true;
  } catch {
    field.focus();
    field.select();
    try {
      copied = document.execCommand("copy");
    } catch {
      copied = false;
    }
  }
  if (copied) button.focus();
  else field.select();
  tell(button, copied ? button.dataset.copied : button.dataset.failed);
}

function tell(button, text) {
  if (!text) return;
  button.dataset.label = button.dataset.label || button.textContent;
  button.textContent = text;
  say(text);
  setTimeout(() => {
    button.textContent = button.dataset.label;
  }, 2500);
}

const known = new Map(); // files fetched for a first try, which may have taken too long for the browser

/* Return the picture at an address as a list of files; an empty one where it cannot be had or shared. */
async function files(address) {
  if (!known.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok) return [];
    known.set(address, new File([await answer.blob()], address.split("/").pop().split("?")[0], { type: "image/png" }));
  }
  const found = [known.get(address)];
  return navigator.canShare?.({ files: found }) ? found : [];
}

/* Open the sheet of the system with the text of the page, and the picture that the button names. */
export async function share(button) {
  const { picture } = button.dataset;
  const text = document.getElementById("invitation").value;
  try {
    const found = picture ? await files(picture) : [];
    await navigator.share(found.length ? { text, files: found } : { text });
  } catch (error) {
    if (error.name === "AbortError") return;
    const instead = document.querySelector("[data-does=copy]");
    instead.closest("details")?.setAttribute("open", "");
    copy(instead);
  }
}
