"""``manage.py build_tables [RULES_ID …]``: compute the exact values of columns that have no table yet."""

import resource
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.bots import solve, store
from games.bots.compiled import column_fingerprint
from games.management import rule_sets
from games.rules import RuleSet


def by_column(rules: Iterable[RuleSet]) -> dict[str, list[RuleSet]]:
    """Return the rule sets by fingerprint of their columns: each group shares one table."""
    groups: dict[str, list[RuleSet]] = {}
    for one in rules:
        groups.setdefault(column_fingerprint(one), []).append(one)
    return groups


class Command(BaseCommand):
    help = "Computes the value of every state of a column under perfect play, where there is no table of it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        rule_sets.add_arguments(parser)
        parser.add_argument("--folder", type=Path, default=store.FOLDER, help="where the tables go")

    def handle(self, *args: Any, rules_id: list[str], anew: bool, folder: Path, **options: Any) -> None:
        wanted = rule_sets.to_do(
            rules_id, anew=anew, is_there=lambda rules: store.column_path(rules, folder).exists()
        )
        if not wanted:
            self.stdout.write("Every table is there; --anew computes them again.")
        for group in by_column(wanted).values():
            self._build(group, folder)

    def _build(self, group: list[RuleSet], folder: Path) -> None:
        began = time.perf_counter()
        values = solve.solve(group[0])
        path = store.save_column(group[0], values, folder)
        seconds = time.perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        names = ", ".join(rules.rules_id for rules in group)
        self.stdout.write(
            f"{values[0]:.6f} points, {seconds:.1f} s, peak {peak:.0f} MB, "
            f"{path.name} {path.stat().st_size / 1024:.0f} KB: {names}"
        )
        self.stdout.flush()
