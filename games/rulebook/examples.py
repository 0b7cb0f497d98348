"""Worked examples for the rules pages: dice from labels.py, all figures computed by games.rules."""

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from django.utils.translation import gettext as _

from games.rules import DICE, Dice, RuleSet, Scorecard, legal_placements, totals
from games.rules.placement import Placement, column_placements
from games.rules.ruleset import Category
from games.rules.scorecard import ColumnTotals
from games.words import labels
from games.words.prose import say, word

FIVE_FOURS: Dice = (4,) * DICE


@dataclass(frozen=True, slots=True)
class Entry:
    """Dice and what they bring in a row."""

    label: labels.Text
    dice: Dice
    points: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """One whole column, entry by entry, and its sums; the grand total is for a card of such columns."""

    upper: tuple[Entry, ...]
    lower: tuple[Entry, ...]
    sums: ColumnTotals
    weighted: tuple[tuple[int, int], ...]
    """Factor and weighted total, column by column."""
    grand: int


@dataclass(frozen=True, slots=True)
class Case:
    """A state of the card, and where five of a kind may go then."""

    state: str
    offers: tuple[tuple[int, tuple[labels.Text, ...]], ...]
    """Points and the rows that bring them, the most points first."""
    bonus: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box in an excerpt of a card."""

    state: Literal["filled", "possible", "later"]
    points: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A few rows of a card, and which of their boxes these dice may fill."""

    dice: Dice
    factors: tuple[int, ...]
    rows: tuple[tuple[labels.Text, tuple[Box, ...]], ...]


def whole_column(rules: RuleSet) -> Column:
    """Return a column filled from top to bottom, five of a kind first, so that further ones bring bonuses."""
    dice = {**labels.examples(rules), labels.STRUCK[0]: labels.STRUCK[1]}
    if rules.yahtzee_bonus:
        dice["threes"] = (3,) * DICE
    card, entries = Scorecard(), {}
    for row in sorted(rules.categories, key=lambda row: row.id != rules.five_of_a_kind):
        for column in rules.columns:
            offers = column_placements(rules, card, dice[row.id], column)
            placed = next(offer for offer in offers if offer.category == row.id)
            card = card.place(placed)
        entries[row.id] = Entry(word(rules, row.id), dice[row.id], placed.points, placed.bonus)
    upper, lower = (
        tuple(entries[row.id] for row in rules.categories if row.section == section)
        for section in ("upper", "lower")
    )
    found = totals(rules, card)
    weighted = tuple((rules.factor(column), found.columns[column].weighted) for column in rules.columns)
    return Column(upper, lower, found.columns[1], weighted, found.grand)


def five_fours(rules: RuleSet, held: int | None) -> list[Case]:
    """Return where five fours may go when the box for five of a kind holds these points (None: open)."""
    own = next(row for row in rules.categories if row.face == FIVE_FOURS[0])
    below = [row for row in rules.categories if row.section == "lower" and row.id != rules.five_of_a_kind]
    box = word(rules, own.id)
    if held is None or not rules.joker:
        free = _("Every open box is free to choose.")
        if rules.left_to_right:
            free = _("Every open box whose turn has come is free to choose.")
        return [_case(rules, held, [], free)]
    return [
        _case(rules, held, [], say(_("{box} is open."), box=box)),
        _case(rules, held, [own], say(_("{box} is filled."), box=box)),
        _case(rules, held, [own, *below], say(_("{box} and the lower section are filled."), box=box)),
    ]


def _case(rules: RuleSet, held: int | None, filled: list[Category], state: str) -> Case:
    boxes = {(row.id, 1): row.value(FIVE_FOURS) for row in filled}
    if held is not None:
        boxes[rules.five_of_a_kind, 1] = held
    offers = column_placements(rules, Scorecard(boxes), FIVE_FOURS, 1)
    best_first = sorted(offers, key=lambda offer: -offer.points)
    grouped = groupby(best_first, key=lambda offer: offer.points)
    by_points = tuple(
        (points, tuple(word(rules, offer.category) for offer in group)) for points, group in grouped
    )
    return Case(state, by_points, offers[0].bonus)


def row_order(rules: RuleSet) -> Excerpt:
    """Return three rows that are filled to different lengths, with dice for all of them."""
    filled = {("fours", 1): 12, ("chance", 1): 17, ("chance", 2): 22}
    return _excerpt(rules, filled, labels.EXAMPLES["full_house"], ("fours", "full_house", "chance"))


def joker_order(rules: RuleSet) -> Excerpt:
    """Return a card on which left_to_right bars the box in column 2 that a joker would have to take."""
    alike, house = rules.five_of_a_kind, "full_house"
    fifty = rules.category(alike).value(FIVE_FOURS)
    filled = {
        (house, 1): rules.category(house).value(labels.EXAMPLES[house]),
        (alike, 1): fifty,
        (alike, 2): fifty,
    }
    return _excerpt(rules, filled, FIVE_FOURS, ("fours", house, alike))


def _excerpt(
    rules: RuleSet, filled: dict[tuple[str, int], int], dice: Dice, shown: tuple[str, ...]
) -> Excerpt:
    found = {(p.category, p.column): p for p in legal_placements(rules, Scorecard(filled), dice)}
    rows = tuple(
        (
            word(rules, row),
            tuple(_box(filled.get((row, column)), found.get((row, column))) for column in rules.columns),
        )
        for row in shown
    )
    return Excerpt(dice, rules.factors, rows)


def _box(filled: int | None, offer: Placement | None) -> Box:
    if filled is not None:
        return Box("filled", filled)
    return Box("possible", offer.points, offer.bonus) if offer else Box("later")
