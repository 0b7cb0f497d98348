"""One turn, computed exactly for many positions at once.

Given what every entry leaves a position worth, ``turn_values`` gives the worth of every roll, of
every keep with one and with two rolls to come, and of the turn itself. Nothing here knows how
positions are valued or which policy plays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.bots import turns
from games.bots.compiled import Compiled
from games.bots.turns import Array

BARRED = -1e9
"""Worth of an entry that is not allowed; finite, so that arithmetic stays silent."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Cards at the start of a turn: three arrays of shape columns × n."""

    mask: Array
    """Filled rows as bits."""
    upper: Array
    """Upper totals, capped."""
    flag: Array
    """1 where the cell for five of a kind holds points (always 0 when that does not matter)."""

    @property
    def size(self) -> int:
        return int(self.mask.shape[1])

    def part(self, which: Array | slice) -> "Positions":
        """Return some of the positions."""
        return Positions(self.mask[:, which], self.upper[:, which], self.flag[:, which])


def empty_cards(compiled: Compiled, size: int) -> Positions:
    """Return positions at the start of the game."""
    shape = (compiled.columns, size)
    return Positions(*(np.zeros(shape, dtype=np.int64) for _ in range(3)))


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A rule set ready to play: its arrays, and where five of a kind may go once its cell is filled."""

    compiled: Compiled
    five_rows: Array | None


@dataclass(frozen=True, slots=True, eq=False)
class Offers:
    """What is open in each position."""

    rows: Array
    """Playable rows, columns × rows × n."""
    filled: Array
    """Columns filled in each row as bits, rows × n."""


def offers(compiled: Compiled, cards: Positions) -> Offers:
    """Return the playable cells of each position."""
    rows = np.arange(compiled.rows)[:, None]
    filled = np.zeros((compiled.rows, cards.size), dtype=np.int64)
    for column in range(compiled.columns):
        filled |= (cards.mask[column] >> rows & 1) << column
    playable = [compiled.playable[column][filled, rows] for column in range(compiled.columns)]
    return Offers(np.stack(playable), filled)


def after_states(compiled: Compiled, cards: Positions, column: int) -> tuple[Array, Array, Array]:
    """Return mask, upper total and flag of a column after each kind of entry, each afters × n."""
    mask = cards.mask[column] | (1 << compiled.after_row)[:, None]
    upper = np.minimum(cards.upper[column] + compiled.after_gain[:, None], compiled.cap)
    flag = cards.flag[column] | compiled.after_flag[:, None]
    return mask, upper, flag


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """Worth of everything a turn can come to, for n positions; all in points of the grand total."""

    levels: Array
    """Points plus what remains, columns × levels × n; BARRED where a cell is not playable."""
    fives: Array | None
    """The same for five of a kind by face, columns × rows × 6 × n; None where it has no special rules."""
    rolls: Array
    """Best entry of each roll, 252 × n."""
    one_left: Array
    """Keeps with one roll to come (keeps of five: entered at once), 462 × n."""
    two_left: Array
    """Keeps with two rolls to come, 462 × n."""
    start: Array
    """Worth of the turn before its first roll, n."""


def _levels(compiled: Compiled, cards: Positions, open_rows: Array, afters: Sequence[Array]) -> Array:
    """Return points + upper bonus + remaining worth for every level, columns × levels × n."""
    rules = compiled.rules
    dtype = afters[0].dtype
    levels = np.empty((compiled.columns, len(compiled.level_points), cards.size), dtype=dtype)
    gain = compiled.after_gain[:, None]
    for column, remaining in enumerate(afters):
        factor = rules.factors[column]
        upper = cards.upper[column]
        pays = (upper < compiled.cap) & (upper + gain >= compiled.cap)
        worth = np.where(
            open_rows[column][compiled.after_row],
            remaining + pays.astype(dtype) * dtype.type(factor * compiled.upper_bonus),
            dtype.type(BARRED),
        )
        np.take(worth, compiled.level_after, axis=0, out=levels[column])
        levels[column] += (factor * compiled.level_points).astype(dtype)[:, None]
    return levels


def _fives(table: Table, cards: Positions, open_rows: Array, levels: Array) -> Array:
    """Return the worth of entering five of a kind, columns × rows × 6 × n."""
    compiled = table.compiled
    assert table.five_rows is not None
    dtype = levels.dtype
    worth = np.empty((compiled.columns, compiled.rows, 6, cards.size), dtype=dtype)
    bits = (1 << np.arange(compiled.rows))[:, None]
    for column in range(compiled.columns):
        filled = (cards.mask[column] >> compiled.five_row & 1).astype(bool)
        playable = (open_rows[column] * bits).sum(0)
        barred = (table.five_rows[playable].T[None] & bits[:, :, None]) == 0
        bonus = compiled.rules.factors[column] * compiled.rules.yahtzee_bonus
        joker = levels[column][compiled.five_level[1]] + (bonus * cards.flag[column]).astype(dtype)
        joker[barred] = BARRED
        worth[column] = np.where(filled, joker, levels[column][compiled.five_level[0]])
    return worth


def turn_values(table: Table, cards: Positions, open_rows: Array, afters: Sequence[Array]) -> Turn:
    """Return the values of a turn.

    ``afters`` holds, per column, what the whole position is worth after each kind of entry
    (afters × n); values of entries that are not possible are ignored.
    """
    compiled = table.compiled
    levels = _levels(compiled, cards, open_rows, afters)
    best = levels[0] if compiled.columns == 1 else levels.max(0)
    rolls = best[compiled.level_of[0]]
    for row in range(1, compiled.rows):
        np.maximum(rolls, best[compiled.level_of[row]], out=rolls)
    fives = None
    if compiled.special:
        fives = _fives(table, cards, open_rows, levels)
        rolls[compiled.five_rolls] = fives.max((0, 1))
    one_left = turns.keep_values(rolls)
    two_left = turns.keep_values(turns.best_of_subsets(one_left))
    two_left[turns.PARTIAL :] = rolls
    start = turns.first_roll_mean(turns.best_of_subsets(two_left))
    return Turn(levels, fives, rolls, one_left, two_left, start)
