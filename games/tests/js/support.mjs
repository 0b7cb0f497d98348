/* Replaces the browser features that scripts need and Node lacks, and loads the cases that Python computes. */

import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/* A storage like that of a browser: keys are properties, values are texts. */
export class FakeStorage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key, text) {
    this[key] = String(text);
  }

  removeItem(key) {
    delete this[key];
  }
}

const give = (name, descriptor) => Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });

/* Install empty storages; `local` may be an existing one. */
export function openBrowser(local = new FakeStorage()) {
  give("localStorage", { value: local });
  give("sessionStorage", { value: new FakeStorage() });
  return local;
}

/* Remove the storages, as in a frame whose browser allows none. */
export function refuseStorage() {
  const get = () => {
    throw new Error("SecurityError");
  };
  give("localStorage", { get });
  give("sessionStorage", { get });
}

/* Return the cases that `games/tests/js/cases.py` prints. */
export function cases(name) {
  const text = execFileSync(process.env.PYTHON || "python3", ["-m", "games.tests.js.cases", name], {
    cwd: root,
    maxBuffer: 2 ** 27,
  });
  return JSON.parse(text);
}

give("window", { value: globalThis });
give("addEventListener", { value() {} });
globalThis.crypto ??= webcrypto;
openBrowser();
