/* Confetti over the page; loaded only when there is something to celebrate. */

import "../../vendor/confetti.browser.js";

const COLOURS = ["#e4572e", "#f3a712", "#2e86ab", "#5b8e7d", "#a23b72", "#8a8a8a"];

/* Throw confetti once from both sides; resolves when the last piece has gone. */
export async function celebrate() {
  const canvas = document.createElement("canvas");
  canvas.className = "confetti";
  canvas.setAttribute("aria-hidden", "true");
  document.body.append(canvas);
  const fire = window.confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true });
  const burst = (x, angle) =>
    fire({ particleCount: 70, spread: 62, startVelocity: 48, ticks: 160, angle, origin: { x, y: 0.9 }, colors: COLOURS });
  await Promise.all([burst(0.08, 62), burst(0.92, 118)]);
  fire.reset();
  canvas.remove();
}
