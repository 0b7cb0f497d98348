"""Figures that follow from the rules, against known numbers and rolls that are counted one by one."""

from fractions import Fraction
from itertools import product

import pytest

from games import rules
from games.rules import figures
from games.tests.rules import oracle
from games.tests.rules.test_maxima import BEST_GAMES


@pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
def test_the_highest_total_is_that_of_the_best_game(game: rules.RuleSet) -> None:
    best = figures.highest(game)
    assert best.total == BEST_GAMES[game.rules_id][1]
    assert best.column == best.card + best.further * game.yahtzee_bonus
    assert best.total == best.column * sum(game.factors)


def test_the_highest_total_of_yahtzee_in_its_parts() -> None:
    assert figures.highest(rules.get("yahtzee")) == (375, 12, 1575, 1575)
    assert figures.highest(rules.get("yahtzee+no_yahtzee_bonus")) == (375, 0, 375, 375)
    assert figures.highest(rules.get("triple_yahtzee")) == (375, 12, 1575, 9450)


def test_the_chance_of_five_of_a_kind() -> None:
    """The known fraction for three rolls; one roll of five dice shows it in 6 of 7,776 cases."""
    assert figures.five_of_a_kind_chance() == Fraction(347897, 7558272)
    assert figures.five_of_a_kind_chance(0, 1) == Fraction(6, 7776)
    assert figures.five_of_a_kind_chance(4, 2) == 1 - Fraction(25, 36)
    assert (figures.five_of_a_kind_chance(5, 0), figures.five_of_a_kind_chance(4, 0)) == (1, 0)


@pytest.mark.parametrize("name", [family.name for family in rules.RULE_SETS])
@pytest.mark.parametrize("held", [(3, 4, 5), (1, 2, 3), (2, 3, 4, 5), (1, 1)])
def test_straights_are_counted_roll_by_roll(name: str, held: rules.Dice) -> None:
    rows = ("small_straight", "large_straight")
    rolls = list(product(rules.FACES, repeat=5 - len(held)))
    good = sum(any(oracle.points(name, row, [*held, *dice]) for row in rows) for dice in rolls)
    assert figures.straights(rules.get(name), held) == (good, len(rolls))
