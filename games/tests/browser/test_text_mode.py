"""The text mode: a game by typed commands, tolerant names, answers, one announcement per command."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import table, wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.test_focus import LISTEN, heard

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(device: Opener) -> Page:
    page = device(reduced_motion="reduce")
    page.add_init_script(LISTEN)
    return page


def start(page: Page) -> None:
    """Reach the command line as somebody does who has just opened the page: behind the link that skips."""
    page.wait_for_load_state("domcontentloaded")
    heard(page)
    page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Command (? lists them)")).to_be_focused()
    browser_actions.until(page, browser_actions.has_loaded("table/text"))


def typed(page: Page, text: str, **wanted: object) -> str:
    """Type a command and return the one line that is said, after the table has come to what is wanted."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    if wanted:
        wait_for(page, **wanted)
    browser_actions.until(page, "window.heard.length")
    lines = heard(page)
    assert len(lines) == 1, lines
    expect(page.locator("#text-mode input")).to_be_focused()
    return lines[0]


def test_a_game_of_yacht_by_typing_alone(page: Page) -> None:
    browser_actions.begin(page)
    start(page)
    assert typed(page, "e chance") == "Roll first: w"
    assert typed(page, "u") == "There is nothing to undo."
    boxes = [
        "ones",
        "2",
        "Threes",
        "fours",
        "FIVES",
        "sixes",
        "fullhouse",
        "four of a kind",
        "small straight",
    ]
    boxes += ["largestraight", "Yacht", "chance"]
    for number, name in enumerate(boxes):
        times = int(table(page, "roll")) + 1
        said = typed(page, "w", roll=times)
        left = {1: "2 rolls left.", 2: "1 roll left.", 3: "Choose a box."}[times]
        assert said.startswith(f"Roll {times}: {browser_actions.row(page)}. {left}")
        if number == 0:
            first, second = browser_actions.faces(page)[0], browser_actions.faces(page)[3]
            assert typed(page, "h 2") == f"Held: {browser_actions.faces(page)[1]} (die 2)."
            assert typed(page, "h 1 4") == f"Held: {first} {second} (dice 1, 4)."
            assert typed(page, "w", roll=2).startswith("Roll 2: ")
            assert browser_actions.held(page) == ["0", "3"]
            assert typed(page, "d").startswith("Roll 2: ") and browser_actions.faces(page)[0] == first
            assert typed(page, "h") == "No dice are held."
            assert typed(page, "h 6") == "Which dice? From left to right they are 1 to 5: h 1 3 5"
            typed(page, "roll", roll=3)
            assert typed(page, "w") == "You have rolled three times. Now enter your points."
            assert typed(page, "e") == "Which box? Like this: e yacht"
            assert typed(page, "e nonsense") == "No box is called “nonsense”."
            assert typed(page, "e f") == "Which one? Fours, Fives, Four of a kind, Full house"
            assert typed(page, "e straight") == "Which one? Small straight, Large straight"
            assert typed(page, "x") == "There is no command “x”. ? lists them."
        said = typed(page, f"e {name}", entries=number + 1)
        if number == 0:
            assert re.fullmatch(r"\d in Ones\.|Ones struck\.", said)
            assert typed(page, "u", entries=0, roll=3).startswith("Entry undone. Roll 3: ")
            typed(page, "e ones", entries=1)
            typed(page, "w", roll=1)
            assert typed(page, "e ones") == "Ones is filled already."
            assert re.search(r"\bTwos\b", typed(page, "e twos", entries=2))
            typed(page, "undo", entries=1, roll=1)
            assert re.fullmatch(r"Ones \d", typed(page, "l")), "a game alone names nobody"
    assert table(page, "status") == "finished"
    grand = page.locator("[data-total=grand]").get_attribute("data-points")
    assert typed(page, "w") == "The game is over."
    assert typed(page, "s").startswith(f"Player {grand}. Upper + ")
    assert "Chance: " in typed(page, "c") and "open" not in typed(page, "c")
    # The transcript is there to read; nothing in it speaks by itself.
    assert page.locator("#text-mode .transcript li").first.inner_text().startswith("c Player. Ones: ")
    helped = typed(page, "?")
    assert (
        "w roll: Roll the dice" in helped
        and "b report: After the end" in helped
        and "Words may be cut short" in helped
    )
    expect(page.locator("#text-mode dl")).to_be_visible()


