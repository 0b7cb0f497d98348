"""What a roll is worth in a category: the building blocks that rule sets choose from.

Each function takes the dice and gives the raw points (0 when the condition is not met);
functions with parameters return such a function. Column factors are applied elsewhere.
"""

from collections import Counter
from collections.abc import Callable

from games.rules.dice import Dice, counts, is_five_of_a_kind, longest_run

Points = Callable[[Dice], int]


def of_face(face: int) -> Points:
    """Sum of the dice that show this face."""
    return lambda dice: face * dice.count(face)


def sum_of_dice(dice: Dice) -> int:
    """Sum of all dice."""
    return sum(dice)


def sum_if_of_a_kind(number: int) -> Points:
    """Sum of all dice when at least ``number`` of them show the same face."""
    return lambda dice: sum(dice) if counts(dice)[0] >= number else 0


def of_a_kind_only(number: int) -> Points:
    """The highest ``number`` dice of one face, without the other dice (a pair of fives: 10)."""

    def points(dice: Dice) -> int:
        faces = [face for face, times in Counter(dice).items() if times >= number]
        return number * max(faces, default=0)

    return points


def two_pairs(dice: Dice) -> int:
    """All four dice of two different pairs; four of a kind is not two pairs."""
    faces = [face for face, times in Counter(dice).items() if times >= 2]
    return 2 * sum(faces) if len(faces) == 2 else 0


def _is_full_house(dice: Dice) -> bool:
    return counts(dice) == (3, 2)


def full_house(fixed: int) -> Points:
    """``fixed`` points for three of one face and two of another; five of a kind is not one."""
    return lambda dice: fixed if _is_full_house(dice) else 0


def full_house_sum(dice: Dice) -> int:
    """Sum of all dice for three of one face and two of another; five of a kind is not one."""
    return sum(dice) if _is_full_house(dice) else 0


def straight(length: int, fixed: int) -> Points:
    """``fixed`` points for at least ``length`` consecutive faces."""
    return lambda dice: fixed if longest_run(dice) >= length else 0


def exact_faces(faces: frozenset[int], fixed: int) -> Points:
    """``fixed`` points when the dice show exactly this set of faces."""
    return lambda dice: fixed if set(dice) == faces else 0


def five_of_a_kind(fixed: int) -> Points:
    """``fixed`` points when all five dice show the same face."""
    return lambda dice: fixed if is_five_of_a_kind(dice) else 0


def always(fixed: int) -> Points:
    """``fixed`` points whatever the dice: how a joker counts in a straight or a full house."""
    return lambda dice: fixed
