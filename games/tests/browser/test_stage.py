"""The stage: everything in sight on phones, cards and dice as large as the window allows on desktops."""

import pytest
from playwright.sync_api import Page, expect

from games import rules
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import roll, until
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THUMB = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PHONES = ((360, 640), (390, 664), (390, 844))
# How much the page can be scrolled, and what of the shown card is not whole in the window or below the tray.
OUT_OF_SIGHT = """
() => {
  const { scrollHeight, scrollWidth } = document.scrollingElement;
  const tray = document.getElementById("roll-form").getBoundingClientRect();
  const beside = tray.left > 0;
  const bottom = beside ? innerHeight : tray.top;
  const all = ".card td[data-box], .card [data-total], #table label.die, #table .btn.roll";
  const shown = [...document.querySelectorAll(all)]
    .filter((each) => each.checkVisibility());
  const lost = shown.filter((each) => {
    const { top, bottom: end } = each.getBoundingClientRect();
    return top < 0 || end > innerHeight + 0.5 || (each.closest(".card") && end > bottom + 1);
  });
  const boxes = shown.filter((each) => each.matches("td[data-box]"));
  return {
    scrolls: [scrollHeight - innerHeight, scrollWidth - innerWidth],
    lost: lost.map((each) => each.outerHTML.slice(0, 80)),
    boxes: boxes.length,
    lowest: Math.min(...boxes.map((each) => each.getBoundingClientRect().height)),
  };
}
"""
SCROLLS = """
(({ scrollHeight, scrollWidth }) => [scrollHeight - innerHeight, scrollWidth - innerWidth])(
  document.scrollingElement)
"""
# Totals of the shown card that are not 0 and are shown nowhere: the grand total is at the name, too.
MISSING_TOTALS = """
() => [...document.querySelectorAll(".card [data-total]:not([data-points='0'])")]
  .filter((each) => document.getElementById(`card-${document.body.dataset.show}`).contains(each))
  .filter((each) => !each.checkVisibility() && !each.hasAttribute("hidden"))
  .filter((each) => each.dataset.total !== "grand" || !document.querySelector("a.player"))
  .filter((each) => document.querySelector("#table:not([data-columns='1'])")
    || !["combined", "weighted"].includes(each.dataset.total))
  .map((each) => each.dataset.total)
"""


def begin(page: Page, game: str, people: int, entries: int, **more: object) -> None:
    mode = "solo" if people == 1 else "local"
    browser_actions.begin(page, game, entries=entries, mode=mode, people=people, **more)
    roll(page)


@pytest.mark.parametrize("game", [family.name for family in rules.RULE_SETS])
def test_a_phone_shows_everything_at_once(device: Opener, game: str) -> None:
    page = device(**THUMB, viewport={"width": 360, "height": 640})
    cells = rules.get(game).cells
    for people in (1, 2, 6):
        begin(page, game, people, entries=cells * people - people)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(OUT_OF_SIGHT)
            state = f"{people} at {width} × {height}"
            assert found["scrolls"] == [0, 0] and found["lost"] == [], f"{state}: {found}"
            assert found["boxes"] == cells and found["lowest"] >= 24, f"{state}: {found}"
            assert page.evaluate(MISSING_TOTALS) == [], state
            corner = page.locator(".card:visible [data-turns]")
            expect(corner).to_have_text(f"Turn {cells} of {cells}")


def test_the_coach_fits_on_a_phone_too(device: Opener) -> None:
    page = device(**THUMB, viewport={"width": 360, "height": 640})
    begin(page, "triple_yahtzee", 1, entries=38, coach="on")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(OUT_OF_SIGHT)
        assert found["scrolls"] == [0, 0] and found["lost"] == [], f"{width} × {height}: {found}"
    page.locator("label.die").first.click()
    box = page.locator("#table td[data-state=possible]").first
    box.locator("button").click()
    assert box.evaluate(
        "(cell) => cell.querySelector('button').scrollHeight <= cell.querySelector('button').clientHeight"
    ), "the number in a marked box is whole"


def test_held_sideways_only_the_card_scrolls(device: Opener) -> None:
    page = device(**THUMB, viewport={"width": 844, "height": 390})
    begin(page, "triple_yahtzee", 2, entries=40)
    found = page.evaluate(OUT_OF_SIGHT)
    assert found["scrolls"] == [0, 0] and found["boxes"] == 39 and found["lowest"] >= 24
    assert not [each for each in found["lost"] if "data-total" not in each], found
    page.locator(".card:visible [data-total=grand]").scroll_into_view_if_needed()
    assert page.evaluate("scrollY") == 0
    head = page.locator(".card:visible thead th").first.bounding_box()
    assert head and head["y"] == page.locator(".menubar").bounding_box()["height"]  # type: ignore[index]


def test_the_header_of_a_card_stays_in_sight(device: Opener) -> None:
    """Where a page is zoomed in so far that it scrolls."""
    page = device(**THUMB, viewport={"width": 320, "height": 520})
    begin(page, "triple_yahtzee", 2, entries=40)
    page.evaluate("scrollTo(0, 140)")
    assert page.evaluate("scrollY") > 60
    names = page.locator(".players").bounding_box()
    head = page.locator(".card:visible thead th").first.bounding_box()
    assert names and head and abs(head["y"] - names["y"] - names["height"]) <= 1


