"""Yacht: twelve rows, one column, full house by its sum, short straights cheap."""

from games.rules import scoring
from games.rules.ruleset import Bonus, Category, RuleSet, RuleSetFamily, upper_section

NAME = "yacht"

CATEGORIES = (
    *upper_section(),
    Category("chance", "lower", scoring.sum_of_dice),
    Category("four_of_a_kind", "lower", scoring.sum_if_of_a_kind(4)),
    Category("full_house", "lower", scoring.full_house_sum, joker_points=scoring.sum_of_dice),
    Category("small_straight", "lower", scoring.straight(4, 15), joker_points=scoring.always(15)),
    Category("large_straight", "lower", scoring.straight(5, 30), joker_points=scoring.always(30)),
    Category("yacht", "lower", scoring.five_of_a_kind(50)),
)


def build(options: tuple[str, ...]) -> RuleSet:
    """Return the rule set; Yacht has no options."""
    return RuleSet(
        name=NAME,
        options=options,
        categories=CATEGORIES,
        upper_bonus=Bonus(at=63, points=35),
        five_of_a_kind="yacht",
    )


FAMILY = RuleSetFamily(NAME, (), build)
