"""The score pads in a real browser: offers, sums, storage, printing, announcements."""

import json
import random
from itertools import product

import pytest
from playwright.sync_api import expect

from games import rules
from games.pads import score
from games.tests.browser.browser_actions import MOVING, PHONE, until
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import (
    as_file,
    begin,
    bring_in,
    cell,
    document,
    offered,
    pick,
    printed,
    shown_totals,
    stored,
    table_text,
    tap_dice,
    total,
)
from games.tests.rules import oracle

pytestmark = pytest.mark.browser

PADS = [family.name for family in rules.RULE_SETS]
LONG = ["W" * 20, "Wilhelmina Wonderlan", "Anna", "Ben Ben Ben Ben Ben", "م" * 20, "Çağla-Ağrı-Öz-Ürgüp"]
NO_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""


def enumerated(pad: str, box: str, *, house: bool) -> list[int]:
    """Return strike and what any roll can bring."""
    found = {oracle.points(pad, box, dice) for dice in oracle.ROLLS}
    joker = {oracle.house_points(pad, box, dice) for dice in oracle.ROLLS} if house else set()
    return sorted({0} | found | joker)


@pytest.mark.parametrize(("pad", "house"), [("triple_yahtzee", True), ("yatzy", False)])
def test_the_picker_offers_what_some_roll_can_give(pad: str, house: bool, device: Opener) -> None:
    """Of two games; that it is so in all of them is in games/tests/pads/test_pads.py."""
    page = device()
    begin(page, pad, "Anna", options=("house",) if house else ())
    for box, column in product(oracle.rows(pad), oracle.columns(pad)[-1:]):
        button = cell(page, 1, box, column).locator("button")
        button.click()
        if not page.locator("#dialog").is_visible():  # the only value it can hold is entered at once
            expect(button).to_have_text(str(max(enumerated(pad, box, house=house))))
            button.click()
        values = page.locator("#dialog .values [data-value]").evaluate_all(
            "l => l.map(x => Number(x.dataset.value))"
        )
        assert [0, *values] == enumerated(pad, box, house=house), box
        expect(page.locator('#dialog [data-value="0"]')).to_have_text("Strike (0)")
        page.keyboard.press("Escape")


def test_totals_are_those_of_the_rules(device: Opener) -> None:
    """Of sheets as games/tests/js/score.test.mjs adds up by the hundred: one, in sight."""
    page, rng = device(), random.Random(5)
    for game in rules.all_rules():
        page.goto(f"/pads/{game.name}/")
        doc, totals = document(game, rng, ["Anna", "Ben"])
        bring_in(page, doc)
        hidden = {"missing"} | (set() if len(game.columns) > 1 else {"combined", "weighted"})
        hidden |= set() if game.yahtzee_bonus else {"yahtzee_bonus"}
        hidden |= set() if game.upper_bonus else {"upper_bonus"}
        seen = shown_totals(page)
        for player, own in enumerate(totals, start=1):
            wanted = {("grand", ""): own["grand"]}
            for column in map(str, game.columns):
                wanted |= {(name, column): own[column][name] for name in own[column].keys() - hidden}
            assert seen[player] == wanted
        page.get_by_role("button", name="Saved sheets").click()
        with page.expect_download() as download:
            page.locator(f'[data-sheet="{doc["id"]}"]').get_by_role("button", name="Save").click()
        assert json.loads(download.value.path().read_text(encoding="utf-8")) == doc


