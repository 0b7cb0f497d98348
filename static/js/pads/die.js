/* One die per player on the screen: an honest face, and a short tumble until it is seen. */

const FULL = { ms: 620, turns: 2 };
const QUICK = { ms: 260, turns: 1 };
const SIDES = [1, 2, 3, 4, 5, 6];
/* How the cube is turned so that a face looks at us; the sides are placed by .facet:nth-child. */
const TURNED = { 1: [0, 0], 2: [0, -90], 3: [-90, 0], 4: [90, 0], 5: [0, 90], 6: [0, 180] };
const SVG = "http://www.w3.org/2000/svg";

/* Return a face from 1 to 6, each as likely as the others: the four bytes too many are drawn again. */
export function rollDie() {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0] >= 252);
  return (byte[0] % 6) + 1;
}

function makeCube() {
  const cube = document.createElement("span");
  cube.className = "cube";
  cube.append(
    ...SIDES.map((number) => {
      const side = document.createElement("span");
      const drawing = document.createElementNS(SVG, "svg");
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `#face-${number}`);
      drawing.append(use);
      side.className = "facet";
      side.append(drawing);
      return side;
    }),
  );
  return cube;
}

/* Let an element .die tumble until it shows this face; resolves when it lies still, at once where nothing moves. */
export async function tumble(die, face) {
  const wish = window.Options.get("dice");
  if (wish === "off" || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { ms, turns } = wish === "quick" ? QUICK : FULL;
  const cube = makeCube();
  const half = die.offsetWidth / 2;
  const [x, y] = TURNED[face];
  const way = () => (Math.random() < 0.5 ? -360 : 360) * turns;
  const [dx, dy, dz] = [way(), way(), (Math.random() - 0.5) * 120];
  const pose = (rest, rise) =>
    `perspective(${half * 14}px) translateY(${rise}px) translateZ(${-half}px) ` +
    `rotateZ(${dz * rest}deg) rotateX(${x + dx * rest}deg) rotateY(${y + dy * rest}deg)`;
  cube.style.setProperty("--half", `${half}px`);
  die.append(cube);
  const moves = [
    { transform: pose(1, 0), easing: "cubic-bezier(.2,.6,.4,1)" },
    { transform: pose(0.55, -half * 0.8), offset: 0.35, easing: "cubic-bezier(.4,0,.6,1)" },
    { transform: pose(0.12, 0), offset: 0.78, easing: "ease-out" },
    { transform: pose(0, 0) },
  ];
  await cube.animate(moves, { duration: ms + Math.random() * 160, fill: "both" }).finished.catch(() => {});
  cube.remove();
}
