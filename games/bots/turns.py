"""Five dice as numbers: rolls, what can be kept of them, and how likely a keep becomes a roll.

Dice are multisets here; slots are handled by ``policies``. A *keep* is a
multiset of zero to five dice. The 462 keeps are numbered by size, so that the last 252 of them,
the keeps of five dice, are the rolls. No rules live here.
"""

from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.rules.dice import DICE, FACES, Dice

Array = NDArray[Any]
"""A numpy array; docstrings give its shape, the last axis being the positions of a batch."""

KEEPS: tuple[Dice, ...] = tuple(
    dice for size in range(DICE + 1) for dice in combinations_with_replacement(FACES, size)
)
"""Every multiset of zero to five dice, sorted within, by size."""

ROLLS: tuple[Dice, ...] = tuple(dice for dice in KEEPS if len(dice) == DICE)
"""Every multiset of five dice."""

PARTIAL = len(KEEPS) - len(ROLLS)
"""Number of keeps of fewer than five dice; roll ``r`` is keep ``PARTIAL + r``."""

KEEP_INDEX: dict[Dice, int] = {dice: number for number, dice in enumerate(KEEPS)}

MASKS: tuple[tuple[int, ...], ...] = tuple(
    slots for size in range(DICE + 1) for slots in combinations(range(DICE), size)
)
"""The 32 ways to choose slots, in the order of the columns of SUBSETS."""


def keep_index(faces: Dice) -> int:
    """Return the number of the keep with these faces, in any order."""
    return KEEP_INDEX[tuple(sorted(faces))]


def roll_index(dice: Dice) -> int:
    """Return the number of the roll with these five faces, in any order."""
    return keep_index(dice) - PARTIAL


def _keep_to_roll() -> Array:
    """Return the chance of each roll after keeping and rolling the rest, 462 × 252."""
    counts = np.array([[dice.count(face) for face in FACES] for dice in KEEPS])
    missing = counts[PARTIAL:][None] - counts[:, None]
    ways = np.array([factorial(n) for n in range(DICE + 1)], dtype=np.float64)
    thrown = DICE - counts.sum(1)
    orders = ways[thrown][:, None] / ways[np.maximum(missing, 0)].prod(2)
    chance = orders / (float(len(FACES)) ** thrown)[:, None]
    return np.where((missing >= 0).all(2), chance, 0.0)


def _subsets() -> Array:
    """Return the keep that each choice of slots gives from each sorted roll, 252 × 32."""
    rows = [[KEEP_INDEX[tuple(dice[slot] for slot in slots)] for slots in MASKS] for dice in ROLLS]
    return np.array(rows, dtype=np.int16)


def _added() -> Array:
    """Return the keep that one more die makes of each keep of fewer than five, 210 × 6."""
    rows = [[keep_index((*dice, face)) for face in FACES] for dice in KEEPS[:PARTIAL]]
    return np.array(rows, dtype=np.int16)


def _removed() -> list[tuple[slice, Array]]:
    """Return, size by size, the keeps of that size and what removing one die leaves of each."""
    layers = []
    first = 1
    for size in range(1, DICE + 1):
        kept = [dice for dice in KEEPS if len(dice) == size]
        rows = [[KEEP_INDEX[dice[:n] + dice[n + 1 :]] for dice in kept] for n in range(size)]
        layers.append((slice(first, first + len(kept)), np.array(rows, dtype=np.intp)))
        first += len(kept)
    return layers


KEEP_TO_ROLL: Array = _keep_to_roll()
SUBSETS: Array = _subsets()
ADDED: Array = _added()
_REMOVED = _removed()
_PARTIAL_TO_ROLL = {
    np.dtype(kind): np.ascontiguousarray(KEEP_TO_ROLL[:PARTIAL], dtype=kind)
    for kind in (np.float32, np.float64)
}


def keep_values(rolls: Array) -> Array:
    """Return the mean of a value of rolls (252 × n) after each keep is rolled out, 462 × n."""
    values = np.empty((len(KEEPS), rolls.shape[1]), dtype=rolls.dtype)
    np.matmul(_PARTIAL_TO_ROLL[rolls.dtype], rolls, out=values[:PARTIAL])
    values[PARTIAL:] = rolls
    return values


def best_of_subsets(keeps: Array) -> Array:
    """Return for each roll the best value among its 32 subsets: 462 × n becomes 252 × n."""
    best = keeps.copy()
    for layer, smaller in _REMOVED:
        for left in smaller:
            np.maximum(best[layer], best[left], out=best[layer])
    return best[PARTIAL:]


def first_roll_mean(rolls: Array) -> Array:
    """Return the mean over a fresh roll of five dice: 252 × n becomes n."""
    mean: Array = _PARTIAL_TO_ROLL[rolls.dtype][0] @ rolls
    return mean


def slot_choices(dice: Dice) -> list[tuple[tuple[int, ...], int]]:
    """Return every choice of slots with the keep it makes of these dice on the table."""
    return [(slots, keep_index(tuple(dice[slot] for slot in slots))) for slots in MASKS]
