/* Tells the second click of a double click or double tap from one that is meant, on tables and pads: it would reach the
   next player. */

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
