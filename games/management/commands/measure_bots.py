"""``manage.py measure_bots [RULES_ID …]``: measure the levels in rule sets without figures."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.bots import measuring
from games.bots.bench import bench
from games.management import rule_sets
from games.rules import RuleSet


class Command(BaseCommand):
    help = "Measures the computer players and writes the figures the rules pages show."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        rule_sets.add_arguments(parser)
        parser.add_argument("--games", type=int, default=100_000, help="games per level, one column")
        parser.add_argument("--games-columns", type=int, default=20_000, help="the same for several columns")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--speed", action="store_true", help="print times and memory instead")
        parser.add_argument("--file", type=Path, default=measuring.FILE)

    def handle(self, *args: Any, rules_id: list[str], anew: bool, **options: Any) -> None:
        if options["speed"]:
            for line in bench():
                self.stdout.write(line)
            return
        figures = measuring.load(options["file"])
        wanted = rule_sets.to_do(rules_id, anew=anew, is_there=lambda rules: rules.rules_id in figures)
        if not wanted:
            self.stdout.write("Every rule set is measured; --anew measures again.")
        for rules in wanted:
            games = options["games"] if len(rules.columns) == 1 else options["games_columns"]
            began = time.perf_counter()
            figures[rules.rules_id] = measuring.measure(rules, games, options["seed"])
            self._print(rules, figures[rules.rules_id], time.perf_counter() - began)
            measuring.save(figures, options["file"])

    def _print(self, rules: RuleSet, found: measuring.Figures, seconds: float) -> None:
        self.stdout.write(f"{rules.rules_id} ({found['games']} games per level, {seconds:.0f} s)")
        for level, figures in found["levels"].items():
            line = f"  {level}: {figures['mean']:.2f} ± {figures['error']:.2f}, sd {figures['sd']:.1f}"
            if steady := figures.get("steady"):
                line += f"; without dice noise {steady['mean']:.3f} ± {steady['error']:.3f}"
            self.stdout.write(line)
        for pair, shares in found["duels"].items():
            self.stdout.write(
                f"  {pair}: " + ", ".join(f"{name} {share} %" for name, share in shares.items())
            )
        self.stdout.flush()
