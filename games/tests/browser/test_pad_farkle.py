"""The Farkle pad in a real browser: games by taps and keys, the calculator, storage, layout."""

import json
import random

import pytest
from playwright.sync_api import Page, expect

from games.rules import farkle
from games.tests.browser.browser_actions import MOVING, PHONE
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import stored

pytestmark = pytest.mark.browser


def open_pad(page: Page, *names: str) -> Page:
    """Open the pad and begin a game."""
    page.goto("/pads/farkle/")
    for _ in names[2:]:
        page.locator(".players-editor .add").click()
    for field, name in zip(page.locator(".players-editor input").all(), names, strict=True):
        field.fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    return page


def tap(page: Page, dice: str) -> None:
    for face in dice:
        page.locator(f".faces [data-face='{face}']").click()


def deed(page: Page, kind: str) -> None:
    page.locator(f".hand .acts .{kind}").click()


def bank(page: Page, *picks: str) -> None:
    """A turn in which dice are set aside and taken, and then all is banked with the last ones."""
    for dice in picks[:-1]:
        tap(page, dice)
        deed(page, "take")
    tap(page, picks[-1])
    deed(page, "bank")


def totals(page: Page) -> list[str]:
    return [text.strip().lstrip("★").strip() for text in page.locator(".totals td").all_inner_texts()]


def kept(page: Page) -> dict[str, str]:
    stored: dict[str, str] = page.evaluate("({ ...localStorage })")
    return {key: text for key, text in stored.items() if key.startswith("yahtzee.pad.farkle.")}


def said(page: Page) -> str:
    return page.locator("#live").inner_text()


def test_a_whole_game_by_taps(device: Opener) -> None:
    page = device(**PHONE, reduced_motion="reduce")
    asked: list[str] = []
    open_pad(page, "Anna", "Ben", "Carla")
    page.on("request", lambda request: asked.append(request.url))

    # Not enough to begin with: it cannot be banked, only rolled on or lost.
    tap(page, "115")
    expect(page.locator(".picks .need")).to_have_text("250 more are needed to bank.")
    expect(page.locator(".acts .bank")).to_have_attribute("aria-disabled", "true")
    deed(page, "take")
    expect(page.locator(".running b")).to_have_text("250")
    expect(page.locator(".slots > *")).to_have_count(3)
    assert said(page) == "250 points taken, 250 in this turn."
    assert page.locator(".picks").inner_text().split("\n")[0].startswith("1-1-5 = 250")
    bank(page, "555", "15")
    assert (totals(page), said(page)) == (["900", "0", "0"], "Anna banks 900 points and has 900. Ben is next")
    bank(page, "123456")
    tap(page, "15")
    deed(page, "farkle")
    assert said(page) == "Farkle: Carla loses 0 points. Anna is next"

    # Once on the board anything may be banked. Undo and redo, as far as one likes.
    bank(page, "5")
    assert totals(page) == ["950", "1,500", "0"]
    for _ in range(4):
        page.locator(".turn-head .undo").click()
    assert totals(page) == ["900", "0", "0"]
    for _ in range(4):
        page.locator(".turn-head .redo").click()
    expect(page.locator(".turn-head .redo")).to_be_disabled()
    assert totals(page) == ["950", "1,500", "0"]

    # By hand, and a mistake put right three turns later.
    page.locator(".judged .btn").click()
    page.get_by_label("Points", exact=True).fill("8600")
    page.get_by_label("Dice left to roll").select_option("2")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".judged p")).to_contain_text("2 dice to roll · Farkle: 44.4%")
    deed(page, "bank")
    page.get_by_role("button", name="Anna, round 2: 50; correct").click()
    page.locator("dialog[open] input").fill("150")
    page.get_by_role("button", name="Save", exact=True).click()
    assert totals(page) == ["1,050", "10,100", "0"]
    assert said(page) == "Points of Anna in round 2: 150."

    # Ben has reached the target: Carla and Anna have one last turn each, then it is over.
    expect(page.locator(".rounds-window .notice")).to_have_text("Last round: Ben has 10,100.")
    deed(page, "farkle")
    expect(page.locator(".turn-head h2")).to_contain_text("Anna")
    bank(page, "111111", "111111", "111111", "5")
    expect(page.locator(".verdict")).to_have_text("A draw with 10,100 points each: Anna and Ben.")
    expect(page.locator(".ranking .winner")).to_have_count(2)
    assert page.locator(".rounds tbody td.lost").count() == 2

    # Everything is there again after a reload, byte for byte; and nobody was asked anything meanwhile.
    assert all("/static/" in url for url in asked)
    before = kept(page)
    page.reload()
    expect(page.locator(".verdict")).to_contain_text("A draw")
    assert kept(page) == before
    page.get_by_role("button", name="New game, same players").first.click()
    assert totals(page) == ["0", "0", "0"]
    page.get_by_role("button", name="Saved sheets…").click()
    expect(page.locator(".sheets li")).to_have_count(2)
    expect(page.locator(".sheets li").last).to_contain_text("Anna 10,100, Ben 10,100, Carla 0")


