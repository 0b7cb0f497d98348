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
  return scrollWidth > clientWidth ? [`sideways by ${scrollWidth - clientWidth} px`, ...found] : found;
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
