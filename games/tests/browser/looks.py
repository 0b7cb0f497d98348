"""What is wrong with how a page looks or is built: axe, width, what covers what."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = [(320, 568), (1280, 900)]
# What sticks out of the page to the right, not counting what scrolls inside a box of its own.
_WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


# Buttons whose words stick out of them.
_SPILLS = """
[...document.querySelectorAll(".btn")]
  .filter((btn) => btn.offsetParent && btn.scrollWidth > btn.clientWidth + 1)
  .map((btn) => btn.innerText)
"""


def findings(page: Page) -> list[str]:
    found = page.evaluate(AXE + "; axe.run({runOnly: " + str(TAGS) + ", resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} – {' '.join(each['message'] for each in node['any'][:1])}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]


def judge(page: Page, state: str) -> None:
    """Complain about everything that is wrong with the page as it stands."""
    wrong: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(_WIDER) > 0:
            wrong.append(f"{state} {width}: sideways by {page.evaluate(_WIDER)} px")
        if spills := page.evaluate(_SPILLS):
            wrong.append(f"{state} {width}: too long for a button: {spills}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            wrong += [f"{state} {width} {scheme}: {one}" for one in findings(page)]
    assert wrong == []


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
