"""Whole games: by keyboard alone, and without JavaScript against a computer up to the rematch."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import table, wait_for
from games.tests.browser.conftest import Opener

pytestmark = pytest.mark.browser

TURNS = 12
BOXES = 39


def tab_to(page: Page, role: str, name: str, key: str = "Tab") -> Locator:
    """Press Tab until what the accessibility tree has by this role and name has the focus."""
    wanted = page.get_by_role(role, name=re.compile(name))  # type: ignore[arg-type]
    for _ in range(80):
        page.keyboard.press(key)
        if wanted.evaluate_all("l => l.includes(document.activeElement)"):
            return wanted
    raise AssertionError(f"{key} never comes to {role} {name}")


def turn_by_keys(page: Page, number: int) -> None:
    """Roll once or twice and enter in the last box there is; the focus is on Roll before and after."""
    rolling = page.get_by_role("button", name="Roll #1")
    expect(rolling).to_be_focused()
    # With the key and with the button that has the focus, by turns.
    page.keyboard.press("r" if number % 2 else "Enter")
    expect(page.get_by_role("button", name="Roll #2")).to_be_focused()
    if number % 3 == 0:
        page.keyboard.press("1")
        expect(page.get_by_role("checkbox", name="Die 1")).to_be_checked()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Roll #3")).to_be_focused()
        expect(page.get_by_role("checkbox", name="Die 1")).to_be_checked()
    tab_to(page, "button", r"points?$|bonus$", "Shift+Tab")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", pressed=True)).to_be_focused()
    page.keyboard.press("Enter")


def test_the_first_and_the_last_boxes_by_keyboard(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/new/")
    tab_to(page, "radio", "^Triple Yahtzee")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Yahtzee 13 boxes")).to_be_checked()
    page.keyboard.press("ArrowUp")
    tab_to(page, "button", "^Start game$")
    page.keyboard.press("Enter")
    wait_for(page, status="playing", rules="triple_yahtzee")
    tab_to(page, "button", "^Roll #1$")
    for number in range(6):
        turn_by_keys(page, number)
        if number == 3:
            expect(page.get_by_role("button", name="Roll #1")).to_be_focused()
            page.keyboard.press("Control+z")
            expect(page.get_by_role("button", name="Roll #3")).to_be_focused()
            tab_to(page, "button", r"points?$|bonus$", "Shift+Tab")
            page.keyboard.press("End")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
    browser_actions.play_on(table(page, "code"), until=BOXES - 3)
    page.reload()
    wait_for(page, entries=BOXES - 3)
    tab_to(page, "button", "^Roll #1$")
    for number in range(3):
        turn_by_keys(page, number)
    expect(page.get_by_role("region", name="Result")).to_be_focused()
    points = page.locator("[data-total=grand]").get_attribute("data-points") or ""
    expect(page.get_by_role("region", name="Result")).to_match_aria_snapshot(
        f"""
        - region "Result":
          - heading "Result"
          - paragraph: "Game over: {int(points):,} points."
        """
    )
    card = page.get_by_role("region", name="Player").get_by_role("table")
    assert card.get_by_role("row").count() == 2 + 13 + 1 + 4
    assert "button" not in card.aria_snapshot(), "nothing is left to enter"
    tab_to(page, "button", "^Play again$")
    page.keyboard.press("Enter")
    wait_for(page, status="playing", entries=0)


def test_two_people_meet_and_play_by_keyboard(device: Opener) -> None:
    anna, ben = device(reduced_motion="reduce"), device(reduced_motion="reduce")
    anna.goto("/new/")
    tab_to(anna, "radio", "^Just me")
    anna.keyboard.press("ArrowDown")
    anna.keyboard.press("ArrowDown")
    expect(anna.get_by_role("radio", name="Friends through a link")).to_be_checked()
    tab_to(anna, "textbox", "^Your name$")
    anna.keyboard.type("Anna")
    tab_to(anna, "button", "^Start game$")
    anna.keyboard.press("Enter")
    wait_for(anna, status="waiting")
    link = anna.get_by_role("textbox", name="Invitation link").input_value()
    ben.goto("/")
    tab_to(ben, "textbox", "^Code or link$")
    ben.keyboard.type(link)
    ben.keyboard.press("Enter")
    wait_for(ben, status="waiting")
    expect(ben.get_by_role("region", name="Triple Yahtzee")).to_contain_text("Anna invites you")
    tab_to(ben, "textbox", "^Your name$")
    ben.keyboard.type("Ben")
    ben.keyboard.press("Enter")
    for page in (anna, ben):
        wait_for(page, status="playing")
    expect(ben.get_by_role("form", name="Dice")).to_be_focused()
    tab_to(anna, "button", "^Roll #1$")
    for number in (0, 1):
        for page, other in ((anna, ben), (ben, anna)):
            expect(other.get_by_role("form", name="Dice")).to_contain_text("is playing")
            turn_by_keys(page, number)
            wait_for(other, entries=table_entries(page))
            expect(page.get_by_role("form", name="Dice")).to_be_focused()
    for page in (anna, ben):
        for name in ("Anna", "Ben"):
            card = page.get_by_role("region", name=name).get_by_role("table")
            filled = card.get_by_role("row", name=re.compile("^(Chance|YAHTZEE) "))
            assert any(re.search(r"\d", row.aria_snapshot()) for row in filled.all())
    ben.keyboard.press("Control+z")
    expect(ben.get_by_role("form", name="Dice")).to_contain_text("Ben, roll 1")
    wait_for(anna, entries=3, roll=1)


def table_entries(page: Page) -> int:
    """Wait until it is not this page's turn any more, and return how many entries there are."""
    wait_for(page, **{"your-turn": ""})
    return int(table(page, "entries"))


def test_a_whole_game_without_javascript(device: Opener) -> None:
    page = device(java_script_enabled=False)
    page.goto("/new/")
    page.locator("#new input[value=yacht]").check()
    page.locator("#new select[name=bot]").first.select_option("easy")
    page.get_by_role("button", name="Start game").click()
    for turn in range(TURNS):
        page.locator("button.roll").click()
        page.locator("#table input[name=hold]").nth(turn % 5).check()
        page.locator("button.roll").click()
        browser_actions.boxes(page).first.click()
        while table(page, "status") == "playing" and table(page, "turn-seat") == "1":
            page.get_by_role("button", name="Let the computer play").click()
    assert table(page, "status") == "finished"
    assert table(page, "entries") == str(2 * TURNS)
    expect(page.locator(".verdict")).to_be_visible()
    first = table(page, "code")
    page.locator("#table .result .acts form button").click()
    assert table(page, "code") != first
    assert (table(page, "status"), table(page, "turn-seat"), table(page, "you")) == ("playing", "1", "0")


def test_an_invitation_without_javascript(device: Opener) -> None:
    anna, ben = device(java_script_enabled=False), device(java_script_enabled=False)
    browser_actions.invite(anna)
    ben.goto("/")
    ben.locator("input[name=code]").fill(anna.locator("#invite .code b").inner_text().lower())
    ben.locator("#join button").click()
    ben.locator("input[name=name]").last.fill("Ben")
    ben.get_by_role("button", name="Join").click()
    assert table(ben, "status") == "playing"
    anna.reload()
    anna.locator("button.roll").click()
    browser_actions.boxes(anna).first.click()
    ben.get_by_role("link", name="Refresh").click()
    assert table(ben, "turn-seat") == "1"
    ben.locator("button.roll").click()
    assert table(ben, "roll") == "1"
