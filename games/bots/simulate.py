"""Playing many games at once: for measuring policies and for learning from them.

Dice come from a numpy generator that the caller seeds; stored games are not involved.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from games.bots import turns
from games.bots.engine import BARRED, Positions, Table, Turn, empty_cards, offers, turn_values
from games.bots.turns import Array
from games.bots.values import Valuation

Holder = Callable[[Array, Array, np.random.Generator], Array]
"""Changes chosen holds: (rolls, chosen columns of SUBSETS, generator) -> chosen columns."""

_STOP = len(turns.MASKS) - 1


def throw(keeps: Array, rng: np.random.Generator) -> Array:
    """Return the rolls that come up when the given keeps are rolled out."""
    keeps = keeps.astype(np.int64)
    for _ in range(5):
        faces = rng.integers(0, 6, size=len(keeps))
        short = keeps < turns.PARTIAL
        keeps = np.where(short, turns.ADDED[np.where(short, keeps, 0), faces], keeps)
    return keeps - turns.PARTIAL


def roll_out(turn: Turn, rng: np.random.Generator, change: Holder | None = None) -> Array:
    """Return the last roll of a turn played by its values, n; ``change`` may replace holds."""
    games = np.arange(turn.rolls.shape[1])
    rolls = throw(np.zeros(len(games), dtype=np.int64), rng)
    for keeps in (turn.two_left, turn.one_left):
        subsets = turns.SUBSETS[rolls]
        choice = keeps[subsets, games[:, None]].argmax(1)
        if change:
            choice = change(rolls, choice, rng)
        rolls = throw(subsets[games, choice], rng)
    return rolls


def random_holds(chance: float) -> Holder:
    """Return a holder that replaces each hold with this chance by any of the 32 choices."""

    def change(rolls: Array, choice: Array, rng: np.random.Generator) -> Array:
        wild = rng.random(len(rolls)) < chance
        return np.where(wild, rng.integers(0, _STOP + 1, size=len(rolls)), choice)

    return change


def entry_values(table: Table, turn: Turn, rolls: Array) -> Array:
    """Return what entering each game's roll in each cell is worth, columns × rows × n."""
    compiled = table.compiled
    games = np.arange(len(rolls))
    worth = turn.levels[:, compiled.level_of[:, rolls], games]
    if turn.fives is not None:
        face = np.searchsorted(compiled.five_rolls, rolls)
        face = np.minimum(face, len(compiled.five_rolls) - 1)
        same = np.nonzero(compiled.five_rolls[face] == rolls)[0]
        worth[:, :, same] = turn.fives[:, :, face[same], same]
    return worth


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """One entry per game: where it goes and the points it brings at once, factors applied."""

    column: Array
    row: Array
    points: Array


def cell_points(table: Table, cards: Positions, rolls: Array, column: Array, row: Array) -> Array:
    """Return the points, factors and both bonuses included, of one entry per game."""
    compiled = table.compiled
    rules = compiled.rules
    games = np.arange(len(rolls))
    filled = cards.mask[column, games] >> compiled.five_row & 1
    level = compiled.level_of[row, rolls]
    bonus = np.zeros(len(rolls), dtype=np.int64)
    for face, five in enumerate(compiled.five_rolls):
        level = np.where(rolls == five, compiled.five_level[filled, row, face], level)
        bonus += np.where(rolls == five, cards.flag[column, games] * rules.yahtzee_bonus, 0)
    gain = compiled.after_gain[compiled.level_after[level]]
    upper = cards.upper[column, games]
    reached = (upper < compiled.cap) & (upper + gain >= compiled.cap)
    raw = compiled.level_points[level] + bonus + reached * compiled.upper_bonus
    points: Array = raw * np.array(rules.factors)[column]
    return points


def enter(table: Table, cards: Positions, rolls: Array, column: Array, row: Array) -> Positions:
    """Return the cards after one entry per game."""
    compiled = table.compiled
    games = np.arange(len(rolls))
    filled = cards.mask[column, games] >> compiled.five_row & 1
    level = compiled.level_of[row, rolls]
    for face, five in enumerate(compiled.five_rolls):
        level = np.where(rolls == five, compiled.five_level[filled, row, face], level)
    after = compiled.level_after[level]
    mask, upper, flag = (array.copy() for array in (cards.mask, cards.upper, cards.flag))
    mask[column, games] |= 1 << row
    upper[column, games] = np.minimum(upper[column, games] + compiled.after_gain[after], compiled.cap)
    flag[column, games] |= compiled.after_flag[after]
    return Positions(mask, upper, flag)


def best_entries(worth: Array) -> tuple[Array, Array]:
    """Return column and row of the best entry of each game (of equals: lowest row, then leftmost column)."""
    columns, rows, size = worth.shape
    order = worth.transpose(1, 0, 2)[::-1].reshape(-1, size)
    best = order.argmax(0)
    return best % columns, rows - 1 - best // columns


def random_entries(worth: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return column and row of any allowed entry of each game."""
    columns, rows, size = worth.shape
    dice = np.where(worth > BARRED / 2, rng.random(worth.shape), -1.0)
    best = dice.reshape(-1, size).argmax(0)
    return best // rows, best % rows


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What happened in simulated games, turn by turn: arrays of shape turns × n."""

    points: Array
    """Points of each turn, factors and bonuses included."""
    before: list[Positions]
    """Cards at the start of each turn (empty unless asked for)."""
    worth: Array
    """The valuation of the cards at the start of each turn."""
    exact: Array
    """The same seen one turn further: the exact mean over this turn's dice."""

    @property
    def finals(self) -> Array:
        total: Array = self.points.sum(0)
        return total


def steady_finals(trace: Trace) -> Array:
    """Return final scores with most of the dice noise removed and the same mean: Y(s0) + Σ later (Y - V)."""
    later = (trace.exact[1:].astype(np.float64) - trace.worth[1:]).sum(0)
    finals: Array = trace.exact[0] + later
    return finals


def play(
    valuation: Valuation,
    size: int,
    rng: np.random.Generator,
    *,
    change: Holder | None = None,
    stray: float = 0.0,
    keep_cards: bool = False,
) -> Trace:
    """Play ``size`` games by a valuation; ``stray`` is the chance of a random entry per turn."""
    table = valuation.table
    cards = empty_cards(table.compiled, size)
    before, points, worth, exact = [], [], [], []
    for _ in range(table.compiled.rules.cells):
        found = offers(table.compiled, cards)
        turn = turn_values(table, cards, found.rows, valuation.afters(cards, found))
        worth.append(valuation.cards(cards, found))
        exact.append(turn.start)
        if keep_cards:
            before.append(cards)
        rolls = roll_out(turn, rng, change)
        choices = entry_values(table, turn, rolls)
        column, row = best_entries(choices)
        if stray:
            wild = rng.random(size) < stray
            other_column, other_row = random_entries(choices, rng)
            column, row = np.where(wild, other_column, column), np.where(wild, other_row, row)
        points.append(cell_points(table, cards, rolls, column, row))
        cards = enter(table, cards, rolls, column, row)
    return Trace(np.array(points), before, np.array(worth), np.array(exact))
