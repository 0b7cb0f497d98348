"""Computes the drawing of the expected final scores as curves; a template draws it. Pure arithmetic."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 340, 236
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 8, 8, 20
_STEPS = tuple(base * 10**power for power in range(4) for base in (1, 2, 5))
_MOST_TICKS = 5
DASHES = ("none", "7 4", "2 3", "11 3 2 3", "1 5", "15 4")
"""How the lines of the seats differ, by seat."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A marked value on an axis and its place."""

    value: int
    at: float


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one seat."""

    seat: int
    points: str
    dash: str
    end_x: float
    end_y: float


@dataclass(frozen=True, slots=True)
class Curves:
    """Everything the drawing needs, in the units of its view box."""

    lines: list[Line]
    band: str
    """Outline of the band, empty when there is none."""
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    par_at: float
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def draw(
    curves: Sequence[Sequence[float]], band: tuple[Sequence[float], Sequence[float]] | None = None
) -> Curves:
    """Return the drawing of one curve per seat, all of the same length, and of a band behind them.

    All begin at par; the band is a point there, whatever was measured for it.
    """
    turns = len(curves[0]) - 1
    sides = [[curves[0][0], *side[1:]] for side in band or () if len(side) == turns + 1]
    values = [value for line in (*curves, *sides) for value in line]
    step = _step(min(values), max(values))
    low = int(min(values) // step) * step
    high = -int(-max(values) // step) * step

    def x(turn: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * turn / turns, 1)

    def y(value: float) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - value) / max(high - low, 1), 1)

    def path(line: Sequence[float]) -> list[str]:
        return [f"{x(turn)},{y(value)}" for turn, value in enumerate(line)]

    return Curves(
        lines=[
            Line(seat, " ".join(path(line)), DASHES[seat % len(DASHES)], x(turns), y(line[-1]))
            for seat, line in enumerate(curves)
        ],
        band=" ".join(path(sides[0]) + path(sides[1])[::-1]) if len(sides) == 2 else "",
        x_ticks=[Tick(turn, x(turn)) for turn in _turn_ticks(turns)],
        y_ticks=[Tick(value, y(value)) for value in range(low, high + 1, step)],
        par_at=y(curves[0][0]),
    )


def _step(low: float, high: float) -> int:
    """Return the distance of the marks on the vertical axis, a round number."""
    return next((step for step in _STEPS if (high - low) / step <= _MOST_TICKS), _STEPS[-1])


def _turn_ticks(turns: int) -> list[int]:
    """Return the turns marked on the horizontal axis: the start, the end, round numbers between.

    >>> _turn_ticks(12), _turn_ticks(39)
    ([0, 5, 12], [0, 10, 20, 30, 39])
    """
    step = 5 if turns < 20 else 10
    marks = [*range(0, turns, step), turns]
    return [mark for mark, after in pairwise(marks) if after - mark > step // 2 or not mark] + [turns]
