"""A double click or double tap counts once on every pad; dice and undo count every time."""

import pytest
from playwright.sync_api import expect

from games.tests.browser.browser_actions import DESKTOP, PHONE, start_game, twice, until
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin, cell

pytestmark = pytest.mark.browser

either_way = pytest.mark.parametrize("touching", [False, True], ids=["mouse", "touch"])

_LOCKS = """
window.locks = [];
class Lock extends EventTarget {
  async release() { this.released = true; this.dispatchEvent(new Event("release")); }
}
const request = async () => window.locks[window.locks.push(new Lock()) - 1];
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
ON = "window.locks.filter((lock) => !lock.released).length"


@either_way
def test_farkle(touching: bool, device: Opener) -> None:
    page = device(**(PHONE if touching else DESKTOP), reduced_motion="reduce")
    page.goto("/pads/farkle/")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".turn-head h2")).to_have_text("Player 1")
    twice(page, page.locator(".hand .farkle"), touching)
    expect(page.locator(".turn-head h2")).to_have_text("Player 2")
    twice(page, page.locator(".faces [data-face='5']"), touching)  # two fives in one roll
    expect(page.locator(".hand .take")).to_have_text("Take 100")
    page.wait_for_timeout(400)
    twice(page, page.locator(".turn-head .undo"), touching)
    expect(page.locator(".turn-head h2")).to_have_text("Player 1")


@either_way
def test_the_match_counter(touching: bool, device: Opener) -> None:
    page = device(**(PHONE if touching else DESKTOP), reduced_motion="reduce")
    page.goto("/pads/match/")
    page.get_by_role("button", name="Start counting").click()
    twice(page, page.locator(".half[data-player='0']"), touching)
    expect(page.locator(".half .number")).to_have_text(["1", "0"])
    twice(page, page.locator(".half[data-player='1']"), touching)
    expect(page.locator(".half .number")).to_have_text(["1", "1"])


@either_way
def test_a_score_pad(touching: bool, device: Opener) -> None:
    """The second tap would fall on the sheet below a dialog, or open the dialog of the box just filled."""
    page = device(**(PHONE if touching else DESKTOP), reduced_motion="reduce")
    begin(page, "yahtzee", "Anna", "Ben")
    full_house = cell(page, 1, "full_house")
    twice(page, full_house.locator("button"), touching)
    expect(full_house).to_have_text("25")
    expect(page.locator("#dialog")).not_to_be_visible()
    cell(page, 2, "chance").locator("button").click()
    page.wait_for_timeout(400)
    twice(page, page.locator("#dialog [data-value='20']"), touching)
    expect(cell(page, 2, "chance")).to_have_text("20")
    expect(page.locator("td[data-state=filled]")).to_have_count(2)
    expect(page.locator("#dialog")).not_to_be_visible()


def test_every_game_keeps_the_screen_on_while_it_is_played(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_LOCKS)
    for pad in ("yahtzee", "farkle"):
        page.goto(f"/pads/{pad}/")
        assert page.evaluate(ON) == 0
        page.get_by_role("button", name="Start", exact=True).click()
        until(page, f"{ON} === 1")
    start_game(page, "yahtzee")
    until(page, f"{ON} === 1")
    page.locator(".menubar summary", has_text="Options").click()
    page.get_by_label("Keep the screen on").uncheck()
    assert page.evaluate(ON) == 0
    page.reload()
    page.locator("button.roll").click()
    assert page.evaluate(ON) == 0
