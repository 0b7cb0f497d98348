"""Figures that follow from the rules alone: the most a game can bring, and how likely some dice are."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from games.rules.dice import DICE, FACES, MAX_ROLLS, Dice
from games.rules.ruleset import Category, RuleSet

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, DICE))
"""Every roll there is, its dice in order."""
STRAIGHTS = ("small_straight", "large_straight")


class Highest(NamedTuple):
    """The most points a game can bring."""

    card: int
    """The boxes of one column and its upper bonus."""
    further: int
    """How many bonuses for a further five of a kind a column can have; 0 in a game without them."""
    column: int
    """Both together, before the factor."""
    total: int
    """All columns, each times its factor."""


def highest(rules: RuleSet) -> Highest:
    """Return the most points in a column and in the whole game.

    With bonuses for a further five of a kind every turn brings five of a kind, which as a joker is worth
    the most in every box.
    """
    bonus = rules.upper_bonus.points if rules.upper_bonus else 0
    card = sum(map(most, rules.categories)) + bonus
    further = len(rules.categories) - 1 if rules.yahtzee_bonus else 0
    column = card + further * rules.yahtzee_bonus
    return Highest(card, further, column, column * sum(rules.factors))


def most(row: Category) -> int:
    """Return the most points that a row can bring without a joker."""
    return max(row.value(dice) for dice in ROLLS)


@cache
def five_of_a_kind_chance(alike: int = 0, rolls: int = MAX_ROLLS) -> Fraction:
    """Return how likely five of a kind is within so many rolls, in a turn that is played for nothing else.

    So many dice are alike already and are held.

    >>> round(float(five_of_a_kind_chance()), 6)
    0.046029
    """
    if alike == DICE:
        return Fraction(1)
    if rolls == 0:
        return Fraction(0)
    thrown = list(product(FACES, repeat=DICE - alike))
    held = (FACES[0],) * alike
    found = (max(map((*held, *dice).count, FACES)) for dice in thrown)
    return sum((five_of_a_kind_chance(each, rolls - 1) for each in found), Fraction(0)) / len(thrown)


def straights(rules: RuleSet, held: Dice) -> tuple[int, int]:
    """Return in how many rolls of the other dice these become any straight, and how many rolls there are."""
    rows = [rules.category(name) for name in STRAIGHTS]
    thrown = list(product(FACES, repeat=DICE - len(held)))
    return sum(any(row.value((*held, *dice)) for row in rows) for dice in thrown), len(thrown)
