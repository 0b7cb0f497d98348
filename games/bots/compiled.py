"""A rule set turned into arrays; every number in them comes from ``games.rules``.

A *level* is a row with points that some roll brings there; an *after* is what an entry does to a
column: the row it fills, what it adds to the upper total, whether the cell for five of a kind now
holds points. No values of positions live here, and no rule is written down a second time.
"""

import hashlib
import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from games.bots.turns import ROLLS, Array, roll_index
from games.rules import Bonus, RuleSet
from games.rules.dice import DICE, FACES, Dice
from games.rules.placement import Placement, column_placements

FIVES: tuple[Dice, ...] = tuple((face,) * DICE for face in FACES)
MIXED: Dice = (1, 1, 2, 3, 5)


@dataclass(frozen=True, slots=True)
class _Card:
    """A card of which only the open cells and the points for five of a kind are known."""

    rules: RuleSet
    filled: Array
    rows: dict[str, int]
    held: int = 0

    def points(self, category: str, column: int) -> int | None:
        if self.is_open(category, column):
            return None
        return self.held if category == self.rules.five_of_a_kind else 0

    def is_open(self, category: str, column: int) -> bool:
        return not self.filled[column - 1, self.rows[category]]


@lru_cache(maxsize=64)
def _row_numbers(rules: RuleSet) -> dict[str, int]:
    return {category.id: row for row, category in enumerate(rules.categories)}


def row_of(rules: RuleSet, category: str) -> int:
    """Return the number of a row, from the top of the card, starting at 0."""
    return _row_numbers(rules)[category]


def one_column(rules: RuleSet) -> RuleSet:
    """Return the game of a single column of this card, without its name: equal columns give equal games."""
    return replace(rules, name="", options=(), factors=(1,), left_to_right=False)


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """The numbers of a rule set that turns are computed from."""

    rules: RuleSet
    rows: int
    cap: int
    """Upper totals count up to here: the total that earns the upper bonus, 0 where there is none."""
    upper_bonus: int
    """Points for an upper total that reaches the cap, 0 where there is no bonus."""
    flags: int
    """2 when it matters whether the cell for five of a kind holds points, else 1."""
    five_row: int
    level_of: Array
    """Level of a row (first axis) for each of the 252 rolls."""
    level_points: Array
    level_after: Array
    level_number: dict[tuple[int, int], int]
    """Level by (row, points)."""
    after_row: Array
    after_gain: Array
    after_flag: Array
    playable: Array
    """Whether a row is playable: column × which columns of the row are filled (bits) × row."""
    special: bool
    """Whether five of a kind follows rules of its own once its cell is filled: a bonus, or the joker."""
    five_rolls: Array
    """The rolls with five of a kind, by face."""
    five_level: Array
    """Level of a row for five of a kind of each face, its cell being open or filled: 2 × rows × 6."""

    @property
    def masks(self) -> int:
        """Number of sets of filled rows in one column."""
        return 1 << self.rows

    @property
    def columns(self) -> int:
        return len(self.rules.factors)

    @property
    def states(self) -> int:
        """Size of a table over (flag, filled rows, upper total) of one column."""
        return self.flags * self.masks * (self.cap + 1)


def _placements(rules: RuleSet, filled: int, held: int, dice: Dice) -> list[Placement]:
    """Return the entries in the only column of ``rules`` when the rows in ``filled`` are used."""
    bits = [bool(filled >> row & 1) for row in range(len(rules.categories))]
    return column_placements(rules, _Card(rules, np.array([bits]), _row_numbers(rules), held), dice, 1)


def _five_points(rules: RuleSet) -> Array:
    """Return the points of five of a kind per row and face, its cell being open (0) or filled (1)."""
    column = one_column(rules)
    rows = len(column.categories)
    five = row_of(column, column.five_of_a_kind)
    points = np.zeros((2, rows, len(FACES)), dtype=np.int64)
    for row in range(rows):
        for number, dice in enumerate(FIVES):
            for filled in (0, 1):
                used = ((1 << rows) - 1) & ~(1 << row)
                used = used | 1 << five if filled else used & ~(1 << five)
                found = {row_of(column, p.category): p for p in _placements(column, used, 0, dice)}
                if row in found:
                    points[filled, row, number] = found[row].points
    return points


def five_rows(rules: RuleSet) -> Array:
    """Return the rows (bits) where five of a kind may be entered, by playable rows (bits) and face.

    Holds for columns whose cell for five of a kind is filled.
    """
    column = one_column(rules)
    rows = len(column.categories)
    five = row_of(column, column.five_of_a_kind)
    allowed = np.zeros((1 << rows, len(FACES)), dtype=np.uint16)
    for playable in range(1 << rows):
        if not playable >> five & 1:
            used = ((1 << rows) - 1) & ~playable
            for number, dice in enumerate(FIVES):
                found = _placements(column, used, 0, dice)
                allowed[playable, number] = sum(1 << row_of(column, p.category) for p in found)
    return allowed


