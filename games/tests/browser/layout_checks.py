"""Checks of a page: accessibility by axe, width, texts that are cut off, covered elements."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Frame, Page

_AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDTHS = {320: 568, 1280: 900}
COMBINATIONS = [(width, scheme) for width in WIDTHS for scheme in ("light", "dark")]
_OPTIONS = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
# Only violations are returned to Python, since a whole result is large. Runs in the background.
# A target that something at the edge of the window covers in part is looked at once more in its middle.
_RUN = """
([where, options]) => {
  const told = ({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} – ${node.any[0]?.message}`);
  const inTheMiddle = async ({ target: [target] }) => {
    const element = document.querySelector(target);
    element.scrollIntoView({ block: "center" });
    return (await axe.run(element, { ...options, runOnly: ["target-size"] })).violations;
  };
  const judge = async () => {
    const { violations } = await axe.run(where || document, options);
    const found = violations.filter(({ id }) => id !== "target-size");
    for (const { nodes } of violations.filter((one) => !found.includes(one)))
      for (const node of nodes) found.push(...await inTheMiddle(node));
    return found.flatMap(told);
  };
  window.judged = new Promise((resolve) => setTimeout(resolve)).then(judge);
}
"""
# Elements that overflow the page to the right, except in scrolling containers; and buttons with overflowing
# texts.
_TOO_WIDE = """
() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = [...document.querySelectorAll(".btn")]
    .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1)
    .map((each) => `too long for its button: ${each.innerText}`);
  const wide = [...document.querySelectorAll("main *")]
    .filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5);
  const which = wide.slice(0, 3).map((each) => each.outerHTML.slice(0, 60)).join(" ");
  if (scrollWidth > clientWidth) found.unshift(`sideways by ${scrollWidth - clientWidth} px: ${which}`);
  return found;
}
"""


def bring_axe(page: Page) -> None:
    """Load axe into every page that this browser opens from now on."""
    page.context.add_init_script(_AXE)


def show(page: Page, width: int, scheme: str = "light") -> None:
    """Give the page this width and theme."""
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]


def begin_axe(where: Page | Frame, within: str = "") -> None:
    """Start axe on a page or a part of it; it runs while the test goes on elsewhere."""
    where.evaluate(_RUN, [within, _OPTIONS])


def end_axe(where: Page | Frame) -> list[str]:
    """Return the violations that axe has found."""
    found: list[str] = where.evaluate("window.judged")
    return found


def too_wide(where: Page | Frame) -> list[str]:
    """Return what overflows at the present width."""
    found: list[str] = where.evaluate(_TOO_WIDE)
    return found


# Where something can be seen, part of it at least: not below what sticks to the window, not outside of it.
SEEN = """
element => {
  const { left, top, right, bottom } = (element.closest("label") || element).getBoundingClientRect();
  const parts = [0.5, 0.1, 0.9];
  const spots = parts.flatMap((x) => parts.map((y) => [left + (right - left) * x, top + (bottom - top) * y]));
  return spots.some((spot) => {
    const there = document.elementFromPoint(...spot);
    const around = there && [there, there.closest("label")].filter(Boolean);
    return around?.some((one) => element.contains(one) || one.contains(element));
  });
}
"""


# Letters of which part is cut off by something that hides what overflows: above and below, with `sideways`
# also at the sides, but for names, which may end in dots. Measured is the ink of the letters that are there.
_CLIPPED = """
(sideways) => {
  const pen = document.createElement("canvas").getContext("2d");
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const hides = (how) => how === "hidden" || how === "clip";
  function* clips(element) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { display, overflowX, overflowY, position, clipPath } = getComputedStyle(at);
      if (display === "inline") continue;
      if (clipPath !== "none" || (overflowX === "auto" && overflowY === "auto")) return;
      const { left, right, top } = at.getBoundingClientRect();
      const inner = top + at.clientTop;
      if (hides(overflowY)) yield { left, right, top: inner, bottom: inner + at.clientHeight };
      if (position === "fixed") return;
    }
  }
  for (let node; (node = walker.nextNode()); ) {
    const parent = node.parentElement;
    const unseen = ".vh, .text-mode:not(:focus-within), option, script, dialog:not([open])";
    if (!node.data.trim() || parent.closest(unseen)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    pen.font = getComputedStyle(parent).font;
    const ink = pen.measureText(node.data.trim());
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const base = line.top + ink.fontBoundingBoxAscent;
      const [top, bottom] = [base - ink.actualBoundingBoxAscent, base + ink.actualBoundingBoxDescent];
      for (const box of clips(parent)) {
        if (top > box.bottom - 3 || bottom < box.top + 3) break; // a line that is hidden, but for a tip
        const what = `${node.data.trim()}: ${parent.outerHTML.slice(0, 80)}`;
        if (top < box.top - 0.6 || bottom > box.bottom + 0.6) found.add(`cut off: ${what}`);
        const wide = line.right > box.right + 1 || line.left < box.left - 1;
        if (sideways && wide && !parent.closest("bdi")) found.add(`sticks out: ${what}`);
      }
    }
  }
  return [...found];
}
"""
# What readers may set for themselves (WCAG 1.4.12) without losing anything.
_SPACED = """
* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }
"""


def clipped(where: Page | Frame, sideways: bool = False) -> list[str]:
    """Return the texts of which a part is cut off."""
    found: list[str] = where.evaluate(_CLIPPED, sideways)
    return found


def space_out(page: Page) -> None:
    """Set the spacing of text as a reader may; also on pages that forbid inline styles."""
    page.evaluate(
        """(css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        }""",
        _SPACED,
    )
