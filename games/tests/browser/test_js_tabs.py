"""Several tabs of one seat, going back, stale pages, long names on narrow screens."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import box, roll, table, wait_for
from games.tests.browser.conftest import Opener

pytestmark = pytest.mark.browser


def second_tab(page: Page) -> Page:
    tab = page.context.new_page()
    tab.goto(page.url)
    wait_for(tab, version=table(page, "version"))
    return tab


def test_two_tabs_of_one_seat_show_the_same(anna: Page) -> None:
    browser_actions.start_alone(anna)
    tab = second_tab(anna)
    roll(anna)
    wait_for(tab, roll=1)
    assert browser_actions.faces(tab) == browser_actions.faces(anna)
    browser_actions.still(tab)
    roll(tab)
    wait_for(anna, roll=2)
    box(anna, "fours", 1).click()
    browser_actions.enter(tab, "fours")
    wait_for(anna, entries=1)
    assert browser_actions.marked(anna) == []
    tab.locator("button.undo").click()
    wait_for(anna, entries=0, roll=2)
    assert browser_actions.faces(anna) == browser_actions.faces(tab)


def test_back_to_the_table_shows_it_as_it_is(anna: Page, ben: Page) -> None:
    browser_actions.sit_down(anna, ben)
    roll(anna)
    anna.locator("#table label.die").nth(3).click()
    anna.goto("/rules/triple_yahtzee/")
    tab = second_tab_of(anna, ben.url)
    roll(tab)
    browser_actions.enter(tab, "chance")
    roll(ben)
    anna.go_back()
    wait_for(anna, entries=1, roll=1, **{"turn-seat": 1})
    assert browser_actions.faces(anna) == browser_actions.faces(ben)
    assert browser_actions.held(anna) == []


def second_tab_of(page: Page, url: str) -> Page:
    tab = page.context.new_page()
    tab.goto(url)
    return tab


def test_back_from_a_rematch_leads_to_the_end_of_the_first_game(anna: Page) -> None:
    browser_actions.start_alone(anna)
    first = table(anna, "code")
    browser_actions.play_on(first, until=39)
    anna.reload()
    wait_for(anna, status="finished")
    anna.locator("#table .result .acts form button").click()
    wait_for(anna, status="playing")
    second = table(anna, "code")
    roll(anna)
    anna.go_back()
    wait_for(anna, status="finished", code=first)
    anna.get_by_role("link", name="Go to the rematch").click()
    wait_for(anna, code=second, roll=1)


def test_a_stale_form_token_heals_itself_and_the_seat_survives(device: Opener) -> None:
    page = device(expect_errors=True)
    browser_actions.start_alone(page)
    roll(page)
    code, dice = table(page, "code"), browser_actions.faces(page)
    page.locator("#table label.die").first.click()
    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    with page.expect_navigation():
        page.locator("button.roll").click()
    wait_for(page, code=code, roll=1, you="0")
    assert browser_actions.faces(page) == dice
    assert browser_actions.held(page) == ["0"]
    roll(page)
    assert table(page, "roll") == "2"


def test_a_tap_beside_an_open_menu_only_closes_it(anna: Page) -> None:
    browser_actions.start_alone(anna)
    roll(anna)
    spot = box(anna, "chance", 3).bounding_box()
    assert spot
    anna.locator("summary", has_text="Help").click()
    anna.wait_for_selector("#watch[inert]")
    anna.mouse.click(spot["x"] + 5, spot["y"] + 5)
    expect(anna.locator("details.menu[open]")).to_have_count(0)
    anna.wait_for_selector("#watch:not([inert])")
    assert browser_actions.marked(anna) == []
    anna.mouse.click(spot["x"] + 5, spot["y"] + 5)
    assert browser_actions.marked(anna) == ["chance:3"]


NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
WIDEST = "Math.max(document.documentElement.scrollWidth, innerWidth)"


def test_long_names_push_nothing_sideways_from_invitation_to_result(device: Opener) -> None:
    anna, ben, carla = device(**NARROW), device(**NARROW), device(**NARROW)
    browser_actions.invite(anna, "W" * 20, people=6)
    for number, page in enumerate((ben, carla)):
        browser_actions.join(page, anna.url, f"{number}" + "M" * 19)
        page.wait_for_selector("#invite")
    expect(anna.locator(".seatlist li:not(.empty)")).to_have_count(3)
    assert [page.evaluate(WIDEST) for page in (anna, ben, carla)] == [320] * 3
    anna.get_by_role("button", name="Start now").click()
    for page in (anna, ben, carla):
        wait_for(page, status="playing")
    roll(anna)
    wait_for(carla, roll=1)
    assert [page.evaluate(WIDEST) for page in (anna, ben, carla)] == [320] * 3
    browser_actions.play_on(table(anna, "code"), until=117)
    for page in (anna, ben, carla):
        page.reload()
        wait_for(page, status="finished")
        assert page.evaluate(WIDEST) == 320
    browser_actions.seal(table(anna, "code"))
    for address in ("/scores/", "/scores/mine/", "/", anna.url + "dice/", anna.url + "report/"):
        anna.goto(address)
        assert anna.evaluate(WIDEST) == 320, address


@pytest.mark.parametrize("blocked", [False, True])
def test_the_page_of_a_game_that_was_cleared_away_says_so(device: Opener, blocked: bool) -> None:
    page = device(expect_errors=True)
    if blocked:
        browser_actions.block_sockets(page)
    browser_actions.start_alone(page)
    browser_actions.game_of(page).delete()
    page.locator("button.roll").click()
    expect(page.locator("h1")).to_have_text("Not found")
    expect(page.locator("main")).to_contain_text("Games nobody has played for a while are deleted.")
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.locator(".hero")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_double_tap_on_the_link_to_another_device(anna: Page, device: Opener, scripts: bool) -> None:
    """The answers take their time; the second tap comes before the first one."""
    browser_actions.start_alone(anna)
    anna.goto(f"/device/?game={table(anna, 'code')}")
    anna.get_by_role("button", name="Create the link").click()
    link = anna.locator("input.link").input_value()
    phone = device(**browser_actions.PHONE, java_script_enabled=scripts)
    taken: list[str] = []
    phone.goto(link)
    phone.on("request", lambda request: request.method == "POST" and taken.append(request.url))
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.context.new_cdp_session(phone).send("Network.emulateNetworkConditions", slow)
    spot = phone.get_by_role("button", name="Continue here").bounding_box()
    assert spot
    x, y = spot["x"] + 20, spot["y"] + 20
    phone.mouse.click(x, y)
    phone.wait_for_timeout(80)
    phone.mouse.click(x, y)
    expect(phone.locator("#table")).to_have_attribute("data-you", "0")
    assert len(taken) == (1 if scripts else 2)
