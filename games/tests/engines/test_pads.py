"""Tests of the pads for real dice: entries that a reload keeps, and pages that open without a server."""

import pytest

from games.tests.engines.phone import Phone
from games.tests.site import Site

pytestmark = pytest.mark.engines

PLAYERS = "#pad .players-editor li:nth-child({}) input"


def begin(phone: Phone, pad: str, *ticks: str) -> None:
    """Begin a sheet for Anna and Ben."""
    phone.go(f"/pads/{pad}/")
    for number, name in enumerate(("Anna", "Ben"), start=1):
        phone.fill(PLAYERS.format(number), name)
    for tick in ticks:
        phone.tap(f"#pad input[name={tick}]")
    phone.tap("#pad .acts .default")


def cell(player: int, box: str, column: int = 1) -> str:
    return f'td[data-player="{player}"][data-box="{box}"][data-column="{column}"]'


def text(phone: Phone, css: str) -> str:
    return str(phone.one(css, "e.textContent.trim()"))


def test_a_score_pad_keeps_what_was_entered(phone: Phone) -> None:
    begin(phone, "triple_yahtzee")
    phone.tap(f"{cell(1, 'fours')} button")
    phone.tap('#dialog[open] [data-value="12"]')
    phone.misses("#dialog[open]")
    phone.tap(".tray .toggle[aria-expanded=false]")
    for face in (6, 6, 5, 5, 5):
        phone.tap(f'.faces [data-face="{face}"]')
    phone.tap(f"{cell(2, 'full_house', 3)}[data-state=possible] button")
    phone.sees(f"{cell(2, 'full_house', 3)}:not([data-state=possible])")
    before = phone.all(
        "td[data-points]", "[e.dataset.player, e.dataset.box, e.dataset.total, e.dataset.points]"
    )
    phone.reload()
    phone.sees(cell(1, "fours"))
    assert text(phone, cell(1, "fours")) == "12"
    assert before == phone.all(
        "td[data-points]", "[e.dataset.player, e.dataset.box, e.dataset.total, e.dataset.points]"
    )
    phone.tap(".tray .undo:enabled")
    phone.tap(".tray .undo:enabled")
    phone.sees(".tray .undo:disabled")
    assert text(phone, cell(1, "fours")) == ""


def test_a_farkle_pad_keeps_what_was_entered(phone: Phone) -> None:
    begin(phone, "farkle")
    for face in (5, 5, 5):
        phone.tap(f'.faces [data-face="{face}"]')
    phone.tap(".hand .bank[aria-disabled=false]")
    phone.until(lambda: "500" in text(phone, ".totals td"))
    phone.reload()
    assert "500" in text(phone, ".totals td")
    phone.tap(".undo:enabled")
    phone.until(lambda: "500" not in text(phone, ".totals td"))


def test_a_match_counter_keeps_what_was_counted(phone: Phone) -> None:
    phone.go("/pads/match/")
    phone.tap(".new-match .default")
    for wins in ("1", "2"):
        phone.tap(".half[data-player='1']")
        phone.until(lambda wins=wins: text(phone, ".half[data-player='1'] .number") == wins)
    phone.reload()
    assert text(phone, ".half[data-player='1'] .number") == "2"


def test_pads_and_rules_open_without_a_server(phone: Phone, site: Site) -> None:
    begin(phone, "yahtzee")
    phone.tap(f"{cell(1, 'fours')} button")
    phone.tap('#dialog[open] [data-value="12"]')
    kept = (
        "return navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === 'activated')"
    )
    phone.until(lambda: phone.run(kept), "nothing is kept")
    site.kill()
    try:
        phone.go("/pads/yahtzee/")
        assert text(phone, cell(1, "fours")) == "12"
        phone.go("/rules/yacht/")
        phone.sees("main .window")
        phone.go("/scores/")
        phone.sees("[data-until-online]")
    finally:
        site.start()
    phone.go("/scores/")
    phone.misses("[data-until-online]")
