/* For pages in a frame: reports the height of the page, and whether it is new, to the page around the frame, and opens
   a separate tab that keeps the seat. Loaded by theme.js, only in frames. */
(function () {
  "use strict";

  const { origins } = document.querySelector("script[data-embed]").dataset;
  const allowed = [window.location.origin, ...(origins || "").split(" ").filter(Boolean)];
  const around = window.location.ancestorOrigins?.[0];
  // A reloaded page does not count as new.
  let fresh = performance.getEntriesByType("navigation")[0]?.type !== "reload";
  let opening = null; // the tab being opened; a second one would invalidate the link of the first
  // Where the origin of the page around is unknown, browsers still deliver a message only to its target.
  const listeners = around ? allowed.filter((origin) => origin === around) : allowed;

  function tellHeight() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    for (const origin of listeners) window.parent.postMessage({ type: "dice:height", height, fresh }, origin);
    fresh = false;
  }

  /* Measure which part of the frame is visible, so that dialogs open there: a frame as high as its content can be
     partly out of sight. */
  function lookAround() {
    const seen = new IntersectionObserver(([{ intersectionRect: part }]) => {
      seen.disconnect();
      if (!part.height) return;
      const { style } = document.documentElement;
      style.setProperty("--above", `${Math.max(part.top, 0)}px`);
      style.setProperty("--below", `${Math.max(window.innerHeight - part.bottom, 0)}px`);
    });
    seen.observe(document.documentElement);
  }

  /* Return the CSRF token. Static pages hold none; then it is read from the page that makes the link. */
  async function formToken(address) {
    const own = document.body.getAttribute("hx-headers");
    if (own) return JSON.parse(own)["X-CSRFToken"];
    const page = await (await fetch(address)).text();
    return /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page)[1];
  }

  /* The tab has separate cookies: a link that works once makes it the same player. The tab is opened before the
     request for that link, because browsers allow it only during a click. */
  async function openTab(link) {
    const tab = window.open("", "_blank");
    let address = link.href;
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": await formToken(link.dataset.handover) };
      const answer = await fetch(link.dataset.handover, { method: "POST", headers });
      if (answer.status === 200) {
        const taking = new URL((await answer.json()).url);
        taking.searchParams.set("lang", new URL(link.href).searchParams.get("lang"));
        address = taking.href;
      }
    } catch {
      // Then the page opens in the tab without the seat.
    }
    if (!tab) {
      window.location.assign(link.dataset.handover); // a page that shows the link, to be opened by hand
      return;
    }
    tab.opener = null;
    tab.location.replace(address);
  }

  const start = () => new ResizeObserver(tellHeight).observe(document.body);

  // Listens from now on, since the link can be clicked before the rest of the page has loaded.
  for (const kind of ["pointerdown", "keydown", "click"]) document.addEventListener(kind, lookAround, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-handover]");
    if (!link) return;
    event.preventDefault();
    opening ??= openTab(link).finally(() => {
      opening = null;
    });
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
