/* Receives the media buttons of earbuds, watches and keyboards through the browser's media session.

   Browsers pass these buttons only to a page that plays sound. So an inaudible file of six seconds is played in a loop,
   started by a tap; sound generated in the page (a MediaStream) is not enough for browsers. */

const COMMANDS = { previoustrack: "one", nexttrack: "two", play: "undo", pause: "undo" };
const KEYS = {
  MediaTrackPrevious: "previoustrack", MediaTrackNext: "nexttrack",
  MediaPlayPause: "play", MediaPlay: "play", MediaPause: "pause",
};
const ECHO_MS = 200; // some headsets report one press twice; two real presses are further apart
const REST_MS = 700; // a phone call or the spoken score may interrupt the loop for a moment

const session = navigator.mediaSession;

export const possible = Boolean(session?.setActionHandler && window.MediaMetadata);

/* `onCommand(command)` is called with "one", "two" or "undo"; `changed()` when this is turned on or off. */
export function openEarbuds({ sound, onCommand, changed }) {
  const loop = new Audio();
  const heard = { session: {}, key: {} }; // when each command was last reported, by source
  let on = false;

  /* Carry out a command, unless it is the same press reported twice within ECHO_MS. Two presses of a key count: the
     browser marks repeated key events itself. */
  function report(action, way) {
    const command = COMMANDS[action];
    const now = performance.now();
    const echoes = (other) => now - heard[other][command] < ECHO_MS;
    const echo = echoes("session") || (way === "session" && echoes("key"));
    heard[way][command] = now;
    if (on && !echo) onCommand(command);
  }

  function listen(handle) {
    for (const action of Object.keys(COMMANDS)) {
      session.setActionHandler(action, handle ? () => report(action, "session") : null);
    }
    session.playbackState = handle ? "playing" : "none";
    if (!handle) session.metadata = null;
  }

  function turnOff() {
    on = false;
    loop.pause();
    listen(false);
    changed();
  }

  /* Start the loop, which browsers allow only during a tap. Returns whether it worked. */
  async function turnOn() {
    try {
      loop.src ||= sound;
      await loop.play();
      listen(true);
    } catch {
      turnOff();
      return false;
    }
    on = true;
    changed();
    return true;
  }

  loop.loop = true;
  loop.addEventListener("pause", () => {
    setTimeout(() => on && loop.paused && loop.play().catch(turnOff), REST_MS);
  });
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!on || !action) return;
    event.preventDefault();
    if (!event.repeat) report(action, "key");
  });

  return {
    turnOn,
    turnOff,
    get on() {
      return on;
    },
    /* Set the text that a lock screen or a watch shows. */
    show(title, artist) {
      if (on) session.metadata = new MediaMetadata({ title, artist });
    },
  };
}
