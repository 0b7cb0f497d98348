/* Applies the chosen look (colours, dice, hand, frame) as attributes of <html>. A plain script in the head, so that it
   runs before anything is painted; modules would run too late. Later changes arrive as "options:changed". */
(function () {
  "use strict";

  const root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const framed = window.parent !== window;
  const { embed } = document.currentScript.dataset;
  const asked = look();
  let chosen = kept();

  function kept() {
    try {
      return JSON.parse(localStorage.getItem("yahtzee.options")) || {};
    } catch {
      return {}; // no storage, for example in a frame on another site
    }
  }

  /* Return the theme that the page around the frame asks for (?theme=night). It is remembered in the name of the
     frame, which lasts from page to page even where a frame has neither storage nor cookies. */
  function look() {
    const found = /[?&]theme=(light|night)\b/.exec(window.location.search);
    if (found && framed) window.name = `theme:${found[1]}`;
    return (found || (framed && /^theme:(light|night)$/.exec(window.name)))?.[1] || "system";
  }

  const text = (name, otherwise) => (typeof chosen[name] === "string" ? chosen[name] : otherwise);

  function show() {
    const own = text("theme", "system");
    const theme = own === "system" ? asked : own;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    root.dataset.dice = still.matches ? "off" : text("dice", "full");
    root.dataset.why = chosen.why === false ? "off" : "on";
    root.dataset.text = chosen.text === true ? "on" : "off";
    root.dataset.hand = chosen.left === true ? "left" : "right";
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.dataset.own = meta.dataset.own || meta.content;
      const night = theme === "system" ? meta.media.includes("dark") : theme === "night";
      const twin = document.querySelector(`meta[name=theme-color][media*="${night ? "dark" : "light"}"]`);
      if (twin) meta.content = twin.dataset.own || twin.content;
    }
  }

  root.classList.add("js");
  if (framed) root.classList.add("embedded");
  if (embed && framed) {
    document.head.append(Object.assign(document.createElement("script"), { src: embed }));
  }
  show();
  still.addEventListener("change", show);
  document.addEventListener("options:changed", (event) => {
    chosen = event.detail;
    show();
  });
})();
