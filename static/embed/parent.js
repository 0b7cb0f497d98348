/* For the page around the frame (docs/embedding.md): gives every <iframe data-dice> the height its content needs.
   Goes before the frame. Believes a message only from the window and the origin of the frame itself. */
(function () {
  "use strict";

  window.addEventListener("message", ({ data, origin, source }) => {
    if (!data || data.type !== "dice:height" || !Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll("iframe[data-dice]")) {
      const own = new URL(frame.src, window.location.href).origin;
      if (source !== frame.contentWindow || origin !== own) continue;
      frame.style.height = `${Math.min(Math.max(data.height, 200), 20000)}px`;
    }
  });
})();
