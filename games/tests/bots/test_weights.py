"""The weights in the repository: small, made for their rules, and better than no correction."""

import numpy as np
import pytest

from games import rules
from games.bots import simulate, store, values


@pytest.mark.parametrize(
    "rule_set", [r for r in rules.all_rules() if len(r.columns) > 1], ids=lambda r: r.rules_id
)
def test_shipped_weights_beat_the_plain_sum(rule_set):
    """A small sample, freed of dice noise; measure_bots plays enough for the second digit."""
    assert store.weights_path(rule_set).stat().st_size <= 150 * 1024
    means = []
    for valuation in (values.columns_of(rule_set, np.float32), values.best_known(rule_set, np.float32)):
        trace = simulate.play(valuation, 250, np.random.default_rng(1))
        means.append(simulate.steady_finals(trace).mean())
    assert means[1] > means[0] + 10
