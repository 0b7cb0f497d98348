/* What every page has: a line for people who listen, a warning where no cookie is kept, the names of keys. */

/* Say one line to people who listen to the page; a line said again is another one to them. */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/* Cookies of the site cannot be seen from here; one with the same attributes fares like them. What a browser says of
   itself (navigator.cookieEnabled) may be true where it keeps none. */
function keepsCookies() {
  const { cookie } = document.querySelector("script[data-cookie]").dataset;
  try {
    document.cookie = `dice_probe=1; ${cookie}`;
    const kept = document.cookie.includes("dice_probe=1");
    document.cookie = `dice_probe=; max-age=0; ${cookie}`;
    return kept;
  } catch {
    return false;
  }
}

const warning = document.getElementById("no-cookies"); // before the first click that needs one
const here = new URL(window.location);
const chosen = here.searchParams.has("lang");
const kept = (warning || chosen) && keepsCookies();
if (warning) warning.hidden = kept;
// The language is remembered by now; an address that is copied chooses none for whoever opens it.
if (chosen && kept) {
  here.searchParams.delete("lang");
  window.history.replaceState(window.history.state, "", here);
}
if (/Mac|iPhone|iPad|iPod/.test(navigator.platform || "")) {
  for (const key of document.querySelectorAll("kbd[data-mod-key]")) key.textContent = "⌘" + key.dataset.modKey;
}
