/* Keeps the screen on while a match is being counted. Fails silently where a browser cannot or may not do it. */

export const possible = "wakeLock" in navigator;

/* Return a function that must be called whenever the result of `wanted()` may have changed. */
export function openAwake(wanted) {
  let lock = null;
  let asking = false;

  const due = () => possible && wanted() && !document.hidden;

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
  return check;
}
