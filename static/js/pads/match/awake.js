/* Keeps the screen on while something is being counted. Says nothing where a browser cannot, or may not. */

export const possible = "wakeLock" in navigator;

/* Return a function to call whenever the answer of `wanted()` may have changed. */
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
      lock = null; // a low battery, or a frame without the right to it
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