def test_columns_others_and_translated_names(page: Page, device: Opener) -> None:
    ben = device(reduced_motion="reduce")
    browser_actions.sit_down(page, ben)
    start(page)
    typed(page, "w", roll=1)
    assert typed(page, "e chance") == "Which column? Chance can be entered in 1, 2, 3."
    assert typed(page, "e chance 7") == "Which column? Chance can be entered in 1, 2, 3."
    best = typed(page, "o")
    points = [int(found) for found in re.findall(r" (\d+)\.", best)]
    assert points == sorted(points, reverse=True) and sum(map(int, browser_actions.faces(page))) in points
    assert re.search(r" 0: (\w|\. |[ ,])+\.$", best)
    assert typed(page, "e of a kind 2") == "Which one? 3 of a Kind, 4 of a Kind"
    assert re.match(r"Anna 0, Ben 0\. Ben\. Upper \+ ", typed(page, "s ben"))
    assert typed(page, "s Nobody") == typed(page, "c Nobody") == "Nobody here is called “Nobody”."
    assert re.match(r"Anna 0, Ben 0\. Anna\. Upper \+ ", typed(page, "s"))
    ben.get_by_role("textbox", name="Command").focus()
    ben.keyboard.type("w\n")
    expect(ben.locator(".transcript li").first).to_have_text("w It is Anna's turn.")
    page.context.add_cookies([{"name": "yahtzee_lang", "value": "de", "url": page.url}])
    page.reload()
    page.wait_for_load_state("domcontentloaded")
    heard(page)
    page.locator("#text-mode input").focus()
    browser_actions.until(page, browser_actions.has_loaded("table/text"))
    for wrong in ("e kleinestrasse 9", "e KLEINE STRASSE 9", "e smallstraight 9", "e small str 9"):
        page.keyboard.type(f"{wrong}\n")
        browser_actions.until(page, "window.heard.length")
        assert "1, 2, 3" in heard(page)[0], wrong
    assert typed(page, "e straße") == "Welches davon? Small Straight, Large Straight"
    page.keyboard.type("e kleine straße 2\n")
    wait_for(page, entries=1)
    assert page.locator("td[data-box=small_straight][data-column='2']").first.get_attribute("data-state") in {
        "filled",
        "struck",
    }


def test_it_is_out_of_sight_until_it_is_wanted(page: Page) -> None:
    browser_actions.start_alone(page)
    panel = page.locator("#text-mode")
    assert panel.evaluate("e => e.offsetWidth") == 1
    assert not page.evaluate(browser_actions.has_loaded("table/text")), "nobody waits for it"
    start(page)
    assert panel.evaluate("e => e.offsetWidth") > 300
    page.keyboard.press("Tab")
    assert panel.evaluate("e => e.offsetWidth") == 1, "one stop and it is behind you"
    page.locator("summary", has_text="Options").click()
    page.get_by_role("checkbox", name="Text mode").check()
    page.keyboard.press("Escape")
    assert panel.evaluate("e => e.offsetWidth") > 300
    page.reload()
    expect(page.get_by_role("textbox", name="Command")).to_be_focused()
    header, line = page.locator(".menubar").bounding_box(), panel.bounding_box()
    assert header and line and line["y"] >= header["y"] + header["height"]
    typed(page, "w", roll=1)


def test_the_turn_the_report_and_the_next_game_by_typing(page: Page) -> None:
    first = browser_actions.begin(page)
    start(page)
    assert typed(page, "t") == "It is your turn. Turn 1 of 12."
    assert typed(page, "b") == typed(page, "again") == "This game is not over yet."
    typed(page, "r", roll=1)
    browser_actions.play_on(first, until=12)
    page.reload()
    wait_for(page, status="finished")
    start(page)
    assert typed(page, "turn") == "The game is over."
    page.keyboard.type("report\n")
    page.wait_for_url("**/report/")
    expect(page.locator(".equation")).to_be_visible()  # until then the page goes on by itself
    page.go_back()
    wait_for(page, status="finished")
    start(page)
    page.keyboard.type("again\n")
    wait_for(page, status="playing")
    second = table(page, "code")
    assert second != first
    start(page)
    page.keyboard.type("new\n")
    page.wait_for_url(lambda url: second not in url)
    wait_for(page, status="playing", rules="yacht")
