"""The rules of the five-dice games, without disk, network, clock or chance.

Standard library only. Nothing here rolls dice: faces come in from outside, so that every game
is a list of moves that can be replayed anywhere.

>>> rules = get("triple_yahtzee")
>>> state = start(rules, seats=1)
>>> state = state.apply(Roll(seat=0, held=(), faces=(5, 5, 5, 6, 1)))
>>> [(p.category, p.column) for p in state.legal_placements() if p.points == 22][:4]
[('three_of_a_kind', 1), ('three_of_a_kind', 2), ('three_of_a_kind', 3), ('chance', 1)]
>>> state = state.apply(Score(seat=0, category="three_of_a_kind", column=3))
>>> totals(rules, state.scorecards[0]).grand
66
"""

from games.rules import triple_yahtzee, yacht, yahtzee, yatzy
from games.rules.dice import DICE, FACES, MAX_ROLLS, Dice, is_five_of_a_kind
from games.rules.game import MAX_SEATS, GameState, IllegalMove, Move, Outcome, Roll, Score, replay, start
from games.rules.notation import MalformedMove, format_move, parse_move
from games.rules.placement import Placement, is_joker, legal_placements
from games.rules.ruleset import Bonus, Category, RuleSet, RuleSetFamily, UnknownRuleSet
from games.rules.scorecard import ColumnTotals, Scorecard, Totals, totals

VERSION = 1
"""Counted up when the same moves bring other points than before; stored with every high score."""

RULE_SETS: tuple[RuleSetFamily, ...] = (
    triple_yahtzee.FAMILY,
    yahtzee.FAMILY,
    yacht.FAMILY,
    yatzy.FAMILY,
)

_BUILT: dict[str, RuleSet] = {rules.rules_id: rules for family in RULE_SETS for rules in family.variants()}


def get(rules_id: str) -> RuleSet:
    """Return the rule set named by its canonical text, e.g. ``triple_yahtzee+left_to_right``.

    Raises UnknownRuleSet when no such game, option or order of options exists.
    """
    try:
        return _BUILT[rules_id]
    except KeyError:
        raise UnknownRuleSet(rules_id) from None


def all_rules() -> tuple[RuleSet, ...]:
    """Return every rule set with every combination of its options."""
    return tuple(_BUILT.values())


__all__ = [
    "DICE",
    "FACES",
    "MAX_ROLLS",
    "MAX_SEATS",
    "RULE_SETS",
    "Bonus",
    "Category",
    "ColumnTotals",
    "Dice",
    "GameState",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "Outcome",
    "Placement",
    "Roll",
    "RuleSet",
    "RuleSetFamily",
    "Score",
    "Scorecard",
    "Totals",
    "UnknownRuleSet",
    "all_rules",
    "format_move",
    "get",
    "is_five_of_a_kind",
    "is_joker",
    "legal_placements",
    "parse_move",
    "replay",
    "start",
    "totals",
]
