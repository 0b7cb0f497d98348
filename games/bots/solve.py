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

    The cap itself counts as reachable everywhere: what a column is worth once its upper bonus is
    paid is wanted for positions that still hope for it.
    """
    masks = np.arange(compiled.masks)
    reach = np.zeros((compiled.masks, compiled.cap + 1), dtype=bool)
    reach[:, 0] = True
    for row in range(compiled.rows):
        with_row = masks[masks >> row & 1 == 1]
        before = reach[with_row]
        for gain in set(compiled.after_gain[compiled.after_row == row].tolist()) - {0}:
            targets = np.minimum(np.arange(compiled.cap + 1) + gain, compiled.cap)
            for source, target in enumerate(targets):
                reach[with_row, target] |= before[:, source]
    reach[:, compiled.cap] = True
    return reach


def reachable_states(compiled: Compiled) -> Positions:
    """Return every state of one column that is worth a value, in the order of the tables."""
    reach = reachable_uppers(compiled)
    parts = []
    for flag in range(compiled.flags):
        mask, upper = np.nonzero(reach)
        if flag:
            keep = mask >> compiled.five_row & 1 == 1
            mask, upper = mask[keep], upper[keep]
        parts.append((mask, upper, np.full_like(mask, flag)))
    return Positions(*(np.concatenate(arrays)[None] for arrays in zip(*parts, strict=True)))


def _layers(compiled: Compiled) -> Iterator[Positions]:
    """Give the states by falling number of filled rows, in batches; full cards are left out."""
    states = reachable_states(compiled)
    used = np.bitwise_count(states.mask[0])
    for filled in range(compiled.rows - 1, -1, -1):
        members = np.nonzero(used == filled)[0]
        for first in range(0, len(members), BATCH):
            yield states.part(members[first : first + BATCH])


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
    total = reachable_states(compiled).size
    done = 0
    for cards in _layers(compiled):
        afters = values[state_index(compiled, *after_states(compiled, cards, 0))]
        turn = turn_values(table, cards, offers(compiled, cards).rows, [afters])
        values[state_index(compiled, cards.mask[0], cards.upper[0], cards.flag[0])] = turn.start
        done += cards.size
        if progress:
            progress(done, total)
    return values