def test_the_calculator(device: Opener) -> None:
    page = open_pad(device(**PHONE, reduced_motion="reduce"), "Anna", "Ben")
    expect(page.locator(".judged p")).to_have_text(
        "Tap the dice you set aside. 6 dice to roll · Farkle: 2.3%"
    )
    tap(page, "112354")
    expect(page.locator(".judged p")).to_have_text(
        "250 points · 2, 3, and 4 add nothing 3 dice to roll · Farkle: 27.8%"
    )
    expect(page.locator(".slots .idle")).to_have_count(3)
    expect(page.locator(".faces button:enabled")).to_have_count(0)
    page.locator(".slots .idle").first.click()
    expect(page.locator(".slots .die.idle")).to_have_count(2)
    deed(page, "take")
    tap(page, "234")
    expect(page.locator(".judged p")).to_contain_text("These dice score nothing.")
    expect(page.locator(".acts .take")).to_have_attribute("aria-disabled", "true")
    for _ in range(3):
        page.locator(".slots button").first.click()
    tap(page, "555")
    expect(page.locator(".judged p")).to_contain_text("Hot dice! All six again · Farkle: 2.3%")
    deed(page, "take")
    expect(page.locator(".slots > *")).to_have_count(6)

    # Random dice, every preset: what the page says is what the rules say.
    chance = random.Random(5)
    for preset in farkle.PRESETS:
        page.get_by_role("button", name="Players and rules…").click()
        page.locator("dialog[open] select").select_option(preset.name)
        expect(page.get_by_label("Needed to bank, first time")).to_have_value(str(preset.entry.first))
        expect(page.get_by_label("Needed to bank, later")).to_have_value(str(preset.entry.later))
        page.get_by_role("button", name="Done").click()
        for _ in range(4):
            dice = "".join(chance.choices("123456", k=chance.randint(2, 6)))
            verdict = farkle.score(preset, tuple(map(int, dice)))
            tap(page, dice)
            text = f"{verdict.points:,} points" if verdict.points else "These dice score nothing."
            expect(page.locator(".judged b")).to_contain_text(text)
            expect(page.locator(".slots .idle")).to_have_count(len(dice) - len(verdict.scoring))
            for _ in dice:
                page.keyboard.press("Backspace")


