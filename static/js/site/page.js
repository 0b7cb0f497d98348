/* What every page needs: the line for screen readers, a guard against the second click of a double click, a warning where
   cookies are blocked, the names of keys. */

/* Let screen readers announce one line. A line equal to the last one is changed a little, or it would not be read. */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/* Return texts as sentences one after the other: screen readers pause where one ends. */
export const sentences = (...texts) => texts.filter(Boolean).map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");

// --- echoes: the second click of a double click or double tap would reach the next player

const ECHO_MS = 350;
const NEAR = 40; // pixels between two taps of one finger
let last = { time: -Infinity, x: 0, y: 0 };

/* Whether a click repeats the last command. A command that `repeats` may be given as fast as somebody can click, such as a
   die of a calculator; it is an echo only of another command at the same place. */
export function isEcho(event, { repeats = false } = {}) {
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const touch = event.pointerType === "touch";
  const again = time - last.time < ECHO_MS && Math.hypot(x - last.x, y - last.y) < NEAR;
  if (repeats) return again && (touch || event.detail > 1);
  last = { time, x, y };
  return event.detail > 1 || (touch && again);
}

/* Keep echoes from the controls that a selector names. Those in [data-repeats] repeat. */
export function stopEchoes(controls) {
  document.addEventListener("click", (event) => {
    const control = event.target.closest(controls);
    if (!control || !isEcho(event, { repeats: Boolean(control.closest("[data-repeats]")) })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

// --- cookies and keys

/* Tell whether the browser accepts cookies, by setting one with the attributes of the site's cookies, which scripts
   cannot read. navigator.cookieEnabled may be true where none is accepted. */
function keepsCookies() {
  const { cookie } = document.querySelector("script[data-cookie]").dataset;
  try {
    document.cookie = `dice_probe=1; ${cookie}`;
    const kept = document.cookie.includes("dice_probe=1");
    document.cookie = `dice_probe=; max-age=0; ${cookie}`;
    return kept;
  } catch {
    return false;
  }
}

const warning = document.getElementById("no-cookies"); // shown before the first click that needs a cookie
const here = new URL(window.location);
const chosen = here.searchParams.has("lang");
const kept = (warning || chosen) && keepsCookies();
if (warning) warning.hidden = kept;
// A cookie has the language by now; without `lang` a copied address does not impose it on other people.
if (chosen && kept) {
  here.searchParams.delete("lang");
  window.history.replaceState(window.history.state, "", here);
}
if (/Mac|iPhone|iPad|iPod/.test(navigator.platform || "")) {
  for (const key of document.querySelectorAll("kbd[data-mod-key]")) key.textContent = "⌘" + key.dataset.modKey;
}
