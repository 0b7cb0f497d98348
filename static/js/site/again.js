/* When to ask again for what could not be reached: after a second or two, then at growing intervals, and at once when the
   browser is online again, is looked at or gets the focus. Its `online` event alone says little: the server may have been
   away and not the network. */

const FIRST_MS = 1500;
const GROWTH = 1.5;
const LONGEST_MS = 30000;

/* Return two functions that are to be told how every request has ended; `ask` makes a new one. */
export function askAgain(ask) {
  let wait = 0; // before the next request; 0 while the server can be reached
  let timer = 0;

  function now() {
    clearTimeout(timer);
    if (wait && !document.hidden) ask(); // a hidden page asks when it is looked at
  }

  function atOnce() {
    if (wait) wait = FIRST_MS;
    now();
  }

  for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, atOnce);
  document.addEventListener("visibilitychange", atOnce);
  return {
    unreachable() {
      wait = wait ? Math.min(LONGEST_MS, wait * GROWTH) : FIRST_MS;
      clearTimeout(timer);
      timer = setTimeout(now, wait * (0.8 + Math.random() / 5)); // not all browsers at the same moment
    },
    reached() {
      wait = 0;
      clearTimeout(timer);
    },
  };
}
