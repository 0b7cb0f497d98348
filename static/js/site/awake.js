/* Keeps the screen on while a game is played or counted, unless that is switched off in the options. Fails silently
   where a browser cannot or may not do it. */

import { get } from "./options.js";

const possible = "wakeLock" in navigator;

/* Return a function that must be called whenever the result of `wanted()` may have changed. */
export function openAwake(wanted) {
  let lock = null;
  let asking = false;

  const due = () => possible && get("awake") && wanted() && !document.hidden;

  async function take() {
    asking = true;
    try {
      const mine = await navigator.wakeLock.request("screen");
      mine.addEventListener("release", () => {
        if (lock === mine) lock = null;
      });
      lock = mine;
    } catch {
      lock = null; // refused, for example on a low battery or in a frame without permission
    }
    asking = false;
    if (!due()) check();
  }

  function check() {
    if (asking || due() === Boolean(lock)) return;
    if (due()) take();
    else lock.release().catch(() => {});
  }

  document.addEventListener("visibilitychange", check);
  document.addEventListener("options:changed", check);
  return check;
}
