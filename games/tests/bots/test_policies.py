"""The levels: legal, deterministic, and as strong as documented."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games import bots, rules
from games.bots import policies, simulate, values
from games.bots.positions import cards_of, keep_worths, placement_worth, slots_for
from games.bots.turns import ROLLS, roll_index
from games.rules import Roll, Score, all_rules, start
from games.tests.bots.games import level_move, play_out, random_positions

ALL = pytest.mark.parametrize("rule_set", all_rules(), ids=lambda r: r.rules_id)
LEVELS = pytest.mark.parametrize("level", bots.LEVELS)


@ALL
@LEVELS
def test_decisions_are_legal_everywhere(rule_set, level):
    for state in random_positions(rule_set, 150):
        decision = bots.decide(state, level, 11)
        if decision.placement is not None:
            assert decision.placement in state.legal_placements()
            assert decision.hold is None
        else:
            state.check_roll(0, decision.hold)
            assert state.roll < 3
        assert decision.gain >= 0


@ALL
@LEVELS
def test_whole_games_end(rule_set, level):
    dice = random.Random(2)
    _, state = play_out(start(rule_set, seats=2), lambda s: level_move(s, level, dice))
    assert state.status == "finished"


@LEVELS
def test_asked_again_a_level_decides_the_same(level):
    states = random_positions(rules.get("yacht"), 60)
    first = [bots.decide(state, level, 99) for state in states]
    assert [bots.decide(state, level, 99) for state in reversed(states)][::-1] == first


def test_random_holds_depend_on_the_seed_alone():
    states = [s for s in random_positions(rules.get("yacht"), 200) if s.roll < 3]
    one = [bots.decide(state, "easy", 1).reason for state in states]
    other = [bots.decide(state, "easy", b"two").reason for state in states]
    assert one != other
    assert 0.2 < one.count("random_hold") / len(one) < 0.5


@ALL
def test_the_values_of_rolls_follow_from_the_rules(rule_set):
    """The vectorised turn must allow exactly what the rules allow."""
    for level in ("medium", "hard"):
        valuation = policies.valuation_of(rule_set, level)
        compiled = valuation.table.compiled
        for state in random_positions(rule_set, 60, seed=6):
            turn = values.evaluate(valuation, cards_of(compiled, state.scorecards))
            worths = [placement_worth(compiled, turn, 0, p) for p in state.legal_placements()]
            assert turn.rolls[roll_index(state.dice), 0] == pytest.approx(max(worths), abs=1e-6)


@ALL
def test_five_of_a_kind_are_seen_as_the_rules_allow(rule_set):
    valuation = policies.valuation_of(rule_set, "medium")
    compiled = valuation.table.compiled
    for state in random_positions(rule_set, 40, seed=9):
        for face in range(1, 7):
            fives = _with_dice(state, (face,) * 5)
            turn = values.evaluate(valuation, cards_of(compiled, state.scorecards))
            worths = [placement_worth(compiled, turn, 0, p) for p in fives.legal_placements()]
            assert turn.rolls[roll_index(fives.dice), 0] == pytest.approx(max(worths), abs=1e-9)


def _with_dice(state, dice):
    return replace(state, dice=dice)


def test_hard_takes_the_best_of_all_choices():
    for state in random_positions(rules.get("yatzy"), 60, seed=12):
        advice = bots.advise(state)
        decision = bots.decide(state, "hard", 0)
        assert decision.value == pytest.approx(advice.value, abs=1e-6)


def test_known_decisions():
    yacht = start(rules.get("yacht"), seats=1)
    straight = yacht.apply(Roll(0, (), (5, 3, 2, 4, 6)))
    assert bots.decide(straight, "hard", 0).placement.category == "large_straight"
    fours = yacht.apply(Roll(0, (), (4, 1, 4, 2, 4)))
    for level in ("medium", "hard"):
        decision = bots.decide(fours, level, 0)
        assert decision.hold == (0, 2, 4)
        assert decision.reason == "keep_of_a_kind"
        assert decision.faces == (4, 4, 4)
        assert decision.gain > 0
    assert bots.decide(yacht, "hard", 0).reason == "first_roll"


def test_dice_already_held_stay_where_they_are():
    assert slots_for((4, 4), (4, 2, 4, 1, 4), held=(2, 4)) == (2, 4)
    assert slots_for((4, 4), (4, 2, 4, 1, 4)) == (0, 2)
    state = start(rules.get("yacht"), seats=1).apply(Roll(0, (), (4, 1, 4, 2, 6)))
    state = state.apply(Roll(0, (0, 2), (4, 1, 4, 4, 6)))
    assert bots.decide(state, "hard", 0, held=(0, 2)).hold == (0, 2, 3)


def test_unknown_levels_and_finished_games_are_refused():
    state = start(rules.get("yacht"), seats=1)
    with pytest.raises(ValueError, match="no such level"):
        bots.decide(state, "perfect", 0)
    _, over = play_out(state, lambda s: level_move(s, "medium", random.Random(1)))
    with pytest.raises(ValueError, match="over"):
        bots.decide(over, "hard", 0)
    with pytest.raises(ValueError, match="over"):
        bots.advise(over)


def test_simulated_points_are_those_of_the_rules():
    """The vectorised games of the measurements count the same points as the rules."""
    for rules_id in ("triple_yahtzee", "triple_yahtzee+left_to_right", "yatzy", "yacht"):
        rule_set = rules.get(rules_id)
        valuation = values.columns_of(rule_set)
        table = valuation.table
        rng = np.random.default_rng(4)
        state = start(rule_set, seats=1)
        cards = simulate.empty_cards(table.compiled, 1)
        total = 0
        for number in range(rule_set.cells):
            turn = values.evaluate(valuation, cards)
            roll = np.array([table.compiled.five_rolls[number % 6]]) if number % 2 else None
            rolls = roll if roll is not None else simulate.roll_out(turn, rng)
            column, row = simulate.best_entries(simulate.entry_values(table, turn, rolls))
            total += int(simulate.cell_points(table, cards, rolls, column, row)[0])
            cards = simulate.enter(table, cards, rolls, column, row)
            state = state.apply(Roll(0, (), ROLLS[rolls[0]]))
            state = state.apply(Score(0, rule_set.categories[row[0]].id, int(column[0]) + 1))
        assert state.outcome().points == (total,)


@pytest.mark.parametrize(
    ("level", "mean", "sd"), [("easy", 130, 31), ("medium", 165.5, 32), ("hard", 191.76, 38)]
)
def test_yacht_levels_score_what_is_promised(level, mean, sd):
    """A small sample: four standard errors; measure_bots plays enough for the third digit."""
    change = simulate.random_holds(policies.RANDOM_HOLDS) if level == "easy" else None
    games = 3000
    trace = simulate.play(
        policies.valuation_of(rules.get("yacht"), level), games, np.random.default_rng(1), change=change
    )
    assert trace.finals.mean() == pytest.approx(mean, abs=4 * sd / games**0.5)


def test_nothing_is_kept_before_the_first_and_after_the_last_roll():
    valuation = policies.valuation_of(rules.get("yacht"), "hard")
    turn = values.evaluate(valuation, simulate.empty_cards(valuation.table.compiled, 1))
    for roll in (0, 3):
        with pytest.raises(ValueError, match="kept"):
            keep_worths(turn, roll)
