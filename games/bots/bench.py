"""Measures the time of decisions and the memory of the tables; prints figures and judges nothing."""

import resource
import sys
import time
from collections.abc import Iterator

import numpy as np

from games.bots import policies
from games.bots.policies import LEVELS
from games.rules import GameState, Roll, RuleSet, Score, all_rules, start


def _positions(rules: RuleSet, level: str, games: int) -> Iterator[GameState]:
    """Yield every position of games that a level plays alone."""
    rng = np.random.default_rng(3)
    for game in range(games):
        state = start(rules, seats=1)
        while state.status == "playing":
            yield state
            decision = policies.decide(state, level, game)
            if decision.placement is not None:
                state = state.apply(Score(0, decision.placement.category, decision.placement.column))
                continue
            hold = decision.hold or ()
            thrown = rng.integers(1, 7, size=5).tolist()
            faces = tuple(state.dice[slot] if slot in hold else thrown[slot] for slot in range(5))
            state = state.apply(Roll(0, hold, faces))


def latencies(rules: RuleSet, level: str, games: int) -> list[float]:
    """Return the milliseconds of every decision in some games, in order."""
    found = []
    for state in list(_positions(rules, level, games)):
        began = time.perf_counter()
        policies.decide(state, level, 0)
        found.append(1000 * (time.perf_counter() - began))
    return found


def _resident() -> float:
    """Return the greatest memory this process has used so far, in MB."""
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def bench(games: int = 5) -> Iterator[str]:
    """Yield lines about memory and about the time of one decision in every rule set and level."""
    before = _resident()
    began = time.perf_counter()
    policies.warm_up()
    seconds = time.perf_counter() - began
    yield f"warm-up {seconds:.2f} s; peak memory {before:.0f} MB before, {_resident():.0f} MB after"
    for rules in all_rules():
        for level in LEVELS:
            times = latencies(rules, level, games)
            p50, p99 = np.percentile(times, [50, 99])
            yield (
                f"{rules.rules_id} {level}: {p50:.2f} ms median, {p99:.2f} ms p99, {max(times):.2f} ms max "
                f"of {len(times)}"
            )
