"""A site without trade marks in a browser: what scripts draw has none, and what they send is understood."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.tests.browser import browser_actions, pad_actions
from games.tests.browser.browser_actions import wait_for
from games.tests.browser.conftest import Opener
from games.words.ids import INSIDE, OUTSIDE
from yahtzee_site.checks import MARKS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = "[document.title, document.documentElement.outerHTML, document.body.innerText].join(' ')"


def marks(page: Page) -> list[str]:
    """Return every trade mark in what the browser shows now, or would show, with what is around it."""
    text = page.evaluate(SHOWN)
    return [text[max(0, mark.start() - 60) : mark.end() + 40] for mark in MARKS.finditer(text)]


def typed(page: Page, *lines: str) -> None:
    """Type commands; each is answered in the transcript."""
    page.locator("#text-mode input").focus()
    for line in lines:
        page.keyboard.type(f"{line}\n")
        expect(page.locator("#text-mode li kbd", has_text=line).first).to_be_visible()


def test_a_game_with_scripts(neutral: Settings, device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/new/")
    assert marks(page) == []
    page.locator("#new input[name=coach]").check()
    page.get_by_role("button", name="Start game").click()
    wait_for(page, status="playing", rules=f"triple_{OUTSIDE}")
    typed(page, "w")
    wait_for(page, roll=1)
    browser_actions.box(page, OUTSIDE, 1).click()
    typed(page, "o", "c", "s", "?", f"e {OUTSIDE} 2")
    wait_for(page, entries=1)
    assert marks(page) == []
    page.evaluate("document.activeElement.blur()")  # the transcript lies over the table meanwhile
    browser_actions.take_turn(page, OUTSIDE, 3)
    made = [move for move in browser_actions.game_of(page).moves if "score" in move]
    assert made == [f"0 score {INSIDE} 2", f"0 score {INSIDE} 3"]
    browser_actions.roll(page)
    assert marks(page) == []
    browser_actions.play_on(browser_actions.table(page, "code"), until=39)
    page.reload()
    wait_for(page, status="finished")
    assert marks(page) == []


def test_a_pad_and_its_paper(neutral: Settings, device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script("window.print = () => {};")
    pad_actions.begin(page, f"triple_{OUTSIDE}", "Anna", options=("american",))
    for box in (OUTSIDE, "sixes"):
        pad_actions.tap_dice(page, 6, 6, 6, 6, 6)
        pad_actions.cell(page, 1, box).locator("button").click()
    assert pad_actions.total(page, 1, f"{OUTSIDE}_bonus") == 100
    expect(page.locator("tr.extras th")).to_have_text("Extra Bonus")
    page.locator("tr.extras button").first.click()
    expect(page.locator("#dialog")).to_contain_text("Extra Bonus ×1, Anna")
    assert marks(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Print").click()
    page.locator("#dialog").get_by_role("button", name="Print").click()
    assert "Extra Bonus" in page.locator("#paper tr.total th").all_text_contents()
    assert marks(page) == []
