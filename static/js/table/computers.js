/* What is said of a computer's turn: one line at its end, with its reasons if they are wanted. Its rolls are only seen. */

import * as options from "../site/options.js";
import { sentences } from "../site/page.js";

let reasons = []; // of the turn under way

/* Return what to announce when the table has changed from `before` to `now`, `news` being what happened. */
export function summary(before, now, news) {
  const others = reasons;
  if (before.entries !== now.entries || before.code !== now.code) reasons = [];
  const why = document.querySelector("#table [data-why]")?.textContent.replace(/\s+/g, " ").trim();
  if (why && Number(now.roll)) reasons.push(why);
  if (!("botTurn" in before) || !news) return news;
  if (Number(now.entries) > Number(before.entries)) return options.get("why") ? sentences(...others, news) : news;
  return now.status === "playing" && Number(now.roll) > Number(before.roll) ? "" : news;
}
