"""Report and coach in a real browser: automatic report, replay by keys, costs of choices."""

import json
import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import wait_for
from games.tests.browser.conftest import Opener

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def finished_game(page: Page) -> str:
    """Play a solo game of Yacht to its end and return its code."""
    return browser_actions.begin(page, entries=12)


def report_comes(page: Page) -> None:
    """Wait until the report is made."""
    expect(page.locator(".equation")).to_be_visible()


def move(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-move") or -1)


def complaints(page: Page) -> list[str]:
    found = page.evaluate(AXE + "; axe.run({ preload: false })")
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found["violations"]]


def test_from_the_result_to_the_report_and_through_the_game(anna: Page) -> None:
    code = finished_game(anna)
    anna.goto(f"/g/{code}/")
    anna.get_by_role("link", name="Report").click()
    report_comes(anna)
    assert complaints(anna) == []
    figures = {
        name: float(anna.locator(f"[data-sum={name}]").inner_text())
        for name in ("final", "par", "luck", "mistakes")
    }
    expect(anna.locator(".verdict")).to_be_visible()
    luck = -figures["luck"] if anna.get_by_text("bad luck", exact=True).count() else figures["luck"]
    assert round(figures["par"] + luck - figures["mistakes"], 1) == figures["final"]

    anna.locator("#replay").scroll_into_view_if_needed()
    anna.locator("#step-on").focus()
    for key, wanted in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 0)):
        anna.keyboard.press(key)
        expect(anna.locator(f'#replay[data-move="{wanted}"]')).to_be_visible()
    anna.keyboard.press("End")
    last = int(anna.locator("#replay").get_attribute("data-last") or 0)
    expect(anna.locator(f'#replay[data-move="{last}"]')).to_be_visible()
    assert f"?move={last}" in anna.url
    assert anna.locator("#live").inner_text() == anna.locator(".happening").inner_text()
    assert browser_actions.focused(anna) == "btn"  # still among the steps, not at the top of the page


def test_the_replay_plays_by_itself(device: Opener) -> None:
    """A key or a step pauses it, so does the wish for less motion."""
    page = device(reduced_motion="no-preference")
    code = finished_game(page)
    page.goto(f"/g/{code}/report/?move=0#replay")
    report_comes(page)
    page.get_by_role("button", name="Play", exact=False).click()
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    expect(page.locator('#replay[data-move="2"]')).to_be_visible()
    page.locator("#step-on").focus()
    page.keyboard.press("End")
    expect(pause).to_have_count(0)
    last = page.locator("#replay").get_attribute("data-last")
    expect(page.locator(f'#replay[data-move="{last}"]')).to_be_visible()
    page.get_by_role("button", name="Play", exact=False).click()
    expect(page.locator('#replay[data-move="1"]')).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#play")).to_be_hidden()
    at = move(page)
    page.wait_for_timeout(1500)
    assert move(page) in (at, at + 1)


def test_the_list_of_turns_is_folded_on_a_phone(device: Opener) -> None:
    for width, folded in ((390, True), (1280, False)):
        page = device(viewport={"width": width, "height": 844})
        code = finished_game(page)
        page.goto(f"/g/{code}/report/")
        report_comes(page)
        expect(page.locator(".turns").first).to_be_visible(visible=not folded)
        if folded:
            assert page.evaluate("document.documentElement.scrollHeight") < 6000


def test_fast_keys_arrive_where_they_should(anna: Page) -> None:
    code = finished_game(anna)
    browser_actions.seal(code)  # else the first visit does, which leads to the first move
    anna.goto(f"/g/{code}/report/?move=0#replay")
    report_comes(anna)
    anna.goto(f"/g/{code}/report/?move=0")
    anna.locator("#replay").evaluate("element => element.scrollIntoView()")
    for _ in range(9):
        anna.keyboard.press("ArrowRight")
    expect(anna.locator('#replay[data-move="9"]')).to_be_visible()


