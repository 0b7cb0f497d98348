/* Copies and shares an invitation, or the link to another device. Loaded by menu.js where there is one. */

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

export async function share(button) {
  try {
    await navigator.share({ text: document.getElementById("invitation").value });
  } catch (error) {
    if (error.name !== "AbortError") copy(button.parentElement.querySelector("[data-does=copy]"));
  }
}
