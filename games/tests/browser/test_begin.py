"""New games from the menu of any page: alone at once, or for two with link and code in one step."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import PHONE
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = ["/", "/scores/", "/pads/match/", "/rules/yacht/", "/about/"]
A_GAME = re.compile(r"/g/\w{10}/$")


def choose(page: Page, item: str) -> None:
    page.get_by_text("File", exact=True).click()
    page.get_by_role("button", name=item).click()


@pytest.mark.parametrize("path", PAGES)
def test_a_game_for_two_from_any_page(anna: Page, path: str) -> None:
    anna.goto(path)
    choose(anna, "New 2-player game")
    dialog = anna.locator("#who")
    expect(dialog.get_by_label("Your name")).to_be_focused()
    anna.keyboard.type("Anna")
    anna.keyboard.press("Enter")
    expect(anna).to_have_url(A_GAME)
    expect(anna.locator("#invite input.link")).to_have_value(re.compile(r"/g/\w{10}/$"))
    game = Game.objects.get()
    assert (game.mode, game.players, game.status) == ("online", 2, "waiting")
    assert Seat.objects.get().name == "Anna"
    # The name is known from now on.
    anna.goto(path)
    choose(anna, "New 2-player game")
    expect(anna).not_to_have_url(re.compile(game.code))
    expect(anna).to_have_url(A_GAME)
    assert [seat.name for seat in Seat.objects.all()] == ["Anna", "Anna"]


@pytest.mark.parametrize("path", PAGES)
def test_a_solo_game_from_any_page_and_any_time(anna: Page, path: str) -> None:
    anna.goto(path)
    choose(anna, "New game (solo)")
    expect(anna).to_have_url(A_GAME)
    choose(anna, "New game (solo)")
    expect(anna.locator("#table")).to_have_attribute("data-version", "1")
    assert set(Game.objects.values_list("mode", "status")) == {("solo", "playing")}


@pytest.mark.parametrize(
    "outcome", ["", "throw new DOMException('', 'AbortError');"], ids=["sent", "cancelled"]
)
def test_a_friend_is_invited_by_the_share_sheet_two_taps_after_opening(device: Opener, outcome: str) -> None:
    phone = device(**PHONE)
    phone.add_init_script(
        f"navigator.share = async ({{ text }}) => {{ localStorage.sent = text; {outcome} }};"
    )
    phone.goto("/")
    friend = phone.get_by_role("button", name="With a friend")
    friend.tap()
    expect(phone.locator("#who input")).to_be_focused()
    phone.keyboard.type("Anna")  # on the keyboard of the phone, whose last key is the second tap
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(A_GAME)
    assert phone.url in phone.evaluate("localStorage.sent")
    phone.goto("/")
    friend.tap()
    expect(phone).to_have_url(A_GAME)
    assert phone.url in phone.evaluate("localStorage.sent"), "the name is known: one tap"
    assert [seat.name for seat in Seat.objects.all()] == ["Anna", "Anna"]
    assert set(Game.objects.values_list("mode", "status", "players")) == {("online", "waiting", 2)}


def test_without_a_share_sheet_the_waiting_room_has_the_link(anna: Page) -> None:
    anna.goto("/")
    anna.get_by_role("button", name="With a friend").click()
    expect(anna.locator("#who input")).to_be_focused()
    anna.keyboard.type("Anna")
    anna.keyboard.press("Enter")
    expect(anna.locator("#invite input.link")).to_have_value(re.compile(r"/g/\w{10}/$"))


@pytest.mark.parametrize("button", ["Solo", "Hard"])
def test_a_table_is_one_tap_away(device: Opener, button: str) -> None:
    phone = device(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone.goto("/")
    found = phone.locator("main").get_by_role("button", name=button, exact=True)
    expect(found).to_be_in_viewport(ratio=1)
    found.tap()
    expect(phone.locator("#table button.roll")).to_be_visible()
    phone.goto("/")
    expect(phone.get_by_role("link", name="Continue", exact=False)).to_be_in_viewport(ratio=1)
    expect(phone.get_by_role("link", name="Another game…").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_step_fits_a_phone(device: Opener, step: int) -> None:
    phone = device(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone.goto("/new/?lang=de")
    browser_actions.step(phone, step)
    expect(phone.locator("#new .btn.default")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#new .steps")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("scrollY") == 0


def test_no_name_no_game(anna: Page) -> None:
    anna.goto("/")
    choose(anna, "New 2-player game")
    anna.get_by_role("button", name="Cancel").click()
    expect(anna.locator("#who")).to_be_hidden()
    choose(anna, "New 2-player game")
    anna.keyboard.press("Escape")
    expect(anna.locator("#who")).to_be_hidden()
    assert not Game.objects.exists()


def test_without_scripts_the_second_player_is_invited_all_the_same(device: Opener) -> None:
    page = device(java_script_enabled=False)
    page.goto("/scores/")
    choose(page, "New 2-player game")
    expect(page).to_have_url(A_GAME)
    page.goto("/pads/")
    choose(page, "New 2-player game")
    expect(page.locator("#new")).to_be_visible()


@pytest.mark.parametrize("can_share", [True, False], ids=["share sheet", "none"])
def test_the_waiting_room_has_one_main_button(device: Opener, can_share: bool) -> None:
    page = device(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    if can_share:
        page.add_init_script("navigator.share = async () => {};")
    browser_actions.invite(page)
    main = page.locator(f"[data-does={'share' if can_share else 'copy'}]")
    expect(main).to_be_in_viewport(ratio=1)
    shadows = page.locator("#invite .btn:visible").evaluate_all(
        "l => l.map((e) => getComputedStyle(e).boxShadow)"
    )
    assert [shadow != "none" for shadow in shadows] == ([True, False] if can_share else [True])
    assert page.locator("#invitation").evaluate("e => e.getBoundingClientRect().height") <= 1, "said once"
    expect(page.locator(".qr img")).to_be_hidden()
    page.locator(".qr summary").tap()
    expect(page.locator(".qr img")).to_be_visible()


def test_a_game_is_deleted_once_asked_for_and_a_double_tap_is_no_error(anna: Page) -> None:
    browser_actions.start_alone(anna)
    browser_actions.roll(anna)
    anna.goto("/")
    anna.locator(".drop summary").click()
    assert Game.objects.count() == 1, "asked first"
    button = anna.get_by_role("button", name="Delete", exact=True)
    button.evaluate("b => { for (const wait of [0, 15, 30, 45, 60]) setTimeout(() => b.click(), wait); }")
    expect(anna.locator(".sample")).to_be_visible()
    expect(anna.locator(".resume, .running")).to_have_count(0)
    assert not Game.objects.exists()
