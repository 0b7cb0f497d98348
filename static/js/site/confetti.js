/* Confetti over the page, in the ink of the theme: squares, full and hollow. Loaded only when there is something to
   celebrate. */

const PIECES = 110;
const LASTS_MS = 1900;
const SPEED = 0.9; // pixels per millisecond of the fastest piece, per 500 pixels of height
const FALL = 0.0011;
const DRAG = 0.9985; // per millisecond, sideways
const SIZES = [4, 4, 6, 8];

/* Return the pieces, thrown from an element, or from both lower corners. */
function makePieces(from, width, height) {
  const place = from?.getBoundingClientRect();
  const force = SPEED * Math.sqrt(height / 500);
  return Array.from({ length: PIECES }, (_, number) => {
    const left = number % 2 === 0;
    const angle = place ? Math.PI * (0.15 + 0.7 * Math.random()) : Math.PI * (0.28 + 0.14 * Math.random());
    const speed = force * (0.45 + 0.55 * Math.random());
    return {
      x: place ? place.left + place.width * Math.random() : left ? 0 : width,
      y: place ? place.top + place.height / 2 : height * 0.92,
      dx: Math.cos(angle) * speed * (place || left ? 1 : -1),
      dy: -Math.sin(angle) * speed,
      size: SIZES[number % SIZES.length],
      hollow: number % 3 === 0,
    };
  });
}

function draw(pen, { x, y, size, hollow }, ink, paper) {
  const [left, top] = [Math.round(x), Math.round(y)];
  pen.fillStyle = paper; // an edge that is seen on ink
  pen.fillRect(left - 1, top - 1, size + 2, size + 2);
  pen.fillStyle = ink;
  pen.fillRect(left, top, size, size);
  if (!hollow) return;
  pen.fillStyle = paper;
  pen.fillRect(left + 1, top + 1, size - 2, size - 2);
}

/* Throw confetti once; resolves when the last piece has gone, or when the signal is aborted. */
export async function celebrate(from = null, signal = null) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const canvas = document.createElement("canvas");
  canvas.className = "confetti";
  canvas.setAttribute("aria-hidden", "true");
  const [width, height, sharp] = [innerWidth, innerHeight, devicePixelRatio || 1];
  Object.assign(canvas, { width: width * sharp, height: height * sharp });
  document.body.append(canvas);
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const [ink, paper] = ["--ink", "--paper"].map((name) => style.getPropertyValue(name));
  const pieces = makePieces(from, width, height);
  const start = performance.now();
  pen.scale(sharp, sharp);
  for (let last = start, now = start; now - start < LASTS_MS && !signal?.aborted; last = now) {
    now = await new Promise(requestAnimationFrame);
    const ms = Math.min(50, Math.max(0, now - last));
    pen.clearRect(0, 0, width, height);
    for (const piece of pieces) {
      piece.dx *= DRAG ** ms;
      piece.dy += FALL * ms;
      piece.x += piece.dx * ms;
      piece.y += piece.dy * ms;
      draw(pen, piece, ink, paper);
    }
  }
  canvas.remove();
}
