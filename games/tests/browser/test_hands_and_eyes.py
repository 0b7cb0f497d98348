"""What every hand and eye needs: thumbs, zoom, the focus in sight, colours of the system, stillness."""

import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Locator, Page, expect

from games.curves import DASHES
from games.models import Game
from games.tests.browser import hands
from games.tests.browser.conftest import Opener
from games.tests.browser.hands import roll, table, wait_for
from games.tests.browser.looks import SEEN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THUMB: dict[str, Any] = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PHONE = {**THUMB, "viewport": {"width": 360, "height": 800}}


def start(page: Page, game: str, *, bots: int = 0, coach: bool = False) -> None:
    """Begin a game and roll; with computers it is where the first of them has rolled, and they stop there."""
    page.route("**/bot", lambda _route: None)
    page.goto("/")
    page.locator(f"#new input[name=rules][value={game}]").check()
    if coach:
        page.locator("#new input[name=coach]").check()
    if bots:
        page.locator("#new details.more summary").click()
    for number in range(bots):
        page.locator("#new select[name=bot]").nth(number).select_option("hard")
    page.get_by_role("button", name="Start game").click()
    wait_for(page, status="playing")
    page.wait_for_load_state("domcontentloaded")
    roll(page)
    if bots:
        moves = [
            hands.rolled(0, (1, 2, 2, 4, 6)),
            hands.scored(0, "chance", 1),
            hands.rolled(1, (4, 1, 4, 5, 4)),
        ]
        Game.objects.filter(code=table(page, "code")).update(moves=moves, version=100)
        page.reload()
        wait_for(page, version=100)


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
        start(page, game, **options)
        state = f"{game} {options}"
        inside = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert inside <= 0, f"{state}: {inside} px below the window"
        shown = page.locator(".card:visible [data-total=grand]").bounding_box()
        tray = page.locator("#roll-form").bounding_box()
        assert shown and tray and shown["y"] + shown["height"] <= tray["y"] + 1, (
            f"{state}: covered by the tray"
        )
        assert min(heights(page.locator(".card td[data-box]"))) >= 24, "boxes are entered in two steps"
        assert min(heights(page.locator("label.die, #table .btn"))) >= 44
        assert min(heights(page.locator(".menubar summary, a.player"))) >= 43  # and a line
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
    hands.start_local(page, "W" * 20, "Ben", "Carla")
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
    assert hands.focused(page) == "ones:1"


def test_whose_turn_it_is_has_the_card_in_sight(device: Opener) -> None:
    page = device(viewport={"width": 1280, "height": 900})
    hands.start_local(page, *"ABCDEF")
    for _ in "ABCDEF":
        roll(page)
        last = hands.box(page, "chance", 3)
        assert page.evaluate("scrollY") == 0 and last.evaluate(SEEN), table(page, "turn-seat")
        hands.enter(page, "chance")


def test_forced_colours(device: Opener) -> None:
    """Marks, holds, strikes and whose turn it is do not hang on colours of ours."""
    page = device(forced_colors="active", reduced_motion="reduce")
    hands.start_local(page, "Anna", "Ben")
    hands.take_turn(page, "yahtzee")
    hands.take_turn(page, "chance")
    roll(page)
    page.locator("#table label.die").first.click()
    hands.boxes(page).nth(4).click()
    assert hands.marked(page)
    expect(page.locator("#table label.die .hold").first).to_be_visible()
    looks = """e => [getComputedStyle(e), ...[...e.children].map((child) => getComputedStyle(child))]
        .flatMap(s => [s.outlineStyle, s.borderTopStyle, s.borderTopWidth, s.backgroundColor, s.color])"""
    for one, other in (
        ("td[data-state=possible]", "td[data-state=open]"),
        ("td.marked", "td[data-state=possible]:not(.marked)"),
        ("label.die:has(:checked)", "label.die:not(:has(:checked))"),
        (".card.turn .turnline", ".card:not(.turn) .turnline"),
        ("button.roll", "button.undo"),
    ):
        first, second = (page.locator(f"#table {which}").first.evaluate(looks) for which in (one, other))
        assert first != second, f"{one} looks like {other}"
    # What is chosen is drawn, though pictures made of colours are not.
    struck = page.locator("#table td[data-state=struck] s").first
    assert "line-through" in struck.evaluate("e => getComputedStyle(e).textDecoration")
    page.goto("/")
    page.locator("#new input[name=option]").first.check()
    for chosen, what in (("option", "backgroundImage"), ("rules", "backgroundColor")):
        box = page.locator(f"#new input[name={chosen}]:checked")
        drawn = box.evaluate("(e, what) => getComputedStyle(e, '::before')[what]", what)
        assert drawn not in ("none", "rgb(255, 255, 255)"), chosen


def test_nothing_moves_when_the_system_asks_for_stillness(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(
        "window.moving = 0; (function look() { requestAnimationFrame(look);"
        " window.moving = Math.max(window.moving, document.getAnimations().length); })()"
    )
    start(page, "yacht", bots=1)
    expect(page.locator("label.die.planned")).to_have_count(3)
    expect(page.locator(".why")).to_be_visible()
    assert page.evaluate("window.moving") == 0
    start(page, "yacht")
    page.locator("#table label.die").nth(1).click()
    roll(page)
    hands.play_on(table(page, "code"), until=11)
    page.reload()
    roll(page)
    hands.boxes(page).first.dblclick()
    wait_for(page, status="finished")
    expect(page.locator("canvas")).to_have_count(0)
    assert page.evaluate("window.moving") == 0


def test_players_are_told_apart_without_colours() -> None:
    """The site is black, white and grey; lines of a drawing differ by their dashes."""
    assert len(set(DASHES)) == 6
    for name in ("site", "report", "scores", "coach"):
        path = finders.find(f"css/{name}.css")
        with open(path, encoding="utf-8") as file:
            css = file.read()
        for found in re.findall(r"#([0-9a-f]{3}(?:[0-9a-f]{3})?)\b(?=[^{}]*;)", css, re.I):
            size = len(found) // 3
            assert len({found[at : at + size] for at in range(0, len(found), size)}) == 1, f"{name}: #{found}"
        assert not re.search(r"\b(red|green|blue|orange|yellow|hsla?|rgb(?!\(0 0 0 ))\b", css), name
