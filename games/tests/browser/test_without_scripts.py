"""Playing without scripts: the waiting room, dice that stay held, a computer's turn."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import table
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_who_waits_can_refresh(device: Opener) -> None:
    anna, ben = device(java_script_enabled=False), device()
    browser_actions.invite(anna)
    expect(anna.get_by_role("link", name="Refresh")).to_be_visible()
    browser_actions.join(ben, anna.url)
    browser_actions.wait_for(ben, status="playing")
    expect(ben.get_by_role("link", name="Refresh")).to_be_hidden()
    anna.get_by_role("link", name="Refresh").click()
    assert table(anna, "status") == "playing"


def test_held_dice_stay_held(device: Opener) -> None:
    page = device(java_script_enabled=False)
    browser_actions.start_alone(page)
    browser_actions.roll(page)
    kept = [browser_actions.faces(page)[slot] for slot in (1, 4)]
    for slot in (1, 4):
        page.locator(f"input[name=hold][value='{slot}']").check()
    browser_actions.roll(page)
    assert browser_actions.held(page) == ["1", "4"]
    browser_actions.roll(page)
    assert [browser_actions.faces(page)[slot] for slot in (1, 4)] == kept
    assert browser_actions.held(page) == []


def test_another_browser_sees_what_is_held(device: Opener) -> None:
    """With scripts what was held in the last roll is ticked as well, until somebody chooses otherwise."""
    page = device(reduced_motion="reduce")
    browser_actions.start_alone(page)
    browser_actions.roll(page)
    page.locator("input[name=hold][value='3']").check()
    browser_actions.roll(page)
    page.evaluate("sessionStorage.clear()")
    page.reload()
    browser_actions.wait_for(page, roll=2)
    assert browser_actions.held(page) == ["3"]
    page.locator("input[name=hold][value='3']").uncheck()
    page.reload()
    browser_actions.wait_for(page, roll=2)
    assert browser_actions.held(page) == []


def test_computers_play_their_turns_at_one_press(device: Opener) -> None:
    page = device(java_script_enabled=False)
    page.goto("/new/")
    page.locator("#new input[value=yacht]").check()
    for number in range(2):
        page.locator("#new select[name=bot]").nth(number).select_option("easy")
    page.get_by_role("button", name="Start game").click()
    browser_actions.roll(page)
    page.locator("td[data-box=chance] button").click()
    page.get_by_role("button", name="Let the computer play").click()
    assert (table(page, "entries"), table(page, "turn-seat"), table(page, "roll")) == ("3", "0", "0")
    game = Game.objects.get(code=table(page, "code"))
    assert game.version == len(game.moves) + 1