def test_by_keyboard_alone(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/farkle/")
    page.locator("#main").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("Anna")
    start = page.get_by_role("button", name="Start", exact=True)
    for _ in range(30):
        if start.evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for key in "1155":
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    page.keyboard.press("t")
    expect(page.locator(".running b")).to_have_text("250")
    page.keyboard.press("Control+z")
    expect(page.locator(".running b")).to_have_text("0")
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("5")
    page.keyboard.press("6")
    page.keyboard.press("b")
    assert totals(page) == ["0", "0"], "300 are not enough"
    for key in "fb555b":
        page.keyboard.press(key)
    assert totals(page) == ["0", "500"]
    page.locator(".faces button").first.focus()
    for key in ("Space", "Enter", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.className").split()[:2] == ["btn", "take"]
    page.keyboard.press("Enter")
    expect(page.locator(".running b")).to_have_text("200")
    assert page.evaluate("document.activeElement.className").split()[:2] == ["btn", "take"], "the focus stays"
    page.locator("[data-option=keys]").evaluate("e => e.click()")
    page.keyboard.press("f")
    expect(page.locator(".running b")).to_have_text("200")
    page.locator("[data-option=keys]").evaluate("e => e.click()")
    for key in "66f":  # held down
        page.keyboard.down(key)
    expect(page.locator(".turn-head h2")).to_have_text("Player 2")
    page.keyboard.up("6")
    page.keyboard.down("f")
    expect(page.locator(".turn-head h2")).to_have_text("Player 2")
    page.keyboard.up("f")
    page.locator(".acts .farkle").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    expect(page.locator(".turn-head h2")).to_have_text("Anna")
    page.keyboard.up("Enter")

    # Where the place of the focus goes away, it goes on.
    page.locator(".faces [data-face='1']").focus()
    for _ in "111111":
        page.keyboard.press("Enter")
    expect(page.locator(".acts .take")).to_be_focused()
    for last in page.locator(".slots button").all()[::-1]:
        last.focus()
        page.keyboard.press("Enter")
    expect(page.locator(".faces button").first).to_be_focused()
    bank(page, *["111111"] * 4)
    page.locator(".acts .farkle").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator(".acts .bank")).to_be_focused()
    page.locator(".turn-head .redo").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turn-head .undo")).to_be_focused()


def test_files_and_storage(device: Opener) -> None:
    page = open_pad(device(reduced_motion="reduce"), "Anna", "Ben")
    bank(page, "123456")
    page.get_by_role("button", name="Saved sheets…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save “").click()
    with open(download.value.path(), encoding="utf-8") as file:
        doc = json.load(file)
    assert (doc["kind"], doc["at"], doc["setup"]["preset"]) == ("farkle", 2, "box")
    assert doc["setup"]["edition"] == 2
    doc["actions"].append({"do": "take", "dice": "22"})
    for text, answer in (
        (json.dumps(doc), "no sheet of this pad"),
        (json.dumps(doc | {"actions": [], "at": 0}), "is open now"),
    ):
        page.locator("dialog input[type=file]").set_input_files(
            files=[{"name": "a.json", "mimeType": "application/json", "buffer": text.encode()}]
        )
        expect(page.locator("dialog [role=status]")).to_contain_text(answer)
    expect(page.locator(".sheets li")).to_have_count(2)
    # Another tab goes on with a sheet that gets another name here: both are kept.
    page.evaluate(
        """() => {
          const [key, text] = Object.entries(localStorage).find(([, text]) => text.includes('"actions":[]'));
          localStorage[key] = JSON.stringify({ ...JSON.parse(text), actions: [{ do: "farkle" }], at: 1 });
        }"""
    )
    other = page.locator(".sheets li").filter(has_text="Anna 0")
    other.locator("input").fill("Later")
    other.locator("input").press("Tab")
    kept = [json.loads(text) for text in stored(page).values() if "Later" in text]
    assert [doc["at"] for doc in kept] == [1]
    page.locator("#dialog .btn.default", has_text="Close").click()
    assert totals(page) == ["1,500", "0"]

    bare = device(**MOVING)
    bare.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    open_pad(bare, "Anna", "Ben")
    bank(bare, "123456")
    expect(bare.locator(".notice")).to_contain_text("Not saved")
    assert totals(bare) == ["1,500", "0"]
    deed(bare, "farkle")
    bank(bare, *["111111"] * 3)
    expect(bare.locator("canvas.confetti")).to_have_count(0)
    deed(bare, "farkle")
    expect(bare.locator("canvas.confetti")).to_be_attached()


def test_a_dialog_begins_afresh(device: Opener) -> None:
    page = open_pad(device(reduced_motion="reduce"), "Anna", "Ben")
    by_hand, points = page.get_by_role("button", name="By hand"), page.locator("#dialog input[name=points]")
    left = page.get_by_label("Dice left to roll")
    for _ in range(4):  # two rounds of 600 for both
        by_hand.click()
        expect(points).to_have_value("")
        expect(left).to_have_value("")
        points.fill("600")
        left.select_option("2")
        points.press("Enter")
        deed(page, "bank")
    page.get_by_role("button", name="Anna, round 2: 600").click()
    points.fill("900")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Anna, round 1: 600").click()
    expect(points).to_have_value("600")
    page.keyboard.press("Escape")
    for _ in range(2):
        page.get_by_role("button", name="Players and rules").click()
        target = page.locator("#dialog").get_by_label("Points to reach")
        expect(target).to_have_value("10000")
        target.fill("-5")
        page.keyboard.press("Escape")


def test_what_it_looks_like(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/farkle/")
    page.locator("details.more summary").first.click()
    page.set_viewport_size({"width": 320, "height": 568})
    open_pad(page, "W" * 20, "Ben", "Carla", "Dora", "Emil", "Fritz")
    bank(page, "111111")
    deed(page, "farkle")
    tap(page, "115236")
    page.set_viewport_size({"width": 320, "height": 568})
    small = page.evaluate(
        """() => [...document.querySelectorAll(".farkle button, .farkle a.btn")].filter((e) => e.offsetParent)
          .filter((e) => e.offsetHeight < 44 || e.offsetWidth < 44).map((e) => e.outerHTML)"""
    )
    assert small == []
    assert page.locator(".acts .bank").evaluate("e => innerHeight - e.getBoundingClientRect().bottom") < 60
    page.locator(".judged .btn").click()
    page.get_by_label("Points", exact=True).fill("9000")
    page.keyboard.press("Enter")
    deed(page, "bank")
    for _ in range(5):
        deed(page, "farkle")
