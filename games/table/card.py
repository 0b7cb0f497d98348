"""The view of a scorecard: rows of boxes with their points or offers, and the totals."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games import rules
from games.words import labels


@dataclass(frozen=True, slots=True)
class Cell:
    """One box on a page."""

    column: int
    state: str
    """open, possible, filled or struck."""
    points: int | None
    label: str = ""
    """The label of the box, only where it can be chosen."""
    fresh: bool = False
    """Whether this is the entry made last."""


@dataclass(frozen=True, slots=True)
class Row:
    """One category with its boxes, from left to right."""

    category: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Card:
    """One scorecard on a page."""

    seat: int
    name: str
    elsewhere: bool
    """Whether it belongs to a person at another browser, who may be offline."""
    lead: bool
    """Whether this card comes first on the asking browser's page."""
    on_turn: bool
    playable: bool
    """Whether the asking browser may enter its dice here."""
    winner: bool
    fresh: rules.Score | None
    """The entry made last, where it is on this card."""
    state: rules.GameState

    @cached_property
    def totals(self) -> rules.Totals:
        return rules.totals(self.state.rules, self.state.scorecards[self.seat])

    @property
    def sums(self) -> Mapping[int, rules.ColumnTotals]:
        """The totals of every column."""
        return self.totals.columns

    @property
    def grand(self) -> int:
        return self.totals.grand

    @property
    def turn_number(self) -> int:
        """The turn of the game, from 1; after the end the last one."""
        return min(self.state.turn + 1, self.state.rules.cells)

    def upper_full(self, column: int) -> bool:
        """Whether all boxes of the upper section are filled, so that the bonus is won or lost."""
        card = self.state.scorecards[self.seat]
        upper = (category.id for category in self.state.rules.categories if category.section == "upper")
        return all(card.points(category, column) is not None for category in upper)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in card order."""
        game_rules = self.state.rules
        return tuple(
            Row(category.id, tuple(_cell(self, category.id, column) for column in game_rules.columns))
            for category in game_rules.categories
        )

    @cached_property
    def offers(self) -> Mapping[tuple[str, int], rules.Placement]:
        """The entries that the dice allow here, by category and column."""
        if not self.on_turn:
            return {}
        return {(offer.category, offer.column): offer for offer in self.state.legal_placements()}


def _cell(card: Card, category: str, column: int) -> Cell:
    state = card.state
    points = state.scorecards[card.seat].points(category, column)
    if points is not None:
        entry = card.fresh
        fresh = entry is not None and entry.category == category and entry.column == column
        return Cell(column, "filled" if points else "struck", points, fresh=fresh)
    offer = card.offers.get((category, column))
    if offer is None:
        return Cell(column, "open", None)
    label = ""
    if card.playable:
        label = labels.offer_label(state.rules, category, column, offer.points, offer.bonus)
    return Cell(column, "possible", offer.points, label)
