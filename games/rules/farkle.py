"""Farkle: what dice are worth, for the pad. No turns, no players, no chance.

A game of its own with six dice, so it shares the word *dice* with the other rule sets and nothing else.
Points come from *sets*; the dice chosen from one roll are divided into sets in the best way.

>>> score(get("box"), (5, 1, 2, 2, 1, 2))
Score(points=450, scoring=(1, 1, 2, 2, 2, 5))
>>> score(get("german"), (4, 3, 1))
Score(points=100, scoring=(1,))
>>> farkles(get("box"), 2)
16
"""

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations
from math import factorial, prod
from typing import NamedTuple

from games.rules.dice import FACES, Dice

DICE = 6
TARGET = 10_000
"""Points that bring on the last round, unless the players agree on others."""
PENALTY = 1000
"""Points that three Farkles in a row cost where the players agree on it."""


class UnknownPreset(ValueError):
    """There is no preset of this name."""


class Entry(NamedTuple):
    """The points a turn must reach before it may be banked: with no points so far, and later."""

    first: int = 0
    later: int = 0


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to play Farkle, as a table of points."""

    name: str
    three_ones: int
    straight: int
    three_pairs: int
    more_of_a_kind: tuple[int, int, int] = (0, 0, 0)
    """Points for four, five and six of a kind, whatever their face; where 0, ``times`` holds."""
    times: tuple[int, int, int] = (0, 0, 0)
    """Four, five and six of a kind as a multiple of three of a kind."""
    four_and_pair: int = 0
    """0: a four and a pair are no set of their own."""
    two_triplets: int = 0
    """0: two triplets are worth what each of them is."""
    entry: Entry = Entry()

    def of_a_kind(self, face: int, number: int) -> int:
        """Return the points for three to six dice of one face."""
        three = self.three_ones if face == 1 else 100 * face
        if number == 3:
            return three
        return self.more_of_a_kind[number - 4] or self.times[number - 4] * three


PRESETS = (
    Preset(
        "box",
        three_ones=300,
        more_of_a_kind=(1000, 2000, 3000),
        straight=1500,
        three_pairs=1500,
        four_and_pair=1500,
        two_triplets=2500,
        entry=Entry(first=500),
    ),
    Preset("additive", three_ones=1000, times=(2, 3, 4), straight=1500, three_pairs=750, four_and_pair=750),
    Preset(
        "doubling",
        three_ones=1000,
        times=(2, 4, 8),
        straight=2000,
        three_pairs=1500,
        entry=Entry(first=500),
    ),
    Preset(
        "german",
        three_ones=1000,
        times=(2, 4, 8),
        straight=2000,
        three_pairs=1000,
        entry=Entry(first=350, later=350),
    ),
)
"""The ways to play, the usual one first."""


class Score(NamedTuple):
    """What chosen dice bring, and which of them bring it, sorted; the others add nothing."""

    points: int
    scoring: Dice


def get(name: str) -> Preset:
    """Return the preset of this name. Raises UnknownPreset."""
    for preset in PRESETS:
        if preset.name == name:
            return preset
    raise UnknownPreset(name)


@cache
def sets(preset: Preset) -> dict[Dice, int]:
    """Return everything that counts as one set in this preset, as sorted dice, with its points."""
    found: dict[Dice, int] = {(1,): 100, (5,): 50, FACES: preset.straight}
    found |= {(face,) * number: preset.of_a_kind(face, number) for face in FACES for number in (3, 4, 5, 6)}
    if preset.four_and_pair:
        pairs = permutations(FACES, 2)
        found |= {_sorted((four,) * 4 + (two,) * 2): preset.four_and_pair for four, two in pairs}
    found |= {_sorted(faces * 2): preset.three_pairs for faces in combinations(FACES, 3)}
    if preset.two_triplets:
        found |= {_sorted(faces * 3): preset.two_triplets for faces in combinations(FACES, 2)}
    return found


def score(preset: Preset, dice: Dice) -> Score:
    """Return what dice chosen from one roll are worth, in any order, divided into sets in the best way.

    No preset leaves a choice between divisions that are worth the same: they all use the same dice. Raises
    ValueError when these are not one to six dice.
    """
    if not 1 <= len(dice) <= DICE or not set(dice) <= set(FACES):
        raise ValueError(f"not one to six dice: {dice}")
    return _best(preset, _sorted(dice))


def left_to_roll(verdict: Score, in_hand: int = DICE) -> int:
    """Return how many dice the next roll has; when every die has scored ("hot dice") it has all six.

    >>> left_to_roll(score(get("box"), (1, 5)), in_hand=3), left_to_roll(score(get("box"), (1, 5)), in_hand=2)
    (1, 6)
    """
    return (in_hand - len(verdict.scoring)) or DICE


@cache
def farkles(preset: Preset, number: int) -> int:
    """Return how many of the 6 ** ``number`` rolls of this many dice bring nothing."""
    choices = combinations_with_replacement(FACES, number)
    return sum(_rolls_of(dice) for dice in choices if not _best(preset, dice).points)


def table(preset: Preset) -> dict[Dice, Score]:
    """Return what each of the 923 choices of one to six dice is worth."""
    choices = (combinations_with_replacement(FACES, number) for number in range(1, DICE + 1))
    return {dice: _best(preset, dice) for dice in chain.from_iterable(choices)}


@cache
def _best(preset: Preset, dice: Dice) -> Score:
    """Return the best division of sorted dice: the lowest die is left out, or belongs to a set it begins."""
    if not dice:
        return Score(0, ())
    found = [_best(preset, dice[1:])]
    for members, points in sets(preset).items():
        if members[0] == dice[0] and (rest := _without(dice, members)) is not None:
            further = _best(preset, rest)
            found.append(Score(points + further.points, _sorted(members + further.scoring)))
    return max(found, key=lambda one: one.points)


def _rolls_of(dice: Dice) -> int:
    """Return how many rolls show these faces in some order."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in FACES)


def _sorted(dice: Dice) -> Dice:
    return tuple(sorted(dice))


def _without(dice: Dice, taken: Dice) -> Dice | None:
    """Return the dice that remain, or None when some of those to be taken are not there."""
    remaining = list(dice)
    for die in taken:
        if die not in remaining:
            return None
        remaining.remove(die)
    return tuple(remaining)
