"""Layout and accessibility: size of targets, zoom, visible focus, forced colours."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from games.review.curves import DASHES
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import roll, table, wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.layout_checks import SEEN, too_wide
from games.tests.browser.pad_actions import begin as begin_pad
from games.tests.browser.pad_actions import cell as pad_cell
from games.tests.browser.pad_actions import pick, tap_dice

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THUMB: dict[str, Any] = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PHONE = {**THUMB, "viewport": {"width": 360, "height": 800}}
OTHERS = [(320, 640), (740, 360), (820, 1180)]
PAGES = [
    "/",
    "/rules/triple_yahtzee/",
    "/scores/",
    "/scores/mine/",
    "/pads/",
    "/pads/match/",
    "/pads/farkle/",
]


def heights(found: Locator) -> list[float]:
    sizes: list[float] = found.evaluate_all("l => l.map(e => e.getBoundingClientRect().height)")
    return [height for height in sizes if height]


def test_a_phone_has_room_for_everything_and_for_thumbs(device: Opener) -> None:
    page = device(**PHONE)
    for game, options in (
        ("triple_yahtzee", {}),
        ("triple_yahtzee", {"bots": 2}),
        ("yatzy", {"coach": True}),
        ("yacht", {"bots": 5}),
    ):
        browser_actions.start_game(page, game, **options)
        state = f"{game} {options}"
        inside = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert inside <= 0, f"{state}: {inside} px below the window"
        shown = page.locator(".card:visible [data-total=grand]").bounding_box()
        tray = page.locator("#roll-form").bounding_box()
        assert shown and tray and shown["y"] + shown["height"] <= tray["y"] + 1, (
            f"{state}: covered by the tray"
        )
        for width, height in (*OTHERS, (360, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert min(heights(page.locator(".card td[data-box]"))) >= 24, "boxes are entered in two steps"
            assert min(heights(page.locator("label.die, #table .btn"))) >= 44, f"{state} {width}"
            low = width >= 600 and height <= 480 or width < 600 and height <= 740  # there the card needs it
            assert min(heights(page.locator(".menubar summary"))) >= (35 if low else 43)  # and a line
            assert min(heights(page.locator("a.player")), default=44) >= (30 if low else 43)
            widths = page.locator("label.die, td[data-box]").evaluate_all("l => l.map(e => e.offsetWidth)")
            assert min(width for width in widths if width) >= 44
    page.locator("summary", has_text="Options").tap()
    assert min(heights(page.locator(".menubar .items :is(a, button, label)"))) >= 44


def name_of(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.outerHTML.slice(0, 90)")
    return found


@pytest.mark.parametrize(("width", "height"), [(320, 256), (320, 568), (1280, 720)])
def test_what_has_the_focus_is_in_sight(device: Opener, width: int, height: int) -> None:
    """320 × 256 is a screen of 1280 × 1024 at 400 %."""
    page = device(reduced_motion="reduce", viewport={"width": width, "height": height})
    browser_actions.start_local(page, "W" * 20, "Ben", "Carla")
    roll(page)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    hidden = []
    page.evaluate("document.activeElement.blur(); scrollTo(0, document.body.scrollHeight)")
    keys = ["Tab"] * 40 + ["Home", *["ArrowDown"] * 12, "ArrowRight"] + ["Shift+Tab"] * 20
    for key in keys:
        if key == "Home":
            page.locator("#table td[data-box] > button[tabindex='0']").focus()
        page.keyboard.press(key)
        if page.evaluate("document.activeElement !== document.body") and not page.evaluate(
            f"({SEEN})(document.activeElement)"
        ):
            hidden.append(f"{key}: {name_of(page)}")
    assert hidden == []
    # The game itself carries nobody out of sight, either.
    for number in (2, 3):
        page.locator("button.roll").focus()
        page.keyboard.press("Enter")
        wait_for(page, roll=number)
        assert page.evaluate(f"({SEEN})(document.activeElement)"), name_of(page)
    assert browser_actions.focused(page) == "ones:1"
    if height == 256:
        scrolls_within_the_window(page)


def scrolls_within_the_window(page: Page) -> None:
    """Menus, dialogs and the other pages where there is room for five lines: all of it can be come to."""

    def reached(box: Locator) -> None:
        for what in (box.locator("a, button, input, select").last, box.locator("*:visible").first):
            what.scroll_into_view_if_needed()
            assert what.evaluate(SEEN), what
        shape = box.bounding_box()
        assert shape and shape["y"] >= 0 and shape["y"] + shape["height"] <= 256

    for menu in page.locator("details.menu").all():
        menu.locator("summary").click()
        reached(menu.locator(".items"))
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    reached(page.locator("#keys"))
    page.keyboard.press("Escape")
    browser_actions.until(page, "!history.state?.dialogs")  # or going back would abort the next page
    for path in PAGES:
        page.goto(path)
        assert too_wide(page) == [], path
    begin_pad(page, "yacht", "W" * 20, "Ben")
    pad_cell(page, 1, "chance").locator("button").click()
    reached(page.locator("#dialog"))
    assert too_wide(page) == []


def test_whose_turn_it_is_has_the_card_in_sight(device: Opener) -> None:
    page = device(viewport={"width": 1280, "height": 900})
    browser_actions.start_local(page, *"ABCDEF")
    for _ in "ABCDEF":
        roll(page)
        last = browser_actions.box(page, "chance", 3)
        assert page.evaluate("scrollY") == 0 and last.evaluate(SEEN), table(page, "turn-seat")
        browser_actions.enter(page, "chance")


# Everything but shadows, which forced colours take away; a ground of the colour of the page is none.
LOOKS = """e => [e, ...e.children].map((each) => getComputedStyle(each)).flatMap((s) => [
  s.outlineStyle, s.borderTopStyle, s.borderTopWidth, s.backgroundImage, s.color, s.textDecoration,
  /^rgba.*, 0\\)|^rgb\\(255, 255, 255\\)/.test(s.backgroundColor) ? "none" : s.backgroundColor
])"""


def differ(page: Page, *pairs: tuple[str, str]) -> None:
    """Of each pair the first of the one looks different from the first of the other."""
    for pair in pairs:
        first, second = (page.locator(which).first.evaluate(LOOKS) for which in pair)
        assert first != second, f"{pair[0]} looks like {pair[1]}"


def test_forced_colours(device: Opener) -> None:
    """Marks, holds, strikes and the player on turn do not depend on our colours."""
    page = device(forced_colors="active", reduced_motion="reduce")
    browser_actions.start_local(page, "Anna", "Ben", "Carla")
    browser_actions.take_turn(page, "yahtzee")
    browser_actions.take_turn(page, "chance")
    differ(page, ("td.fresh", "td[data-state=open]"))
    roll(page)
    page.locator("#table label.die").first.click()
    browser_actions.boxes(page).nth(4).click()
    assert browser_actions.marked(page)
    expect(page.locator("#table label.die .hold").first).to_be_visible()
    differ(
        page,
        ("td[data-state=possible]", "td[data-state=open]"),
        ("td.marked", "td[data-state=possible]:not(.marked)"),
        ("label.die:has(:checked)", "label.die:not(:has(:checked))"),
        (".card.turn .turnline", ".card:not(.turn) .turnline"),
        ("#table button.roll", "#table button.undo"),
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".player").first.click()
    differ(page, (".player[aria-current]", ".player:not(.turn, [aria-current])"))
    # What is chosen is drawn, though pictures made of colours are not.
    struck = page.locator("#table td[data-state=struck] s").first
    assert "line-through" in struck.evaluate("e => getComputedStyle(e).textDecoration")
    page.goto("/new/")
    page.locator("#new input[name=option]").first.check()
    for chosen, what in (("option", "backgroundImage"), ("rules", "backgroundColor")):
        box = page.locator(f"#new input[name={chosen}]:checked")
        drawn = box.evaluate("(e, what) => getComputedStyle(e, '::before')[what]", what)
        assert drawn not in ("none", "rgb(255, 255, 255)"), chosen
    differ(page, ("main .btn.default:visible", "main .btn:not(.default):visible"))
    ticks = page.locator(".items input[type=checkbox]:checked")
    drawn = ticks.first.evaluate("e => getComputedStyle(e, '::before').backgroundImage")
    assert drawn != "none"

    begin_pad(page, "triple_yahtzee", "Anna", "Ben", "Carla", options=("left_to_right",))
    pick(page, 1, "ones", 1, 0)
    pick(page, 2, "ones", 1, 3)
    page.locator(".tray .toggle").click()
    tap_dice(page, 4, 4, 4)
    page.locator(".padtabs button:not(.turn)").first.click()
    struck = pad_cell(page, 1, "ones").locator(".cross")
    assert struck.evaluate("e => getComputedStyle(e).stroke") == "rgb(0, 0, 0)"
    differ(
        page,
        ("td[data-state=barred]", "td[data-state=open]"),
        (".padtabs .turn", ".padtabs [aria-pressed=false]:not(.turn)"),
        (".padtabs [aria-pressed=true]", ".padtabs [aria-pressed=false]:not(.turn)"),
        (".slots .die:not(.blank)", ".slots .die.blank"),
        (".tray .toggle", ".tray .undo"),
    )
    page.locator(".padtabs button").first.click()
    pad_cell(page, 1, "ones").locator("button").click()
    differ(page, (".value[aria-pressed=true]", ".value:not([aria-pressed=true])"))
    begin_pad(page, "farkle", "Anna", "Ben")
    tap_dice(page, 5, 5, 2)
    differ(
        page,
        (".slots .die.idle", ".slots .die:not(.idle)"),
        (".rounds thead .turn", ".rounds thead th:not(.turn)"),
        (".acts .bank", ".acts .take"),
    )
    page.goto("/pads/match/")
    page.get_by_role("button", name="Start counting").click()
    page.locator(".half").first.click()
    differ(page, (".pips .full", ".pips :not(.full)"))


def test_players_are_told_apart_without_colours() -> None:
    """The site is black, white and grey; lines of a drawing differ by their dashes."""
    assert len(set(DASHES)) == 6
    sheets = sorted(Path(settings.BASE_DIR, "static", "css").rglob("*.css"))
    assert len(sheets) > 5
    for sheet in sheets:
        name, css = sheet.name, sheet.read_text(encoding="utf-8")
        for found in re.findall(r"#([0-9a-f]{3}(?:[0-9a-f]{3})?)\b(?=[^{}]*;)", css, re.I):
            size = len(found) // 3
            assert len({found[at : at + size] for at in range(0, len(found), size)}) == 1, f"{name}: #{found}"
        assert not re.search(r"\b(red|green|blue|orange|yellow|hsla?|rgb(?!\(0 0 0 ))\b", css), name
