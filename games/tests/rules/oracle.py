"""The rules written down a second time, deliberately plainly, to check the engine and the pages against.

Imports nothing of the project: everything is tuples, lists and dicts, and every question is
answered by trying all possibilities. Speed does not matter.

Words: *dice* are five faces in slot order; a *cell* is ``(category id, column)``; *cells* is a dict
from cell to raw points, with open cells absent; *bonuses* is a dict from column to YAHTZEE bonus points.

Single questions
    rows(rules_id)                      category ids in card order
    columns(rules_id)                   column numbers
    points(rules_id, category, dice)    natural value, no joker
    offers(rules_id, cells, dice)       {cell: (points, bonus)} for every legal entry
    house_points(rules_id, category, dice)  the most a pad may take with five equal dice as joker
    totals(rules_id, cells, bonuses)    sums in the shape of record.json: {"1": {"upper": …}, "grand": …}

Whole games (a game is a dict, changed in place; refusals raise Refused and change nothing)
    new_game(rules_id, seats, first=0)  keys: rules, cells, bonuses, seat, entries, roll, dice, status
    roll(game, seat, held, faces)
    score(game, seat, category, column) returns (points, bonus)
    undo(game, seat)                    takes the last entry back
    play(rules_id, seats, moves, first=0)   moves as in record.json, points and bonus checked
    check_record(record)                a parsed record.json: moves, points, totals and status must agree

>>> game = new_game("yacht", 1)
>>> roll(game, 0, [], [2, 3, 4, 5, 5])
>>> offers("yacht", game["cells"][0], game["dice"])["small_straight", 1]
(15, 0)
>>> score(game, 0, "small_straight", 1)
(15, 0)
>>> totals("yacht", game["cells"][0], game["bonuses"][0])["grand"]
15
>>> undo(game, 0)
>>> game["dice"], game["roll"], game["cells"]
([2, 3, 4, 5, 5], 1, [{}])
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import combinations, combinations_with_replacement
from typing import Any

Cell = tuple[str, int]
Cells = dict[Cell, int]
Game = dict[str, Any]
Worth = Callable[[Sequence[int]], int]

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
ROLLS = list(combinations_with_replacement(range(1, 7), 5))
JOKER_POINTS = {"full_house": 25, "small_straight": 30, "large_straight": 40}


class Refused(ValueError):
    """The command is not allowed now."""


def game_name(rules_id: str) -> str:
    return rules_id.split("+")[0]


def has_option(rules_id: str, option: str) -> bool:
    return option in rules_id.split("+")[1:]


def rows(rules_id: str) -> list[str]:
    return [*UPPER, *LOWER[game_name(rules_id)]]


def columns(rules_id: str) -> list[int]:
    return [1, 2, 3] if game_name(rules_id) == "triple_yahtzee" else [1]


# What a roll is worth


def equal_dice(dice: Sequence[int], number: int) -> int:
    """Return the highest face of which this many dice can be picked, 0 if there is none."""
    return max((pick[0] for pick in combinations(dice, number) if len(set(pick)) == 1), default=0)


def has_run(dice: Sequence[int], length: int) -> bool:
    """Tell whether dice can be picked that form a run of this length."""
    return any(
        all(right - left == 1 for left, right in zip(pick, pick[1:], strict=False))
        for pick in combinations(sorted(dice), length)
    )


def is_full_house(dice: Sequence[int]) -> bool:
    a, b, c, d, e = sorted(dice)
    return a != e and a == b and d == e and c in (a, e)


def two_pairs(dice: Sequence[int]) -> int:
    best = 0
    for a, b, c, d in combinations(sorted(dice), 4):
        if a == b and c == d and b != c:
            best = max(best, a + b + c + d)
    return best


YAHTZEE_LOWER: dict[str, Worth] = {
    "three_of_a_kind": lambda dice: sum(dice) if equal_dice(dice, 3) else 0,
    "four_of_a_kind": lambda dice: sum(dice) if equal_dice(dice, 4) else 0,
    "full_house": lambda dice: 25 if is_full_house(dice) else 0,
    "small_straight": lambda dice: 30 if has_run(dice, 4) else 0,
    "large_straight": lambda dice: 40 if has_run(dice, 5) else 0,
    "yahtzee": lambda dice: 50 if equal_dice(dice, 5) else 0,
    "chance": lambda dice: sum(dice),
}
YACHT_LOWER: dict[str, Worth] = {
    "chance": lambda dice: sum(dice),
    "four_of_a_kind": lambda dice: sum(dice) if equal_dice(dice, 4) else 0,
    "full_house": lambda dice: sum(dice) if is_full_house(dice) else 0,
    "small_straight": lambda dice: 15 if has_run(dice, 4) else 0,
    "large_straight": lambda dice: 30 if has_run(dice, 5) else 0,
    "yacht": lambda dice: 50 if equal_dice(dice, 5) else 0,
}
YATZY_LOWER: dict[str, Worth] = {
    "one_pair": lambda dice: 2 * equal_dice(dice, 2),
    "two_pairs": two_pairs,
    "three_of_a_kind": lambda dice: 3 * equal_dice(dice, 3),
    "four_of_a_kind": lambda dice: 4 * equal_dice(dice, 4),
    "small_straight": lambda dice: 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0,
    "large_straight": lambda dice: 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0,
    "full_house": lambda dice: sum(dice) if is_full_house(dice) else 0,
    "chance": lambda dice: sum(dice),
    "yatzy": lambda dice: 50 if equal_dice(dice, 5) else 0,
}
LOWER = {
    "triple_yahtzee": YAHTZEE_LOWER,
    "yahtzee": YAHTZEE_LOWER,
    "yacht": YACHT_LOWER,
    "yatzy": YATZY_LOWER,
}
UPPER_BONUS: dict[str, tuple[int, int] | None] = {
    "triple_yahtzee": (63, 35),
    "yahtzee": (63, 35),
    "yacht": (63, 35),
    "yatzy": (63, 50),
}
"""From which upper total on a column earns how many points; None where no total earns any."""


def points(rules_id: str, category: str, dice: Sequence[int]) -> int:
    """Return the natural raw points of the dice in a category."""
    if category in UPPER:
        return sum(die for die in dice if die == UPPER.index(category) + 1)
    return LOWER[game_name(rules_id)][category](dice)


def house_points(rules_id: str, category: str, dice: Sequence[int]) -> int:
    """Return the points with the house rule of the pads: five equal dice are a full house and a straight.

    A full house that is worth the same whatever its dice is worth that, else the sum of the dice.
    """
    natural = points(rules_id, category, dice)
    if not equal_dice(dice, 5) or not (category == "full_house" or "straight" in category):
        return natural
    found = {points(rules_id, category, other) for other in ROLLS} - {0}
    return found.pop() if len(found) == 1 else sum(dice)


# Where a roll may go


def is_playable(rules_id: str, cells: Cells, category: str, column: int) -> bool:
    """Tell whether a cell is open and, with left_to_right, everything left of it is filled."""
    if (category, column) in cells:
        return False
    if has_option(rules_id, "left_to_right"):
        return all((category, left) in cells for left in range(1, column))
    return True


def offer(
    rules_id: str, cells: Cells, dice: Sequence[int], category: str, column: int
) -> tuple[int, int] | None:
    """Return (points, bonus) of an entry, None when it is not allowed."""
    if not is_playable(rules_id, cells, category, column):
        return None
    natural = points(rules_id, category, dice)
    if "yahtzee" not in rows(rules_id) or has_option(rules_id, "no_yahtzee_bonus"):
        return natural, 0
    if len(set(dice)) > 1 or ("yahtzee", column) not in cells:
        return natural, 0
    bonus = 100 if cells["yahtzee", column] == 50 else 0
    own = UPPER[dice[0] - 1]
    if is_playable(rules_id, cells, own, column):
        return (natural, bonus) if category == own else None
    if any(is_playable(rules_id, cells, row, column) for row in YAHTZEE_LOWER):
        return (JOKER_POINTS.get(category, natural), bonus) if category in YAHTZEE_LOWER else None
    return 0, bonus


def offers(rules_id: str, cells: Cells, dice: Sequence[int]) -> dict[Cell, tuple[int, int]]:
    """Return every legal entry with its (points, bonus); nothing before the first roll."""
    found = {}
    for category in rows(rules_id):
        for column in columns(rules_id):
            worth = offer(rules_id, cells, dice, category, column) if dice else None
            if worth is not None:
                found[category, column] = worth
    return found


def totals(rules_id: str, cells: Cells, bonuses: dict[int, int]) -> dict[str, Any]:
    """Return all sums of a card in the shape record.json gives them."""
    sums: dict[str, Any] = {}
    grand = 0
    for column in columns(rules_id):
        upper = sum(cells[row, column] for row in UPPER if (row, column) in cells)
        everything = sum(value for (_, where), value in cells.items() if where == column)
        missing = reward = 0
        if bonus := UPPER_BONUS[game_name(rules_id)]:
            missing = bonus[0] - upper if upper < bonus[0] else 0
            reward = bonus[1] if upper >= bonus[0] else 0
        extra = bonuses.get(column, 0)
        combined = everything + reward + extra
        sums[str(column)] = {
            "upper": upper,
            "upper_bonus": reward,
            "missing": missing,
            "lower": everything - upper,
            "yahtzee_bonus": extra,
            "combined": combined,
            "weighted": combined * column,
        }
        grand += combined * column
    sums["grand"] = grand
    return sums


# Whole games


def new_game(rules_id: str, seats: int, first: int = 0) -> Game:
    return {
        "rules": rules_id,
        "cells": [{} for _ in range(seats)],
        "bonuses": [{} for _ in range(seats)],
        "seat": first,
        "entries": 0,
        "roll": 0,
        "dice": [],
        "status": "playing",
        "before": None,
    }


def _refuse_unless_turn(game: Game, seat: int) -> None:
    if game["status"] != "playing" or seat != game["seat"]:
        raise Refused("not this seat's turn")


def roll(game: Game, seat: int, held: Sequence[int], faces: Sequence[int]) -> None:
    """Roll the dice that are not held; faces are all five afterwards."""
    _refuse_unless_turn(game, seat)
    if game["roll"] == 3:
        raise Refused("three rolls made")
    slots = set(held)
    if len(slots) != len(held) or not slots <= {0, 1, 2, 3, 4} or len(slots) == 5:
        raise Refused("these dice cannot be held")
    if slots and game["roll"] == 0:
        raise Refused("nothing to hold yet")
    if len(faces) != 5 or not set(faces) <= {1, 2, 3, 4, 5, 6}:
        raise Refused("no such faces")
    if any(game["dice"][slot] != faces[slot] for slot in slots):
        raise Refused("a held die changed")
    game.update(roll=game["roll"] + 1, dice=list(faces), before=None)


def score(game: Game, seat: int, category: str, column: int) -> tuple[int, int]:
    """Enter the dice in a cell and pass the turn; returns (points, bonus)."""
    _refuse_unless_turn(game, seat)
    rules_id = game["rules"]
    entries = offers(rules_id, game["cells"][seat], game["dice"])
    if (category, column) not in entries:
        raise Refused("not offered")
    worth, bonus = entries[category, column]
    before = deepcopy({key: value for key, value in game.items() if key != "before"})
    game["cells"][seat][category, column] = worth
    if bonus:
        game["bonuses"][seat][column] = game["bonuses"][seat].get(column, 0) + bonus
    seats = len(game["cells"])
    size = len(rows(rules_id)) * len(columns(rules_id))
    over = all(len(cells) == size for cells in game["cells"])
    game.update(entries=game["entries"] + 1, seat=(seat + 1) % seats, roll=0, dice=[], before=before)
    if over:
        game.update(seat=None, status="finished")
    return worth, bonus


def undo(game: Game, seat: int) -> None:
    """Take back the last entry, which must be this seat's with no roll since."""
    if game["before"] is None or game["before"]["seat"] != seat:
        raise Refused("nothing to take back")
    before = game["before"]
    game.update(before, before=None)


def play(rules_id: str, seats: int, moves: Sequence[Sequence[Any]], first: int = 0) -> Game:
    """Play a record: ["roll", seat, held, faces] and ["score", seat, category, column, points, bonus].

    Raises Refused on a move that is not allowed and AssertionError on wrong points or bonus.
    """
    game = new_game(rules_id, seats, first)
    for kind, seat, *rest in moves:
        if kind == "roll":
            held, faces = rest
            roll(game, seat, held, faces)
        else:
            category, column, worth, bonus = rest
            assert score(game, seat, category, column) == (worth, bonus), (kind, seat, rest)
    return game


def check_record(record: dict[str, Any]) -> Game:
    """Check a parsed record.json against the rules and return the game it leads to.

    The seat that starts is the seat of the first move. Raises Refused or AssertionError.
    """
    moves = record["moves"]
    first = moves[0][1] if moves else 0
    game = play(record["rules"], len(record["seats"]), moves, first)
    assert (record["status"] == "finished") == (game["status"] == "finished"), record["status"]
    for index, seat in enumerate(record["seats"]):
        expected = totals(game["rules"], game["cells"][index], game["bonuses"][index])
        assert seat["totals"] == expected, (index, seat["totals"], expected)
    return game
