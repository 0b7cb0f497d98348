"""Yahtzee: thirteen rows, one column, +100 for further YAHTZEEs and the forced joker."""

from games.rules import scoring
from games.rules.ruleset import Bonus, Category, RuleSet, RuleSetFamily, upper_section

NAME = "yahtzee"

CATEGORIES = (
    *upper_section(),
    Category("three_of_a_kind", "lower", scoring.sum_if_of_a_kind(3)),
    Category("four_of_a_kind", "lower", scoring.sum_if_of_a_kind(4)),
    Category("full_house", "lower", scoring.full_house(25), joker_points=scoring.always(25)),
    Category("small_straight", "lower", scoring.straight(4, 30), joker_points=scoring.always(30)),
    Category("large_straight", "lower", scoring.straight(5, 40), joker_points=scoring.always(40)),
    Category("yahtzee", "lower", scoring.five_of_a_kind(50)),
    Category("chance", "lower", scoring.sum_of_dice),
)


def build(options: tuple[str, ...], *, name: str = NAME, factors: tuple[int, ...] = (1,)) -> RuleSet:
    """Return the rule set for these options; other games on the same card give name and factors."""
    extras = "no_yahtzee_bonus" not in options
    return RuleSet(
        name=name,
        options=options,
        categories=CATEGORIES,
        factors=factors,
        upper_bonus=Bonus(at=63, points=35),
        five_of_a_kind="yahtzee",
        yahtzee_bonus=100 if extras else 0,
        joker=extras,
        left_to_right="left_to_right" in options,
    )


FAMILY = RuleSetFamily(NAME, ("no_yahtzee_bonus",), build)
