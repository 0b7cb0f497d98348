/* Keyboard navigation in a table of buttons: one of them is in the Tab order, arrow keys move to the nearest one. */

const buttonsOf = (table) => [...table.querySelectorAll("tbody button")].filter((button) => button.offsetParent);

/* Put one button into the Tab order: the one with the focus, else the one that was in it, else the first. */
export function rove(table, wanted = document.activeElement) {
  const buttons = buttonsOf(table);
  const stop = [wanted, table.querySelector('tbody button[tabindex="0"]'), buttons[0]].find((button) => buttons.includes(button));
  for (const button of table.querySelectorAll("tbody button")) button.tabIndex = button === stop ? 0 : -1;
  return stop;
}

/* Return the button an arrow key leads to: the nearest in that direction, rows first; from the last one on to the first. */
function neighbour(buttons, from, key) {
  const spot = (button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [x, y] = spot(from);
  const upright = key === "ArrowUp" || key === "ArrowDown";
  const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  const ways = buttons.map((button) => {
    const [right, down] = spot(button);
    const ahead = sign * (upright ? down - y : right - x);
    const aside = Math.abs(upright ? right - x : down - y);
    return { button, ahead, far: ahead + aside * (upright ? 100 : 1000) };
  });
  const nearest = (those) => those.sort((one, other) => one.far - other.far)[0]?.button;
  return nearest(ways.filter(({ ahead }) => ahead > 2)) || nearest(ways.filter(({ ahead }) => ahead < -2));
}

/* Handle a key pressed in the table; returns whether it was a navigation key. */
export function gridKey(event, table) {
  const from = event.target.closest("tbody button");
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return false;
  const buttons = buttonsOf(table);
  const places = { Home: buttons[0], End: buttons[buttons.length - 1] };
  const to = event.key in places ? places[event.key] : event.key.startsWith("Arrow") && neighbour(buttons, from, event.key);
  if (to === false) return false;
  event.preventDefault();
  if (to) rove(table, to)?.focus();
  return true;
}

/* Keep the keyboard focus in the same box when the sheet shows another player's card, or in the same row when an undo
   has barred the box. */
export function stayInRow(root, cell, { id }) {
  if (cell.offsetParent && cell.querySelector("button")) return;
  const { box, column } = cell.dataset;
  const row = `td[data-player="${id}"][data-box="${box}"]`;
  const places = [`${row}[data-column="${column}"] button`, `${row} button`];
  places.map((place) => root.querySelector(place)).find(Boolean)?.focus({ preventScroll: true });
}

/* Scroll a row sideways until a button is completely visible and not covered by the sticky first column. */
export function bringIntoSight(button) {
  const row = button.closest(".padtabs, .scroll");
  if (!button.offsetParent || !row) return;
  const [seen, own] = [row.getBoundingClientRect(), button.getBoundingClientRect()];
  const covered = row.querySelector("col.label") ? row.querySelector("tbody th").offsetWidth : 0;
  if (own.right > seen.right) row.scrollLeft += own.right - seen.right;
  else if (own.left < seen.left + covered) row.scrollLeft -= seen.left + covered - own.left;
}
