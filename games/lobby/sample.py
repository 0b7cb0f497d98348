"""A card in the middle of a game, which the start page shows to browsers without a running game."""

from typing import Any

from games import rules

_COLUMNS: dict[int, dict[str, int]] = {
    1: {"twos": 6, "fours": 12, "sixes": 24, "full_house": 25, "small_straight": 30, "chance": 22},
    2: {"ones": 3, "fives": 20, "sixes": 18, "three_of_a_kind": 26, "large_straight": 40},
    3: {"threes": 12, "fours": 16, "four_of_a_kind": 27, "small_straight": 30, "yahtzee": 50},
}
"""Points by column and category."""


def sample() -> dict[str, Any]:
    """Return what the template of the card prints: the rules, the points of each row, the grand total."""
    family = rules.RULE_SETS[0].build(())
    cells = {
        (category, column): points for column, rows in _COLUMNS.items() for category, points in rows.items()
    }
    card = rules.Scorecard(cells=cells)
    rows = {
        f"row_{category.id}": [card.points(category.id, column) for column in _COLUMNS]
        for category in family.categories
    }
    return {"rules_id": family.rules_id, "rows": rows, "grand": rules.totals(family, card).grand}
