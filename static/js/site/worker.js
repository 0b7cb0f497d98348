/* The service worker: stores the static pages of one release with the files they need, for use without a network.
   Nothing else is stored or answered from here, except that a page that cannot be reached is replaced by the offline
   page. RELEASE comes from games/lobby/offline.py. */
(function () {
  "use strict";

  const { site, name, language, pages, offline, files } = self.RELEASE;
  const PATIENCE_MS = 3000;
  const AWAY = [502, 504]; // the words of a proxy that cannot reach the site, which has better ones
  const REFERENCE = new RegExp(`["'(=,\\s](${files.replaceAll(".", "\\.")}[^"'()\\s<>]+)`, "g");
  const exactly = { ignoreVary: true };

  /* Store a page, fetched without cookies, and return the addresses of the files it refers to. */
  async function keepPage(cache, address) {
    const headers = { "Accept-Language": language };
    const answer = await fetch(address, { credentials: "omit", cache: "no-store", headers });
    if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
    const text = await answer.clone().text();
    await cache.put(address, answer);
    return [...text.matchAll(REFERENCE)].map((match) => match[1]);
  }

  /* Store a file. File names contain a hash of the content, so a copy in any cache is the right one. */
  async function keepFile(cache, address) {
    const answer = (await caches.match(address, exactly)) || (await fetch(address, { credentials: "omit" }));
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    await cache.put(address, answer);
  }

  async function keep() {
    const cache = await caches.open(name);
    try {
      const found = new Set(); // one page after the other, to leave the server free for players
      for (const address of pages) for (const file of await keepPage(cache, address)) found.add(file);
      await Promise.all([...found].map((address) => keepFile(cache, address)));
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
  }

  /* Delete old caches. That of the previous release stays, for pages that are still open. */
  async function clear() {
    const others = (await caches.keys()).filter((other) => other.startsWith(site) && other !== name);
    const old = pages.length ? others.slice(0, -1) : [...others, name];
    await Promise.all(old.map((other) => caches.delete(other)));
    // Older workers had it on. Firefox waits for the preload even when it fails, and then shows its own error page.
    await self.registration.navigationPreload?.disable();
    if (!pages.length) await self.registration.unregister();
  }

  async function kept(address) {
    return (await caches.open(name)).match(address, exactly);
  }

  async function page(request, path) {
    const network = fetch(request);
    if (!pages.includes(path)) {
      const answer = await network.catch(() => null);
      if (answer && !AWAY.includes(answer.status)) return answer;
      return (await kept(offline)) || answer || network;
    }
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    const answer = await Promise.race([network, patience]).catch(() => null);
    if (answer && answer.status < 500) return answer;
    return (await kept(path)) || network;
  }

  /* Answer with a file, or with the part asked for: some browsers play sounds only from range requests. */
  async function file(request) {
    const whole = await caches.match(request.url, exactly);
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("Range")) || [];
    if (!whole || !first) return whole || fetch(request);
    const bytes = await whole.arrayBuffer();
    if (first >= bytes.byteLength) {
      return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes.byteLength}` } });
    }
    const end = Math.min(Number(last || Infinity) + 1, bytes.byteLength);
    const headers = new Headers(whole.headers);
    headers.set("Content-Range", `bytes ${first}-${end - 1}/${bytes.byteLength}`);
    headers.set("Content-Length", end - first);
    return new Response(bytes.slice(first, end), { status: 206, headers });
  }

  self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
  self.addEventListener("activate", (event) => event.waitUntil(clear()));
  self.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== self.location.origin || !pages.length) return;
    if (mode === "navigate" || pages.includes(pathname)) event.respondWith(page(event.request, pathname));
    else if (pathname.startsWith(files)) event.respondWith(file(event.request));
  });
})();
