"""The exact values of one column, and the files that store them."""

import numpy as np
import pytest

from games import rules
from games.bots import solve, store
from games.bots.compiled import column_fingerprint, compile_rules, one_column

OPTIMA = {
    "yacht": 191.760880,
    "yahtzee": 254.587729,
    "yahtzee+no_yahtzee_bonus": 245.870775,
    "yatzy": 248.439989,
}


@pytest.fixture(scope="module")
def yacht_values():
    return solve.solve(rules.get("yacht"))


def test_yacht_is_solved_to_its_optimum(yacht_values):
    assert yacht_values[0] == pytest.approx(191.760880, abs=1e-6)


@pytest.mark.parametrize(("rules_id", "optimum"), OPTIMA.items())
def test_shipped_tables_start_at_the_optimum(rules_id, optimum):
    values, _ = store.column(rules.get(rules_id))
    assert values[0] == pytest.approx(optimum, abs=1e-4)


def test_a_table_survives_the_file(tmp_path, yacht_values):
    yacht = rules.get("yacht")
    path = store.save_column(yacht, yacht_values, tmp_path)
    loaded, five_rows = store.load_column(yacht, path)
    assert five_rows is None
    np.testing.assert_allclose(loaded, yacht_values, atol=0.0001)


def test_the_shipped_table_is_what_the_solver_computes(yacht_values):
    values, _ = store.column(rules.get("yacht"))
    np.testing.assert_allclose(values, yacht_values, atol=0.0001)


def test_tables_of_other_rules_are_refused(tmp_path, yacht_values):
    path = store.save_column(rules.get("yacht"), yacht_values, tmp_path)
    with pytest.raises(store.WrongTables, match="other rules"):
        store.load_column(rules.get("yatzy"), path)
    with pytest.raises(store.WrongTables, match="no file"):
        store.load_column(rules.get("yacht"), tmp_path / "column-0.npz")


def test_columns_of_one_kind_share_a_table():
    assert column_fingerprint(rules.get("triple_yahtzee")) == column_fingerprint(rules.get("yahtzee"))
    assert len({column_fingerprint(r) for r in rules.all_rules()}) == len(OPTIMA)


def test_shipped_tables_are_small():
    assert sum(path.stat().st_size for path in store.FOLDER.iterdir()) < 6_000_000


@pytest.mark.parametrize("rules_id", OPTIMA)
def test_reachable_upper_totals(rules_id):
    compiled = compile_rules(one_column(rules.get(rules_id)))
    reach = solve.reachable_uppers(compiled)
    for mask, face in ((0b1, 1), (0b100000, 6)):
        sums = {min(face * dice, compiled.cap) for dice in range(6)}
        assert np.nonzero(reach[mask])[0].tolist() == sorted(sums | {compiled.cap})


def test_five_of_a_kind_in_a_filled_column_follow_the_joker_rule():
    yahtzee = one_column(rules.get("yahtzee"))
    _, five_rows = store.column(yahtzee)
    assert five_rows is not None
    fours, sixes, full_house, chance = 1 << 3, 1 << 5, 1 << 8, 1 << 12
    assert five_rows[fours | sixes | full_house, 3] == fours
    assert five_rows[sixes | full_house | chance, 3] == full_house | chance
    assert five_rows[sixes | 1, 3] == sixes | 1
