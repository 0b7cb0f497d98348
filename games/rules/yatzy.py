"""Yatzy: the Scandinavian card with pairs, exact straights and a bonus of 50."""

from games.rules import scoring
from games.rules.ruleset import Bonus, Category, RuleSet, RuleSetFamily, upper_section

NAME = "yatzy"
SMALL = frozenset({1, 2, 3, 4, 5})
LARGE = frozenset({2, 3, 4, 5, 6})

CATEGORIES = (
    *upper_section(),
    Category("one_pair", "lower", scoring.of_a_kind_only(2)),
    Category("two_pairs", "lower", scoring.two_pairs),
    Category("three_of_a_kind", "lower", scoring.of_a_kind_only(3)),
    Category("four_of_a_kind", "lower", scoring.of_a_kind_only(4)),
    Category("small_straight", "lower", scoring.exact_faces(SMALL, 15), joker_points=scoring.always(15)),
    Category("large_straight", "lower", scoring.exact_faces(LARGE, 20), joker_points=scoring.always(20)),
    Category("full_house", "lower", scoring.full_house_sum, joker_points=scoring.sum_of_dice),
    Category("chance", "lower", scoring.sum_of_dice),
    Category("yatzy", "lower", scoring.five_of_a_kind(50)),
)


def build(options: tuple[str, ...]) -> RuleSet:
    """Return the rule set; Yatzy has no options."""
    return RuleSet(
        name=NAME,
        options=options,
        categories=CATEGORIES,
        upper_bonus=Bonus(at=63, points=50),
        five_of_a_kind="yatzy",
    )


FAMILY = RuleSetFamily(NAME, (), build)