@pytest.mark.parametrize("people", [1, 2, 4, 6])
def test_a_wide_window_is_filled(device: Opener, people: int) -> None:
    page = device(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    begin(page, "triple_yahtzee", people, entries=20)
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    die = page.locator("#table label.die").first.bounding_box()
    assert die and 72 <= die["width"] <= 84
    own = page.locator(".card.turn").bounding_box()
    log = page.locator(".log").bounding_box()
    assert own and log
    for box in (own, log):
        assert 10 <= 900 - box["y"] - box["height"] <= 30, "down to the lower edge"
    assert own["x"] < die["x"] < own["x"] + own["width"] + 500
    others = page.locator(".card:not(.turn)").all()
    assert len(others) == people - 1
    for other in others:
        shape = other.bounding_box()
        assert shape and shape["x"] > die["x"] and shape["y"] + shape["height"] <= 890
        sizes = other.locator("td, th").evaluate_all(
            "l => l.map((e) => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert min(sizes) >= 11, "small but legible"
    for width, height in ((1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SCROLLS) == [0, 0], f"{width} × {height}"
        labels = page.locator(".card:visible tbody th:visible").evaluate_all(
            "l => l.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"
        )
        assert labels == [], f"{width} × {height}"


def test_numbers_of_a_row_stand_on_one_line(device: Opener) -> None:
    for width, height in ((360, 640), (390, 844), (1440, 900)):
        page = device(viewport={"width": width, "height": height}, reduced_motion="reduce")
        begin(page, "triple_yahtzee", 1, entries=20)
        lines = page.locator(".score tbody tr:not(.sum, .grand)").evaluate_all(
            """(rows) => rows.map((row) => {
              const middles = [...row.querySelectorAll("td")].map((cell) => {
                const range = document.createRange();
                range.selectNodeContents(cell.querySelector("button, s") || cell);
                const { top, bottom } = range.getBoundingClientRect();
                return bottom ? (top + bottom) / 2 : null;
              }).filter(Boolean);
              return middles.length ? Math.max(...middles) - Math.min(...middles) : 0;
            })"""
        )
        assert max(lines) <= 0.2, lines


def test_zeros_are_light_and_points_dark(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "triple_yahtzee", 1, entries=0)
    colours = {
        points: page.locator(f"td[data-state=possible]{which} button").first.evaluate(
            "e => getComputedStyle(e).color"
        )
        for points, which in (("zero", '[data-points="0"]'), ("points", ':not([data-points="0"])'))
    }
    assert colours == {"zero": "rgb(99, 99, 99)", "points": "rgb(43, 43, 43)"}


def test_black_is_the_card_that_is_shown(device: Opener) -> None:
    page = device(**THUMB, viewport={"width": 390, "height": 664})
    browser_actions.start_local(page, "Anna", "Ben")
    black = ".player[aria-current]"
    expect(page.locator(black)).to_contain_text("Anna")
    page.locator("a.player", has_text="Ben").tap()
    expect(page.locator(black)).to_contain_text("Ben")
    expect(page.locator("#card-1")).to_be_visible()
    grounds = page.locator("a.player").evaluate_all("l => l.map((e) => getComputedStyle(e).backgroundColor)")
    assert grounds == ["rgba(0, 0, 0, 0)", "rgb(0, 0, 0)"]
    marks = page.locator("a.player bdi").evaluate_all(
        "l => l.map((e) => getComputedStyle(e, '::before').content)"
    )
    assert marks == ['"▸ "', "none"], "and the one on turn is still marked"


def test_close_boxes_are_where_they_close(device: Opener) -> None:
    page = device()
    browser_actions.start_alone(page)
    assert page.locator(".close:visible").count() == 0
    for how in ("click", "key"):
        page.keyboard.press("?")
        box = page.locator("#keys").get_by_role("button", name="Close")
        expect(box).to_be_visible()
        if how == "click":
            box.click()
        else:
            box.focus()
            page.keyboard.press("Enter")
        expect(page.locator("#keys")).to_be_hidden()


def test_menus_follow_the_mouse_once_one_is_open(device: Opener) -> None:
    page = device()
    page.goto("/rules/yacht/")
    until(page, browser_actions.has_loaded("site/menu_hover"))
    menus = page.locator("details.menu")
    file, options = menus.nth(1), menus.nth(2)
    options.locator("summary").hover()
    expect(options).not_to_have_attribute("open", "")
    file.locator("summary").click()
    expect(file).to_have_attribute("open", "")
    options.locator("summary").hover()
    expect(options).to_have_attribute("open", "")
    expect(file).not_to_have_attribute("open", "")
    file.locator("summary").click()  # the pointer opens it on its way, and the click leaves it so
    expect(file).to_have_attribute("open", "")
    page.wait_for_timeout(700)
    file.locator("summary").click()
    expect(file).not_to_have_attribute("open", "")


def test_the_die_in_the_corner_leads_home_and_to_what_this_is(device: Opener) -> None:
    page = device(**THUMB, viewport={"width": 360, "height": 640})
    browser_actions.start_alone(page)
    corner = page.locator(".menubar .apple")
    corner.locator("summary").tap()
    corner.get_by_role("link", name="About Triple Yahtzee…").tap()
    page.wait_for_url("**/about/")
    corner.locator("summary").tap()
    corner.get_by_role("link", name="Home").tap()
    page.wait_for_url(lambda url: url.endswith("/"))


def test_paper_has_a_heading(device: Opener) -> None:
    page = device()
    browser_actions.start_local(page, "Anna", "Ben")
    page.reload()
    heading = page.locator(".on-paper")
    expect(heading).to_be_hidden()
    page.emulate_media(media="print")
    expect(heading).to_be_visible()
    expect(heading).to_contain_text("Triple Yahtzee")
    expect(heading).to_contain_text("Anna · Ben")
    assert heading.locator("time").inner_text()
