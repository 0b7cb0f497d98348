"""Computes the histogram of scores; a template draws it. Pure arithmetic."""

from dataclasses import dataclass

WIDTH, HEIGHT = 300, 96
_MOST_BARS = 24
_LEAST_SCORES = 5
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Bar:
    """Scores from `low` to `high` points, both included, and the place of their bar."""

    low: int
    high: int
    count: int
    is_own: bool
    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """The horizontal middle of the bar."""
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Histogram:
    """The bars from few to many points, the widest range of a bar, and the highest bar."""

    bars: list[Bar]
    low: int
    high: int
    step: int
    peak: Bar
    own: Bar | None


def width_of_bars(least: int, most: int) -> int:
    """Return the round number of points of a bar with which at most 24 bars hold all scores."""
    step = next((step for step in _STEPS if most // step - least // step < _MOST_BARS), most)
    return max(step, 1)


def histogram(
    distribution: list[tuple[int, int]], own_points: int | None = None, step: int | None = None
) -> Histogram | None:
    """Return at most 24 bars of equal, round width for (points, number) pairs; None for too few of them.

    With `step`, the width of bars, the points may be any of their bar.

    >>> [(bar.low, bar.high, bar.count) for bar in histogram([(12, 1), (11, 3), (3, 1)]).bars][-2:]
    [(11, 11, 3), (12, 12, 1)]
    """
    if sum(number for _points, number in distribution) < _LEAST_SCORES:
        return None
    least, most = min(distribution)[0], max(distribution)[0]
    step = step or width_of_bars(least, most)
    first, last = least // step, most // step
    counts = [0] * (last - first + 1)
    for points, number in distribution:
        counts[points // step - first] += number
    width = WIDTH // len(counts)
    most_common = max(counts)
    bars = []
    for index, count in enumerate(counts):
        low = (first + index) * step
        height = max(1, round(count * HEIGHT / most_common)) if count else 0
        is_own = own_points is not None and low <= own_points < low + step
        bars.append(Bar(low, low + step - 1, count, is_own, index * width, HEIGHT - height, width, height))
    peak = max(bars, key=lambda bar: bar.count)
    return Histogram(
        bars, bars[0].low, bars[-1].high, step, peak, next((bar for bar in bars if bar.is_own), None)
    )