def test_keys_count_while_the_report_comes(anna: Page) -> None:
    code = finished_game(anna)
    browser_actions.seal(code)  # else the first visit does, which leads to the first move
    anna.goto(f"/g/{code}/report/?move=0#replay")
    step, pressed = anna.locator("#step-on"), 0
    step.focus()
    anna.evaluate("window.same = true")
    while pressed < 4 or (pressed < 20 and not anna.locator(".equation").count()):
        anna.keyboard.press("ArrowRight")
        pressed += 1
    report_comes(anna)
    anna.keyboard.press("ArrowRight")
    expect(anna.locator(f'#replay[data-move="{pressed + 1}"]')).to_be_visible()
    expect(step).to_be_focused()
    assert anna.evaluate("window.same"), "the page is the one it was"
    for key in ("Home", "ArrowRight"):
        anna.keyboard.press(key)
    expect(anna.locator("#replay[data-move='1'] .advice")).to_have_text(re.compile("Better|best choice"))
    assert anna.locator(".turns").count() == 1
    assert [part.get_attribute("class") for part in anna.locator(".sheet > *").all()][-1] == "wide acts back"
    assert complaints(anna) == []


def test_a_turn_leads_to_its_dice_and_keys_rest_elsewhere(anna: Page) -> None:
    code = finished_game(anna)
    anna.goto(f"/g/{code}/report/")
    report_comes(anna)
    link = anna.locator(".turns a[data-move]").nth(4)
    wanted = link.get_attribute("data-move")
    link.click()
    expect(anna.locator(f'#replay[data-move="{wanted}"]')).to_be_in_viewport()
    anna.locator(".share textarea").focus()
    anna.keyboard.press("Home")
    anna.wait_for_timeout(200)
    assert move(anna) == int(wanted or 0)


def test_the_text_is_copied(device: Opener) -> None:
    page = device(permissions=["clipboard-read", "clipboard-write"])
    code = finished_game(page)
    page.goto(f"/g/{code}/report/")
    report_comes(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Yacht") and "turns without a flaw" in text


def test_without_script(device: Opener) -> None:
    page = device(java_script_enabled=False)
    code = finished_game(page)
    page.goto(f"/g/{code}/report/")
    page.get_by_role("button", name="Create the report").click()
    report_comes(page)
    page.locator("#step-on").click()
    assert move(page) == 2


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_sticks_out_on_a_phone(device: Opener, width: int) -> None:
    page = device(viewport={"width": width, "height": 640})
    code = finished_game(page)
    page.goto(f"/g/{code}/report/")
    report_comes(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(page) == []


def test_the_coach_tells_the_cost_before_it_is_paid(anna: Page) -> None:
    browser_actions.begin(anna, coach="on")
    expect(anna.locator("#coach")).to_contain_text("points expected")
    browser_actions.roll(anna)
    browser_actions.still(anna)
    coach = anna.locator("#coach")
    expect(coach.locator(".best")).to_contain_text("Best: ")
    holds = json.loads(coach.get_attribute("data-holds") or "{}")
    for slot in range(4):
        anna.locator(f"#table input[name=hold][value='{slot}']").check()
        cost = holds["".join(map(str, range(slot + 1)))]
        wanted = f"This costs {cost} points." if cost else "This is just as good."
        expect(coach.locator(".cost")).to_have_text(wanted)
    boxes = json.loads(coach.get_attribute("data-boxes") or "{}")
    box, cost = next((box, cost) for box, cost in boxes.items() if cost)
    category, _, column = box.partition(":")
    browser_actions.box(anna, category, int(column)).click()
    expect(coach.locator(".cost")).to_have_text(f"This costs {cost} points.")
    assert complaints(anna) == []
    browser_actions.box(anna, category, int(column)).click()
    wait_for(anna, entries=1)
    expect(coach.locator(".cost")).to_have_text("")
