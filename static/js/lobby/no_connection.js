/* The page "No connection", shown instead of a page that could not be reached: asks for that page until it answers. */

import { askAgain } from "../site/unreachable.js";

const PATIENCE_MS = 10000;
const AWAY = [502, 503, 504]; // said by a proxy, or by a site that is in trouble: "No connection" stays
const { untilOnline: own } = document.querySelector("[data-until-online]").dataset;
let last = null; // the request under way

async function ask() {
  last?.abort();
  const mine = last = new AbortController();
  const timer = setTimeout(() => mine.abort(), PATIENCE_MS);
  try {
    // The service worker lets HEAD pass. A redirect is an answer, wherever it leads.
    const what = { method: "HEAD", cache: "no-store", redirect: "manual", signal: mine.signal };
    const { status } = await fetch(window.location.href, what);
    if (AWAY.includes(status)) throw new Error(`${status}`);
    window.location.reload();
  } catch {
    if (mine === last) again.unreachable();
  } finally {
    clearTimeout(timer);
  }
}

const again = askAgain(ask);
if (window.location.pathname !== own) again.unreachable(); // at its own address there is nothing to wait for
