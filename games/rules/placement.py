"""Where a roll may be entered and what it brings there, column by column."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from games.rules.dice import Dice, is_five_of_a_kind
from games.rules.ruleset import Category, RuleSet


@dataclass(frozen=True, slots=True)
class Placement:
    """An entry: raw points for a cell, and the YAHTZEE bonus that comes with it."""

    category: str
    column: int
    points: int
    bonus: int = 0


class Card(Protocol):
    """What placement needs to know of a scorecard."""

    def points(self, category: str, column: int) -> int | None: ...

    def is_open(self, category: str, column: int) -> bool: ...


def _playable(rules: RuleSet, card: Card, column: int) -> list[Category]:
    """Return the rows open in this column that the option left_to_right does not bar."""
    first = range(1, column) if rules.left_to_right else ()
    return [
        category
        for category in rules.categories
        if card.is_open(category.id, column) and not any(card.is_open(category.id, left) for left in first)
    ]


def _joker_rows(playable: Iterable[Category], face: int) -> list[Category]:
    """Return the rows a forced joker leaves: its own upper cell, else lower, else upper."""
    rows = list(playable)
    own = [category for category in rows if category.face == face]
    lower = [category for category in rows if category.section == "lower"]
    return own or lower or rows


def is_joker(rules: RuleSet, card: Card, dice: Dice, column: int) -> bool:
    """Tell whether these dice are a forced joker in this column: its box for five of a kind is filled."""
    held = card.points(rules.five_of_a_kind, column)
    return rules.joker and is_five_of_a_kind(dice) and held is not None


def column_placements(rules: RuleSet, card: Card, dice: Dice, column: int) -> list[Placement]:
    """Return the entries these dice may make in one column, in card order."""
    rows = _playable(rules, card, column)
    joker = is_joker(rules, card, dice, column)
    if joker:
        rows = _joker_rows(rows, dice[0])
    further = is_five_of_a_kind(dice) and card.points(rules.five_of_a_kind, column)
    bonus = rules.yahtzee_bonus if further else 0
    return [Placement(category.id, column, category.value(dice, joker=joker), bonus) for category in rows]


def legal_placements(rules: RuleSet, card: Card, dice: Dice) -> tuple[Placement, ...]:
    """Return every entry these dice may make, in card order, then by column.

    There is always at least one as long as a cell is open.
    """
    found = [
        placement for column in rules.columns for placement in column_placements(rules, card, dice, column)
    ]
    order = {category.id: row for row, category in enumerate(rules.categories)}
    return tuple(sorted(found, key=lambda placement: (order[placement.category], placement.column)))
