"""The end of a game in the browser: the last entry is taken back, or the end is sealed."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import MOVING, PHONE, held, roll, table, wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.test_js_watch import questions
from scores.models import HighScore

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def before_the_last_entry(page: Page, game: str = "yacht") -> str:
    """Begin a game alone, go to its last box and roll; return its code."""
    code = browser_actions.begin(page, game, entries=11)
    roll(page)
    return code


def enter_last(page: Page) -> None:
    browser_actions.boxes(page).first.dblclick()
    wait_for(page, status="finished")


def test_the_last_entry_is_taken_back_with_what_was_held(device: Opener) -> None:
    page = device(**PHONE, **MOVING)
    before_the_last_entry(page)
    dice = browser_actions.faces(page)
    page.locator("#table label.die").nth(3).click()
    for undo in ("button", "keys"):
        enter_last(page)
        assert HighScore.objects.count() == 1
        expect(page.get_by_role("region", name="Result")).to_be_focused()
        if undo == "button":
            page.locator(".last-word .undo").tap()
        else:
            page.keyboard.press("Control+z")
        wait_for(page, status="playing", roll=1)
        assert (browser_actions.faces(page), held(page)) == (dice, ["3"])
        expect(page.locator("canvas.confetti")).to_have_count(0)
        expect(page.get_by_role("button", name="Roll #2")).to_be_focused()
        assert HighScore.objects.count() == 0


def test_done_seals_and_leaves_the_focus_on_the_result(anna: Page) -> None:
    code = before_the_last_entry(anna)
    enter_last(anna)
    anna.get_by_role("button", name="Done").focus()
    anna.keyboard.press("Enter")
    anna.wait_for_selector("#table[data-sealed]")
    expect(anna.get_by_role("region", name="Result")).to_be_focused()
    expect(anna.locator(".last-word")).to_have_count(0)
    expect(anna.locator(".result").get_by_role("link", name="Check the dice")).to_be_visible()
    assert Game.objects.get(code=code).sealed


def test_a_double_tap_on_the_last_box_takes_nothing_back(device: Opener) -> None:
    page = device(**PHONE)
    before_the_last_entry(page)
    browser_actions.choose(page, onetap=True)
    browser_actions.twice(page, browser_actions.boxes(page).first, True, status="finished")
    assert table(page, "status") == "finished" and table(page, "sealed") == ""
    expect(page.locator(".last-word .undo")).to_be_visible()


@pytest.mark.parametrize("sockets", [True, False])
def test_time_seals_on_the_page_too(anna: Page, sockets: bool) -> None:
    if not sockets:
        browser_actions.block_sockets(anna)
    code = before_the_last_entry(anna)
    enter_last(anna)
    expect(anna.locator(".last-word")).to_be_visible()
    Game.objects.filter(code=code).update(finished_at=timezone.now() - timedelta(seconds=60))
    anna.wait_for_selector("#table[data-sealed]")
    expect(anna.locator(".last-word")).to_have_count(0)
    asked = questions(anna)
    anna.wait_for_timeout(3000)
    assert asked == []


def test_without_a_socket_a_watcher_sees_the_game_go_on_and_end(device: Opener) -> None:
    anna, ben, carla = device(), device(), device()
    for page in (anna, carla):
        browser_actions.block_sockets(page)
    browser_actions.sit_down(anna, ben)
    code = table(anna, "code")
    browser_actions.play_on(code, until=77)
    carla.goto(anna.url)
    ben.reload()
    wait_for(ben, entries=77)
    roll(ben)
    enter_last(ben)
    for page in (anna, carla):
        wait_for(page, status="finished")
        expect(page.locator(".last-word")).to_have_count(0)
    ben.get_by_role("button", name="Undo").click()
    for page in (ben, anna, carla):
        wait_for(page, status="playing", roll=1)
    enter_last(ben)
    ben.get_by_role("button", name="Done").click()
    for page in (ben, anna, carla):
        page.wait_for_selector("#table[data-sealed]")
    asked = questions(carla)
    carla.wait_for_timeout(3000)
    assert asked == []


def test_a_watcher_of_the_report_waits(device: Opener) -> None:
    anna, carla = device(), device()
    code = before_the_last_entry(anna)
    enter_last(anna)
    carla.goto(f"/g/{code}/report/")
    expect(carla.get_by_text("The last entry can still be undone")).to_be_visible()
    anna.get_by_role("link", name="Report").click()
    expect(anna.locator(".equation")).to_be_visible()
    carla.get_by_role("link", name="Refresh").click()
    expect(carla.locator(".equation")).to_be_visible()


def test_on_the_report_page_too_late(anna: Page) -> None:
    """Whoever comes to the report of an end that is taken back meanwhile is told when there will be one."""
    code = before_the_last_entry(anna)
    enter_last(anna)
    game = Game.objects.get(code=code)

    def reopen(route: object) -> None:
        Game.objects.filter(pk=game.pk).update(status="playing", finished_at=None, moves=game.moves[:-1])
        route.fallback()  # type: ignore[attr-defined]

    anna.route(
        "**/report/", lambda route: reopen(route) if route.request.method == "POST" else route.fallback()
    )
    anna.get_by_role("link", name="Report").click()
    expect(anna.get_by_text("as soon as the game is over")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_name_for_the_high_scores(device: Opener, scripts: bool) -> None:
    """What is typed outlives the news that the game is sealed; the next game knows the name."""
    page = device(**PHONE, java_script_enabled=scripts)
    code = browser_actions.begin(page, entries=12)
    field = page.get_by_role("textbox", name="Your name")
    field.fill("Jör")
    if scripts:
        Game.objects.filter(code=code).update(finished_at=timezone.now() - timedelta(seconds=60))
        page.wait_for_selector("#table[data-sealed]")
        expect(field).to_have_value("Jör")
        field.press_sequentially("g")
        field.press("Enter")
    else:
        field.fill("Jörg")
        page.get_by_role("button", name="Save").click()
    expect(page.locator(".naming")).to_have_count(0)
    expect(page.locator("#card-0")).to_contain_text("Jörg")
    assert HighScore.objects.get().name == "Jörg"
    if scripts:
        expect(page.get_by_role("region", name="Result")).to_be_focused()
        kept = page.evaluate("JSON.parse(localStorage.getItem('yahtzee.options')).name")
        assert kept == "Jörg"


SHARES = """
navigator.canShare = ({ files }) => FILES && files.length > 0;
navigator.share = async ({ text, files = [] }) => {
  window.shared = [text, ...files.map((file) => [file.name, file.type, file.size])];
  if (FAILS) throw new DOMException("", "NotAllowedError");
};
"""


def finished_game(page: Page) -> str:
    code = before_the_last_entry(page)
    enter_last(page)
    return code


@pytest.mark.parametrize("files", [True, False])
def test_the_result_is_shared_with_its_picture(device: Opener, files: bool) -> None:
    page = device(**PHONE)
    page.add_init_script(SHARES.replace("FILES", str(files).lower()).replace("FAILS", "false"))
    code = finished_game(page)
    expect(page.locator(".sharing")).to_be_hidden()
    page.get_by_role("button", name="Share").tap()
    browser_actions.until(page, "window.shared")
    text, *pictures = page.evaluate("window.shared")
    assert text.startswith("Yacht\n") and text.endswith(f"/g/{code}/")
    if files:
        ((name, kind, size),) = pictures
        assert (name, kind) == ("preview-card-0-en.png", "image/png") and size > 5000
    else:
        assert pictures == []


def test_where_sharing_fails_the_text_is_copied(device: Opener) -> None:
    page = device(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(SHARES.replace("FILES", "true").replace("FAILS", "true"))
    code = finished_game(page)
    page.get_by_role("button", name="Share").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/g/{code}/")


def test_without_a_share_sheet_picture_and_text_unfold(device: Opener) -> None:
    page = device(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    code = finished_game(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".sharing summary").click()
    picture = page.locator(".sharing img")
    expect(picture).to_be_visible()
    browser_actions.until(page, "document.querySelector('.sharing img').naturalWidth === 1080")
    browser_actions.until(page, browser_actions.has_loaded("table/effects"))
    browser_actions.seal(code)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_selector("#table[data-sealed]")
    expect(picture).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/g/{code}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")
