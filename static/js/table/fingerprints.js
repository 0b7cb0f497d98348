/* The fingerprints of dice that this browser was told first, with the time: the site cannot show others at the end. */

import { openStorage } from "../site/storage.js";

const KEY = "yahtzee.fingerprints";
const MOST = 100; // games; the oldest are forgotten
const local = openStorage("localStorage");

function read() {
  try {
    const kept = JSON.parse(local.get(KEY));
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.every((part) => typeof part === "string")) : [];
  } catch {
    return [];
  }
}

/* Return what was noted for a game: {fingerprint, when}; undefined where nothing was. */
export function noted(code) {
  const [, fingerprint, when] = read().find(([known]) => known === code) || [];
  return fingerprint && { fingerprint, when: new Date(when) };
}

/* Note the fingerprint of a game that is not over, unless one is known. */
export function note(code, fingerprint) {
  if (noted(code)) return;
  local.set(KEY, JSON.stringify([...read(), [code, fingerprint, new Date().toISOString()]].slice(-MOST)));
}

/* Whether what was noted outlasts this page. */
export const lasts = () => local.persistent;
