"""The strength of the computer players for the rules pages: measured figures and a histogram."""

from dataclasses import dataclass
from typing import Any

from games.bots import measured
from games.rules import RuleSet
from games.words import labels

WIDTH = 440
HEIGHT = 46
"""Size of the picture of one level, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A share of the games, as a rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Level:
    """One level: points on average with the standard error, and how the games were spread."""

    label: labels.Text
    mean: float
    error: float
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Strength:
    """The levels of one game, side by side on the same scale."""

    games: int
    low: int
    high: int
    levels: tuple[Level, ...]
    width: int = WIDTH
    height: int = HEIGHT


def strength(rules: RuleSet) -> Strength | None:
    """Return the measured strength of the levels in a game, None when nobody has measured it."""
    figures = measured(rules)
    if not figures:
        return None
    spreads = [level["histogram"] for level in figures["levels"].values()]
    low = min(spread["start"] for spread in spreads)
    high = max(spread["start"] + spread["step"] * len(spread["permille"]) for spread in spreads)
    levels = tuple(
        Level(labels.LEVELS[name], level["mean"], level["error"], _bars(level["histogram"], low, high))
        for name, level in figures["levels"].items()
    )
    return Strength(figures["games"], low, high, levels)


def _bars(spread: dict[str, Any], low: int, high: int) -> tuple[Bar, ...]:
    """Return the bars of one level, the highest as high as the picture."""
    shares = spread["permille"]
    scale = WIDTH / (high - low)
    width = spread["step"] * scale
    highest = max(shares)
    bars = []
    for number, share in enumerate(shares):
        height = round(HEIGHT * share / highest, 1)
        if height:
            x = (spread["start"] - low) * scale + number * width
            bars.append(Bar(round(x, 1), round(HEIGHT - height, 1), round(width - 1, 1), height))
    return tuple(bars)
