"""The content of a game's rules page, computed from the rules, so that no rule is written down twice.

Words and example dice come from labels.py; points, bonuses, factors and jokers come from games.rules.
A new rule set gets its pages, one for every combination of options, without further code.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.utils.translation import gettext as _

from games.bots import plays_exactly
from games.rulebook import booklet, examples, questions, tips
from games.rulebook.examples import FIVE_FOURS, Case, Column, Entry, Excerpt
from games.rules import FACES, RULE_SETS, Dice, RuleSet, RuleSetFamily
from games.rules.dice import is_five_of_a_kind
from games.rules.figures import ROLLS
from games.rules.ruleset import Category
from games.words import labels
from games.words.prose import Question, Tip, say, word


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the card and its explanation."""

    label: labels.Text
    condition: str
    points: str
    example: Entry | None


@dataclass(frozen=True, slots=True)
class Miss:
    """Dice that almost fit a row but bring nothing, with the reason."""

    label: labels.Text
    dice: Dice
    why: labels.Text


@dataclass(frozen=True, slots=True)
class Variant:
    """The game with other options, and the address of its rules."""

    label: labels.Text
    rules_id: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Relative:
    """Another game for those who like this one: shorter, or longer."""

    name: str
    title: labels.Text
    boxes: int
    minutes: int


