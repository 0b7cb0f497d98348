/* What scripts find in a browser and not in Node, and the cases that Python computes. */

import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/* Like a browser's: keys are properties, values are texts. */
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

/* Begin with empty storages; `local` may be one that was there before. */
export function openBrowser(local = new FakeStorage()) {
  give("localStorage", { value: local });
  give("sessionStorage", { value: new FakeStorage() });
  return local;
}

/* As in a frame whose browser keeps nothing. */
export function refuseStorage() {
  const get = () => {
    throw new Error("SecurityError");
  };
  give("localStorage", { get });
  give("sessionStorage", { get });
}

/* Return what `games/tests/js/cases.py` says. */
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
