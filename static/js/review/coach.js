/* The coach's two lines: the best choice, and what the held dice or the marked box would cost. All costs are already
   in the page; no request is made. */

import { say } from "../site/page.js";

const coach = () => document.getElementById("coach");
const read = (text) => (text ? JSON.parse(text) : {});

/* Return the cost of the present choice as text: empty when it costs nothing, undefined when nothing is chosen. */
function chosen(data) {
  const box = document.querySelector("#table td.marked > button");
  if (box) return read(data.boxes)[box.value];
  const held = [...document.querySelectorAll("#table input[name=hold]:checked")];
  if (!held.length) return undefined;
  return read(data.holds)[held.map((input) => input.value).join("")];
}

/* Show what the choice costs, and return the line shown. */
function show() {
  const line = coach()?.querySelector(".cost");
  if (!line) return "";
  const { dataset } = coach();
  const cost = chosen(dataset);
  let text = line.dataset.idle;
  if (cost) text = dataset.costs.replace("{points}", cost);
  else if (cost === "") text = dataset.free;
  if (line.textContent !== text) line.textContent = text;
  coach().classList.toggle("costs", Boolean(cost));
  return text;
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#table input[name=hold]")) say(show());
});
document.addEventListener("table:marked", (event) => {
  event.detail.said += ` ${show()}`;
});
/* Join what is said in one breath, with a stop after each. */
const together = (...lines) =>
  lines.map((line) => line.trim()).filter(Boolean).map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(" ");

document.addEventListener("table:shown", (event) => {
  if (event.detail.said && coach()) event.detail.said = together(event.detail.said, coach().querySelector(".best").textContent, show());
});
show();
