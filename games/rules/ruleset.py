"""A rule set as data: its categories, columns, bonuses and options. No positions, no moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import Literal

from games.rules.dice import Dice
from games.rules.scoring import Points, of_face

Section = Literal["upper", "lower"]


class UnknownRuleSet(ValueError):
    """No rule set has this rules_id."""


@dataclass(frozen=True, slots=True)
class Category:
    """A row of the scorecard."""

    id: str
    section: Section
    points: Points
    face: int | None = None
    joker_points: Points | None = None
    """What five of a kind counts here when it is played as a joker (None: as usual).

    Set it in games without a joker, too: their score pads offer the joker as a house rule.
    """

    def value(self, dice: Dice, *, joker: bool = False) -> int:
        """Return the raw points these dice bring in this row."""
        scorer = self.joker_points if joker and self.joker_points else self.points
        return scorer(dice)


UPPER_IDS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def upper_section() -> tuple[Category, ...]:
    """Return the six rows that every rule set begins with: face × count."""
    return tuple(
        Category(id=name, section="upper", points=of_face(face), face=face)
        for face, name in enumerate(UPPER_IDS, start=1)
    )


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points that a column earns when its upper section reaches a total."""

    at: int
    """The upper total from which on it is earned."""
    points: int


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One game with its options chosen."""

    name: str
    options: tuple[str, ...] = ()
    categories: tuple[Category, ...]
    factors: tuple[int, ...] = (1,)
    """Column factors from left to right; columns are numbered from 1."""
    upper_bonus: Bonus | None
    """None: the upper section of this game earns no bonus."""
    five_of_a_kind: str
    """Id of the category for five of a kind."""
    yahtzee_bonus: int = 0
    """Points for a further five of a kind in a column whose cell for it already holds points."""
    joker: bool = False
    """Whether the forced joker rule holds."""
    left_to_right: bool = False

    @cached_property
    def rules_id(self) -> str:
        """Canonical text of the game and its options; also the name of its high-score board."""
        return "+".join((self.name, *self.options))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Column numbers from left to right, starting at 1."""
        return tuple(range(1, len(self.factors) + 1))

    @cached_property
    def cells(self) -> int:
        """Number of cells on one scorecard, which is also the number of turns of a seat."""
        return len(self.categories) * len(self.factors)

    def factor(self, column: int) -> int:
        """Return what the points of this column are multiplied with in the grand total."""
        return self.factors[column - 1]

    def category(self, category_id: str) -> Category:
        """Return the row with this id; raises KeyError when the card has none."""
        for category in self.categories:
            if category.id == category_id:
                return category
        raise KeyError(category_id)


@dataclass(frozen=True, slots=True)
class RuleSetFamily:
    """A game that can be chosen, with the options it offers."""

    name: str
    options: tuple[str, ...]
    build: Callable[[tuple[str, ...]], RuleSet]

    def variants(self) -> Iterator[RuleSet]:
        """Build the rule set for every combination of options, the plain one first."""
        sizes = range(len(self.options) + 1)
        for chosen in chain.from_iterable(combinations(sorted(self.options), n) for n in sizes):
            yield self.build(chosen)
