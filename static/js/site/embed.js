/* In a frame: tells the page around it how high this one is and that it is new, and opens
   a tab of its own that keeps the seat. Loaded by theme.js, in a frame only. */
(function () {
  "use strict";

  const { origins } = document.querySelector("script[data-embed]").dataset;
  const allowed = [window.location.origin, ...(origins || "").split(" ").filter(Boolean)];
  const around = window.location.ancestorOrigins?.[0];
  // A page that loads itself again is none that somebody went to.
  let fresh = performance.getEntriesByType("navigation")[0]?.type !== "reload";
  let opening = null; // a tab, on its way: a second press opens no other, whose link would end this one's
  // A browser that does not say who is around delivers a message only where the origin fits.
  const listeners = around ? allowed.filter((origin) => origin === around) : allowed;

  function tellHeight() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    for (const origin of listeners) window.parent.postMessage({ type: "dice:height", height, fresh }, origin);
    fresh = false;
  }

  /* Dialogs open where somebody looks: a frame as high as its content reaches out of sight. */
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

  /* Pages that are the same for everybody hold no form token; the one that makes the link does. */
  async function formToken(address) {
    const own = document.body.getAttribute("hx-headers");
    if (own) return JSON.parse(own)["X-CSRFToken"];
    const page = await (await fetch(address)).text();
    return /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page)[1];
  }

  /* The tab has cookies of its own: a link that works once makes it the same player. It is opened before the
     question is asked, since a browser lets only a click do that. */
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
      // The page opens there without the seat.
    }
    if (!tab) {
      window.location.assign(link.dataset.handover); // shows the link, to be opened by hand
      return;
    }
    tab.opener = null;
    tab.location.replace(address);
  }

  const start = () => new ResizeObserver(tellHeight).observe(document.body);

  // From the first moment the link can be seen, not when the rest of the page has come.
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
