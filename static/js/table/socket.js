/* The socket that reports the version of a game. It carries no game data; watch.js requests the table. Reconnects after
   every interruption, sleep and silence. That it is open does not mean that news arrive: see live(). */

const SILENCE_MS = 11000; // the server sends something every eight seconds
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15000;
const GONE = 4404;

let listener = null; // {path, heardOf, showPresence, ask, wanted}
let socket = null;
let greeted = false; // whether this socket has received a message
let told = true; // whether the server itself hears of every move, as it says
let doubted = false; // whether a socket fell silent, and none has spoken again after its greeting
let before = false; // whether any socket has received one
let heard = 0;
let silence = 0;
let tries = 0;
let retry = 0;

/* Whether every move is told here as it happens, so that nobody has to ask. */
export const live = () => Boolean(socket) && greeted && told && !doubted;

function drop() {
  clearTimeout(retry);
  clearTimeout(silence);
  const old = socket;
  socket = null;
  greeted = false;
  // Closing a socket that is not open yet would log an error in the console.
  if (old?.readyState === 0) old.onopen = () => old.close();
  else old?.close();
}

function lost() {
  drop();
  if (!listener.wanted() && tries > 5) return;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  tries += 1;
  retry = setTimeout(open, wait * (0.5 + Math.random() / 2));
}

/* Return the address of the socket: …/ws/g/CODE/ for the page …/g/CODE/, also below a sub-path. */
function address() {
  const url = new URL(listener.path.replace(/g\/[^/]+\/$/, "ws/$&"), location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

/* Wait for the next message, and no longer than a heartbeat takes. */
function listen() {
  heard = performance.now();
  clearTimeout(silence);
  silence = setTimeout(() => {
    doubted = true;
    lost();
    listener.ask();
  }, SILENCE_MS);
}

export function open() {
  drop();
  told = true;
  listen();
  let mine = null;
  try {
    mine = new WebSocket(address());
  } catch {
    lost();
    return;
  }
  socket = mine;
  mine.onmessage = (event) => mine === socket && hear(JSON.parse(event.data));
  mine.onclose = (event) => {
    if (mine !== socket) return;
    if (event.code === GONE) drop();
    else lost();
  };
}

function hear(news) {
  listen();
  if (greeted) {
    doubted = false;
  } else {
    greeted = true;
    tries = 0;
    if (before) listener.ask();
    before = true;
  }
  told = news.pushes ?? told;
  if (news.silent) listener.showPresence(news.silent);
  listener.heardOf(news.version);
}

/* Open a new socket unless the present one has just received something: after sleep it may look open but be dead. */
export function check() {
  if (socket && greeted && performance.now() - heard < SILENCE_MS) return;
  tries = 0;
  open();
}

export function start(who) {
  listener = who;
  open();
}