@dataclass(frozen=True)
class Rulebook:
    """Everything the rules page of one game with its options needs."""

    family: RuleSetFamily
    rules: RuleSet

    @property
    def words(self) -> labels.GameWords:
        return labels.GAMES[self.family.name]

    @property
    def title(self) -> labels.Text:
        """The game with its options."""
        return labels.board_label(self.rules)

    @property
    def variants(self) -> list[Variant]:
        """Every combination of options; only the plain game if it has none."""
        return [
            Variant(
                labels.options_label(each) if each.options else _("Without options"),
                each.rules_id,
                each.rules_id == self.rules.rules_id,
            )
            for each in self.family.variants()
        ]

    @property
    def options(self) -> list[tuple[labels.Text, labels.Text]]:
        """Title and explanation of the options chosen."""
        return [labels.OPTIONS[option] for option in self.rules.options]

    @cached_property
    def totals(self) -> dict[str, str]:
        """The words for the sums on this card, and for a die that is held."""
        return {key: word(self.rules, key) for key in (*labels.TOTALS, "hold")}

    @property
    def several(self) -> bool:
        """Whether the card has more than one column."""
        return len(self.rules.columns) > 1

    @property
    def perfect(self) -> bool:
        """Whether the best computer player scores as much on average as anybody can."""
        return plays_exactly(self.rules)

    @property
    def sections(self) -> list[tuple[labels.Text, list[Line]]]:
        """The rows of the card, section by section."""
        return [
            (
                word(self.rules, section),
                [self._line(row) for row in self.rules.categories if row.section == section],
            )
            for section in ("upper", "lower")
        ]

    @property
    def near_misses(self) -> list[Miss]:
        """Dice that almost fit a row and bring nothing in this game."""
        rows = {row.id: row for row in self.rules.categories}
        return [
            Miss(
                word(self.rules, row),
                dice,
                labels.ONLY_AS_A_JOKER if self.rules.joker and is_five_of_a_kind(dice) else why,
            )
            for row, dice, why in labels.NEAR_MISSES
            if row in rows and rows[row].value(dice) == 0
        ]

    @property
    def factors(self) -> str:
        """The column factors in one text, e.g. ×1, ×2, ×3."""
        return ", ".join(f"×{factor}" for factor in self.rules.factors)

    @property
    def bonus_by_threes(self) -> bool:
        """Whether three of every face are exactly enough for the upper bonus."""
        return self.rules.upper_bonus is not None and self.rules.upper_bonus.at == 3 * sum(FACES)

    @property
    def bonus_example(self) -> dict[str, int]:
        """An example of a column that just earns the upper bonus; empty in a game without one."""
        if self.rules.upper_bonus is None:
            return {}
        factor = self.rules.factor(min(2, len(self.rules.columns)))
        plain = self.rules.upper_bonus.at + self.rules.upper_bonus.points
        return {"factor": factor, "plain": plain, "points": plain * factor}

    @property
    def parts(self) -> str:
        """The names of the sums that are added up: in one column if there are several, else on the card."""
        several = {
            (True, True): _("one column: upper section, bonus, lower section and {bonus}"),
            (True, False): _("one column: upper section, bonus and lower section"),
            (False, True): _("one column: upper section, lower section and {bonus}"),
            (False, False): _("one column: upper section and lower section"),
        }
        single = {
            (True, True): _("upper section, bonus, lower section and {bonus}"),
            (True, False): _("upper section, bonus and lower section"),
            (False, True): _("upper section, lower section and {bonus}"),
            (False, False): _("upper section and lower section"),
        }
        bonuses = self.rules.upper_bonus is not None, self.rules.yahtzee_bonus > 0
        text = (several if self.several else single)[bonuses]
        return say(text, bonus=self.totals["yahtzee_bonus"])

    @property
    def hard_line(self) -> str:
        """How the strongest computer player plays this game."""
        perfect = {
            True: _(
                "plans for the bonus and for later boxes, and so well that on average nobody can score more."
            ),
            False: _("plans for later boxes, and so well that on average nobody can score more."),
        }
        good = {
            True: _("plans for the bonus and for later boxes."),
            False: _("plans for later boxes."),
        }
        return (perfect if self.perfect else good)[self.rules.upper_bonus is not None]

    @property
    def five_of_a_kind(self) -> labels.Text:
        """The name of the row for five of a kind."""
        return word(self.rules, self.rules.five_of_a_kind)

    @property
    def five_of_a_kind_points(self) -> int:
        return self.rules.category(self.rules.five_of_a_kind).value(FIVE_FOURS)

    @property
    def five_fours(self) -> Dice:
        return FIVE_FOURS

    @property
    def dearest(self) -> dict[str, int]:
        """The points of five of a kind and of a further bonus times the factor of the last column."""
        factor = self.rules.factors[-1]
        return {
            "column": len(self.rules.columns),
            "five_of_a_kind": self.five_of_a_kind_points * factor,
            "bonus": self.rules.yahtzee_bonus * factor,
        }

    @property
    def five_of_a_kind_matters(self) -> bool:
        """Whether five of a kind brings more than the points of its row."""
        return bool(self.rules.yahtzee_bonus or self.rules.joker)

    @property
    def cases_scored(self) -> list[Case]:
        """Where five fours may go while the box for five of a kind holds its points."""
        return examples.five_fours(self.rules, self.five_of_a_kind_points)

    @property
    def cases_struck(self) -> list[Case]:
        """Where five fours may go when that box is struck."""
        return examples.five_fours(self.rules, 0)

    @property
    def cases_open(self) -> list[Case]:
        """Where five fours may go while that box is open."""
        return examples.five_fours(self.rules, None)

    @property
    def row_order(self) -> Excerpt:
        """An example of which boxes may be filled with the option left_to_right."""
        return examples.row_order(self.rules)

    @property
    def joker_order(self) -> Excerpt:
        """An example of a joker with the option left_to_right."""
        return examples.joker_order(self.rules)

    @cached_property
    def column(self) -> Column:
        """An example of a whole column with its sums."""
        return examples.whole_column(self.rules)

    @property
    def short_rules(self) -> list[booklet.Rule]:
        """The rules in short with their source, where a booklet has them."""
        return booklet.short_rules(self.rules)

    @property
    def tips(self) -> list[Tip]:
        """How to play well."""
        return tips.tips(self.rules)

    @property
    def questions(self) -> list[Question]:
        """What many ask."""
        return questions.questions(self.rules)

    @property
    def shorter(self) -> list[Relative]:
        """The games that take less time, the longest of them first."""
        return [each for each in reversed(_by_length()) if each.minutes < self.words.minutes]

    @property
    def longer(self) -> list[Relative]:
        """The games that take more time, the shortest of them first."""
        return [each for each in _by_length() if each.minutes > self.words.minutes]

    def _line(self, row: Category) -> Line:
        own = labels.GAME_CONDITIONS.get(self.rules.name, {})
        if row.face:
            condition = _("every %(face)s counts") % {"face": row.face}
        else:
            condition = str(own.get(row.id) or labels.CONDITIONS[row.id])
        label = word(self.rules, row.id)
        dice = labels.examples(self.rules)[row.id]
        points = row.value(dice)
        return Line(label, condition, _points(row), Entry(label, dice, points) if points else None)


def open_book(family: RuleSetFamily, rules: RuleSet | None = None) -> Rulebook:
    """Return the content of a game's rules page, by default without options."""
    return Rulebook(family, rules or family.build(()))


def _by_length() -> list[Relative]:
    """Return all games without options, the shortest first."""
    found = [
        Relative(family.name, words.title, family.build(()).cells, words.minutes)
        for family in RULE_SETS
        for words in [labels.GAMES[family.name]]
    ]
    return sorted(found, key=lambda game: (game.minutes, game.boxes))


def _points(row: Category) -> str:
    """Return in words the points of a row, found by trying every roll."""
    kind = _worth(row)
    if kind == "all":
        return _("sum of all dice")
    return _("sum of these dice") if kind == "these" else kind


@lru_cache(maxsize=64)
def _worth(row: Category) -> str:
    """Return the fixed points of a row as text, or which dice it adds up: ``all`` or ``these``."""
    values = {roll: value for roll in ROLLS if (value := row.value(roll))}
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return "all" if all(sum(roll) == value for roll, value in values.items()) else "these"
