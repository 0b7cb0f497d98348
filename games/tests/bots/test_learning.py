"""The learned correction: two ways of evaluation agree, gradients are right, training improves it."""

import numpy as np
import pytest

from games import rules
from games.bots import network, simulate, store, training, values
from games.bots.engine import Positions, after_states, offers

TRIPLE = rules.get("triple_yahtzee")


@pytest.fixture(scope="module")
def valuation():
    """A valuation with weights that say something about every input."""
    plain = values.columns_of(TRIPLE, np.float32)
    rng = np.random.default_rng(2)
    weights = network.initial_weights(plain.table.compiled, (24, 8), rng)
    weights["layer3"] += rng.normal(size=8).astype(np.float32)
    weights["bias1"] += np.float32(0.1)
    return values.Learned(plain, network.Network(plain.table.compiled, weights, plain.values))


@pytest.fixture(scope="module")
def trace(valuation):
    return simulate.play(valuation, 12, np.random.default_rng(3), keep_cards=True)


@pytest.mark.parametrize("turn", [0, 7, 20, 33])
@pytest.mark.parametrize("column", [0, 1, 2])
def test_afters_are_valued_like_the_cards_they_lead_to(valuation, trace, turn, column):
    compiled = valuation.table.compiled
    cards = trace.before[turn]
    states = after_states(compiled, cards, column)
    after, where, g = valuation.network.afters(cards, offers(compiled, cards), column, states)
    arrays = [array[:, where].copy() for array in (cards.mask, cards.upper, cards.flag)]
    for array, state in zip(arrays, states, strict=True):
        array[column] = state[after, where]
    led_to = Positions(*arrays)
    np.testing.assert_allclose(
        g, valuation.network.cards(led_to, offers(compiled, led_to)), rtol=1e-4, atol=1e-3
    )


def test_a_full_card_is_worth_nothing_more(valuation, trace):
    compiled = valuation.table.compiled
    cards = trace.before[-1]
    found = offers(compiled, cards)
    for column, worth in enumerate(valuation.afters(cards, found)):
        playable = found.rows[column][compiled.after_row]
        np.testing.assert_allclose(worth[playable], 0, atol=1e-3)


def test_the_two_ways_to_average_agree(trace):
    """Scores freed of dice noise differ from the plain ones by noise alone."""
    steady = simulate.steady_finals(trace)
    assert steady.shape == trace.finals.shape
    assert abs(steady.mean() - trace.finals.mean()) < 5 * trace.finals.std() / len(steady) ** 0.5


def test_gradients_are_those_of_the_error(valuation):
    rng = np.random.default_rng(4)
    samples, _ = training.gather(valuation, 6, rng)
    batch = samples.part(np.arange(64))
    weights = {name: array.astype(np.float64) for name, array in valuation.network.weights.items()}
    found, _ = training.gradients(weights, batch)
    for name, array in weights.items():
        at = np.unravel_index(int(np.abs(found[name]).argmax()), array.shape)
        errors = []
        for change in (1e-5, -1e-5):
            moved = {**weights, name: array.copy()}
            moved[name][at] += change
            errors.append(training.gradients(moved, batch)[1] / 2)
        assert found[name][at] == pytest.approx((errors[0] - errors[1]) / 2e-5, rel=1e-3)


def test_training_learns_from_zero_and_repeats_itself(tmp_path):
    rule_set = rules.get("triple_yahtzee+left_to_right")
    plan = training.Plan(iterations=2, games=120, sizes=(16, 8))
    heard = []
    first = training.train(rule_set, plan, lambda number, text, weights: heard.append((number, text)))
    again = training.train(rule_set, plan, lambda number, text, weights: None)
    assert [number for number, _ in heard] == [0, 1]
    assert "without dice noise" in heard[0][1]
    for name, array in first.items():
        np.testing.assert_array_equal(array, again[name])
    path = store.save_weights(rule_set, first, folder=tmp_path, seed=1)
    loaded = store.load_weights(rule_set, path)
    assert set(loaded) == set(first)
    with pytest.raises(store.WrongTables, match="other rules"):
        store.load_weights(TRIPLE, path)
