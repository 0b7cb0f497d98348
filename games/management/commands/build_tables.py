"""``manage.py build_tables``: compute the exact values of every kind of column anew."""

import resource
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.bots import solve, store
from games.bots.compiled import column_fingerprint
from games.rules import RuleSet, all_rules


def distinct_columns() -> dict[str, list[RuleSet]]:
    """Return the rule sets by fingerprint of their columns: one table serves each group."""
    groups: dict[str, list[RuleSet]] = {}
    for rules in all_rules():
        groups.setdefault(column_fingerprint(rules), []).append(rules)
    return groups


class Command(BaseCommand):
    help = "Computes the value of every state of a column under perfect play, for all rule sets."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=store.FOLDER, help="where the tables go")

    def handle(self, *args: Any, **options: Any) -> None:
        for groups in distinct_columns().values():
            names = ", ".join(rules.rules_id for rules in groups)
            began = time.perf_counter()
            values = solve.solve(groups[0])
            path = store.save_column(groups[0], values, options["folder"])
            seconds = time.perf_counter() - began
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            self.stdout.write(
                f"{values[0]:.6f} points, {seconds:.1f} s, peak {peak:.0f} MB, "
                f"{path.name} {path.stat().st_size / 1024:.0f} KB: {names}"
            )
