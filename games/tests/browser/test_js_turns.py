"""A turn in the browser: rolling, holding, marking, entering, undoing."""

import pytest
from playwright.sync_api import Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import (
    MOVING,
    PHONE,
    box,
    faces,
    held,
    marked,
    roll,
    still,
    table,
    wait_for,
)
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("touching", [False, True])
def test_two_quick_presses_roll_once(device: Opener, touching: bool) -> None:
    page = device(**PHONE) if touching else device()
    browser_actions.start_alone(page)
    browser_actions.twice(page, page.locator("button.roll"), touching, roll=1)
    assert table(page, "roll") == "1"


def test_four_quick_taps_hold_four_dice(device: Opener) -> None:
    phone = device(**PHONE, **MOVING)
    browser_actions.start_alone(phone)
    roll(phone)
    before = faces(phone)
    for slot in (0, 1, 3, 4):
        phone.locator("#table label.die").nth(slot).tap()
    phone.locator("button.roll").tap()
    wait_for(phone, roll=2)
    after = faces(phone)
    assert [after[slot] for slot in (0, 1, 3, 4)] == [before[slot] for slot in (0, 1, 3, 4)]
    assert held(phone) == ["0", "1", "3", "4"]
    still(phone)
    assert held(phone) == ["0", "1", "3", "4"]


def test_dice_can_be_held_only_between_rolls(anna: Page) -> None:
    browser_actions.start_alone(anna)
    die = anna.locator("#table input[name=hold]").first
    expect(die).to_be_disabled()
    roll(anna)
    expect(die).to_be_enabled()
    roll(anna)
    expect(die).to_be_enabled()
    still(anna)
    anna.locator("#table label.die").first.click()
    places = [anna.locator("#table label.die").nth(slot).bounding_box() for slot in (0, 1)]
    assert places[0] and places[1] and places[0]["y"] < places[1]["y"], "a held die is lifted"
    roll(anna)
    expect(die).to_be_disabled()
    assert held(anna) == []


def test_the_first_click_marks_and_the_second_enters(anna: Page) -> None:
    browser_actions.start_alone(anna)
    roll(anna)
    box(anna, "fours", 1).click()
    assert marked(anna) == ["fours:1"]
    box(anna, "fours", 2).click()
    assert marked(anna) == ["fours:2"]
    assert table(anna, "entries") == "0"
    box(anna, "fours", 2).click()
    wait_for(anna, entries=1)
    filled = anna.locator("#table td[data-state=filled], #table td[data-state=struck]")
    expect(filled).to_have_count(1)
    expect(filled).to_have_attribute("data-column", "2")
    assert marked(anna) == []


def test_a_mark_dies_with_a_roll_and_with_an_undo(anna: Page) -> None:
    browser_actions.start_alone(anna)
    browser_actions.take_turn(anna, "ones")
    roll(anna)
    box(anna, "twos", 1).click()
    roll(anna)
    assert marked(anna) == []
    browser_actions.enter(anna, "twos")
    anna.locator("button.undo").click()
    wait_for(anna, entries=1, roll=2)
    assert marked(anna) == []


def test_a_mark_dies_with_the_turn(anna: Page) -> None:
    browser_actions.start_local(anna, "Anna", "Ben")
    roll(anna)
    browser_actions.enter(anna, "twos")
    roll(anna)
    assert marked(anna) == []
    assert anna.locator("body").get_attribute("data-show") == "1"


@pytest.mark.parametrize("touching", [False, True])
def test_one_tap_enters_once(device: Opener, touching: bool) -> None:
    page = device(**PHONE) if touching else device()
    browser_actions.start_local(page, "Anna", "Ben")
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Enter with one tap").check()
    page.keyboard.press("Escape")
    roll(page)
    browser_actions.twice(page, box(page, "sixes", 1), touching, entries=1)
    assert table(page, "entries") == "1"
    assert table(page, "roll") == "0"


def test_a_double_click_enters_once(anna: Page) -> None:
    browser_actions.start_local(anna, "Anna", "Ben")
    roll(anna)
    box(anna, "sixes", 1).dblclick()
    wait_for(anna, entries=1)
    anna.wait_for_timeout(500)
    assert (table(anna, "entries"), table(anna, "roll")) == ("1", "0")


def test_undo_brings_back_dice_offers_and_holds(anna: Page) -> None:
    browser_actions.start_alone(anna)
    roll(anna)
    anna.locator("#table label.die").nth(2).click()
    roll(anna)
    anna.locator("#table label.die").nth(4).click()
    dice = faces(anna)
    offers = browser_actions.boxes(anna).all_inner_texts()
    browser_actions.enter(anna, "chance", 3)
    anna.locator("button.undo").click()
    wait_for(anna, entries=0, roll=2)
    assert faces(anna) == dice
    assert browser_actions.boxes(anna).all_inner_texts() == offers
    assert held(anna) == ["2", "4"]
    assert anna.locator("[data-total=grand]").get_attribute("data-points") == "0"


