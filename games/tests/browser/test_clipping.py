"""Letters are whole: accents and descenders in boxes of one line, and all texts that readers space out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.layout_checks import clipped, space_out, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TALL = "ÅÄÖÉjgqy"
NAMES = [TALL, f"{TALL} {TALL}", TALL * 2, f"{TALL} Ån", "Öj", f"Ä {TALL}q"]


def tables(page: Page) -> Iterator[str]:
    """Go through the states of tables, with names of tall letters."""
    for people, game in ((1, "yatzy"), (2, "triple_yahtzee"), (3, "triple_yahtzee"), (6, "yacht")):
        browser_actions.begin(page, game, mode="local", people=people, name=NAMES[:people])
        browser_actions.roll(page)
        browser_actions.boxes(page).first.click()
        yield f"table of {people}"
    browser_actions.play_on(browser_actions.table(page, "code"), until=72)
    page.reload()
    wait_for(page, status="finished")
    yield "result"
    browser_actions.begin(page, mode="online", people=2, name=NAMES[1])
    yield "waiting room"
    page.goto("/")
    yield "home"
    page.goto("/new/")
    for number in (1, 2, 3):
        browser_actions.step(page, number)
        yield f"another game, step {number}"


def pads(page: Page) -> Iterator[str]:
    """Go through the pads, with names of tall letters."""
    for pad, people in (("triple_yahtzee", 2), ("yatzy", 4), ("yahtzee", 2), ("farkle", 2), ("match", 2)):
        page.goto(f"/pads/{pad}/")
        page.wait_for_load_state("domcontentloaded")
        fields = page.locator(".players-editor input")
        if pad != "match":
            for number in range(people):
                if number >= fields.count():
                    page.locator(".players-editor .add, .players-editor > .btn").first.click()
                fields.nth(number).fill(NAMES[number])
            page.locator("#pad .btn.default").click()
        else:
            for number in range(2):
                page.locator(".new-match input[type=text]").nth(number).fill(NAMES[number])
            page.locator(".new-match .btn.default").click()
            page.locator(".between .btn.default").click()
        yield pad


@pytest.mark.parametrize("pages", [tables, pads])
@pytest.mark.parametrize("width", [360, 1280])
def test_tall_and_deep_letters_are_whole(device: Opener, pages: object, width: int) -> None:
    page = device(viewport={"width": width, "height": 740}, reduced_motion="reduce")
    wrong = []
    for state in pages(page):  # type: ignore[operator]
        wrong += [f"{state}: {each}" for each in clipped(page)]
        heights = page.locator(".titlebar:visible").evaluate_all("l => l.map((bar) => bar.offsetHeight)")
        wrong += [f"{state}: a title of {height} px" for height in heights if height != 23]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("pages", [tables, pads])
@pytest.mark.parametrize("language", ["de", "nl"])
def test_texts_that_are_spaced_out_lose_nothing(device: Opener, pages: object, language: str) -> None:
    page = device(viewport={"width": 320, "height": 740}, reduced_motion="reduce", locale=language)
    wrong = []
    for state in pages(page):  # type: ignore[operator]
        space_out(page)
        wrong += [f"{state}: {each}" for each in [*clipped(page, sideways=True), *too_wide(page)]]
    assert wrong == [], "\n".join(wrong)