def _playable(rules: RuleSet) -> Array:
    """Return which rows are playable, by column and by the columns filled in that row."""
    columns, rows, numbers = len(rules.factors), len(rules.categories), _row_numbers(rules)
    playable = np.zeros((columns, 1 << columns, rows), dtype=bool)
    for used in range(1 << columns):
        filled = np.array([[bool(used >> column & 1)] * rows for column in range(columns)])
        for column in rules.columns:
            for placement in column_placements(rules, _Card(rules, filled, numbers), MIXED, column):
                playable[column - 1, used, numbers[placement.category]] = True
    return playable


class _Levels(NamedTuple):
    """The levels of a rule set, in card order, and the afters they lead to."""

    number: dict[tuple[int, int], int]
    """Level by (row, points)."""
    after: list[int]
    """After of each level."""
    outcomes: list[tuple[int, int, int]]
    """Row, gain in the upper section and flag of each after."""


def _find_levels(rules: RuleSet, fives: Array) -> _Levels:
    """Return every level: the points of any roll, and of five of a kind as a joker."""
    number: dict[tuple[int, int], int] = {}
    afters: dict[tuple[int, int, int], int] = {}
    after = []
    for row, category in enumerate(rules.categories):
        upper = category.section == "upper"
        counts = bool(rules.yahtzee_bonus) and category.id == rules.five_of_a_kind
        for points in sorted({*map(category.points, ROLLS), *fives[:, row].ravel().tolist()}):
            outcome = row, points if upper else 0, int(counts and points > 0)
            number[row, points] = len(number)
            after.append(afters.setdefault(outcome, len(afters)))
    return _Levels(number, after, list(afters))


@lru_cache(maxsize=32)
def compile_rules(rules: RuleSet) -> Compiled:
    """Return the arrays of a rule set; takes a few milliseconds, once per process."""
    bonus = rules.upper_bonus or Bonus(at=0, points=0)
    fives = _five_points(rules)
    levels = _find_levels(rules, fives)
    rows = list(enumerate(rules.categories))
    outcomes = np.array(levels.outcomes, dtype=np.int64)
    return Compiled(
        rules=rules,
        rows=len(rows),
        cap=bonus.at,
        upper_bonus=bonus.points,
        flags=2 if rules.yahtzee_bonus else 1,
        five_row=row_of(rules, rules.five_of_a_kind),
        level_of=np.array([[levels.number[row, each.points(dice)] for dice in ROLLS] for row, each in rows]),
        level_points=np.array([points for _row, points in levels.number]),
        level_after=np.array(levels.after),
        level_number=levels.number,
        after_row=outcomes[:, 0],
        after_gain=outcomes[:, 1],
        after_flag=outcomes[:, 2],
        playable=_playable(rules),
        special=bool(rules.joker or rules.yahtzee_bonus),
        five_rolls=np.array([roll_index(dice) for dice in FIVES]),
        five_level=_five_levels(levels, fives),
    )


def _five_levels(levels: _Levels, fives: Array) -> Array:
    """Return the level of a row for five of a kind, from its points: 2 × rows × 6."""
    found = [levels.number[row, int(points)] for (_filled, row, _face), points in np.ndenumerate(fives)]
    return np.array(found).reshape(fives.shape)


def _sample_placements(rules: RuleSet) -> list[object]:
    """Return where the rules allow five of a kind, in a spread of positions of one column."""
    rows = len(rules.categories)
    used = [mask * 2654435761 % (1 << rows) for mask in range(1, 64)]
    found: list[object] = []
    for filled in used:
        for held in (0, 50):
            for dice in (FIVES[0], FIVES[3]):
                found.append(
                    [(p.category, p.points, p.bonus) for p in _placements(rules, filled, held, dice)]
                )
    return found


@lru_cache(maxsize=32)
def column_fingerprint(rules: RuleSet) -> str:
    """Return a digest of everything the exact values of one column depend on."""
    column = one_column(rules)
    facts = {
        "rows": [[c.id, c.section, [c.points(dice) for dice in ROLLS]] for c in column.categories],
        "upper": [bonus.at, bonus.points] if (bonus := column.upper_bonus) else [],
        "five": [column.five_of_a_kind, column.yahtzee_bonus, column.joker],
        "placements": _sample_placements(column),
    }
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


@lru_cache(maxsize=32)
def card_fingerprint(rules: RuleSet) -> str:
    """Return a digest of everything values of a card of several columns depend on."""
    facts = [column_fingerprint(rules), rules.factors, _playable(rules).tolist()]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]
