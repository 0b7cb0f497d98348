/* A die that tumbles, on the table and on pads: a cube lies over it until it lands with the same face in front. */

import { get } from "../site/options.js";

/* How long the first die is in the air, how much later each next one lands (at least, at most), and the turns it makes. */
const STYLES = {
  full: { flight: 480, gap: [40, 90], turns: 2 },
  quick: { flight: 140, gap: [40, 40], turns: 1 },
  computer: { flight: 240, gap: [40, 50], turns: 1 },
};
const SIDES = [1, 2, 3, 4, 5, 6];
/* The rotation that brings a face to the front; the sides are placed by .facet:nth-child. */
const TURNED = { 1: [0, 0], 2: [0, -90], 3: [-90, 0], 4: [90, 0], 5: [0, 90], 6: [0, 180] };
const SVG = "http://www.w3.org/2000/svg";
const moving = new Set();

const styleOf = (computer) => {
  const style = STYLES[get("dice")];
  return style && computer ? STYLES.computer : style;
};

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

/* Return a cube whose edge is twice `half` pixels, its shadow, and the part of it that turns. */
function makeCube(half) {
  const [cube, shadow, turning] = ["span", "i", "span"].map((name) => document.createElement(name));
  cube.className = "cube";
  cube.setAttribute("aria-hidden", "true");
  cube.style.setProperty("--half", `${half}px`);
  turning.append(...SIDES.map(makeSide));
  cube.append(shadow, turning);
  return [cube, shadow, turning];
}

/* Return the ways of a cube and of its shadow from one face to the other. They begin with the first face, and the last one
   comes to the front only on the way down. */
function ways(half, from, face, turns) {
  const any = () => (Math.random() < 0.5 ? -360 : 360) * turns;
  const [start, end, lean] = [TURNED[from], TURNED[face], (Math.random() - 0.5) * 90];
  const turn = [0, 1].map((axis) => end[axis] + any() - start[axis]);
  const pose = (rise, part) =>
    `translateY(${-half * rise}px) translateZ(${-half}px) rotateZ(${lean * Math.sin(Math.PI * part)}deg) ` +
    `rotateX(${start[0] + turn[0] * part}deg) rotateY(${start[1] + turn[1] * part}deg)`;
  const far = (part) => `translate(${1 + half * 0.3 * part}px, ${2 + half * 0.9 * part}px) scale(${1 - part * 0.15})`;
  return [
    [
      { transform: pose(0, 0), easing: "cubic-bezier(.2,.6,.4,1)" },
      { transform: pose(1.1, 0.5), offset: 0.4, easing: "cubic-bezier(.4,0,.7,1)" },
      { transform: pose(0.4, 0.94), offset: 0.82, easing: "cubic-bezier(.5,0,1,.8)" },
      { transform: pose(0, 1) },
    ],
    [
      { transform: far(0), opacity: 1, easing: "ease-out" },
      { transform: far(1), opacity: 0.15, offset: 0.4, easing: "ease-in" },
      { transform: far(0), opacity: 1 },
    ],
  ];
}

/* Return when each of some dice lands, in milliseconds from now, one after the other; empty without animation. `computer`:
   they are those of a computer, which does not keep people waiting. */
export function landings(number, computer = false) {
  const style = styleOf(computer);
  if (!style || document.hidden) return [];
  const [least, most] = style.gap;
  let at = style.flight;
  return Array.from({ length: number }, (_, place) => (at += place && least + Math.random() * (most - least)));
}

/* Let all dice lie where they land. */
export function land() {
  for (const animation of moving) animation.finish();
}

/* Let an element .die tumble until it shows this face, beginning with the face `from`. `half`: half its width, which costs
   time to measure once another die moves. Resolves when it lies still, at once when animations are switched off. */
export async function tumble(die, face, { lands = landings(1)[0], from, half = die.offsetWidth / 2 } = {}) {
  die.querySelector(".cube")?.remove();
  if (!lands || document.hidden) return;
  const [cube, shadow, turning] = makeCube(half);
  const [way, below] = ways(half, from || 7 - face, face, styleOf().turns);
  die.append(cube);
  die.dataset.aloft = ""; // :has(.cube) would make browsers look through the whole table with each landing
  const timing = { duration: lands, fill: "both" };
  const animations = [turning.animate(way, timing), shadow.animate(below, timing)];
  for (const animation of animations) moving.add(animation);
  await Promise.all(animations.map(({ finished }) => finished)).catch(() => {});
  for (const animation of animations) moving.delete(animation);
  cube.remove();
  if (!die.querySelector(".cube")) delete die.dataset.aloft;
}
