"""Every label of every card in every language fits on a small phone: not cut off, no word broken."""

import pytest
from django.conf import settings
from playwright.sync_api import Page

from games import rules
from games.tests.browser import browser_actions
from games.tests.browser.conftest import Opener

pytestmark = pytest.mark.browser

# Texts that stick out of what holds them, are cut off there, or have a word torn in two.
_CRAMPED = """
() => {
  const found = [];
  const words = (text) => [...text.matchAll(/[^\\s\\u00ad-]+/g)];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const parent = node.parentElement;
    const holder = parent.closest("th, td, button, .hold, .waitline");
    const onlyHeard = getComputedStyle(parent).clipPath !== "none";
    if (!holder || onlyHeard || parent.closest("bdi, .vh") || !parent.checkVisibility()) continue;
    const room = holder.getBoundingClientRect();
    const range = document.createRange();
    for (const word of words(node.data)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = [...range.getClientRects()];
      if (lines.length > 1) found.push(`${node.data} is torn`);
      for (const { left, right, top, bottom } of lines)
        if (left < room.left || right > room.right + 0.5 || top < room.top - 1 || bottom > room.bottom + 1)
          found.push(`${node.data} sticks out`);
    }
    const [wide, high] = [holder.scrollWidth - holder.clientWidth, holder.scrollHeight - holder.clientHeight];
    if (wide > 1 || high > 1) found.push(`${node.data} is cut`);
  }
  const holds = [...document.querySelectorAll("#table .hold")].map((each) => each.getBoundingClientRect());
  for (const [at, { left, right }] of holds.entries())
    if (left < 0 || right > innerWidth || left < (holds[at - 1]?.right ?? 0)) found.push("HOLD is too wide");
  return [...new Set(found)];
}
"""


def test_every_label_has_room_on_a_small_phone(device: Opener) -> None:
    page = device(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    tables = {_begin(page, family.name): "#table" for family in rules.RULE_SETS}
    pads = {_begin_pad(page, family.name): "table.sheet" for family in rules.RULE_SETS}
    wrong = []
    for language, _name in settings.LANGUAGES:
        for address, card in {**tables, **pads}.items():
            page.goto(f"{address}?lang={language}")
            page.wait_for_selector(card)
            for die in page.locator("#table input[name=hold]").all():
                die.check()
            wrong += [f"{language} {address}: {each}" for each in page.evaluate(_CRAMPED)]
    assert wrong == [], "\n".join(wrong)
    # What was chosen is remembered, and an address copied now chooses nothing for anybody.
    assert "lang" not in page.url
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == language


def test_what_has_happened_has_room_on_a_small_phone(device: Opener) -> None:
    page = device(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    browser_actions.start_local(page, "Christian", "Alexandra Maria")
    browser_actions.take_turn(page, "large_straight", 3)
    address = page.url
    cut = "(e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight"
    for name, undo in (("Alexandra Maria", False), ("Christian", True)):
        if undo:
            page.locator("#table .undo").click()
            browser_actions.wait_for(page, entries=0)
        for language, _name in settings.LANGUAGES:
            page.goto(f"{address}?lang={language}")
            line = page.locator("#event")
            assert name in line.inner_text() and not line.evaluate(cut), line.inner_text()


def _begin(page: Page, name: str) -> str:
    """Start a game, roll once, and return where it is."""
    browser_actions.begin(page, name)
    browser_actions.roll(page)
    return page.url


def _begin_pad(page: Page, name: str) -> str:
    """Start a sheet for two and return where it is."""
    page.goto(f"/pads/{name}/")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("table.sheet")
    return page.url
