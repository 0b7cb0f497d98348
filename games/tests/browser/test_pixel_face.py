"""The pixel face draws titles, menus and grand totals in every language, and nothing waits for it."""

import pytest
from playwright.sync_api import Page

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import until
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_PIXELS = ".titlebar > span, .menubar summary, .score .grand td"
HERE = "[...document.fonts].some((face) => face.family.includes('Jersey 10') && face.status === 'loaded')"


def faces_of(page: Page, selector: str) -> dict[str, set[str]]:
    """Return the fonts that really draw each of these texts."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found = {}
    for node in devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]:
        used = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        html = devtools.send("DOM.getOuterHTML", {"nodeId": node})["outerHTML"]
        if used:  # what is hidden has none
            found[html] = {font["familyName"] for font in used}
    devtools.detach()
    return found


@pytest.mark.parametrize("language", ["de", "en", "nb", "nl"])
def test_titles_are_drawn_in_it(device: Opener, language: str) -> None:
    page = device()
    browser_actions.start_local(page, "Mikołaj Őry", "Åse Łøß")
    page.goto(f"{page.url}?lang={language}")
    for path in (page.url, "/", "/rules/triple_yahtzee/", "/about/"):
        page.goto(path)
        until(page, HERE)
        page.reload()  # now the file is here before anything is drawn
        found = faces_of(page, IN_PIXELS)
        assert found, path
        assert {text: fonts for text, fonts in found.items() if fonts != {"Jersey 10"}} == {}, path


def test_nothing_waits_for_it(device: Opener) -> None:
    page = device(expect_errors=True)
    page.route("**/*.woff2", lambda _route: None)  # never answered
    page.goto("/", wait_until="domcontentloaded")
    found = faces_of(page, IN_PIXELS)
    assert found and not any("Jersey 10" in fonts for fonts in found.values())
