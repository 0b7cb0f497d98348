/* Small signs of how a game stands beside its table: title and icon of the tab, for how long somebody has been silent.
   Loaded after everything else. */

const icon = document.querySelector("link[rel=icon]");

/* Show in title and icon whose turn it is. */
export function showTurn() {
  const { yourTurn, standing, title, seats } = document.getElementById("table").dataset;
  const mine = Boolean(yourTurn) && Number(seats) > 1;
  document.title = [mine ? `● ${yourTurn}` : standing, title].filter(Boolean).join(" – ");
  const href = mine ? icon?.dataset.turnIcon : icon?.dataset.icon;
  if (href && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

/* Show for how many seconds the browser of each seat has not been heard of: {"0": 0, "1": 75}. */
export function showPresence(silent) {
  for (const mark of document.querySelectorAll("[data-presence]")) {
    const seconds = silent[mark.dataset.presence];
    if (seconds === undefined) continue;
    const { here, seconds: s, minutes, hours } = mark.dataset;
    const n = Number(seconds);
    const [words, unit] = n === 0 ? [here, 1] : n < 60 ? [s, 1] : n < 3600 ? [minutes, 60] : [hours, 3600];
    mark.textContent = words.replace("{n}", Math.floor(n / unit));
    mark.classList.toggle("gone", n > 0);
  }
}
