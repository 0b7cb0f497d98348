/* The coach's two lines: the best choice, and what the held dice or the marked box would cost. All costs are already
   in the page; no request is made. */

import { sentences } from "../site/page.js";

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

const add = (event) => {
  event.detail.said = sentences(event.detail.said, show());
};
document.addEventListener("table:held", add);
document.addEventListener("table:marked", add);
document.addEventListener("table:shown", (event) => {
  const said = [coach()?.querySelector(".best").textContent.trim(), show()];
  if (event.detail.said && coach()) event.detail.said = sentences(event.detail.said, ...said);
});
show();