def test_without_an_upper_bonus_a_sheet_has_no_row_for_it(
    device: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = score.sheet
    monkeypatch.setattr(score, "sheet", lambda family: sheet(family) | {"bonus_at": 0, "bonus": 0})
    page = device()
    page.add_init_script("window.print = () => {};")
    begin(page, "yacht", "Anna")
    pick(page, 1, "sixes", 1, 30)
    expect(page.locator("[data-total=upper_bonus]")).to_have_count(0)
    assert (total(page, 1, "upper"), total(page, 1, "grand", "")) == (30, 30)
    assert "Bonus" not in table_text(page) and "Bonus" not in printed(page, "A4", landscape=False)


def test_a_sheet_from_the_first_entry_to_another_tab(device: Opener) -> None:
    page = device()
    asked: list[str] = []
    begin(page, "triple_yahtzee", "Anna", "Ben", options=("american", "left_to_right"))
    page.on("request", lambda request: asked.append(request.url))
    tray = page.locator(".tray .event")
    expect(cell(page, 1, "fours", 2)).to_have_attribute("data-state", "barred")
    pick(page, 1, "fours", 1, 12)
    expect(tray).to_have_text("Anna, Fours ×1: 12. Ben is next.")
    assert page.evaluate("said.at(-1)") == "Anna, Fours ×1: 12. Ben is next."

    # Ben taps his dice: the open boxes whose turn has come say what they bring.
    tap_dice(page, 4, 4, 4, 4, 4)
    worth = {(row, 1): oracle.points("yahtzee", row, [4] * 5) for row in oracle.rows("yahtzee")}
    assert offered(page) == worth
    cell(page, 2, "yahtzee").locator("button").click()
    expect(tray).to_have_text("Ben, YAHTZEE ×1: 50. Anna is next.")

    # A box with one value is one tap; striking it instead is another.
    cell(page, 1, "full_house").locator("button").click()
    assert total(page, 1, "lower") == 25
    page.get_by_role("button", name="Strike it instead").click()
    expect(cell(page, 1, "full_house")).to_have_attribute("data-state", "struck")
    expect(cell(page, 1, "full_house").locator(".cross")).to_be_visible()
    expect(tray).to_have_text("Anna, Full House ×1: 0. Ben is next.")

    # Five fours once more: 100 extra, in the column they are entered in.
    tap_dice(page, 4, 4, 4, 4, 4)
    cell(page, 2, "fours").locator("button").click()
    expect(tray).to_have_text("Ben, Fours ×1: 20 + 100. Anna is next.")
    assert page.evaluate("said.at(-1)") == "Ben, Fours ×1: 20 + 100. Anna is next."
    assert (total(page, 2, "upper"), total(page, 2, "yahtzee_bonus"), total(page, 2, "weighted")) == (
        20,
        100,
        170,
    )
    page.locator('td[data-player="2"][data-total=yahtzee_bonus][data-column="1"] button').click()
    page.locator('#dialog [data-value="3"]').click()
    assert (total(page, 2, "yahtzee_bonus"), total(page, 2, "grand", "")) == (300, 370)
    assert page.evaluate("said.at(-1)") == "Ben, YAHTZEE Bonus ×1: 300. Anna is next."
    expect(page.locator('[data-player="2"][data-total=grand]')).to_contain_text("♛")

    # Any box can be corrected, whoever is next, and emptied where nothing to its right depends on it.
    pick(page, 1, "fours", 1, 16)
    pick(page, 1, "fours", 2, 8)
    cell(page, 1, "fours").locator("button").click()
    expect(page.get_by_role("button", name="Empty the box")).to_have_count(0)
    page.keyboard.press("Escape")
    cell(page, 1, "fours", 2).locator("button").click()
    page.get_by_role("button", name="Empty the box").click()
    assert (total(page, 1, "upper", 1), total(page, 1, "upper", 2)) == (16, 0)

    # Everything back and forth again.
    after, undo, steps = table_text(page), page.get_by_role("button", name="Undo"), 0
    while undo.is_enabled():
        undo.click()
        steps += 1
    assert (steps, total(page, 1, "grand", ""), total(page, 2, "grand", "")) == (9, 0, 0)
    for _ in range(steps):
        page.keyboard.press("Control+Shift+z")
    assert table_text(page) == after
    kept = stored(page)

    # Reloaded, and in another tab of the same browser: the same bytes, the same sheet; news go both ways.
    page.reload()
    other = page.context.new_page()
    other.goto("/pads/triple_yahtzee/")
    assert stored(page) == stored(other) == kept
    assert table_text(page) == table_text(other) == after
    pick(other, 2, "threes", 1, 9)
    expect(page.get_by_text("This sheet was continued in another tab.")).to_be_visible()
    assert total(page, 2, "upper") == 29
    other.close()
    assert not [url for url in asked if "/static/" not in url and not url.endswith("/pads/triple_yahtzee/")]


def test_players_come_and_go_and_somebody_wins(device: Opener) -> None:
    page = device(**PHONE, **MOVING)
    begin(page, "yacht", "Anna", "Ben")
    page.get_by_role("button", name="Players and rules").click()
    editor = page.locator("#dialog .players-editor")
    editor.locator(".add").click()
    expect(editor.locator("input").nth(2)).to_be_focused()
    editor.get_by_label("Move Player 3 up").click()  # and stays Player 3
    assert page.locator(".who bdi").all_inner_texts() == ["Anna", "Player 3", "Ben"]
    editor.get_by_label("Move Player 3 down").click()
    for typed in ("Carla", "Carla\u202e"):
        editor.locator("input").nth(2).fill(typed)
        editor.locator("input").nth(2).press("Tab")
    expect(editor.locator("input").nth(2)).to_have_value("Carla")
    editor.get_by_label("Move Carla up").click()
    assert page.locator(".who bdi").all_inner_texts() == ["Anna", "Carla", "Ben"]
    editor.get_by_label("Move Carla up").click()
    expect(editor.get_by_label("Move Carla down")).to_be_focused()  # at the top
    page.keyboard.press("Enter")
    assert page.locator(".who bdi").all_inner_texts() == ["Anna", "Carla", "Ben"]
    editor.get_by_label("Remove Carla").click()  # nothing is lost, nothing is asked
    expect(editor.locator("input")).to_have_count(2)
    page.keyboard.press("Escape")
    pick(page, 1, "chance", 1, 30)
    page.get_by_role("button", name="Players and rules").click()
    editor.get_by_label("Remove Anna").click()
    expect(page.locator("#question")).to_contain_text("Remove Anna and everything entered")
    page.locator("#question").get_by_role("button", name="Cancel").click()
    expect(editor.locator("input")).to_have_count(2)
    editor.locator("input").nth(1).fill("Benno")
    page.locator("#dialog").get_by_role("button", name="Done").click()
    expect(page.locator(".tray .event")).to_have_text("Anna, Chance: 30. Benno is next.")

    # The last box of the last player ends it.
    doc, _totals = document(rules.get("yacht"), random.Random(1), ["Anna", "Ben"])
    last = doc["actions"].pop()
    doc["at"] -= 1
    bring_in(page, doc)
    expect(page.locator(".result")).to_have_count(0)
    page.evaluate("scrollTo(0, 1e6)")
    button = cell(page, 2, last["box"], 1).locator("button")
    button.click()
    if page.locator("#dialog").is_visible():
        page.locator("#dialog .values [data-value]").last.click()
    expect(page.locator("canvas.confetti")).to_be_attached()
    best = max((1, 2), key=lambda player: total(page, player, "grand", ""))
    verdict = f"{['Anna', 'Ben'][best - 1]} wins with {total(page, best, 'grand', '')} points."
    expect(page.locator(".verdict")).to_have_text(verdict)
    expect(page.locator(".verdict")).to_be_in_viewport()
    assert page.evaluate("said.at(-1)") == verdict
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    assert page.evaluate("said.slice(-2)") == ["Undone.", verdict]
    page.locator(".result").get_by_role("button", name="New game").click()
    assert total(page, 1, "grand", "") == total(page, 2, "grand", "") == 0

    # All sheets are there: rename one, delete one, open one.
    page.get_by_role("button", name="Saved sheets").click()
    sheets = page.locator("#dialog .sheets li")
    expect(sheets).to_have_count(3)
    sheets.nth(2).get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Saved sheets").click()
    name = sheets.nth(2).locator("input")
    long = "Christmas at Grandma\u2019s, the second evening"
    for typed, kept in (
        (long, long),
        ("Sunday", "Sunday"),
        (" ", "Sunday"),
        ("Sunday\u202e ", "Sunday"),
    ):
        name.fill(typed)
        name.press("Tab")
        expect(name).to_have_value(kept)
        assert any(json.loads(text)["name"] == kept for text in stored(page).values() if "{" in text)
    # A name is taken over when a button of its row is pressed, and the button is still that of its row.
    name.fill("Monday")
    with page.expect_download() as download:
        sheets.nth(2).get_by_role("button", name="Save").click()
    assert download.value.suggested_filename.endswith("-Monday.json")
    name.fill("Sunday")
    sheets.nth(1).get_by_role("button", name="Delete").click()
    page.locator("#question").get_by_role("button", name="Delete").click()
    expect(sheets).to_have_count(2)
    page.locator("#dialog input[type=file]").set_input_files({**as_file(doc), "buffer": b"{}"})
    expect(page.locator("#dialog [role=status]")).to_have_text("This file holds no sheet of this pad.")
    sheets.nth(1).get_by_role("button", name="Open “Sunday”").click()
    expect(page.locator(".who bdi")).to_have_text(["Anna", "Benno"])
    assert total(page, 1, "grand", "") == 30


def test_the_focus_goes_on_when_its_place_is_gone(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "triple_yahtzee", "Anna", options=("left_to_right",))
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    pick(page, 1, "fours", 1, 12)
    press("ArrowRight")
    expect(cell(page, 1, "fours", 2).locator("button")).to_be_focused()
    press("Control+z")  # now that box is barred
    expect(cell(page, 1, "fours").locator("button")).to_be_focused()
    press("ArrowDown")
    expect(cell(page, 1, "fives").locator("button")).to_be_focused()
    redo.focus()
    press("Enter")
    expect(undo).to_be_focused()
    press("Enter")
    expect(redo).to_be_focused()
    page.locator('.faces [data-face="2"]').focus()
    press(*["Enter"] * 5)
    expect(cell(page, 1, "ones").locator("button")).to_be_focused()
    for last in page.locator(".slots button").all()[::-1]:
        last.focus()
        press("Enter")
    expect(page.locator(".faces .die").first).to_be_focused()
    cell(page, 1, "full_house").locator("button").click()
    page.get_by_role("button", name="Strike it instead").focus()
    press("Enter")
    expect(undo).to_be_focused()

    for _ in range(2):
        page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Saved sheets").click()
    sheets = page.locator("#dialog .sheets li")
    for row, left in ((1, 2), (1, 1), (0, 0)):
        sheets.nth(row).locator(".delete").focus()
        press("Enter", "Shift+Tab", "Enter")
        expect(sheets).to_have_count(left)
        near = sheets.nth(min(row, left - 1)).locator(".delete") if left else page.locator("#dialog")
        expect(near).to_be_focused()
    press("Escape")
    expect(page.locator("#main")).to_be_focused()


def test_a_dialog_begins_afresh(device: Opener) -> None:
    page = device()
    page.add_init_script("window.print = () => {};")
    begin(page, "yahtzee", "Anna", "Ben", options=("american",))
    for player in (1, 2):
        cell(page, player, "yahtzee").locator("button").click()
    for leave in ("Escape", "Enter"):  # given up, and entered: the next one has to say it again
        cell(page, 1, "fours").locator("button").click()
        expect(page.locator("#with-extra")).not_to_be_checked()
        page.locator("#with-extra").check()
        page.locator('#dialog [data-value="4"]').focus()
        page.keyboard.press(leave)
    cell(page, 2, "threes").locator("button").click()
    expect(page.locator("#with-extra")).not_to_be_checked()
    page.locator('#dialog [data-value="9"]').click()
    assert (total(page, 1, "yahtzee_bonus"), total(page, 2, "yahtzee_bonus")) == (100, 0)

    page.get_by_role("button", name="Print").click()
    page.locator("#dialog [value=empty]").check()
    page.locator("#dialog").get_by_role("button", name="Print").click()
    page.get_by_role("button", name="Print").click()
    expect(page.locator("#dialog [value=this]")).to_be_checked()


@pytest.mark.parametrize(
    ("language", "names", "sentence"),
    [
        ("de", ["Anna"], "1 Punkt."),
        ("en", ["Anna", "Ben"], "A draw with 1 point each: Anna, Ben."),
        ("nl", ["Anna"], "1 punt."),
    ],
)
def test_one_point_is_not_several(device: Opener, language: str, names: list[str], sentence: str) -> None:
    page = device()
    begin(page, "yacht", "Anna")
    doc, _totals = document(rules.get("yacht"), random.Random(1), names)
    for action in doc["actions"]:
        action["points"] = int(action["box"] == "ones")
    bring_in(page, doc)
    page.goto(f"{page.url}?lang={language}")
    expect(page.locator(".verdict")).to_have_text(sentence)


@pytest.mark.parametrize(("pad", "more"), [("triple_yahtzee", 4), ("yatzy", 0)])
def test_paper(pad: str, more: int, device: Opener) -> None:
    page = device(color_scheme="dark")
    page.add_init_script("window.print = () => { window.printed = true; };")
    page.goto(f"/pads/{pad}/")
    doc, totals = document(rules.get(pad), random.Random(3), [*LONG, *["Wilhelmina"] * more])
    bring_in(page, doc)
    struck = page.locator("td[data-state=struck]").count()
    assert struck > 10
    for paper, landscape in product(("A4", "Letter"), (False, True)):
        text = printed(page, paper, landscape=landscape, pages=2 if more else 1)
        for name in LONG:
            assert "".join(name.split()) in text, name
        assert all(f"{sums['grand']:,}" in text for sums in totals)
        assert all(str(sums["1"]["lower"]) in text for sums in totals)
        assert "Undo" not in text and "Aboutthispad" not in text
    assert page.locator("#paper .cross").count() == struck

    # Nothing is cut off, and all of it is black on white, by night, too.
    page.emulate_media(media="print")
    for width in (718, 980):  # the print area of A4, upright and sideways
        page.set_viewport_size({"width": width, "height": 900})
        cut = page.locator("#paper :is(th, td)").evaluate_all(
            "l => l.filter(x => x.scrollWidth > x.clientWidth + 1 || x.scrollHeight > x.clientHeight + 1)"
            ".map(x => x.innerText)"
        )
        assert cut == []
    inks = page.locator("#paper td, #paper .cross").evaluate_all("l => l.map(x => getComputedStyle(x).color)")
    assert set(inks) == {"rgb(0, 0, 0)"}
    assert page.evaluate("getComputedStyle(document.body).background").startswith("rgba(0, 0, 0, 0) none")
    shown = page.locator("body > :not(main), main > *").filter(visible=True)
    assert shown.evaluate_all("l => l.map(x => x.id)") == ["paper"]
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 1280, "height": 900})

    # An empty sheet for six.
    page.get_by_role("button", name="Print").click()
    page.locator("#dialog select").select_option("6")
    page.locator("#dialog").get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed") is True
    text = printed(page, "Letter", landscape=False)
    columns = len(oracle.columns(pad))
    assert page.locator("#paper thead .who").count() == 6
    assert page.locator("#paper tbody tr").first.locator("td").count() == 6 * columns
    assert LONG[0] not in text and not page.locator("#paper td").filter(has_text="0").count()


