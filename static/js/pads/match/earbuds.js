/* The three buttons of earbuds, of a watch, or of a keyboard, through the browser's media session.

   Browsers hand these buttons only to a page that plays something. Hence a file of six seconds that nobody can
   hear, over and over, from a tap on; sound made in the page (a MediaStream) is not enough for them. */

const DEEDS = { previoustrack: "one", nexttrack: "two", play: "undo", pause: "undo" };
const KEYS = {
  MediaTrackPrevious: "previoustrack", MediaTrackNext: "nexttrack",
  MediaPlayPause: "play", MediaPlay: "play", MediaPause: "pause",
};
const ECHO_MS = 200; // some headsets report one press twice; two presses of a thumb are further apart
const REST_MS = 700; // a call, or a voice that reads the score, may stop the loop for a moment

const session = navigator.mediaSession;

export const possible = Boolean(session?.setActionHandler && window.MediaMetadata);

/* `press(deed)` is called with "one", "two" or "undo"; `changed()` when the control was turned on or off. */
export function openEarbuds({ sound, press, changed }) {
  const loop = new Audio();
  const heard = { session: {}, key: {} }; // when each deed was reported last, and which way
  let on = false;

  /* The same within an instant is the same press. Only keys are trusted more: they say themselves when they repeat. */
  function report(action, way) {
    const deed = DEEDS[action];
    const now = performance.now();
    const echoes = (other) => now - heard[other][deed] < ECHO_MS;
    const echo = echoes("session") || (way === "session" && echoes("key"));
    heard[way][deed] = now;
    if (on && !echo) press(deed);
  }

  function listen(handle) {
    for (const action of Object.keys(DEEDS)) {
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

  /* Only a tap may start a sound. Returns whether it could be done. */
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
    /* What a lock screen or a watch shows. */
    show(title, artist) {
      if (on) session.metadata = new MediaMetadata({ title, artist });
    },
  };
}
