"""Nothing moves while a page comes in: no layout shift on a phone."""

import pytest
from playwright.sync_api import Page

from games.tests.browser.conftest import Opener
from games.tests.browser.hands import PHONE

pytestmark = pytest.mark.browser

_WATCH = """
window.moved = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.moved += entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""
PAGES = ["/", "/scores/", "/rules/yacht/", "/pads/", "/pads/triple_yahtzee/", "/pads/farkle/", "/pads/match/"]


def test_nothing_moves(device: Opener) -> None:
    page: Page = device(**PHONE)
    page.add_init_script(_WATCH)
    moved = {}
    for path in PAGES:
        page.goto(path)
        page.get_by_role("heading").first.wait_for(state="attached")
        moved[path] = page.evaluate("new Promise((done) => setTimeout(() => done(window.moved), 300))")
    assert moved == dict.fromkeys(PAGES, 0)