def test_every_box_has_room_for_a_finger(device: Opener) -> None:
    page = device(**PHONE)
    begin(page, "yahtzee", "Anna", options=("american",))
    cell(page, 1, "yahtzee").locator("button").click()
    extras = page.locator("[data-total=yahtzee_bonus] button")
    expect(extras).to_have_text("+0")
    buttons = page.locator(".sheet td button")
    heights = buttons.evaluate_all("l => l.map(x => x.getBoundingClientRect().height)")
    assert len(heights) == 14 and min(heights) >= 28


def test_everybody_can_use_it(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/")
    page.goto("/pads/triple_yahtzee/")

    # By keyboard alone: names, start, arrows to a box, a value, and back out of a dialog.
    page.locator("#pad .players-editor input").first.focus()
    page.keyboard.type("W" * 20)
    while page.evaluate("document.activeElement.textContent.trim()") != "Start":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("table.sheet").wait_for()
    while not page.evaluate("Boolean(document.activeElement.closest('tbody'))"):
        page.keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#dialog-title")).to_have_text(f"Threes ×2, {'W' * 20}")
    expect(page.locator('#dialog [data-value="3"]')).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert total(page, 1, "upper", 2) == 6
    expect(cell(page, 1, "threes", 2).locator("button")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    expect(cell(page, 1, "ones").locator("button")).to_be_focused()
    page.keyboard.press("Control+z")
    assert total(page, 1, "upper", 2) == 0
    page.keyboard.press("Control+y")
    page.keyboard.down("Enter")  # held down: one dialog
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#dialog-title")).to_have_text(f"Ones ×1, {'W' * 20}")
    page.keyboard.press("Escape")
    page.locator(".menubar summary").filter(has_text="Options").click()
    name = page.locator(".menu[open] [data-option=name]")
    name.fill("An")
    name.press("Control+z")  # is about the name
    page.keyboard.press("Escape")
    expect(page.locator(".menu[open]")).to_have_count(0)
    assert total(page, 1, "upper", 2) == 6

    tap_dice(page, 6, 6)  # not for the sheet that comes now
    doc, _totals = document(rules.get("triple_yahtzee"), random.Random(8), LONG)
    doc["at"] -= 25
    bring_in(page, doc)
    tap_dice(page, 6, 6, 6, 6, 6)
    page.goto("/pads/yacht/")
    bring_in(page, document(rules.get("yacht"), random.Random(7), LONG[:2])[0])
    for name in ("Players and rules", "Saved sheets", "Print"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("#dialog")).to_be_visible()
        page.keyboard.press("Escape")
        until(page, "!history.state?.dialogs")  # on the way back the page can go nowhere else

    # The longest words there are, and something to strike instead.
    page.goto("/pads/yacht/?lang=de")
    page.get_by_role("button", name="gleiche Spieler").last.click()
    cell(page, 1, "yacht").locator("button").click()


def test_a_browser_that_keeps_nothing_or_nonsense(device: Opener) -> None:
    page = device()
    page.add_init_script(NO_STORAGE)
    begin(page, "yahtzee", "Anna", "Ben")
    expect(page.get_by_text("Not saved: this browser keeps nothing here.")).to_be_visible()
    pick(page, 1, "sixes", 1, 18)
    page.get_by_role("button", name="Undo").click()
    assert total(page, 1, "upper") == 0

    page = device()
    page.goto("/pads/yahtzee/")
    doc, _totals = document(rules.get("yahtzee"), random.Random(2), ["Anna"])
    doc["actions"][0]["points"] = 7  # no roll brings it
    strange = doc | {"id": "strange", "actions": [{"do": "toString", "player": 1}], "at": 1}
    for one in (doc, strange):
        page.evaluate("d => localStorage.setItem('yahtzee.pad.yahtzee.' + d.id, JSON.stringify(d))", one)
    page.evaluate("sessionStorage.clear(), localStorage.setItem('yahtzee.pad.yahtzee.current', 'gone')")
    page.reload()
    page.get_by_role("button", name="Saved sheets").click()
    expect(page.locator("#dialog")).to_contain_text("It was set aside, not deleted.")
    broken = [json.loads(text) for key, text in stored(page).items() if key.startswith("yahtzee.pad.broken.")]
    assert sorted(broken, key=lambda one: one["at"]) == [strange, doc]
    page.keyboard.press("Escape")
    page.locator("#pad").get_by_role("button", name="Start").click()
    pick(page, 1, "sixes", 1, 18)
    assert total(page, 1, "upper") == 18
