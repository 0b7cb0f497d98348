"""Yatzy: the Scandinavian card with pairs, exact straights and a bonus of 50."""

from games.rules import scoring
from games.rules.ruleset import Category, RuleSet, RuleSetFamily, upper_section

NAME = "yatzy"

CATEGORIES = (
    *upper_section(),
    Category("one_pair", "lower", scoring.alike_only(2)),
    Category("two_pairs", "lower", scoring.two_pairs),
    Category("three_of_a_kind", "lower", scoring.alike_only(3)),
    Category("four_of_a_kind", "lower", scoring.alike_only(4)),
    Category("small_straight", "lower", scoring.exact_faces(frozenset({1, 2, 3, 4, 5}), 15)),
    Category("large_straight", "lower", scoring.exact_faces(frozenset({2, 3, 4, 5, 6}), 20)),
    Category("full_house", "lower", scoring.full_house_sum),
    Category("chance", "lower", scoring.sum_of_dice),
    Category("yatzy", "lower", scoring.five_alike(50)),
)


def build(options: tuple[str, ...]) -> RuleSet:
    """Return the rule set; Yatzy has no options."""
    return RuleSet(name=NAME, options=options, categories=CATEGORIES, upper_bonus=50, five_alike="yatzy")


FAMILY = RuleSetFamily(NAME, (), build)
