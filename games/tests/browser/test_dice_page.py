"""The page that checks the dice: in the browser, else on the server, and against what was promised first."""

import json
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import table
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BY_SERVER = "Checked by the server: all {} rolls are as promised."
BY_BROWSER = "Checked in your browser: all {} rolls are as promised."


@pytest.fixture
def page(device: Opener) -> Page:
    return device(expect_errors=True)


def begin_with_roll_off(page: Page) -> str:
    """Begin a game for three whose start is rolled for, and return its code."""
    return browser_actions.begin(page, mode="local", people=3, starts="roll_off")


def finish(page: Page) -> str:
    """Play a game alone to its end and return its code."""
    browser_actions.start_alone(page)
    code = table(page, "code")
    browser_actions.play_on(code, until=39)
    browser_actions.seal(code)
    return code


def test_the_dice_are_checked_in_the_browser(page: Page) -> None:
    browser_actions.start_alone(page)
    code = table(page, "code")
    browser_actions.play_on(code, until=38)
    page.goto(f"/g/{code}/dice/")
    expect(page.locator("#check-result")).to_contain_text("not over yet")
    browser_actions.play_on(code, until=39)
    page.reload()
    expect(page.locator("#check-result")).to_contain_text("can still be undone")
    browser_actions.seal(code)
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator("#check-result.good")).to_have_text(BY_BROWSER.format(39))
    game = Game.objects.get(code=code)
    first = game.moves[0]
    wrong = first[:-1] + ("1" if first[-1] != "1" else "2")
    Game.objects.filter(pk=game.pk).update(moves=[wrong, *game.moves[1:]])
    page.reload()
    expect(page.locator("#check-result.bad")).to_have_text("Something does not match: see the marked rows.")
    expect(page.locator("#check-rows tr.wrong")).to_have_count(1)


def test_what_cannot_be_loaded_is_no_fault_of_the_dice(page: Page) -> None:
    code = finish(page)
    failures = iter(
        [
            lambda route: route.abort(),
            lambda route: route.fulfill(status=503, body="busy"),
            lambda route: route.fulfill(status=429, body="slow down"),
            lambda route: route.fulfill(status=200, body="<html>", content_type="text/html"),
        ]
    )
    page.route("**/record.json", lambda route: next(failures, Route.continue_)(route))
    page.goto(f"/g/{code}/dice/")
    again = page.get_by_role("button", name="Try again")
    for _ in range(4):
        expect(page.locator("#check-result")).to_contain_text("could not be loaded")
        expect(page.locator("#check-result")).not_to_have_class("bad")
        expect(page.locator("#check-rows tr")).to_have_count(39)
        again.click()
    expect(page.locator("#check-result.good")).to_have_text(BY_BROWSER.format(39))
    expect(again).to_be_hidden()


def test_a_library_that_did_not_come_is_asked_for_again(page: Page) -> None:
    code = finish(page)
    page.route("**/sha256.min*", lambda route: route.abort())
    page.goto(f"/g/{code}/dice/")
    expect(page.locator("#check-result")).to_contain_text("could not be loaded")
    page.unroute("**/sha256.min*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#check-result.good")).to_be_visible()


def test_without_scripts_the_server_checks(device: Opener) -> None:
    page = device()
    code = finish(page)
    plain = device(java_script_enabled=False)
    plain.goto(f"/g/{code}/dice/")
    expect(plain.locator("#check-result")).to_have_text(BY_SERVER.format(39))
    expect(plain.locator("#check-rows tr")).to_have_count(39)
    expect(plain.get_by_role("button", name="Try again")).to_be_hidden()


def test_the_roll_off_is_checked(page: Page) -> None:
    code = begin_with_roll_off(page)
    browser_actions.play_on(code, until=36)
    browser_actions.seal(code)
    page.goto(f"/g/{code}/dice/")
    record = page.evaluate("fetch('../record.json').then((answer) => answer.json())")
    dice = sum(face is not None for thrown in record["roll_off"] for face in thrown)
    assert dice >= 3
    expect(page.locator("#check-result.good")).to_have_text(BY_BROWSER.format(36 + dice))
    expect(page.locator("#check-rows tr").first).to_contain_text("Roll-off")
    # A record whose roll-off is another one, or in which somebody else began.
    first, *others = record["roll_off"]
    other = [face % 6 + 1 for face in first]
    for wrong in ({"roll_off": [other, *others]}, {"roll_off": [first, *others, first]}):
        body = json.dumps({**record, **wrong})
        page.unroute_all()
        page.route("**/record.json", partial(Route.fulfill, body=body))
        page.reload()
        expect(page.locator("#check-result.bad")).to_be_visible()
        expect(page.locator("#check-rows tr.wrong").first).to_contain_text("Roll-off")


def test_the_browser_remembers_what_it_was_promised(page: Page) -> None:
    code = finish(page)
    page.goto(f"/g/{code}/dice/")
    remembered = page.locator("#remembered")
    expect(remembered).to_contain_text("before the end of the game: it is the same.")
    expect(page.locator("#check-result.good")).to_be_visible()
    # The site shows another seed that fits its fingerprint: what was noted does not fit.
    page.evaluate(
        "(key) => { localStorage[key] = localStorage[key].replace(/[0-9a-f]{64}/, 'f'.repeat(64)); }",
        "yahtzee.fingerprints",
    )
    page.reload()
    expect(remembered).to_contain_text("another one: ffff")
    expect(page.locator("#check-result.bad")).to_have_text(
        "The secret number does not match the fingerprint."
    )


def test_only_what_was_seen_before_the_end_is_remembered(device: Opener) -> None:
    anna, ben = device(), device()
    browser_actions.start_alone(anna)
    code = table(anna, "code")
    ben.goto(f"/g/{code}/dice/")
    expect(ben.locator("#remembered")).to_have_text(
        "Your browser has noted it and will compare it at the end."
    )
    browser_actions.play_on(code, until=39)
    browser_actions.seal(code)
    ben.reload()
    expect(ben.locator("#remembered")).to_contain_text("it is the same")
    carla = device()
    for address in (f"/g/{code}/", f"/g/{code}/dice/"):
        carla.goto(address)
        carla.wait_for_load_state("networkidle")
    expect(carla.locator("#check-result.good")).to_be_visible()
    expect(carla.locator("#remembered")).to_be_hidden()
    # Broken storage is no storage.
    carla.evaluate("localStorage['yahtzee.fingerprints'] = '[1, [2], {}]'")
    carla.reload()
    expect(carla.locator("#check-result.good")).to_be_visible()


def test_the_oldest_are_forgotten(page: Page) -> None:
    page.goto("/")
    page.evaluate(
        "(games) => { localStorage['yahtzee.fingerprints'] = JSON.stringify(games); }",
        [[f"G{number}", "a", "b"] for number in range(100)],
    )
    browser_actions.start_alone(page)
    code = table(page, "code")
    browser_actions.until(page, f"localStorage['yahtzee.fingerprints'].includes('{code}')")
    kept = page.evaluate("JSON.parse(localStorage['yahtzee.fingerprints']).map(([code]) => code)")
    assert len(kept) == 100 and kept[0] == "G1" and kept[-1] == code
