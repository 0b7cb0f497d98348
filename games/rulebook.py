"""What the rules page of a game says, read off the rules themselves; nothing is stated a second time.

Words and example dice come from labels.py; what dice are worth, bonuses, factors and jokers come from
games.rules. A new rule set gets its page from these alone.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

from django.utils.translation import gettext as _

from games import labels
from games.rules import DICE, FACES, Dice, RuleSet, RuleSetFamily
from games.rules.ruleset import Category

_FIVE_FOURS: Dice = (4,) * DICE


@dataclass(frozen=True, slots=True)
class Example:
    """Dice and what they bring in a row."""

    label: labels.Text
    dice: str
    points: int
    why: labels.Text = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the card as it is explained."""

    label: labels.Text
    condition: str
    points: str
    example: Example | None


@dataclass(frozen=True)
class Rulebook:
    """Everything the rules page of one game needs."""

    family: RuleSetFamily
    rules: RuleSet
    """The game without options."""

    @property
    def words(self) -> labels.GameWords:
        return labels.GAMES[self.family.name]

    @cached_property
    def totals(self) -> dict[str, labels.Text]:
        """The words for the sums on this card."""
        return {key: labels.word(self.rules, key) for key in labels.TOTALS}

    @property
    def several(self) -> bool:
        """Whether the card has more than one column."""
        return len(self.rules.columns) > 1

    @property
    def sections(self) -> list[tuple[labels.Text, list[Line]]]:
        """The rows of the card, section by section."""
        return [
            (
                labels.TOTALS[section],
                [self._line(row) for row in self.rules.categories if row.section == section],
            )
            for section in ("upper", "lower")
        ]

    @property
    def near_misses(self) -> list[Example]:
        """Dice that look right and bring nothing in this game."""
        rows = {row.id: row for row in self.rules.categories}
        return [
            Example(labels.word(self.rules, row), _written(dice), 0, why)
            for row, dice, why in labels.NEAR_MISSES
            if row in rows and rows[row].value(dice) == 0
        ]

    @property
    def factors(self) -> str:
        """The column factors in a row, e.g. ×1, ×2, ×3."""
        return ", ".join(f"×{factor}" for factor in self.rules.factors)

    @property
    def bonus_by_threes(self) -> bool:
        """Whether three of every face are exactly enough for the upper bonus."""
        return self.rules.upper_bonus_at == 3 * sum(FACES)

    @property
    def bonus_example(self) -> dict[str, int]:
        """A column with exactly the upper bonus, the second where there are several."""
        factor = self.rules.factor(min(2, len(self.rules.columns)))
        plain = self.rules.upper_bonus_at + self.rules.upper_bonus
        return {"factor": factor, "plain": plain, "points": plain * factor}

    @property
    def five_alike(self) -> labels.Text:
        """The word for the row of five equal dice."""
        return labels.word(self.rules, self.rules.five_alike)

    @property
    def five_alike_points(self) -> int:
        return self.rules.category(self.rules.five_alike).value(_FIVE_FOURS)

    @property
    def dearest(self) -> dict[str, int]:
        """What the factor of the last column makes of five equal dice and of a further bonus."""
        factor = self.rules.factors[-1]
        return {
            "column": len(self.rules.columns),
            "five_alike": self.five_alike_points * factor,
            "bonus": self.rules.yahtzee_bonus * factor,
        }

    @property
    def jokers(self) -> list[Example]:
        """The rows in which a joker counts more than its dice, with the points."""
        return [
            Example(
                labels.word(self.rules, row.id), _written(_FIVE_FOURS), row.value(_FIVE_FOURS, joker=True)
            )
            for row in self.rules.categories
            if row.joker_points
        ]

    @property
    def joker_box(self) -> Example:
        """Five fours in their own box: the box a joker must take first."""
        row = next(row for row in self.rules.categories if row.face == _FIVE_FOURS[0])
        return Example(labels.word(self.rules, row.id), _written(_FIVE_FOURS), row.value(_FIVE_FOURS))

    @property
    def options(self) -> list[tuple[labels.Text, labels.Text]]:
        """Title and explanation of every option."""
        return [(labels.OPTIONS[option][0], labels.OPTION_RULES[option]) for option in self.family.options]

    def _line(self, row: Category) -> Line:
        own = labels.GAME_CONDITIONS.get(self.rules.name, {})
        if row.face:
            condition = _("every %(face)s counts") % {"face": row.face}
        else:
            condition = str(own.get(row.id) or labels.CONDITIONS[row.id])
        label = labels.word(self.rules, row.id)
        dice = labels.EXAMPLES.get(row.id)
        example = None
        if dice and (points := row.value(dice)):
            example = Example(label, _written(dice), points)
        return Line(label, condition, _points(row), example)


def open_book(family: RuleSetFamily) -> Rulebook:
    """Return the rules of a game as its page explains them."""
    return Rulebook(family, family.build(()))


def _written(dice: Dice) -> str:
    return "-".join(map(str, dice))


def _points(row: Category) -> str:
    """Return in words what a row brings, found by trying every roll."""
    kind = _worth(row)
    if kind == "all":
        return _("sum of all dice")
    return _("sum of these dice") if kind == "these" else kind


@lru_cache(maxsize=64)
def _worth(row: Category) -> str:
    """Return the fixed points of a row as text, or which dice it adds up: ``all`` or ``these``."""
    rolls = list(combinations_with_replacement(FACES, DICE))
    values = {roll: value for roll in rolls if (value := row.value(roll))}
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return "all" if all(sum(roll) == value for roll, value in values.items()) else "these"
