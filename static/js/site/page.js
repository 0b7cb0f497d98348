/* What every page needs: the line for screen readers, a warning where cookies are blocked, the names of keys. */

/* Let screen readers announce one line. A line equal to the last one is changed a little, or it would not be read. */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/* Tell whether the browser accepts cookies, by setting one with the attributes of the site's cookies, which scripts
   cannot read. navigator.cookieEnabled may be true where none is accepted. */
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

const warning = document.getElementById("no-cookies"); // shown before the first click that needs a cookie
const here = new URL(window.location);
const chosen = here.searchParams.has("lang");
const kept = (warning || chosen) && keepsCookies();
if (warning) warning.hidden = kept;
// A cookie has the language by now; without `lang` a copied address does not impose it on other people.
if (chosen && kept) {
  here.searchParams.delete("lang");
  window.history.replaceState(window.history.state, "", here);
}
if (/Mac|iPhone|iPad|iPod/.test(navigator.platform || "")) {
  for (const key of document.querySelectorAll("kbd[data-mod-key]")) key.textContent = "⌘" + key.dataset.modKey;
}
