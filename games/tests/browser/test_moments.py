"""Moments in the browser: dice that land, what waits for them, entries, stamps, and how it is skipped."""

import re
import time
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import rules
from games.models import Game
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import MOVING, PHONE, box, rolled, scored, table, until, wait_for
from games.tests.browser.conftest import Opener
from scores import services

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TUMBLING = "document.body.hasAttribute('data-tumbling')"
SEEN = "getComputedStyle(document.getElementById('event')).opacity"
# Notes layout shifts, and which dice land when.
_WATCH = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) =>
  value > 0.001 && window.shifts.push(value))) // less is a line of text that is centred anew
  .observe({ type: "layout-shift", buffered: true });
window.landed = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((found) => {
  for (const { removedNodes, target } of found) for (const node of removedNodes) {
    if (node.className !== "cube") continue;
    window.landed.push([Number(target.querySelector("input").value), performance.now()]);
  }
}).observe(document.body, { childList: true, subtree: true }));
"""


@pytest.fixture
def anna(device: Opener) -> Page:
    return device(**MOVING)


@pytest.fixture
def ben(device: Opener) -> Page:
    return device(**PHONE, **MOVING)


def news(page: Page, *moves: str) -> None:
    """Let moves be made elsewhere, one version each, and this page ask for them."""
    game = browser_actions.game_of(page)
    version = game.version + len(moves)
    Game.objects.filter(pk=game.pk).update(moves=[*game.moves, *moves], version=version)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    wait_for(page, version=version)


def alone(page: Page, **options: object) -> None:
    page.add_init_script(_WATCH)
    browser_actions.start_alone(page)
    browser_actions.choose(page, **options)
    until(page, browser_actions.has_loaded("table/moments"))


def quick(page: Page) -> list[Any]:
    """Return what is said, shown and moving now."""
    found: list[Any] = page.evaluate(f"[{TUMBLING}, {SEEN}, window.said.length]")
    return found


def test_nothing_tells_of_a_roll_before_the_last_die_has_landed(anna: Page) -> None:
    alone(anna)
    with browser_actions.slow_motion(anna):
        anna.locator("button.roll").click()
        wait_for(anna, roll=1)
        assert quick(anna) == [True, "0", 0]
        colour = "getComputedStyle(document.querySelector('td[data-state=possible] button')).color"
        assert anna.evaluate(colour) == "rgba(0, 0, 0, 0)"
    browser_actions.still(anna)
    assert quick(anna) == [False, "1", 1]
    assert anna.evaluate("window.said") == [table(anna, "event")]
    assert anna.evaluate(colour) != "rgba(0, 0, 0, 0)"


def test_others_see_it_land_too(anna: Page, ben: Page) -> None:
    browser_actions.sit_down(anna, ben)
    until(ben, browser_actions.has_loaded("table/moments"))
    said = ben.evaluate("window.said.length")
    with browser_actions.slow_motion(ben):
        browser_actions.roll(anna)
        wait_for(ben, roll=1)
        assert quick(ben) == [True, "0", said]
    browser_actions.still(ben)
    assert quick(ben) == [False, "1", said + 1]


def test_the_first_frame_shows_the_faces_before(anna: Page) -> None:
    alone(anna)
    news(anna, rolled(0, (1, 2, 3, 4, 6)))
    browser_actions.still(anna)
    with browser_actions.slow_motion(anna):
        news(anna, rolled(0, (6, 6, 6, 6, 1)))
        anna.evaluate("document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 0; })")
        shown = anna.evaluate(
            """[...document.querySelectorAll("#table .die .cube > span")].map((turning) => {
              const depth = (side) => new DOMMatrix(getComputedStyle(turning).transform)
                .multiply(new DOMMatrix(getComputedStyle(side).transform)).transformPoint({}).z;
              const front = [...turning.children].sort((one, other) => depth(other) - depth(one))[0];
              return Number(front.querySelector("use").getAttribute("href").at(-1));
            })"""
        )
    assert shown == [1, 2, 3, 4, 6]


def test_dice_land_one_after_the_other_and_the_deciding_one_last(anna: Page) -> None:
    alone(anna)
    news(anna, rolled(0, (1, 2, 3, 6, 6)))
    browser_actions.still(anna)
    anna.evaluate("window.landed = []")
    news(anna, "0 roll 012 12346")  # the four completes a small straight, the six does nothing
    browser_actions.still(anna)
    landed = anna.evaluate("window.landed")
    assert [slot for slot, _time in landed] == [4, 3]
    assert landed[1][1] - landed[0][1] > 20
    expect(anna.locator(".stamp")).to_have_text("Small Straight!")
    assert "Small Straight!" in table(anna, "event")
    expect(anna.locator(".stamp")).to_have_count(0)


@pytest.mark.parametrize("how", ["tap", "key"])
def test_a_tap_or_a_key_skips_and_does_what_it_was_meant_for(device: Opener, how: str) -> None:
    page = device(**PHONE, **MOVING)
    alone(page)
    with browser_actions.slow_motion(page):
        page.locator("button.roll").click()
        wait_for(page, roll=1)
        if how == "tap":
            box(page, "chance", 2).tap()
            assert browser_actions.marked(page) == ["chance:2"]
        else:
            page.keyboard.press("2")
            assert browser_actions.held(page) == ["1"]
        browser_actions.still(page)
        assert not page.evaluate(TUMBLING)
        assert page.evaluate("window.said[0]") == table(page, "event")


def test_one_tap_stays_one_tap_while_dice_tumble(device: Opener) -> None:
    page = device(**PHONE, **MOVING)
    alone(page, onetap=True)
    with browser_actions.slow_motion(page):
        page.locator("button.roll").click()
        wait_for(page, roll=1)
        box(page, "chance", 1).tap()
        wait_for(page, entries=1)
        page.locator("button.roll").click()
        wait_for(page, roll=1)
        expect(page.locator(".cube")).to_have_count(5)
        expect(page.locator(".flight")).to_have_count(0)


def test_the_dice_entered_stay_greyed_until_the_next_roll(anna: Page, ben: Page) -> None:
    browser_actions.sit_down(anna, ben)
    browser_actions.roll(anna)
    dice = browser_actions.faces(anna)
    browser_actions.enter(anna, "chance")
    wait_for(ben, entries=1)
    left = "[...document.querySelectorAll('#table .die.last input')].map((one) => one.dataset.last)"
    for page in (anna, ben):
        assert page.evaluate(left) == dice
        assert browser_actions.faces(page) == [""] * 5, "there is nothing to hold"
        page.reload()
        assert page.evaluate(left) == dice
    browser_actions.roll(ben)
    wait_for(anna, roll=1)
    for page in (anna, ben):
        expect(page.locator(".die.last")).to_have_count(0)


def test_an_entry_flies_into_its_box_and_the_sums_follow(anna: Page) -> None:
    alone(anna)
    news(anna, rolled(0, (6, 6, 6, 6, 5)))
    browser_actions.still(anna)
    anna.keyboard.press("Shift")
    anna.evaluate("window.shifts = []")
    grand = anna.locator("#table [data-total=grand]")
    with browser_actions.slow_motion(anna):
        news(anna, scored(0, "chance", 3))
        expect(anna.locator(".flight .die")).to_have_count(5)
        assert grand.inner_text() == "0" and grand.get_attribute("data-points") == "87"
    expect(anna.locator(".flight")).to_have_count(0)
    expect(anna.locator("td[data-box=chance][data-column='3']")).to_have_text("29")
    expect(grand).to_have_text("87")
    assert anna.evaluate("window.shifts") == []


def test_five_of_a_kind_is_celebrated(anna: Page) -> None:
    alone(anna)
    anna.evaluate("window.shifts = []")
    news(anna, rolled(0, (5, 5, 5, 5, 5)))
    expect(anna.locator(".bang")).to_contain_text("YAHTZEE!")
    expect(anna.locator("canvas.confetti")).to_have_count(1)
    assert anna.evaluate("window.said") == [table(anna, "event")], "one announcement"
    assert table(anna, "event").endswith(" YAHTZEE!")
    expect(anna.locator(".bang")).to_have_count(0)
    expect(anna.locator("canvas.confetti")).to_have_count(0)
    assert anna.evaluate("window.shifts") == []


def test_a_tap_ends_the_celebration(device: Opener) -> None:
    page = device(**PHONE, **MOVING)
    alone(page)
    news(page, "0 roll - 55555", "0 score yahtzee 1", "0 roll - 44444")
    expect(page.locator(".bang")).to_contain_text("+100! Joker!")
    box(page, "fours", 1).tap()
    expect(page.locator(".prop, canvas.confetti")).to_have_count(0, timeout=300)
    assert browser_actions.marked(page) == ["fours:1"]


def test_reduced_motion_leaves_the_words(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    alone(page)
    news(page, rolled(0, (5, 5, 5, 5, 5)))
    assert quick(page) == [False, "1", 1]
    assert table(page, "event").endswith(" YAHTZEE!")
    page.wait_for_timeout(700)
    expect(page.locator(".prop, .cube, canvas")).to_have_count(0)


def test_short_is_short(anna: Page) -> None:
    alone(anna, dice="quick")
    anna.evaluate("window.landed = []")
    news(anna, rolled(0, (5, 5, 5, 5, 5)))
    longest = "Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime))"
    assert anna.evaluate(longest) <= 301
    browser_actions.still(anna)
    until(anna, "document.querySelector('.bang')")
    assert anna.evaluate("document.getAnimations().length") == 0
    expect(anna.locator(".bang")).to_have_count(0)


def test_all_that_happened_between_two_questions_is_shown(anna: Page) -> None:
    alone(anna)
    stamped = "window.stamps ??= new Set()"
    anna.evaluate(
        f"""new MutationObserver(() => document.querySelectorAll(".stamp, .bang b").forEach((one) => {{
          ({stamped}).add(one.textContent);
        }})).observe(document.body, {{ childList: true, subtree: true }})"""
    )
    news(anna, "0 roll - 66666", "0 score sixes 1", "0 roll - 23456")
    until(anna, f"({stamped}).size === 2 && !document.querySelector('.prop')")
    assert anna.evaluate("[...window.stamps]") == ["YAHTZEE!", "Large Straight!"]


# --- computers


def against_a_computer(page: Page) -> None:
    browser_actions.begin(page, "triple_yahtzee", bot="hard")
    until(page, browser_actions.has_loaded("table/computers"))


def test_a_computers_turn_takes_two_and_a_half_seconds_at_most(device: Opener) -> None:
    page = device(**MOVING)
    against_a_computer(page)
    pauses = page.evaluate(
        """async () => {
          const files = performance.getEntriesByType("resource").map((one) => one.name);
          const { pause } = await import(files.find((name) => name.includes("table/computers.")));
          let now = 0;
          performance.now = () => now;
          const found = [];
          for (const slow of [0, 50, 200]) {
            now += 10000;
            const began = now;
            for (const roll of [0, 1, 2, 3]) now += pause({ code: "X" + slow, entries: 1, roll }) + slow;
            found.push(now - began);
          }
          return found;
        }"""
    )
    assert max(pauses) <= 2500 and min(pauses) > 1500, pauses


def test_a_tap_on_the_dice_hurries_a_computer(device: Opener) -> None:
    page = device(**PHONE, **MOVING)
    page.add_init_script(_WATCH)
    against_a_computer(page)
    browser_actions.roll(page)
    browser_actions.enter(page, "chance")
    asked: list[tuple[float, str]] = []
    page.on("request", lambda request: "/bot" in request.url and asked.append((time.monotonic(), "asked")))
    page.on("response", lambda answer: "/bot" in answer.url and asked.append((time.monotonic(), "answered")))
    page.locator("#table .die").nth(2).tap(force=True)
    wait_for(page, entries=2)
    waits = [one[0] - before[0] for before, one in pairwise(asked) if before[1] == "answered"]
    assert len(waits) >= 1 and min(waits) < 0.25, waits
    assert re.search(r"Computer \(\w+\): ", page.evaluate("window.said.at(-1)"))


@pytest.mark.parametrize("why", [True, False])
def test_what_a_computer_rolls_is_said_with_its_entry(device: Opener, why: bool) -> None:
    page = device()
    browser_actions.start_game(page, "yahtzee", bots=1)
    page.route("**/bot", lambda route: route.fulfill(status=409))  # its moves come from elsewhere
    page.reload()
    browser_actions.choose(page, why=why)
    until(page, browser_actions.has_loaded("table/computers"))
    said = page.evaluate("window.said.length")
    news(page, "1 roll 024 44444")
    assert page.evaluate("window.said.length") == said
    news(page, scored(1, "yahtzee", 1))
    (line,) = page.evaluate(f"window.said.slice({said})")
    assert "Yahtzee! " in line and line.endswith(table(page, "event"))


# --- the question whether sound is wanted


def test_sound_is_offered_once_after_the_first_roll(device: Opener) -> None:
    page = device(**PHONE, **MOVING, asked=False)
    page.add_init_script(_WATCH)
    browser_actions.start_alone(page)
    question = page.locator("#sound-question")
    expect(question).to_be_hidden()
    page.evaluate("window.shifts = []")
    browser_actions.roll(page)
    expect(question).to_be_visible()
    assert page.evaluate("window.shifts") == []
    question.get_by_role("button", name="♪ Sound on?").click()
    expect(question).to_be_hidden()
    until(page, browser_actions.has_loaded("table/sound"))
    expect(page.locator("[data-option=sound]")).to_be_checked()
    page.reload()
    browser_actions.roll(page)
    browser_actions.still(page)
    expect(question).to_be_hidden()


def test_the_question_goes_with_the_turn(device: Opener) -> None:
    page = device(asked=False)
    browser_actions.start_alone(page)
    browser_actions.roll(page)
    question = page.locator("#sound-question")
    expect(question).to_be_visible()
    browser_actions.enter(page, "chance")
    expect(question).to_be_hidden()
    expect(page.locator("[data-option=sound]")).not_to_be_checked()


# --- no harm


def test_no_prop_makes_a_phone_page_wider(device: Opener) -> None:
    page = device(**{**PHONE, "viewport": {"width": 360, "height": 640}}, **MOVING)
    alone(page)
    widest = "Math.max(window.widest ?? 0, document.documentElement.scrollWidth)"
    page.evaluate(f"(function look() {{ window.widest = {widest}; requestAnimationFrame(look); }})()")
    news(page, rolled(0, (1, 2, 3, 4, 5)))
    expect(page.locator(".stamp")).to_have_text("Large Straight!")
    expect(page.locator(".stamp")).to_have_count(0)
    news(page, scored(0, "chance", 1), rolled(0, (6, 6, 6, 6, 6)))
    expect(page.locator(".bang")).to_have_text("YAHTZEE!")
    expect(page.locator(".bang")).to_have_count(0)
    assert page.evaluate("window.widest") == 360


def test_the_end_is_stamped_on_the_result(anna: Page) -> None:
    alone(anna)
    moves = [
        move
        for column in (1, 2, 3)
        for row in rules.get("triple_yahtzee").categories
        for move in (rolled(0, (5, 5, 5, 6, 1)), scored(0, row.id, column))
    ]
    news(anna, *moves[:-2])
    news(anna, moves[-2])
    for number in range(5):
        services.submit(
            board="triple_yahtzee",
            mode="solo",
            name="Dora",
            points=1,
            finished_at=timezone.now() - timedelta(days=1),
            game_code=f"OTHER{number}",
            seat=0,
        )
    browser_actions.enter(anna, "chance", 3)
    expect(anna.locator(".stamp")).to_have_text("New high score!")
    expect(anna.locator(".stamp")).to_have_count(0)
