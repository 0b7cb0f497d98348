"""``manage.py train_triple``: train the correction for a rule set with several columns."""

import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.bots import store
from games.bots.network import Weights
from games.bots.training import Plan, train
from games.management import rule_sets


class Command(BaseCommand):
    help = (
        "Learns how flexible cards of several columns are, from games against itself. Checkpoints go to "
        "a temporary folder after every iteration; --ship puts the last weights next to the tables."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rules_id", help="e.g. triple_yahtzee+left_to_right")
        parser.add_argument("--iterations", type=int, default=Plan().iterations)
        parser.add_argument("--games", type=int, default=Plan().games, help="games per iteration")
        parser.add_argument("--seed", type=int, default=Plan().seed)
        parser.add_argument("--folder", type=Path, default=None, help="where checkpoints go")
        parser.add_argument("--rate", type=float, default=Plan().rate, help="first learning rate")
        parser.add_argument("--resume", type=Path, default=None, help="a checkpoint to go on from")
        parser.add_argument("--ship", action="store_true", help="replace the weights in use")

    def handle(self, *args: Any, **options: Any) -> None:
        (rules,) = rule_sets.named([options["rules_id"]])
        plan = Plan(
            iterations=options["iterations"],
            games=options["games"],
            seed=options["seed"],
            rate=options["rate"],
        )
        begin = store.load_weights(rules, options["resume"]) if options["resume"] else None
        folder = options["folder"] or Path(tempfile.mkdtemp(prefix="train-"))
        folder.mkdir(parents=True, exist_ok=True)
        began = time.perf_counter()
        facts = {"seed": plan.seed, "games": plan.games}

        def report(iteration: int, figures: str, weights: Weights) -> None:
            minutes = (time.perf_counter() - began) / 60
            self.stdout.write(f"{iteration + 1}/{plan.iterations} {minutes:.1f} min: {figures}")
            self.stdout.flush()
            store.save_weights(rules, weights, folder=folder, iterations=iteration + 1, **facts)

        weights = train(rules, plan, report, begin)
        target = store.FOLDER if options["ship"] else folder
        path = store.save_weights(rules, weights, folder=target, iterations=plan.iterations, **facts)
        self.stdout.write(f"{path}: {path.stat().st_size / 1024:.0f} KB")
