"""The report: its sums, its turns, and its verdict on known mistakes."""

import random

import pytest

from games import bots, rules
from games.rules import Roll, Score, all_rules, start
from games.tests.bots.games import level_move, play_out, random_game

ALL = pytest.mark.parametrize("rule_set", all_rules(), ids=lambda r: r.rules_id)


@ALL
def test_final_is_par_plus_luck_minus_mistakes(rule_set):
    for seed in range(4):
        moves, state = random_game(rule_set, seed, seats=2)
        report = bots.analyse(rule_set, moves, 2)
        for seat, told in enumerate(report.seats):
            assert told.final == state.outcome().points[seat]
            assert told.par + told.luck - told.mistakes == pytest.approx(told.final, abs=1e-6)
            assert told.curve[-1] == pytest.approx(told.final, abs=1e-6)
            assert len(told.turns) == rule_set.cells
            assert all(step.loss >= 0 for turn in told.turns for step in turn.steps)


@ALL
def test_the_hard_level_makes_no_mistakes(rule_set):
    dice = random.Random(5)
    moves, _ = play_out(start(rule_set, seats=1), lambda state: level_move(state, "hard", dice))
    told = bots.analyse(rule_set, moves, 1).seats[0]
    assert told.mistakes == pytest.approx(0, abs=1e-6)
    assert told.costliest() == () or told.costliest()[0][1].loss < 1e-6


def test_par_is_the_optimum_and_exactness_is_told():
    yacht = rules.get("yacht")
    report = bots.analyse(yacht, random_game(yacht, 1)[0], 1)
    assert report.exact
    assert report.seats[0].par == pytest.approx(191.76088, abs=1e-3)
    triple = rules.get("triple_yahtzee")
    assert not bots.analyse(triple, random_game(triple, 1)[0], 1).exact


def test_the_last_cell_has_no_choice_left():
    yatzy = rules.get("yatzy")
    moves, _ = random_game(yatzy, 2)
    last = bots.analyse(yatzy, moves, 1).seats[0].turns[-1]
    assert last.steps[-1].loss == 0
    assert last.steps[-1].chosen == last.steps[-1].best


def test_a_thrown_away_five_of_a_kind_is_the_costliest_decision():
    yacht = rules.get("yacht")
    blunder = [Roll(0, (), (6, 6, 6, 6, 6)), Score(0, "ones", 1)]
    state = start(yacht, seats=1)
    for move in blunder:
        state = state.apply(move)
    dice = random.Random(8)
    rest, _ = play_out(state, lambda s: level_move(s, "hard", dice))
    told = bots.analyse(yacht, [*blunder, *rest], 1).seats[0]
    turn, step = told.costliest()[0]
    assert (turn.turn, step.roll) == (0, 1)
    assert step.best.placement is not None
    assert step.best.placement.category == "yacht"
    assert step.loss > 20
    assert step.luck > 20
    assert told.average_loss == pytest.approx(told.mistakes / told.decisions)


def test_progress_runs_to_the_end():
    heard = []
    moves, _ = random_game(rules.get("triple_yahtzee"), 3, seats=2)
    bots.analyse(rules.get("triple_yahtzee"), moves, 2, progress=lambda done, of: heard.append((done, of)))
    assert heard[-1] == (78, 78)
    assert heard == sorted(heard)


def test_an_unfinished_game_has_no_report():
    yacht = rules.get("yacht")
    moves, _ = random_game(yacht, 4)
    with pytest.raises(ValueError, match="not over"):
        bots.analyse(yacht, moves[:-1], 1)
