"""The page around the table: invitation, options, menus, animation, announcements, end, check of the dice."""

import contextlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from games import rules
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import PHONE, roll, table, wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin as begin_pad

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_SHARE = "navigator.share = async (data) => { window.shared = data; };"
_NO_CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => false;
"""
# Every canvas and cube that was ever put into the page.
_WATCH_MOTION = """
window.moved = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) {
    if (node.classList?.contains("cube") || node.localName === "canvas") window.moved.push(node.className);
  }
}).observe(document.body, { childList: true, subtree: true }));
"""


def open_menu(page: Page, name: str) -> None:
    page.locator("details.menu > summary", has_text=name).click()


def across(page: Page, button: str) -> float:
    """Return how far to the right a button is."""
    found: float = page.locator(button).evaluate("e => e.getBoundingClientRect().x")
    return found


# --- cookies


def test_without_cookies_the_page_says_so_first(
    browser_type: BrowserType, whole_browser_launch_args: dict[str, Any], tmp_path: Path, server: str
) -> None:
    """In a tab, too, where navigator.cookieEnabled is true."""
    profile = tmp_path / "Default" / "Preferences"
    profile.parent.mkdir()
    profile.write_text('{"profile": {"default_content_setting_values": {"cookies": 2}}}')
    context = browser_type.launch_persistent_context(tmp_path, locale="en-GB", **whole_browser_launch_args)
    with contextlib.closing(context):
        page = context.pages[0]
        page.goto(f"{server}/?lang=nb")
        assert page.evaluate("navigator.cookieEnabled")
        expect(page.locator("#no-cookies")).to_be_visible()
        assert page.url.endswith("?lang=nb"), "what is not kept stays in the address"
        page.goto(f"{server}/?lang=en")
        expect(page.locator("#no-cookies")).to_have_text(
            "The browser keeps no cookies for this site, so it cannot keep your seat. "
            "Allow them, then load the page again.",
            use_inner_text=True,
        )


def test_whether_cookies_are_kept_is_asked_without_a_trace(anna: Page) -> None:
    anna.goto("/?lang=en")
    assert anna.url.endswith("/")
    expect(anna.locator("#no-cookies")).to_be_hidden()
    assert not [cookie for cookie in anna.context.cookies() if "probe" in cookie["name"]]


# --- invitation


def test_the_invitation_is_copied(device: Opener) -> None:
    anna = device(permissions=["clipboard-read", "clipboard-write"])
    browser_actions.invite(anna)
    text = anna.locator("#invitation").input_value()
    assert anna.url in text
    button = anna.locator("[data-does=copy]")
    button.click()
    expect(button).to_have_text("Copied")
    assert anna.evaluate("navigator.clipboard.readText()") == text


def test_a_failed_copy_is_never_called_copied(anna: Page) -> None:
    anna.add_init_script(_NO_CLIPBOARD)
    browser_actions.invite(anna)
    button = anna.locator("[data-does=copy]")
    button.click()
    expect(button).to_have_text("Please copy the selected text yourself")
    field = anna.locator("#invitation")
    expect(field).to_be_focused()
    assert field.evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)") == field.input_value()


def test_sharing_is_offered_only_where_it_can_be_done(device: Opener) -> None:
    anna = device()
    browser_actions.invite(anna)
    expect(anna.locator("[data-does=share]")).to_be_hidden()
    phone = device(**PHONE)
    phone.add_init_script(_SHARE)
    browser_actions.invite(phone)
    phone.locator("[data-does=share]").click()
    browser_actions.until(phone, "window.shared")
    assert phone.url in phone.evaluate("window.shared.text")


# --- options and menus


def test_options_are_kept_and_applied_before_paint(device: Opener) -> None:
    anna = device(**browser_actions.MOVING)
    browser_actions.start_alone(anna)
    open_menu(anna, "Options")
    anna.get_by_label("Appearance").select_option("night")
    anna.get_by_label("Dice animation").select_option("quick")
    expect(anna.get_by_label("Sound")).not_to_be_checked()  # silent until somebody asks for it
    anna.get_by_label("Sound").check()
    assert across(anna, "#table .roll") > across(anna, "#table .undo")
    anna.get_by_label("Left-handed").check()
    anna.reload()
    html = anna.locator("html")
    expect(html).to_have_attribute("data-theme", "night")
    expect(html).to_have_attribute("data-dice", "quick")
    expect(html).to_have_attribute("data-hand", "left")
    assert across(anna, "#table .roll") < across(anna, "#table .undo")
    open_menu(anna, "Options")
    expect(anna.get_by_label("Sound")).to_be_checked()
    anna.get_by_label("Appearance").select_option("system")
    assert html.get_attribute("data-theme") is None
    anna.set_viewport_size(PHONE["viewport"])
    for pad, main, other in (("yacht", ".toggle", ".undo"), ("farkle", ".bank", ".farkle")):
        begin_pad(anna, pad, "Anna", "Ben")
        main, other = f".btn{main}", f".btn{other}"
        assert across(anna, main) < across(anna, other), pad
        browser_actions.choose(anna, left=False)
        assert across(anna, main) > across(anna, other), pad
        browser_actions.choose(anna, left=True)


def test_options_work_where_the_browser_keeps_nothing(anna: Page) -> None:
    anna.add_init_script(
        "for (const kind of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, kind, { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    browser_actions.start_alone(anna)
    open_menu(anna, "Options")
    anna.get_by_label("Appearance").select_option("night")
    expect(anna.locator("html")).to_have_attribute("data-theme", "night")
    anna.keyboard.press("Escape")
    roll(anna)
    anna.locator("#table label.die").first.click()
    roll(anna)
    assert browser_actions.held(anna) == ["0"]


def test_the_name_is_remembered(anna: Page) -> None:
    anna.goto("/new/")
    browser_actions.step(anna, 2)
    anna.locator("#new input[value=online]").check()
    anna.locator("#new select[name=people]").select_option("2")
    browser_actions.step(anna, 3)
    anna.locator("#new input[name=name]").first.fill("Anna Blume")
    anna.get_by_role("button", name="Start game").click()
    wait_for(anna, status="waiting")
    anna.goto("/new/")
    expect(anna.locator("#new input[name=name]").first).to_have_value("Anna Blume")
    expect(anna.locator("#new input[value=online]")).to_be_checked()
    expect(anna.locator("#new select[name=people]")).to_have_value("2")
    anna.goto("/")
    anna.locator(".solo button").click()
    expect(anna.locator(".turnline")).to_contain_text("Anna Blume")


def test_menus_open_close_and_walk_by_keyboard(anna: Page) -> None:
    browser_actions.start_alone(anna)
    summary = anna.locator("details.menu > summary").nth(1)
    summary.focus()
    anna.keyboard.press("ArrowDown")
    expect(anna.get_by_role("button", name="New game (solo)")).to_be_focused()
    anna.keyboard.press("ArrowUp")
    expect(anna.locator("details.menu").nth(1).get_by_role("link", name="High scores")).to_be_focused()
    anna.keyboard.press("ArrowRight")
    expect(anna.get_by_label("Sound")).to_be_focused()
    expect(anna.locator("details.menu[open]")).to_have_count(1)
    anna.keyboard.press("Escape")
    expect(anna.locator("details.menu[open]")).to_have_count(0)
    expect(anna.locator("details.menu > summary").nth(2)).to_be_focused()
    open_menu(anna, "Help")
    anna.locator(".foot, main").first.click(position={"x": 5, "y": 5})
    expect(anna.locator("details.menu[open]")).to_have_count(0)


def test_the_menu_takes_an_entry_back(anna: Page) -> None:
    browser_actions.start_alone(anna)
    open_menu(anna, "File")
    undo = anna.locator("[data-does=undo]")
    expect(undo).to_be_disabled()
    anna.keyboard.press("Escape")
    browser_actions.take_turn(anna, "chance")
    open_menu(anna, "File")
    undo.click()
    wait_for(anna, entries=0)
    expect(anna.locator("details.menu[open]")).to_have_count(0)


# --- what a phone shows


def test_a_phone_shows_one_card_and_the_others_with_a_tap(device: Opener) -> None:
    anna, phone = device(), device(**PHONE)
    browser_actions.sit_down(anna, phone)
    expect(phone.locator("#card-1")).to_be_visible()
    expect(phone.locator("#card-0")).to_be_hidden()
    phone.locator('a.player[data-card="0"]').tap()
    expect(phone.locator("#card-0")).to_be_visible()
    expect(phone.locator("#card-1")).to_be_hidden()
    roll(anna)
    wait_for(phone, roll=1)
    expect(phone.locator("#card-0")).to_be_visible()
    browser_actions.enter(anna, "chance")
    wait_for(phone, entries=1)
    expect(phone.locator("#card-1")).to_be_visible()


def test_paper_shows_every_card_black_on_white(device: Opener) -> None:
    page = device(**PHONE, color_scheme="dark")
    browser_actions.start_local(page, "Anna", "Ben")
    expect(page.locator(".card:visible")).to_have_count(1)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".card:visible")).to_have_count(2)
    expect(page.locator(".turnline:visible")).to_have_text(["Anna0", "Ben0"])
    expect(page.locator(":is(.menubar, .tray, .players):visible")).to_have_count(0)
    expect(page.locator(".card th[scope=row]").first).to_have_css("color", "rgb(0, 0, 0)")


def test_an_invitation_has_a_second_seat(anna: Page) -> None:
    anna.goto("/new/")
    people = anna.locator("#new select[name=people]")
    anna.locator("#new input[value=local]").check()
    people.select_option("1")
    anna.locator("#new input[value=online]").check()
    expect(people).to_have_value("2")


def test_fast_taps_never_zoom(device: Opener) -> None:
    phone = device(**PHONE)
    browser_actions.start_alone(phone)
    # What an ancestor forbids is forbidden for everything in it.
    actions = "[document.documentElement, document.body].map((e) => getComputedStyle(e).touchAction)"
    assert "manipulation" in phone.evaluate(actions)
    for _ in range(2):
        phone.touchscreen.tap(195, 300)
    assert phone.evaluate("visualViewport.scale") == 1


def test_six_long_names_do_not_push_a_small_page_sideways(device: Opener) -> None:
    phone = device(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    browser_actions.start_local(phone, *["W" * 20] * 6)
    for _ in range(2):
        width = phone.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= 320 and width[1] <= 320, width
        roll(phone)


# --- motion and sound


def test_dice_tumble_for_less_than_a_second_and_only_those_rolled(device: Opener) -> None:
    anna, ben = device(**browser_actions.MOVING), device(**browser_actions.MOVING)
    browser_actions.sit_down(anna, ben)
    longest = "Math.max(...document.getAnimations().map((a) => a.effect.getComputedTiming().endTime))"
    with browser_actions.slow_motion(anna), browser_actions.slow_motion(ben):
        anna.locator("button.roll").click()
        expect(anna.locator(".cube")).to_have_count(5)
        expect(ben.locator(".cube")).to_have_count(5)
        assert 200 < anna.evaluate(longest) <= 900
    browser_actions.still(anna)
    for slot in (0, 2, 3):
        anna.locator("#table label.die").nth(slot).click()
    with browser_actions.slow_motion(anna):
        anna.locator("button.roll").click()
        expect(anna.locator(".cube")).to_have_count(2)
    browser_actions.still(anna)
    browser_actions.choose(anna, dice="quick")
    with browser_actions.slow_motion(anna):
        anna.locator("button.roll").click()
        expect(anna.locator(".cube")).to_have_count(2)
        assert anna.evaluate(longest) <= 350


def near_the_end(page: Page) -> None:
    """Play a game alone up to its last box."""
    browser_actions.start_alone(page)
    browser_actions.play_on(table(page, "code"), until=38)
    page.reload()
    wait_for(page, entries=38)


def test_reduced_motion_means_none_but_a_line_says_it(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_WATCH_MOTION)
    near_the_end(page)
    expect(page.locator("html")).to_have_attribute("data-dice", "off")
    roll(page)
    dice = browser_actions.row(page)
    expect(page.locator("#event")).to_contain_text(f"Roll 1: {dice}")
    browser_actions.boxes(page).first.dblclick()
    wait_for(page, status="finished")
    page.wait_for_timeout(800)
    assert page.evaluate("window.moved") == []


def test_confetti_comes_once_and_goes(device: Opener) -> None:
    anna = device(**browser_actions.MOVING)
    anna.add_init_script(_WATCH_MOTION)
    near_the_end(anna)
    roll(anna)
    browser_actions.still(anna)
    browser_actions.boxes(anna).first.dblclick()
    wait_for(anna, status="finished")
    expect(anna.locator("canvas")).to_have_count(1)
    expect(anna.locator("canvas")).to_have_count(0)
    anna.reload()
    anna.wait_for_timeout(800)
    assert anna.evaluate("window.moved") == []


def test_confetti_can_be_switched_off(device: Opener) -> None:
    anna = device(**browser_actions.MOVING)
    anna.add_init_script(_WATCH_MOTION)
    near_the_end(anna)
    browser_actions.choose(anna, confetti=False, dice="off")
    roll(anna)
    browser_actions.boxes(anna).first.dblclick()
    wait_for(anna, status="finished")
    anna.wait_for_timeout(800)
    assert anna.evaluate("window.moved") == []


def test_no_sound_before_a_gesture(anna: Page, ben: Page) -> None:
    browser_actions.sit_down(anna, ben)
    roll(anna)
    wait_for(ben, roll=1)
    for page in (anna, ben):
        assert not page.evaluate(browser_actions.has_loaded("table/sound")), (
            "silent until somebody asks for sound"
        )
        browser_actions.choose(page, sound=True)
        page.reload()
    roll(anna)
    wait_for(ben, roll=2)
    browser_actions.until(anna, browser_actions.has_loaded("table/sound"))
    assert not ben.evaluate(browser_actions.has_loaded("table/sound"))
    anna.evaluate(
        """async () => {
          const sound = await import("/static/js/table/sound.js");
          for (const name of ["roll", "hold", "enter", "turn", "fiveOfAKind", "win", "end"]) sound.play(name);
        }"""
    )


# --- screen readers


def test_a_screen_reader_hears_one_line_per_event(device: Opener) -> None:
    anna, ben = device(), device()
    browser_actions.block_sockets(ben)
    browser_actions.invite(anna)
    browser_actions.join(ben, anna.url)
    for page in (anna, ben):
        wait_for(page, status="playing")
        assert page.evaluate("window.said") == ["Ben has joined. It is Anna's turn."]
        page.reload()
    roll(anna)
    wait_for(ben, roll=1)
    browser_actions.still(anna)
    rolled = table(anna, "event")
    assert rolled.startswith(f"Anna, roll 1: {browser_actions.row(anna)}")
    ben.wait_for_timeout(3500)  # two polls without news
    assert ben.evaluate("window.said") == [rolled]
    assert anna.evaluate("window.said") == [rolled]
    browser_actions.box(anna, "chance", 2).click()
    points = browser_actions.box(anna, "chance", 2).inner_text()
    assert anna.evaluate("window.said.at(-1)").startswith(f"Marked: Chance ×2: {points} points")
    assert anna.locator("#event").inner_text() == f"Once more to enter: Chance ×2: {points} points"
    browser_actions.box(anna, "chance", 2).click()
    wait_for(ben, entries=1)
    assert ben.evaluate("window.said.slice(1)") == [f"Anna: Chance ×2, {points} points. It is Ben's turn."]
    anna.locator("#table .undo").click()
    wait_for(ben, entries=0)
    for page in (anna, ben):
        assert page.evaluate("window.said.at(-1)") == rolled.replace("Anna", "Entry undone. Anna", 1)
    assert len(ben.evaluate("window.said")) == 3


# --- the end and the dice


def test_a_draw_is_a_draw_on_both_pages(device: Opener) -> None:
    anna, ben = device(), device()
    browser_actions.sit_down(anna, ben)
    game = browser_actions.game_of(anna)
    # The same dice for both, one after the other, into the same boxes: equal points.
    categories = [category.id for category in rules.get("triple_yahtzee").categories]
    moves = []
    for number in range(39):
        category = categories[number % 13]
        for seat in (0, 1):
            moves.append(browser_actions.rolled(seat, (1, 2, 2, 4, 6)))
            moves.append(browser_actions.scored(seat, category, number // 13 + 1))
    type(game).objects.filter(pk=game.pk).update(moves=moves[:-1], version=game.version + 1)
    for page in (anna, ben):
        page.reload()
    browser_actions.boxes(ben).first.dblclick()
    for page in (anna, ben):
        wait_for(page, status="finished")
        expect(page.locator(".verdict")).to_contain_text("180:180, a draw.")
