"""Every page in every state, small and wide, by day and by night: axe finds nothing, nothing is cut off."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.tests.browser import hands
from games.tests.browser.conftest import Opener
from games.tests.browser.hands import roll, table, wait_for
from games.tests.browser.looks import judge

pytestmark = pytest.mark.browser


@pytest.fixture
def page(device: Opener) -> Page:
    return device(reduced_motion="reduce")


@pytest.fixture
def other(device: Opener) -> Page:
    return device(reduced_motion="reduce")


def test_home(page: Page) -> None:
    page.goto("/")
    judge(page, "home, first visit")
    for summary in page.locator("main summary").all():
        summary.click()
    page.locator("#new input[value=local]").check()
    page.locator("#new select[name=people]").select_option("6")
    judge(page, "new game on one device, details open")
    page.locator("#new input[value=online]").check()
    judge(page, "new game by a link, details open")
    for menu in page.locator(".menubar summary").all():
        menu.click()
        judge(page, f"menu {menu.inner_text()}")


def test_home_again(device: Opener) -> None:
    page = device(reduced_motion="reduce", expect_errors=True)
    hands.start_local(page, *("W" * 20 for _ in range(6)))
    code = table(page, "code")
    hands.start_alone(page)
    hands.play_on(table(page, "code"), until=39)
    page.goto("/")
    assert code in page.content()
    judge(page, "home with a running game and a leader")
    page.goto("/join/?code=nonsense")
    expect(page.get_by_role("alert")).to_be_visible()
    judge(page, "home with a notice")


def test_waiting(page: Page, device: Opener) -> None:
    hands.invite(page, people=3)
    judge(page, "waiting as host")
    guest, visitor = device(reduced_motion="reduce"), device(reduced_motion="reduce")
    visitor.goto(page.url)
    judge(visitor, "invited")
    hands.join(guest, page.url)
    expect(guest.locator("#invite")).to_be_visible()
    judge(guest, "waiting as guest")


def test_a_turn(page: Page) -> None:
    hands.start_local(page, "Anna", "Ben")
    judge(page, "before the roll")
    page.keyboard.press("?")
    judge(page, "keys")
    page.keyboard.press("Escape")
    roll(page)
    judge(page, "after the roll")
    page.locator("#table label.die").first.click()
    hands.boxes(page).nth(4).click()
    judge(page, "held and marked")
    for menu in page.locator(".menubar summary").all():
        menu.click()
        judge(page, f"menu {menu.inner_text()}, held and marked")
    page.keyboard.press("Escape")
    roll(page)
    roll(page)
    judge(page, "after the third roll")
    hands.enter(page, "chance")
    judge(page, "can be taken back")


def test_the_turn_of_others(page: Page, other: Page) -> None:
    hands.sit_down(page, other)
    judge(other, "opponent's turn")
    roll(page)
    wait_for(other, roll=1)
    judge(other, "opponent has rolled")


def test_a_notice(device: Opener) -> None:
    page = device(reduced_motion="reduce", expect_errors=True)
    hands.start_alone(page)
    page.route("**/roll", lambda route: route.continue_(post_data="version=99"))
    page.locator("button.roll").click()
    expect(page.get_by_role("alert")).to_be_visible()
    judge(page, "refused")
    page.route("**/roll", lambda route: route.abort())
    page.locator("button.roll").click()
    expect(page.locator("#offline")).to_be_visible()
    judge(page, "no connection")


def test_a_computer(page: Page) -> None:
    page.goto("/")
    page.locator("#new select[name=bot]").first.select_option("hard")
    page.locator("#new input[value=yacht]").check()
    page.get_by_role("button", name="Start game").click()
    hands.take_turn(page, "chance")
    page.wait_for_selector("#table[data-bot-turn][data-roll='1']")
    with frozen_computer(page):
        page.reload()
        judge(page, "computer's turn")


@contextmanager
def frozen_computer(page: Page) -> Iterator[None]:
    """Let the computer think for ever."""
    page.route("**/bot", lambda _route: None)
    yield
    page.unroute_all(behavior="ignoreErrors")


def test_a_coach(page: Page) -> None:
    page.goto("/")
    page.locator("#new input[value=yacht]").check()
    page.locator("#new input[name=coach]").check()
    page.get_by_role("button", name="Start game").click()
    roll(page)
    judge(page, "coach")


def test_the_end(page: Page, other: Page) -> None:
    hands.sit_down(page, other)
    code = table(page, "code")
    judge_dice(page, code, "not over yet")
    page.goto(f"/g/{code}/report/")
    judge(page, "report of a running game")
    hands.play_on(code, until=78)
    page.goto(f"/g/{code}/")
    wait_for(page, status="finished")
    judge(page, "finished")
    judge_dice(page, code, "all 78 rolls")
    for address in ("/scores/", "/scores/?period=today&mode=online", "/scores/?board=yatzy", "/scores/mine/"):
        page.goto(address)
        judge(page, address)
    page.locator("main form button").first.click()
    judge(page, "asks before deleting")


def judge_dice(page: Page, code: str, result: str) -> None:
    page.goto(f"/g/{code}/dice/")
    expect(page.locator("#check-result")).to_contain_text(result)
    judge(page, f"check the dice: {result}")


def test_a_report(page: Page) -> None:
    page.goto("/")
    page.locator("#new input[value=yacht]").check()
    page.get_by_role("button", name="Start game").click()
    wait_for(page, status="playing")
    code = table(page, "code")
    hands.play_on(code, until=12)
    page.goto(f"/g/{code}/report/")
    expect(page.locator(".equation")).to_be_visible(timeout=20000)
    judge(page, "report")


@pytest.mark.parametrize("game", ["triple_yahtzee+left_to_right", "yahtzee", "yacht", "yatzy"])
def test_rules(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}/")
    judge(page, "rules")


def test_what_is_shown_without_a_network(page: Page) -> None:
    page.goto("/offline/")
    judge(page, "offline")


def test_what_is_not_there(device: Opener) -> None:
    page = device(reduced_motion="reduce", expect_errors=True)
    for address in ("/g/ABCDEFGHJK/", "/nothing-here", "/scores/?board=nothing", "/scores/mine/"):
        page.goto(address)
        judge(page, address)
    hands.start_alone(page)
    Game.objects.update(moves=["nonsense"])
    page.reload()
    expect(page.locator("#table")).to_contain_text("closed")
    judge(page, "a game that is broken")


def test_another_device(page: Page, other: Page) -> None:
    hands.start_alone(page)
    hands.start_alone(other)
    page.goto("/device/")
    judge(page, "before a link to another device")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link for the other device").input_value()
    judge(page, "a link to another device")
    other.goto(link)
    judge(other, "at the other device")
    other.goto("/?embed=1")
    other.locator("#no-cookies").evaluate("warning => { warning.hidden = false; }")
    judge(other, "in a frame, without cookies")
