"""Dialogs of pads in a browser: Back closes them, a question before something is lost, names told apart."""

import pytest
from playwright.sync_api import expect

from games.tests.browser.browser_actions import PHONE, until
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin, cell, pick, tap_dice, total

pytestmark = pytest.mark.browser

DEPTH = "history.state?.dialogs ?? 0"


def test_back_closes_a_dialog_and_then_leaves(device: Opener) -> None:
    page = device(**PHONE)
    page.goto("/pads/")
    begin(page, "yahtzee", "Anna", "Ben")
    dialog, question = page.locator("#dialog"), page.locator("#question")
    cell(page, 1, "chance").locator("button").click()
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url("/pads/yahtzee/")
    page.keyboard.press("?")  # the dialog of the menu, which tables have, too
    expect(page.locator("#keys")).to_be_visible()
    page.go_back()
    expect(page.locator("#keys")).to_be_hidden()
    expect(page).to_have_url("/pads/yahtzee/")

    # Closed in another way, its entry is gone: two dialogs later one step back still leaves the pad.
    pick(page, 1, "chance", 1, 20)
    page.get_by_role("button", name="Saved sheets").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(question).to_be_visible()
    page.go_back()
    expect(question).to_be_hidden()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    until(page, f"({DEPTH}) === 0")
    page.go_back()
    expect(page).to_have_url("/pads/")
    page.go_forward()
    expect(dialog).to_be_hidden()
    assert total(page, 1, "lower") == 20


def test_a_reload_with_an_open_dialog_leaves_nothing_to_go_back_through(device: Opener) -> None:
    page = device()
    page.goto("/pads/")
    begin(page, "yahtzee", "Anna")
    page.get_by_role("button", name="Players and rules").click()
    page.reload()
    expect(page.locator("#dialog")).to_be_hidden()
    until(page, f"({DEPTH}) === 0")
    page.go_back()
    expect(page).to_have_url("/pads/")


def test_extra_points_are_not_lost_without_a_question(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "yahtzee", "Anna", "Ben", options=("american",))
    for player, box in ((1, "yahtzee"), (2, "yahtzee"), (1, "sixes")):
        tap_dice(page, 6, 6, 6, 6, 6)
        cell(page, player, box).locator("button").click()
    question = page.locator("#question")
    for action in ("Strike (0)", "Empty the box"):
        cell(page, 1, "yahtzee").locator("button").click()
        page.locator("#dialog").get_by_role("button", name=action).click()
        expect(question).to_contain_text("100 extra points are lost")
        question.get_by_role("button", name="Cancel").click()
        assert total(page, 1, "yahtzee_bonus") == 100
    cell(page, 1, "yahtzee").locator("button").click()
    page.locator("#dialog").get_by_role("button", name="Strike (0)").click()
    question.get_by_role("button", name="Strike (0)").click()
    expect(cell(page, 1, "yahtzee")).to_have_attribute("data-state", "struck")
    assert total(page, 1, "yahtzee_bonus") == 0
    cell(page, 2, "yahtzee").locator("button").click()  # no extras: no question
    page.locator("#dialog").get_by_role("button", name="Strike (0)").click()
    expect(cell(page, 2, "yahtzee")).to_have_attribute("data-state", "struck")


def test_a_bonus_that_is_lost_is_not_to_go(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna")
    bonus = page.locator("td[data-total=upper_bonus]")
    for box, points in (("ones", 2), ("twos", 6), ("threes", 9), ("fours", 12), ("fives", 15)):
        pick(page, 1, box, 1, points)
    expect(bonus).to_contain_text("19 to go")
    pick(page, 1, "sixes", 1, 18)
    expect(bonus).to_contain_text("no bonus, 1 short")


def test_two_people_of_one_name(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna", "Anna", "\u200b", "Anna")
    expect(page.locator(".who bdi")).to_have_text(["Anna", "Anna (2)", "Player 3", "Anna (3)"])
    page.goto("/pads/match/")
    for field in page.locator(".new-match [name=name]").all():
        field.fill("Anna")
    page.get_by_role("button", name="Start counting").click()
    expect(page.locator(".half .name")).to_have_text(["Anna", "Anna (2)"])


def test_the_browser_is_asked_to_keep_what_is_stored(device: Opener) -> None:
    page = device()
    page.add_init_script(
        "window.asked = 0; navigator.storage.persisted = async () => false;"
        "navigator.storage.persist = async () => { window.asked += 1; return true; };"
    )
    page.goto("/pads/yahtzee/")
    assert page.evaluate("asked") == 0
    page.get_by_role("button", name="Start", exact=True).click()
    until(page, "asked === 1")
    pick(page, 1, "chance", 1, 20)
    assert page.evaluate("asked") == 1
