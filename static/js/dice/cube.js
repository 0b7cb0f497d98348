/* A die that tumbles, on the table and on pads: a cube lies over it until the cube shows the same face. */

import { get } from "../site/options.js";

const STYLES = {
  full: { least: 560, spread: 180, stagger: 35, turns: 2 },
  quick: { least: 200, spread: 60, stagger: 15, turns: 1 },
};
const SIDES = [1, 2, 3, 4, 5, 6];
/* The rotation that brings a face to the front; the sides are placed by .facet:nth-child. */
const TURNED = { 1: [0, 0], 2: [0, -90], 3: [-90, 0], 4: [90, 0], 5: [0, 90], 6: [0, 180] };
const SVG = "http://www.w3.org/2000/svg";

function makeSide(face) {
  const side = document.createElement("span");
  const drawing = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#face-${face}`);
  drawing.append(use);
  side.className = "facet";
  side.append(drawing);
  return side;
}

/* Return a cube whose edge is twice `half` pixels, and the part of it that turns. */
function makeCube(half) {
  const cube = document.createElement("span");
  const turning = document.createElement("span");
  cube.className = "cube";
  cube.setAttribute("aria-hidden", "true");
  cube.style.setProperty("--half", `${half}px`);
  turning.append(...SIDES.map(makeSide));
  cube.append(turning);
  return [cube, turning];
}

/* Let an element .die tumble until it shows this face; `place` is its place among the dice that roll. Resolves when the
   animation has ended, at once when animations are switched off. */
export async function tumble(die, face, place = 0) {
  const style = STYLES[get("dice")];
  if (!style || document.hidden) return;
  die.querySelector(".cube")?.remove();
  const half = die.offsetWidth / 2;
  const [cube, turning] = makeCube(half);
  const [x, y] = TURNED[face];
  const way = () => (Math.random() < 0.5 ? -360 : 360) * style.turns;
  const [dx, dy, dz] = [way(), way(), (Math.random() - 0.5) * 120];
  const pose = (rise, spin, lean) =>
    `translateY(${rise}px) translateZ(${-half}px) ` +
    `rotateZ(${dz * lean}deg) rotateX(${x + dx * spin}deg) rotateY(${y + dy * spin}deg)`;
  const moves = [
    { transform: pose(0, 1, 1), easing: "cubic-bezier(.2,.6,.4,1)" },
    { transform: pose(-half * 0.8, 0.55, 0.6), offset: 0.35, easing: "cubic-bezier(.4,0,.6,1)" },
    { transform: pose(0, 0.12, 0.1), offset: 0.78, easing: "ease-out" },
    { transform: pose(0, 0, 0) },
  ];
  die.append(cube);
  const duration = style.least + Math.random() * style.spread;
  await turning.animate(moves, { duration, delay: place * style.stagger, fill: "both" }).finished.catch(() => {});
  cube.remove();
}
