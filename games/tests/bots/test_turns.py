"""Counted oracles for the combinatorics of five dice."""

from itertools import product

import numpy as np
import pytest

from games.bots import turns


def test_counts():
    assert len(turns.KEEPS) == 462
    assert len(turns.ROLLS) == 252
    assert turns.KEEP_TO_ROLL.shape == (462, 252)
    assert turns.SUBSETS.shape == (252, 32)


def test_every_keep_becomes_some_roll():
    np.testing.assert_allclose(turns.KEEP_TO_ROLL.sum(1), 1, atol=1e-12)


def test_chances_of_a_fresh_roll_are_counted_right():
    counted = np.zeros(252)
    for dice in product(range(1, 7), repeat=5):
        counted[turns.roll_index(dice)] += 1
    np.testing.assert_allclose(turns.KEEP_TO_ROLL[0], counted / 7776, atol=1e-15)


def test_chances_after_a_keep_are_counted_right():
    counted = np.zeros(252)
    for dice in product(range(1, 7), repeat=2):
        counted[turns.roll_index((4, 4, 2, *dice))] += 1
    np.testing.assert_allclose(turns.KEEP_TO_ROLL[turns.keep_index((2, 4, 4))], counted / 36, atol=1e-15)


def test_best_of_subsets_equals_the_search_over_all_subsets():
    values = np.random.default_rng(1).normal(size=(462, 7))
    np.testing.assert_array_equal(turns.best_of_subsets(values), values[turns.SUBSETS].max(1))


def test_adding_and_keeping_agree():
    for keep in (0, 5, 100, 209):
        for face in range(1, 7):
            assert turns.KEEPS[turns.ADDED[keep, face - 1]] == tuple(sorted((*turns.KEEPS[keep], face)))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_five_of_a_kind_in_a_turn_aimed_at_it(kind):
    aim = np.array([[float(len(set(dice)) == 1)] for dice in turns.ROLLS], dtype=kind)
    one = turns.keep_values(aim)
    two = turns.keep_values(turns.best_of_subsets(one))
    chance = turns.first_roll_mean(turns.best_of_subsets(two))[0]
    assert chance == pytest.approx(0.046029, abs=5e-7)


def test_slot_choices_name_what_lies_there():
    choices = dict(turns.slot_choices((6, 1, 6, 2, 3)))
    assert turns.KEEPS[choices[0, 2]] == (6, 6)
    assert turns.KEEPS[choices[1, 3, 4]] == (1, 2, 3)
    assert len(choices) == 32
