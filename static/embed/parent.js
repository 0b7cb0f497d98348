/* For the page around the frame (docs/embedding.md): gives every <iframe data-dice> the height its content needs, and
   shows a new page from its top. Goes before the frame. Believes a message only from the window and the origin of
   the frame itself. */
(function () {
  "use strict";

  const begun = new WeakSet(); // frames that have shown their first page

  window.addEventListener("message", ({ data, origin, source }) => {
    if (!data || data.type !== "dice:height" || !Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll("iframe[data-dice]")) {
      const own = new URL(frame.src, window.location.href).origin;
      if (source !== frame.contentWindow || origin !== own) continue;
      frame.style.height = `${Math.min(Math.max(data.height, 200), 20000)}px`;
      if (data.fresh && begun.has(frame) && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
      begun.add(frame);
    }
  });
})();
