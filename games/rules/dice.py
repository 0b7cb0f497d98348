"""Types and functions for five dice that all rule sets use."""

from collections import Counter

Dice = tuple[int, ...]
"""Faces by slot (position on the table), each 1-6."""

DICE = 5
FACES = (1, 2, 3, 4, 5, 6)
MAX_ROLLS = 3


def counts(dice: Dice) -> tuple[int, ...]:
    """Return how often each number of pips shows, most frequent first.

    >>> counts((4, 2, 4, 2, 4))
    (3, 2)
    """
    return tuple(sorted(Counter(dice).values(), reverse=True))


def is_five_of_a_kind(dice: Dice) -> bool:
    """Tell whether all five dice show the same face."""
    return len(dice) == DICE and len(set(dice)) == 1


def longest_run(dice: Dice) -> int:
    """Return the length of the longest run of consecutive faces.

    >>> longest_run((4, 1, 3, 2, 3))
    4
    """
    faces = set(dice)
    best = run = 0
    for face in FACES:
        run = run + 1 if face in faces else 0
        best = max(best, run)
    return best
