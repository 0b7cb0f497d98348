"""manage.py build_tables and measure_bots: they process the named rule sets, and only missing ones."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games import rules
from games.bots import measuring, solve, store
from games.bots.compiled import column_fingerprint, compile_rules, one_column


def run(command: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rule sets that were solved; their fake tables contain zeros."""
    found: list[str] = []

    def nothing(rule_set: rules.RuleSet) -> Any:
        found.append(rule_set.rules_id)
        return np.zeros(compile_rules(one_column(rule_set)).states)

    monkeypatch.setattr(solve, "solve", nothing)
    return found


def test_tables_that_are_there_are_not_built_again(tmp_path: Path, solved: list[str]) -> None:
    folder = f"--folder={tmp_path}"
    assert "column-" in run("build_tables", "yacht", folder)
    assert store.column_path(rules.get("yacht"), tmp_path).is_file()
    assert run("build_tables", "yacht", folder).startswith("Every table is there")
    assert solved == ["yacht"]
    run("build_tables", "yacht", "--anew", folder)
    assert solved == ["yacht", "yacht"]
    run("build_tables", folder)
    assert solved.count("yacht") == 2
    assert len(solved) == 1 + len({column_fingerprint(rule_set) for rule_set in rules.all_rules()})


def test_games_with_the_same_columns_share_a_table(tmp_path: Path, solved: list[str]) -> None:
    said = run("build_tables", "yahtzee", "triple_yahtzee", f"--folder={tmp_path}")
    assert solved == ["yahtzee"] and "yahtzee, triple_yahtzee" in said


def test_only_what_was_not_measured_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "measured.json"
    few = ("--games=20", f"--file={path}")
    assert run("measure_bots", "yacht", *few).startswith("yacht (20 games per level")
    kept = path.read_text(encoding="utf-8")
    assert run("measure_bots", "yacht", *few).startswith("Every rule set is measured")
    assert path.read_text(encoding="utf-8") == kept
    run("measure_bots", "yacht", "--anew", "--seed=2", *few)
    assert measuring.load(path)["yacht"]["seed"] == 2
    known = {each.rules_id: measuring.load(path)["yacht"] for each in rules.all_rules()}
    measuring.save({name: found for name, found in known.items() if name != "yatzy"}, path)
    monkeypatch.setattr(measuring, "measure", lambda rule_set, games, seed: known[rule_set.rules_id])
    assert [line for line in run("measure_bots", *few).splitlines() if line[0] != " "] == [
        "yatzy (20 games per level, 0 s)"
    ]


@pytest.mark.parametrize("command", ["build_tables", "measure_bots", "train_triple"])
def test_an_unknown_name_is_refused_with_the_known_ones(command: str) -> None:
    with pytest.raises(CommandError, match=r"no rule set poker\. .*yatzy"):
        run(command, "poker")
