"""Paper and files of pads: many players are readable, Farkle prints, files are named after pad and sheet."""

import pytest
from playwright.sync_api import expect

from games.tests.browser.browser_actions import until
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin, pick, printed, table_text

pytestmark = pytest.mark.browser

SIZES = "l => l.filter(x => x.innerText.trim()).map(x => parseFloat(getComputedStyle(x).fontSize))"
READABLE = 8 * 96 / 72  # points in pixels


@pytest.mark.parametrize("number", [7, 10])
def test_many_players_can_be_read(number: int, device: Opener) -> None:
    page = device()
    names = [f"Person {each}" for each in range(1, number + 1)]
    begin(page, "triple_yahtzee", *names)
    pick(page, 1, "chance", 3, 30)
    text = printed(page, "A4", pages=2)
    assert all(name.replace(" ", "") in text for name in names)
    page.emulate_media(media="print")
    sizes = page.locator("#paper td").evaluate_all(SIZES)
    assert sizes and min(sizes) >= READABLE


def test_a_new_game_prints_an_empty_sheet_with_its_players(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna", "Ben")
    pick(page, 1, "chance", 1, 20)
    page.get_by_role("button", name="New game, same players").click()
    text = printed(page, "A4")
    assert "Anna" in text and "Ben" in text
    page.emulate_media(media="print")
    cells = page.locator("#paper td").evaluate_all("l => l.map(x => x.innerText.trim())")
    assert set(cells) == {""}


def test_farkle_on_paper(device: Opener) -> None:
    page = device()
    page.add_init_script("window.print = () => { window.printed = true; };")
    page.goto("/pads/farkle/")
    assert "Player1" in printed(page, "A4"), "an empty one before the game"
    page.locator("#pad input[name=penalty]").check()
    page.get_by_role("button", name="Start", exact=True).click()
    for _ in range(5):
        page.locator(".hand .farkle").click()
        page.wait_for_timeout(50)
    expect(page.locator("[data-total='1']")).to_contain_text("−1,000")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed") is True
    for landscape in (False, True):
        text = printed(page, "Letter", landscape=landscape)
        assert "Farkle" in text and "Player2" in text and "1,000" in text and "Bank" not in text


def test_a_file_is_named_after_pad_and_sheet(device: Opener) -> None:
    page = device()
    page.goto("/pads/match/")
    for field, name in zip(page.locator(".new-match [name=name]").all(), ["Anna", "Ben"], strict=True):
        field.fill(name)
    page.get_by_role("button", name="Start counting").click()
    page.get_by_role("button", name="Saved matches").click()
    with page.expect_download() as download:
        page.locator("#dialog").get_by_role("button", name="as a file").click()
    assert download.value.suggested_filename == "Match-counter-Anna-Ben.json"


def test_the_round_on_the_sheet(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna", "Ben")
    assert "Round 1 of 13" in table_text(page)
    pick(page, 1, "chance", 1, 20)
    assert "Round 1 of 13" in table_text(page)
    pick(page, 2, "chance", 1, 20)
    assert "Round 2 of 13" in table_text(page)


def test_no_value_is_alone_in_the_last_row(device: Opener) -> None:
    page = device()
    begin(page, "yahtzee", "Anna", options=("american",))
    rows = "l => Object.values(Object.groupBy(l, x => x.offsetTop)).map(row => row.length)"
    for box in ("ones", "sixes", "three_of_a_kind", "chance"):
        page.locator(f"td[data-box={box}] button").click()
        *_, last = page.locator("#dialog .values .btn").evaluate_all(rows)
        assert last > 1, box
        page.keyboard.press("Escape")
        until(page, "!history.state?.dialogs")
