"""Triple Yahtzee: the Yahtzee card three times side by side, counting once, twice and three times."""

from functools import partial

from games.rules import yahtzee
from games.rules.ruleset import RuleSetFamily

NAME = "triple_yahtzee"

FAMILY = RuleSetFamily(
    NAME,
    ("left_to_right", "no_yahtzee_bonus"),
    partial(yahtzee.build, name=NAME, factors=(1, 2, 3)),
)
