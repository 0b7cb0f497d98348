"""From positions of real games to the arrays of a turn, and back to holds and placements."""

from collections.abc import Sequence

import numpy as np

from games.bots import turns
from games.bots.compiled import Compiled, row_of
from games.bots.engine import Positions, Turn
from games.bots.turns import Array
from games.rules import MAX_ROLLS, Dice, GameState, Placement, RuleSet, Scorecard, totals

Slots = tuple[int, ...]


def cards_of(compiled: Compiled, cards: Sequence[Scorecard]) -> Positions:
    """Return scorecards as arrays, in the given order."""
    rules = compiled.rules
    shape = (compiled.columns, len(cards))
    mask, upper, flag = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    for number, card in enumerate(cards):
        for (category, column), points in card.cells.items():
            row = row_of(rules, category)
            mask[column - 1, number] |= 1 << row
            if rules.categories[row].section == "upper":
                upper[column - 1, number] += points
            if row == compiled.five_row and points and compiled.flags == 2:
                flag[column - 1, number] = 1
    return Positions(mask, np.minimum(upper, compiled.cap), flag)


def points_of(rules: RuleSet, card: Scorecard) -> int:
    """Return the grand total a card stands at."""
    return totals(rules, card).grand


def placement_worth(compiled: Compiled, turn: Turn, number: int, placement: Placement) -> float:
    """Return the points of an entry, factor applied, and all that follows it."""
    rules = compiled.rules
    level = compiled.level_number[row_of(rules, placement.category), placement.points]
    worth = float(turn.levels[placement.column - 1, level, number])
    return worth + rules.factor(placement.column) * placement.bonus


def keep_worths(turn: Turn, roll: int) -> Array:
    """Return the worth of each keep after this roll of the turn (1 or 2), 462 × n."""
    if not 0 < roll < MAX_ROLLS:
        raise ValueError(f"nothing can be kept after roll {roll}")
    return turn.two_left if MAX_ROLLS - roll == 2 else turn.one_left


def hold_worths(turn: Turn, number: int, dice: Dice, roll: int) -> dict[Slots, float]:
    """Return the worth of every hold that rolls at least one die."""
    keeps = keep_worths(turn, roll)[:, number]
    return {slots: float(keeps[keep]) for slots, keep in turns.slot_choices(dice) if keep < turns.PARTIAL}


def slots_for(faces: Dice, dice: Dice, held: Slots = ()) -> Slots:
    """Return slots that show these faces, dice already held first, then from the left.

    >>> slots_for((4, 4), (4, 2, 4, 1, 4), held=(4,))
    (0, 4)
    """
    order = sorted(range(len(dice)), key=lambda slot: (slot not in held, slot))
    wanted = list(faces)
    chosen = []
    for slot in order:
        if dice[slot] in wanted:
            wanted.remove(dice[slot])
            chosen.append(slot)
    return tuple(sorted(chosen))


def seat_card(state: GameState) -> Scorecard:
    """Return the card of the seat to move; raises ValueError when the game is over."""
    if state.seat is None:
        raise ValueError("the game is over")
    return state.scorecards[state.seat]
