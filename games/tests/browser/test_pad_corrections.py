"""Corrections on pads: entries, extras, names, players; and simultaneous changes in another tab."""

import random

import pytest
from playwright.sync_api import expect

from games import rules
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin, bring_in, cell, document, pick, total
from games.tests.browser.test_match import KEPT, button, half, see, sit_down
from games.tests.browser.test_pad_farkle import bank, open_pad, said

pytestmark = pytest.mark.browser


def test_a_number_never_means_somebody_else(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna", "Ben", "Carla")
    cell(page, 3, "yahtzee").locator("button").click()
    page.get_by_role("button", name="Players and rules").click()
    editor = page.locator("#dialog .players-editor")
    editor.get_by_label("Remove Carla").click()
    page.locator("#question").get_by_role("button", name="Remove").click()
    editor.locator(".add").click()
    expect(editor.locator("input").nth(2)).to_have_attribute("placeholder", "Player 4")
    page.locator("#dialog").get_by_role("button", name="Done").click()
    expect(page.locator(".tray .event")).to_have_text("Anna is next.")
    expect(page.get_by_role("button", name="Strike it instead")).to_have_count(0)


def test_an_extra_goes_with_the_entry_that_brought_it(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna", options=("american",))
    dialog, tick = page.locator("#dialog"), page.locator("#with-extra")

    def extras() -> int:
        return total(page, 1, "yahtzee_bonus")

    def enter(box: str, points: int, *, extra: bool) -> None:
        cell(page, 1, box).locator("button").click()
        tick.set_checked(extra)
        dialog.locator(f'[data-value="{points}"]').click()

    def empty(box: str) -> None:
        cell(page, 1, box).locator("button").click()
        page.get_by_role("button", name="Empty the box").click()

    cell(page, 1, "yahtzee").locator("button").click()  # its only value
    enter("fours", 20, extra=True)
    enter("ones", 5, extra=True)
    assert extras() == 200
    empty("fours")
    assert extras() == 100
    enter("fours", 20, extra=True)
    pick(page, 1, "fours", 1, 16)
    assert extras() == 100
    enter("fours", 20, extra=True)
    pick(page, 1, "fours", 1, 0)
    assert extras() == 100, "struck"
    enter("twos", 10, extra=False)
    empty("twos")
    assert extras() == 100, "it had brought none"

    # Without five of a kind there are no extras; undo brings back both.
    pick(page, 1, "yahtzee", 1, 0)
    page.locator("#question").get_by_role("button", name="Strike (0)").click()
    pick(page, 1, "yahtzee", 1, 50)
    assert extras() == 0
    empty("ones")
    assert extras() == 0
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    assert extras() == 100

    # A sheet from before that: extras stay when their box is emptied.
    box = {"player": 1, "column": 1}
    doc, _totals = document(rules.get("yahtzee"), random.Random(1), ["Anna"])
    fill, fours = {"do": "fill", **box}, {"box": "fours", "points": 20, "extra": True}
    doc["actions"] = [
        {**fill, "box": "yahtzee", "points": 50}, {**fill, **fours},
        {"do": "empty", **box, "box": "fours"}, {**fill, **fours}, {**fill, "box": "fours", "points": 16},
    ]  # fmt: skip
    doc["at"] = len(doc["actions"])
    bring_in(page, doc)
    assert extras() == 200
    empty("fours")
    assert extras() == 100


def test_a_picker_is_about_the_box_it_was_opened_on(device: Opener) -> None:
    page = device()
    begin(page, "yatzy", "Anna", "Ben")
    other = page.context.new_page()
    other.goto("/pads/yatzy/")
    cell(other, 1, "ones").locator("button").click()
    pick(page, 1, "ones", 1, 2)
    expect(cell(other, 1, "ones").locator("button")).to_have_text("2")
    other.locator('#dialog [data-value="3"]').click()
    expect(other.get_by_text("please enter again")).to_be_visible()
    assert total(other, 1, "upper") == 2
    pick(other, 1, "ones", 1, 3)
    assert total(other, 1, "upper") == 3


def test_a_turn_that_goes_to_somebody_else_is_said(device: Opener) -> None:
    page = open_pad(device(reduced_motion="reduce"), "Anna", "Ben", "Carla")
    page.get_by_role("button", name="Players and rules…").click()
    page.get_by_label("Remove Anna").click()
    assert said(page) == "Ben is next"
    page.get_by_role("button", name="Done").click()
    bank(page, "123456")
    page.get_by_role("button", name="Ben, round 1: 1,500; correct").click()
    page.locator("dialog[open] input").fill("10000")
    page.get_by_role("button", name="Save", exact=True).click()
    assert said(page) == "Points of Ben in round 1: 10,000."
    page.keyboard.press("Control+z")
    page.keyboard.press("f")
    page.get_by_role("button", name="Ben, round 1: 1,500; correct").click()
    page.locator("dialog[open] input").fill("10000")
    page.get_by_role("button", name="Save", exact=True).click()
    assert said(page) == "Points of Ben in round 1: 10,000. Carla is next"


def test_farkle_names_from_right_to_left(device: Opener) -> None:
    page = open_pad(device(reduced_motion="reduce"), "דוד", "أحمد")
    bank(page, "123456")
    page.get_by_role("button", name="Saved sheets…").click()
    expect(page.locator(".sheets p")).to_contain_text("\u2068דוד\u2069 1,500, \u2068أحمد\u2069 0")


def test_a_correction_is_about_the_round_it_was_opened_on(device: Opener) -> None:
    page = open_pad(device(reduced_motion="reduce"), "Anna", "Ben")
    bank(page, "123456")
    other = page.context.new_page()
    other.goto("/pads/farkle/")
    for tab in (other, page):
        tab.get_by_role("button", name="Anna, round 1: 1,500; correct").click()
    for tab, points in ((page, "1000"), (other, "2000")):
        tab.locator("dialog[open] input").fill(points)
        tab.get_by_role("button", name="Save", exact=True).click()
        expect(tab.locator('[data-total="1"]')).to_contain_text("1,000")
        expect(other.locator('[data-total="1"]')).to_contain_text("1,000")
    expect(other.locator(".notice")).to_contain_text("please enter again")


def test_a_match_another_tab_has_deleted(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    for name in ("Old", "New"):
        sit_down(page, name, "Ben")
        page.evaluate("sessionStorage.clear(), localStorage.removeItem('yahtzee.pad.match.current')")
    page.reload()
    button(page, "Saved matches").click()
    button(page, "Open “New – Ben”").click()
    button(page, "Saved matches").click()
    page.evaluate(
        """() => delete localStorage[
          Object.keys(localStorage).find((key) => localStorage[key].includes("Old – Ben"))]"""
    )
    button(page, "Open “Old – Ben”").click()
    expect(page.locator("#dialog [role=status]")).to_have_text("“Old – Ben” is deleted.")
    expect(page.locator("#dialog .sheets li")).to_have_count(1)
    page.locator("#dialog .btn.default", has_text="Close").click()
    expect(half(page, 0)).to_contain_text("New")


def test_match_names_from_right_to_left(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    sit_down(page, "דוד", "Anna")
    half(page, 0).click()
    assert page.title().startswith("\u2068דוד\u2069 1 : 0 Anna")
    button(page, "Saved matches").click()
    expect(page.locator("#dialog .sheets input")).to_have_value("דוד – Anna")
    places = page.locator("#dialog .sheets p").evaluate(
        """p => ["דוד", "1", "0", "Anna"].map((part) => {
          const text = [...p.childNodes].find((node) => node.wholeText?.includes(part)), range = new Range();
          range.setStart(text, text.data.indexOf(part));
          range.setEnd(text, text.data.indexOf(part) + 1);
          return range.getBoundingClientRect().left;
        })"""
    )
    assert places == sorted(places)


def test_a_name_put_right_is_no_step(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    sit_down(page, "Annna", "Ben")

    def rename(name: str) -> None:
        button(page, "Names…").click()
        page.get_by_role("textbox", name="Player 1").fill(name)
        button(page, "OK").click()

    half(page, 0).click()
    half(page, 1).click()
    page.keyboard.press("Backspace")
    rename("Anna")
    see(page, "1:0", "Anna wins game 1.")
    kept = page.evaluate(KEPT)
    rename("Anna")
    assert page.evaluate(KEPT) == kept
    button(page, "Redo").click()
    see(page, "1:1", "Ben wins game 2.")
    for score in ("1:0", "0:0"):
        page.keyboard.press("Backspace")
        see(page, score)
    expect(half(page, 0)).to_contain_text("Anna")
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")

    # In older matches it was a step.
    page.evaluate(
        """() => {
          const [key, text] = Object.entries(localStorage).find(([key, text]) => text.includes('"actions"'));
          const doc = JSON.parse(text);
          doc.actions = [{ do: "rename", names: ["Old", "Ben"] }, doc.actions[0], doc.actions[1]];
          localStorage[key] = JSON.stringify({ ...doc, at: 2 });
        }"""
    )
    page.reload()
    expect(half(page, 0)).to_contain_text("Old")
    rename("New")
    see(page, "1:0", "New wins game 1.")
    button(page, "Redo").click()
    see(page, "1:1")
    expect(half(page, 0)).to_contain_text("New")
