"""Advice: every choice has its worth, and the best one costs nothing."""

import pytest

from games import bots, rules
from games.rules import Roll, all_rules, start
from games.tests.bots.games import random_positions


@pytest.mark.parametrize("rule_set", all_rules(), ids=lambda r: r.rules_id)
def test_every_choice_is_valued(rule_set):
    for state in random_positions(rule_set, 30):
        advice = bots.advise(state)
        assert len(advice.holds) == (31 if state.roll < 3 else 0)
        assert {p.placement for p in advice.placements} == set(state.legal_placements())
        choices = [*advice.holds, *advice.placements]
        assert min(choice.cost for choice in choices) == 0
        for choice in choices:
            assert choice.value + choice.cost == pytest.approx(advice.value)


def test_before_the_first_roll_there_is_only_the_expectation():
    advice = bots.advise(start(rules.get("yahtzee"), seats=1))
    assert advice.holds == advice.placements == ()
    assert advice.best_hold is None
    assert advice.best_placement is None
    assert advice.value == pytest.approx(254.5877, abs=1e-3)


def test_costs_of_chosen_things():
    state = start(rules.get("yacht"), seats=1).apply(Roll(0, (), (5, 5, 5, 5, 5)))
    advice = bots.advise(state)
    assert advice.best_placement is not None
    assert advice.best_placement.placement.category == "yacht"
    entries = {one.placement.category: one.cost for one in advice.placements}
    assert entries["yacht"] == 0
    assert entries["ones"] > 30
    holds = {one.slots: one.cost for one in advice.holds}
    assert holds[0, 4] > 10
    assert (0, 1, 2, 3, 4) not in holds
