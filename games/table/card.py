"""A scorecard as a page shows it: rows of boxes with their points or offers, and the totals."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rules
from games.words import labels

_Offers = Mapping[tuple[str, int], rules.Placement]


@dataclass(frozen=True, slots=True)
class Cell:
    """One box on a page."""

    column: int
    state: str
    """open, possible, filled or struck."""
    points: int | None
    label: str = ""
    """How the box is called out, only where it can be chosen."""
    fresh: bool = False
    """Whether this is the entry made last."""


@dataclass(frozen=True, slots=True)
class Row:
    """One category with its boxes, from left to right."""

    category: str
    label: labels.Text
    section: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One scorecard on a page."""

    seat: int
    name: str
    elsewhere: bool
    """Whether somebody plays it at another browser, who may be away."""
    lead: bool
    """Whether this card comes first on the asking browser's page."""
    on_turn: bool
    winner: bool
    upper: tuple[Row, ...]
    lower: tuple[Row, ...]
    sums: dict[int, rules.ColumnTotals]
    grand: int


def rows(state: rules.GameState, seat: int, *, offered: bool, playable: bool) -> tuple[Row, ...]:
    """Return the rows of a seat's card.

    ``offered``: the seat is on turn, and its boxes show what they would bring. ``playable``: the asking
    browser may choose them.
    """
    game_rules = state.rules
    offers = {(p.category, p.column): p for p in state.legal_placements()} if offered else {}
    return tuple(
        Row(
            category.id,
            labels.word(game_rules, category.id),
            category.section,
            tuple(_cell(state, seat, category.id, column, offers, playable) for column in game_rules.columns),
        )
        for category in game_rules.categories
    )


def _cell(
    state: rules.GameState, seat: int, category: str, column: int, offers: _Offers, playable: bool
) -> Cell:
    points = state.scorecards[seat].points(category, column)
    if points is not None:
        fresh = state.last_entry == rules.Score(seat, category, column)
        return Cell(column, "filled" if points else "struck", points, fresh=fresh)
    offer = offers.get((category, column))
    if offer is None:
        return Cell(column, "open", None)
    return Cell(column, "possible", offer.points, _offer_label(state.rules, offer) if playable else "")


def _offer_label(game_rules: rules.RuleSet, offer: rules.Placement) -> str:
    """Return how a box is called out that can be chosen, with what it would bring."""
    box = labels.box_label(game_rules, offer.category, offer.column)
    text = ngettext("%(box)s: %(points)s point", "%(box)s: %(points)s points", offer.points)
    if offer.bonus:
        text = _("%(box)s: %(points)s points and %(bonus)s bonus")
    return text % {"box": box, "points": offer.points, "bonus": offer.bonus}
