"""Actions of browser tests on score pads, and sheets filled by the rules for comparison."""

import io
import json
import random
import unicodedata
from dataclasses import asdict
from typing import Any

from playwright.sync_api import Locator, Page
from pypdf import PdfReader

from games import rules
from games.tests.browser.browser_actions import until

Doc = dict[str, Any]


def begin(page: Page, pad: str, *names: str, options: tuple[str, ...] = ()) -> None:
    """Open a pad and begin a sheet."""
    # A dialog that was closed has left its place in the history before the page is left.
    until(page, "document.querySelector('dialog[open]') || !history.state?.dialogs")
    page.goto(f"/pads/{pad}/")
    fields = page.locator("#pad .players-editor input")
    for number, name in enumerate(names):
        if number >= fields.count():
            page.locator("#pad .players-editor .add").click()
        fields.nth(number).fill(name)
    for _ in range(fields.count() - len(names)):
        page.locator("#pad .players-editor .away").last.click()
    for option in options:
        page.locator(f"#pad input[name={option}]").check()
    page.get_by_role("button", name="Start").click()


def cell(page: Page, player: int, box: str, column: int = 1) -> Locator:
    return page.locator(f'td[data-player="{player}"][data-box="{box}"][data-column="{column}"]')


def total(page: Page, player: int, name: str, column: int | str = 1) -> int:
    where = f'td[data-player="{player}"][data-total="{name}"][data-column="{column}"]'
    return int(page.locator(where).get_attribute("data-points") or "")


def shown_totals(page: Page) -> dict[int, dict[tuple[str, str], int]]:
    """Return all sums on the sheet by player, then by name and column."""
    cells = page.locator("td[data-total]").evaluate_all("l => l.map(x => ({ ...x.dataset }))")
    found: dict[int, dict[tuple[str, str], int]] = {}
    for one in cells:
        found.setdefault(int(one["player"]), {})[one["total"], one["column"]] = int(one["points"])
    return found


def pick(page: Page, player: int, box: str, column: int, points: int) -> None:
    """Fill or correct a box through its dialog."""
    cell(page, player, box, column).locator("button").click()
    page.locator(f'#dialog [data-value="{points}"]').click()


def tap_dice(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator(f'.faces [data-face="{face}"]').click()


def offered(page: Page) -> dict[tuple[str, int], int]:
    """Return the offers for the tapped dice, by box and column."""
    found = page.locator("td[data-state=possible]").evaluate_all(
        "l => l.map(x => [x.dataset.box, Number(x.dataset.column), Number(x.dataset.points)])"
    )
    return {(box, column): points for box, column, points in found}


def stored(page: Page) -> dict[str, str]:
    """Return everything that pads store in this browser."""
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('yahtzee.pad.')))"
    )
    return found


def table_text(page: Page) -> str:
    return page.locator("table.sheet").inner_text()


def printed(page: Page, paper: str, *, landscape: bool = False, pages: int = 1) -> str:
    """Print; returns the text of all pages, without white space."""
    reader = PdfReader(io.BytesIO(page.pdf(format=paper, landscape=landscape, prefer_css_page_size=False)))
    assert len(reader.pages) == pages
    text = "".join(page.extract_text() for page in reader.pages)
    return "".join(unicodedata.normalize("NFKC", text).split())


# --- sheets filled by the rules ---------------------------------------------------------------------


def filled(game: rules.RuleSet, rng: random.Random, player: int) -> tuple[list[Doc], Doc]:
    """Fill a card with random legal entries; returns the pad's actions and the totals of the rules."""
    card = rules.Scorecard()
    actions = []
    while len(card.cells) < game.cells:
        dice = tuple(rng.choices(rules.FACES, k=rules.DICE))
        if rng.random() < 0.3:
            dice = (dice[0],) * rules.DICE
        entry = rng.choice(rules.legal_placements(game, card, dice))
        card = card.place(entry)
        action = {"do": "fill", "player": player, "box": entry.category, "column": entry.column}
        actions.append({**action, "points": entry.points, **({"extra": True} if entry.bonus else {})})
    sums = rules.totals(game, card)
    columns = {str(column): asdict(found) for column, found in sums.columns.items()}
    return actions, {**columns, "grand": sums.grand}


def document(game: rules.RuleSet, rng: random.Random, names: list[str]) -> tuple[Doc, list[Doc]]:
    """Return a whole sheet of several players as the pad stores it, and their totals."""
    cards = [filled(game, rng, player) for player in range(1, len(names) + 1)]
    turns = [
        action for round_ in zip(*(actions for actions, _totals in cards), strict=True) for action in round_
    ]
    extras = bool(game.yahtzee_bonus)
    options = {"american": extras, "house": extras, "left_to_right": game.left_to_right}
    doc = {
        "format": 1, "kind": game.name, "id": f"{rng.getrandbits(48):x}", "name": "Random",
        "created": "2026-01-01T12:00:00.000Z", "changed": "2026-01-01T12:00:00.000Z", "revision": 1,
        "setup": {"players": names, "options": options}, "actions": turns, "at": len(turns),
    }  # fmt: skip
    return doc, [totals for _actions, totals in cards]


def as_file(doc: Doc) -> Any:
    return {"name": "sheet.json", "mimeType": "application/json", "buffer": json.dumps(doc).encode()}


def bring_in(page: Page, doc: Doc) -> None:
    """Open a sheet from a file."""
    page.get_by_role("button", name="Saved sheets").click()
    page.locator("#dialog input[type=file]").set_input_files(as_file(doc))
    page.locator(f'#dialog [data-sheet="{doc["id"]}"] button').first.click()
