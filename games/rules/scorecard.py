"""One player's card: which cells hold which raw points, and the totals below them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.placement import Placement
from games.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Filled cells and the YAHTZEE bonuses collected per column. Never changed, only replaced."""

    cells: Mapping[tuple[str, int], int] = field(default_factory=dict)
    """Raw points by (category id, column)."""
    bonuses: Mapping[int, int] = field(default_factory=dict)
    """YAHTZEE bonus points by column; columns without one are absent."""

    def points(self, category: str, column: int) -> int | None:
        """Return the raw points in a cell, None while it is open."""
        return self.cells.get((category, column))

    def is_open(self, category: str, column: int) -> bool:
        """Tell whether nothing has been entered in this cell."""
        return (category, column) not in self.cells

    def place(self, placement: Placement) -> "Scorecard":
        """Return the card with this entry made; the caller checks that it is allowed."""
        cells = {**self.cells, (placement.category, placement.column): placement.points}
        if not placement.bonus:
            return Scorecard(cells=cells, bonuses=self.bonuses)
        column = placement.column
        bonuses = {**self.bonuses, column: self.bonuses.get(column, 0) + placement.bonus}
        return Scorecard(cells=cells, bonuses=bonuses)


@dataclass(frozen=True, slots=True)
class ColumnTotals:
    """The sums below one column, in points; only ``weighted`` has the factor applied."""

    upper: int
    upper_bonus: int
    missing: int
    """Points still missing to the upper bonus, 0 once it is reached and where there is none."""
    lower: int
    yahtzee_bonus: int
    combined: int
    weighted: int


@dataclass(frozen=True, slots=True)
class Totals:
    """All sums of a card."""

    columns: Mapping[int, ColumnTotals]
    grand: int


def column_totals(rules: RuleSet, card: Scorecard, column: int) -> ColumnTotals:
    """Return the sums of one column."""
    upper = lower = 0
    for category in rules.categories:
        points = card.cells.get((category.id, column), 0)
        if category.section == "upper":
            upper += points
        else:
            lower += points
    missing = max(0, rules.upper_bonus.at - upper) if rules.upper_bonus else 0
    upper_bonus = rules.upper_bonus.points if rules.upper_bonus and not missing else 0
    yahtzee_bonus = card.bonuses.get(column, 0)
    combined = upper + upper_bonus + lower + yahtzee_bonus
    return ColumnTotals(
        upper=upper,
        upper_bonus=upper_bonus,
        missing=missing,
        lower=lower,
        yahtzee_bonus=yahtzee_bonus,
        combined=combined,
        weighted=combined * rules.factor(column),
    )


def totals(rules: RuleSet, card: Scorecard) -> Totals:
    """Return the sums of every column and the grand total."""
    columns = {column: column_totals(rules, card, column) for column in rules.columns}
    return Totals(columns=columns, grand=sum(sums.weighted for sums in columns.values()))
