/* Inserts the report around the replay as soon as it is ready. The page is not reloaded, so that nobody who is stepping
   through the replay is interrupted. */

import { showActions } from "../site/menu.js";
import { say } from "../site/page.js";
import { refresh, unfold } from "./replay.js";

let busy = false;

async function fetchParts() {
  const answer = await fetch(window.location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const made = answer.ok && !page.getElementById("report-progress");
  return made ? [...page.querySelectorAll(".sheet > :not(.back)")] : [];
}

function show(parts) {
  const progress = document.getElementById("report-progress").closest("section");
  const hadFocus = progress.contains(document.activeElement);
  const place = parts.findIndex((part) => part.querySelector("#replay"));
  document.getElementById("replay").closest("section").after(...parts.slice(place + 1));
  progress.replaceWith(...parts.slice(0, place));
  if (hadFocus) document.getElementById("main").focus({ preventScroll: true });
  say(document.querySelector(".equation").textContent.replace(/\s+/g, " ").trim());
  showActions();
  unfold();
  refresh(); // with the report the replay also shows better choices
}

document.addEventListener("report:made", async () => {
  if (busy) return;
  busy = true;
  const parts = await fetchParts().catch(() => []); // the next poll of the progress fires the event again
  if (parts.length) show(parts);
  busy = false;
});
