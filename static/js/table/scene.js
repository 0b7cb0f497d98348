/* One scene of motion at a time on the table: the next one, a tap or a key ends it at once, and everything is as if it had
   run to its end. Nothing waits for a scene but what is to be said after it. */

import { land } from "../dice/cube.js";

let scene = null; // the AbortController of the scene under way

/* End the scene under way. */
export function end() {
  scene?.abort();
  scene = null;
  land();
}

/* Begin a scene; its signal is aborted when it has to end. */
export function begin() {
  end();
  scene = new AbortController();
  return scene.signal;
}

/* Resolve after some milliseconds, at once when the scene ends. */
export const pause = (ms, signal) => new Promise((done) => {
  if (signal.aborted) return void done();
  const timer = setTimeout(done, ms);
  signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
});

/* Animate an element until the animation or the scene ends. */
export async function move(element, frames, timing, signal) {
  if (signal.aborted) return;
  const animation = element.animate(frames, timing);
  const cancel = () => animation.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  await animation.finished.catch(() => {});
  signal.removeEventListener("abort", cancel);
}

/* Return an element that lies over others while a scene lasts; swaps do not remove it. */
export function prop(name, className) {
  const made = document.createElement(name);
  made.className = `prop ${className}`;
  made.setAttribute("aria-hidden", "true");
  return made;
}

document.addEventListener("visibilitychange", end);
document.addEventListener("pointerdown", end, { capture: true, passive: true });
document.addEventListener("keydown", (event) => event.repeat || end(), { capture: true });
