"""Measures how strong the levels are in many simulated games, and stores the figures in a file.

The file is what the rules pages show; ``manage.py measure_bots`` writes it.
"""

import json
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from games.bots import simulate, values
from games.bots.policies import LEVELS, RANDOM_HOLDS
from games.bots.turns import Array
from games.bots.values import Valuation
from games.rules import RuleSet

FILE = Path(__file__).parent / "measured.json"
CHUNK = 250
BARS = 40
"""About as many bars a histogram has."""

Figures = dict[str, Any]


def _valuation(rules: RuleSet, level: str) -> Valuation:
    if level == "hard":
        return values.best_known(rules, np.float32)
    return values.ThisTurn(values.table_of(rules), np.float32)


def _play(rules: RuleSet, level: str, games: int, seed: int) -> tuple[Array, Array, Array]:
    """Return final scores, the same without dice noise, and expected finals turn by turn."""
    valuation = _valuation(rules, level)
    change = simulate.random_holds(RANDOM_HOLDS) if level == "easy" else None
    rng = np.random.default_rng([seed, LEVELS.index(level)])
    finals, steady, courses = [], [], []
    for begin in range(0, games, CHUNK):
        trace = simulate.play(valuation, min(CHUNK, games - begin), rng, change=change)
        finals.append(trace.finals)
        steady.append(simulate.steady_finals(trace))
        courses.append(np.cumsum(trace.points, axis=0)[:-1] + trace.worth[1:])
    return np.concatenate(finals), np.concatenate(steady), np.concatenate(courses, axis=1)


def _mean(numbers: Array) -> dict[str, float]:
    return {
        "mean": round(float(numbers.mean()), 3),
        "error": round(float(numbers.std(ddof=1)) / len(numbers) ** 0.5, 3),
    }


def histogram_step(*samples: Array) -> int:
    """Return the width of the bars that suits all samples: 1, 2 or 5 times a power of ten."""
    span = max(float(np.ptp(sample)) for sample in samples)
    steps = [base * 10**power for power in range(4) for base in (1, 2, 5)]
    chosen: int = min(steps, key=lambda step: abs(span / step - BARS))
    return chosen


def _histogram(finals: Array, step: int) -> Figures:
    """Return the share of games per bar, in thousandths; the first bar starts at ``start``."""
    bars = finals // step
    first = int(bars.min())
    counts = np.bincount((bars - first).astype(np.int64))
    return {
        "start": first * step,
        "step": step,
        "permille": np.round(counts * 1000 / len(finals), 2).tolist(),
    }


def duel(one: Array, other: Array) -> dict[str, float]:
    """Return how often a player with the first scores beats one with the others, in percent."""
    other = np.sort(other)
    below = np.searchsorted(other, one, side="left")
    not_above = np.searchsorted(other, one, side="right")
    wins, draws = below.mean() / len(other), (not_above - below).mean() / len(other)
    figures = {"win": wins, "draw": draws, "loss": 1 - wins - draws}
    return {name: round(100 * float(share), 2) for name, share in figures.items()}


def measure(rules: RuleSet, games: int, seed: int = 1) -> Figures:
    """Return the figures of all levels in one rule set, from ``games`` games each."""
    played = {level: _play(rules, level, games, seed) for level in LEVELS}
    finals = {level: found[0] for level, found in played.items()}
    step = histogram_step(*finals.values())
    levels: dict[str, Figures] = {}
    for level, scores in finals.items():
        levels[level] = {
            **_mean(scores),
            "sd": round(float(scores.std(ddof=1)), 2),
            "histogram": _histogram(scores, step),
        }
    levels["hard"]["steady"] = _mean(played["hard"][1])
    course = played["hard"][2]
    start = float(played["hard"][1].mean())
    low, high = (np.percentile(course, share, axis=1) for share in (5, 95))
    last_low, last_high = (float(np.percentile(finals["hard"], share)) for share in (5, 95))
    return {
        "games": games,
        "seed": seed,
        "levels": levels,
        "duels": {f"{a}-{b}": duel(finals[a], finals[b]) for a, b in combinations(LEVELS[::-1], 2)},
        "bands": {
            "low": [round(start, 1), *np.round(low, 1).tolist(), last_low],
            "high": [round(start, 1), *np.round(high, 1).tolist(), last_high],
        },
    }


def save(figures: dict[str, Figures], path: Path = FILE) -> None:
    """Write the figures of all measured rule sets, by rules_id."""
    lines = [f"{json.dumps(name)}: {json.dumps(figures[name])}" for name in sorted(figures)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def load(path: Path = FILE) -> dict[str, Figures]:
    """Return the figures of all measured rule sets, by rules_id."""
    found: dict[str, Figures] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


@lru_cache(maxsize=1)
def _measured() -> dict[str, Figures]:
    return load()


def measured(rules: RuleSet) -> Figures | None:
    """Return the measured figures of a rule set, None when it has not been measured.

    ``levels``: per level mean, its standard error, sd and a histogram; ``duels``: win, draw and
    loss in percent; ``bands``: the 5th and 95th percentile of the final total to be expected under
    the best play, before the first turn and after each turn.
    """
    return _measured().get(rules.rules_id)
