"""Whole games: by keyboard alone, and without JavaScript against a computer up to the rematch."""

import pytest
from playwright.sync_api import Page, expect

from games.tests.browser import hands
from games.tests.browser.conftest import Opener
from games.tests.browser.hands import table, wait_for

pytestmark = pytest.mark.browser

TURNS = 12


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that fits has the focus, as somebody without a mouse does."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def test_a_whole_game_by_keyboard(anna: Page) -> None:
    anna.emulate_media(reduced_motion="reduce")
    anna.goto("/")
    tab_to(anna, "#new input[name=rules]")
    for _ in range(2):
        anna.keyboard.press("ArrowDown")
    assert anna.locator("#new input[value=yacht]").is_checked()
    tab_to(anna, "#new .newgame > button")
    anna.keyboard.press("Enter")
    wait_for(anna, status="playing", rules="yacht")
    tab_to(anna, "button.roll")
    for turn in range(TURNS):
        # Twice with the key, twice with the button that has the focus after an entry.
        anna.keyboard.press("r" if turn % 2 else "Enter")
        wait_for(anna, roll=1)
        anna.keyboard.press("1")
        assert hands.held(anna) == ["0"]
        anna.keyboard.press("r")
        wait_for(anna, roll=2)
        assert hands.held(anna) == ["0"]
        assert anna.evaluate("document.activeElement.matches('#table button, #table input')")
        tab_back_to_card(anna)
        anna.keyboard.press("End")
        anna.keyboard.press("Enter")
        assert len(hands.marked(anna)) == 1
        if turn == 3:
            anna.keyboard.press("Enter")
            wait_for(anna, entries=turn + 1)
            anna.keyboard.press("Control+z")
            wait_for(anna, entries=turn, roll=2)
            tab_back_to_card(anna)
            anna.keyboard.press("End")
            anna.keyboard.press("Enter")
        anna.keyboard.press("Enter")
        if turn < TURNS - 1:
            wait_for(anna, entries=turn + 1)
            assert anna.evaluate("document.activeElement.matches('button.roll')"), "ready for the next turn"
    wait_for(anna, status="finished")
    tab_to(anna, "#table .result form button")
    anna.keyboard.press("Enter")
    wait_for(anna, status="playing", entries=0)


def tab_back_to_card(page: Page) -> None:
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.matches('#table td[data-box] > button')"):
            return
    raise AssertionError("Shift+Tab never comes to the card")


def test_a_whole_game_without_javascript(device: Opener) -> None:
    page = device(java_script_enabled=False)
    page.goto("/")
    page.locator("#new input[value=yacht]").check()
    page.locator("#new select[name=bot]").first.select_option("easy")
    page.get_by_role("button", name="Start game").click()
    for turn in range(TURNS):
        page.locator("button.roll").click()
        page.locator("#table input[name=hold]").nth(turn % 5).check()
        page.locator("button.roll").click()
        hands.boxes(page).first.click()
        while table(page, "status") == "playing" and table(page, "turn-seat") == "1":
            page.get_by_role("button", name="Let the computer play").click()
    assert table(page, "status") == "finished"
    assert table(page, "entries") == str(2 * TURNS)
    expect(page.locator(".verdict")).to_be_visible()
    first = table(page, "code")
    page.locator("#table .result form button").click()
    assert table(page, "code") != first
    assert (table(page, "status"), table(page, "turn-seat"), table(page, "you")) == ("playing", "1", "0")


def test_an_invitation_without_javascript(device: Opener) -> None:
    anna, ben = device(java_script_enabled=False), device(java_script_enabled=False)
    hands.invite(anna)
    ben.goto("/")
    ben.locator("input[name=code]").fill(anna.locator("#invite .code b").inner_text().lower())
    ben.locator("#join button").click()
    ben.locator("input[name=name]").last.fill("Ben")
    ben.get_by_role("button", name="Join").click()
    assert table(ben, "status") == "playing"
    anna.reload()
    anna.locator("button.roll").click()
    hands.boxes(anna).first.click()
    ben.get_by_role("link", name="Refresh").click()
    assert table(ben, "turn-seat") == "1"
    ben.locator("button.roll").click()
    assert table(ben, "roll") == "1"
