"""Farkle written down a second time, with no code of games.rules: tables of figures and brute force.

Every way to divide the dice into groups is tried; a group that is no set is worth nothing.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

PRESETS = ("box", "additive", "doubling", "german")
ALIKE = {
    "box": """
        300  200  300  400  500  600
        1000 1000 1000 1000 1000 1000
        2000 2000 2000 2000 2000 2000
        3000 3000 3000 3000 3000 3000""",
    "additive": """
        1000 200  300  400  500  600
        2000 400  600  800  1000 1200
        3000 600  900  1200 1500 1800
        4000 800  1200 1600 2000 2400""",
    "doubling": """
        1000 200  300  400  500  600
        2000 400  600  800  1000 1200
        4000 800  1200 1600 2000 2400
        8000 1600 2400 3200 4000 4800""",
}
ALIKE["german"] = ALIKE["doubling"]
"""Three to six alike (lines) of the faces one to six (columns)."""
FIGURES = {
    preset: [list(map(int, line.split())) for line in ALIKE[preset].split("\n")[1:]] for preset in PRESETS
}
WHOLE_ROLLS = {
    "box": {"1-6": 1500, "pairs": 1500, "4+2": 1500, "triplets": 2500},
    "additive": {"1-6": 1500, "pairs": 750, "4+2": 750},
    "doubling": {"1-6": 2000, "pairs": 1500},
    "german": {"1-6": 2000, "pairs": 1000},
}
SHAPES = {(1, 1, 1, 1, 1, 1): "1-6", (2, 2, 2): "pairs", (2, 4): "4+2", (3, 3): "triplets"}


@cache
def worth(preset: str, group: tuple[int, ...]) -> int:
    """Return what a group counts as one set; 0 where it is none."""
    if len(group) == 1:
        return {1: 100, 5: 50}.get(group[0], 0)
    shape = tuple(sorted(Counter(group).values()))
    if len(shape) == 1 and len(group) >= 3:
        return FIGURES[preset][len(group) - 3][group[0] - 1]
    return WHOLE_ROLLS[preset].get(SHAPES.get(shape, ""), 0)


@cache
def partitions(number: int) -> list[list[list[int]]]:
    """Return every way to divide the places 0 to ``number`` - 1 into groups.

    >>> [len(partitions(number)) for number in range(7)]
    [1, 1, 2, 5, 15, 52, 203]
    """
    if not number:
        return [[]]
    found = []
    for smaller in partitions(number - 1):
        found.append([*smaller, [number - 1]])
        for at, group in enumerate(smaller):
            found.append([*smaller[:at], [*group, number - 1], *smaller[at + 1 :]])
    return found


def verdicts(preset: str, dice: tuple[int, ...]) -> tuple[int, set[tuple[int, ...]]]:
    """Return the points of the best partitions, and which dice score in them, sorted."""
    best, scoring = 0, {()}
    for partition in partitions(len(dice)):
        groups = [tuple(dice[place] for place in group) for group in partition]
        sets = [(group, points) for group in groups if (points := worth(preset, group))]
        points = sum(points for _, points in sets)
        used = tuple(sorted(die for group, _ in sets for die in group))
        if points > best:
            best, scoring = points, {used}
        elif points == best:
            scoring.add(used)
    return best, scoring


def choices() -> Iterator[tuple[int, ...]]:
    """Yield all 923 choices of one to six dice, sorted."""
    for number in range(1, 7):
        yield from combinations_with_replacement(range(1, 7), number)


def rolls(number: int) -> Iterator[tuple[int, ...]]:
    """Yield every roll of so many dice, order counting."""
    return product(range(1, 7), repeat=number)
