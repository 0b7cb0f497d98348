/* When something that could not be reached is asked for again: ever later, at once when somebody looks, never in a hidden
   page, never after an answer. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { answered, askAgain, start, troubled } from "../../../static/js/site/unreachable.js";

let asked = 0;
let line = null;

/* A window and a document that can be told what happens. */
beforeEach(() => {
  globalThis.document = new EventTarget();
  globalThis.window = new EventTarget();
  mock.timers.enable({ apis: ["setTimeout"] });
  asked = 0;
  line = askAgain(() => { asked += 1; });
});
afterEach(() => mock.timers.reset());

/* Return after how many milliseconds, to within 100, it asks. */
function asksAfter() {
  const before = asked;
  for (let passed = 100; passed <= 120000; passed += 100) {
    mock.timers.tick(100);
    if (asked > before) return passed;
  }
  return Infinity;
}

test("it asks soon, then less and less often, but every half minute", () => {
  const waits = [];
  for (let round = 0; round < 12; round += 1) {
    line.unreachable();
    waits.push(asksAfter());
  }
  assert.ok(waits[0] <= 1600 && waits[1] <= 2400, `${waits}`);
  assert.ok(waits[11] >= 24000 && Math.max(...waits) <= 30000, `${waits}`);
  assert.equal(asked, 12, "once for each time it is told");
});

test("nothing is asked before there is trouble, nor after an answer", () => {
  for (const name of ["online", "focus", "pageshow"]) window.dispatchEvent(new Event(name));
  assert.equal(asksAfter(), Infinity);
  line.unreachable();
  line.reached();
  assert.equal(asksAfter(), Infinity);
  window.dispatchEvent(new Event("online"));
  assert.equal(asked, 0);
});

for (const name of ["online", "focus", "pageshow", "visibilitychange"]) {
  test(`${name} asks at once, and the intervals begin anew`, () => {
    for (let round = 0; round < 12; round += 1) line.unreachable();
    (name === "visibilitychange" ? document : window).dispatchEvent(new Event(name));
    assert.equal(asked, 1);
    line.unreachable();
    assert.ok(asksAfter() <= 2400);
  });
}

test("a hidden page waits until it is looked at", () => {
  document.hidden = true;
  line.unreachable();
  assert.equal(asksAfter(), Infinity);
  window.dispatchEvent(new Event("online"));
  assert.equal(asked, 0);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(asked, 1);
});

test("whoever cannot see hears of the end of a cut, also where a command failed before it", () => {
  const said = [];
  const dataset = { failed: "Failed.", unstored: "Not stored.", back: "Back." };
  start({ toast: { hidden: true, textContent: "Lost.", dataset }, ask() {}, say: (text) => said.push(text) });
  troubled(0, false, 7);
  answered(7, "News.");
  troubled(500, true, 7);
  troubled(0, false, 7);
  answered(7, "");
  assert.deepEqual(said, ["Lost.", "Back. News.", "Failed.", "Lost.", "Back. Failed."]);
});
