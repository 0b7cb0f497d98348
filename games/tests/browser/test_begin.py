"""New games from the menu of any page: alone at once, or for two with link and code in one step."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Seat
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
