"""Perfect play of one column by exact backward induction.

A state is (flag, filled rows, upper total): its value is the mean of all *further* points under
perfect play, the upper bonus being paid in the turn that reaches it. States with more filled rows
come first, so every turn looks up values that are final. All arithmetic is in float64.
"""

from collections.abc import Callable, Iterator

import numpy as np

from games.bots.compiled import Compiled, compile_rules, five_rows, one_column
from games.bots.engine import Positions, Table, after_states, offers, turn_values
from games.bots.turns import Array
from games.rules import RuleSet

BATCH = 1024

Progress = Callable[[int, int], None]


def state_index(compiled: Compiled, mask: Array, upper: Array, flag: Array) -> Array:
    """Return where a state of a column stands in a table of values."""
    index: Array = (flag * compiled.masks + mask) * (compiled.cap + 1) + upper
    return index


def reachable_uppers(compiled: Compiled) -> Array:
    """Return which upper totals each set of filled rows can have, masks × (cap + 1).

    The cap itself counts as reachable everywhere: positions that can still earn the upper bonus are
    compared with what the column is worth once it is paid.
    """
    cap = compiled.cap
    reach = np.zeros((compiled.masks, cap + 1), dtype=bool)
    reach[:, 0] = True
    for row in range(compiled.rows):
        # A view of the sets of rows as (higher rows, this row filled or not, lower rows).
        with_row = reach.reshape(-1, 2, 1 << row, cap + 1)[:, 1]
        before = with_row.copy()
        for gain in set(compiled.after_gain[compiled.after_row == row].tolist()) - {0}:
            with_row[..., gain:] |= before[..., :-gain]
            with_row[..., cap] |= before[..., cap - gain :].any(axis=-1)
    reach[:, compiled.cap] = True
    return reach


def reachable_numbers(compiled: Compiled) -> Array:
    """Return where the states worth a value stand in a table, in rising order, int32."""
    reach = reachable_uppers(compiled)
    parts = [np.flatnonzero(reach).astype(np.int32)]
    if compiled.flags == 2:
        holds = np.arange(compiled.masks) >> compiled.five_row & 1 == 1
        parts.append(np.flatnonzero(reach & holds[:, None]).astype(np.int32) + np.int32(reach.size))
    return np.concatenate(parts)


def _states(compiled: Compiled, numbers: Array) -> Positions:
    """Return the columns that stand at the given places of a table."""
    rest, upper = np.divmod(numbers.astype(np.int64), compiled.cap + 1)
    flag, mask = np.divmod(rest, compiled.masks)
    return Positions(mask[None], upper[None], flag[None])


def _batches(compiled: Compiled) -> Iterator[Array]:
    """Give the places of states by falling number of filled rows; full cards are left out."""
    numbers = reachable_numbers(compiled)
    used = np.bitwise_count(numbers // (compiled.cap + 1) % compiled.masks)
    for filled in range(compiled.rows - 1, -1, -1):
        members = numbers[used == filled]
        for first in range(0, len(members), BATCH):
            yield members[first : first + BATCH]


def column_table(rules: RuleSet) -> Table:
    """Return the arrays of the one-column game, computed from the rules (about a second)."""
    column = one_column(rules)
    compiled = compile_rules(column)
    return Table(compiled, five_rows(column) if compiled.special else None)


def solve(rules: RuleSet, progress: Progress | None = None) -> Array:
    """Return the value of every state of one column, float64, flat by ``state_index``.

    States that cannot occur have the value 0. The value of an empty column is element 0.
    """
    table = column_table(rules)
    compiled = table.compiled
    values = np.zeros(compiled.states)
    total = len(reachable_numbers(compiled))
    done = 0
    for numbers in _batches(compiled):
        cards = _states(compiled, numbers)
        afters = values[state_index(compiled, *after_states(compiled, cards, 0))]
        values[numbers] = turn_values(table, cards, offers(compiled, cards).rows, [afters]).start
        done += len(numbers)
        if progress:
            progress(done, total)
    return values
