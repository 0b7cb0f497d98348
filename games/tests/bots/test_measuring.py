"""The figures of the levels: how they are computed, and that the stored ones are plausible."""

import numpy as np
import pytest

from games import rules
from games.bots import measuring


def test_a_duel_counts_all_pairs():
    assert measuring.duel(np.array([3, 5]), np.array([3, 4, 4, 9])) == {
        "win": 37.5,
        "draw": 12.5,
        "loss": 50.0,
    }


@pytest.mark.parametrize(("spread", "step"), [(38, 1), (200, 5), (1900, 50)])
def test_histogram_bars_are_round(spread, step):
    assert measuring.histogram_step(np.array([0, spread])) == step


def test_measuring_gives_everything_the_pages_show(tmp_path):
    found = measuring.measure(rules.get("yacht"), games=300)
    assert set(found["levels"]) == {"easy", "medium", "hard"}
    assert len(found["bands"]["low"]) == len(found["bands"]["high"]) == 13
    assert all(low <= high for low, high in zip(found["bands"]["low"], found["bands"]["high"], strict=True))
    for figures in found["levels"].values():
        assert sum(figures["histogram"]["permille"]) == pytest.approx(1000, abs=1)
    path = tmp_path / "measured.json"
    measuring.save({"yacht": found}, path)
    assert measuring.load(path) == {"yacht": found}
    assert measuring.load(tmp_path / "none.json") == {}


@pytest.mark.parametrize("rule_set", rules.all_rules(), ids=lambda r: r.rules_id)
def test_kept_figures_are_there_and_in_order(rule_set):
    found = measuring.measured(rule_set)
    assert found is not None
    easy, medium, hard = (found["levels"][level]["mean"] for level in ("easy", "medium", "hard"))
    assert easy < medium < hard
    assert len(found["bands"]["low"]) == rule_set.cells + 1