def test_a_reload_keeps_the_turn(anna: Page) -> None:
    browser_actions.start_alone(anna)
    roll(anna)
    for slot in (1, 3):
        anna.locator("#table label.die").nth(slot).click()
    seen = (faces(anna), table(anna, "roll"), table(anna, "you"))
    anna.reload()
    assert (faces(anna), table(anna, "roll"), table(anna, "you")) == seen
    assert held(anna) == ["1", "3"]
    roll(anna)
    assert held(anna) == ["1", "3"]
    anna.reload()
    assert held(anna) == ["1", "3"]
    browser_actions.enter(anna, "chance")
    roll(anna)
    assert held(anna) == []


def test_an_old_tab_is_refused_with_a_sentence(anna: Page) -> None:
    browser_actions.start_alone(anna)
    old = anna.context.new_page()
    browser_actions.block_sockets(old)
    old.goto(anna.url)
    for _ in range(3):
        roll(anna)
    dice = faces(anna)
    old.locator("button.roll").click()
    expect(old.locator("#table .notice")).to_contain_text("already moved on")
    assert (faces(old), table(old, "roll")) == (dice, "3")
    expect(old.locator("button.roll")).to_be_disabled()
    assert faces(anna) == dice


def test_a_whole_turn_by_keyboard(anna: Page) -> None:
    browser_actions.start_alone(anna)
    anna.keyboard.press("r")
    wait_for(anna, roll=1)
    anna.keyboard.press("2")
    anna.keyboard.press("5")
    assert held(anna) == ["1", "4"]
    anna.keyboard.press("2")
    assert held(anna) == ["4"]
    for number in (2, 3):
        anna.keyboard.press("r")
        wait_for(anna, roll=number)
    box(anna, "ones", 1).focus()
    anna.keyboard.press("ArrowDown")
    anna.keyboard.press("ArrowRight")
    assert browser_actions.focused(anna) == "twos:2"
    anna.keyboard.press("End")
    assert browser_actions.focused(anna) == "chance:3"
    anna.keyboard.press("Home")
    assert browser_actions.focused(anna) == "ones:1"
    anna.keyboard.press("Enter")
    assert marked(anna) == ["ones:1"]
    anna.keyboard.press("Enter")
    wait_for(anna, entries=1)
    assert browser_actions.focused(anna) == "roll"
    anna.keyboard.press("Control+z")
    wait_for(anna, entries=0)
    anna.keyboard.press("?")
    expect(anna.locator("dialog#keys")).to_be_visible()
    anna.keyboard.press("Escape")
    expect(anna.locator("dialog#keys")).to_be_hidden()


def test_only_one_box_is_a_tab_stop(anna: Page) -> None:
    browser_actions.start_alone(anna)
    roll(anna)
    assert anna.locator('#table td[data-box] button[tabindex="0"]').count() == 1
    expect(anna.locator("button.roll")).to_be_focused()


def test_after_the_third_roll_the_focus_is_in_the_card(anna: Page) -> None:
    browser_actions.start_alone(anna)
    for number in (1, 2, 3):
        anna.locator("button.roll").focus()
        anna.keyboard.press("Enter")
        wait_for(anna, roll=number)
    assert browser_actions.focused(anna) == "ones:1"


def test_letter_keys_can_be_switched_off(anna: Page) -> None:
    browser_actions.start_alone(anna)
    anna.locator("summary", has_text="Options").click()
    anna.get_by_label("Letter keys").uncheck()
    anna.keyboard.press("Escape")
    anna.keyboard.press("r")
    anna.keyboard.press("?")
    anna.wait_for_timeout(300)
    assert table(anna, "roll") == "0"
    expect(anna.locator("dialog#keys")).to_be_hidden()
    roll(anna)
    browser_actions.enter(anna, "ones")
    anna.keyboard.press("Control+z")
    wait_for(anna, entries=0)


def test_no_key_works_while_somebody_types(anna: Page) -> None:
    browser_actions.start_alone(anna)
    anna.locator("summary", has_text="Options").click()
    anna.get_by_label("Player name").fill("")
    anna.get_by_label("Player name").press_sequentially("Rr1?")
    anna.wait_for_timeout(300)
    assert anna.get_by_label("Player name").input_value() == "Rr1?"
    assert table(anna, "roll") == "0"


def test_a_turn_without_javascript(device: Opener) -> None:
    page = device(java_script_enabled=False)
    browser_actions.start_local(page, "Anna", "Ben")
    page.locator("button.roll").click()
    first = faces_without_script(page)
    page.locator("#table input[name=hold]").first.check()
    page.locator("button.roll").click()
    assert faces_without_script(page)[0] == first[0]
    box(page, "chance", 1).click()
    wait_for(page, entries=1)
    page.locator("button.undo").click()
    wait_for(page, entries=0, roll=2)


def faces_without_script(page: Page) -> list[str]:
    dice = page.locator("#table input[name=hold]")
    return [dice.nth(slot).get_attribute("data-face") or "" for slot in range(5)]
