"""Valuations of positions, from which policies and reports choose one.

A valuation gives the mean of all further points (factors applied) of cards at the start of a turn,
and the same after every kind of entry. ``engine`` computes turns from it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import DTypeLike

from games.bots import store
from games.bots.compiled import Compiled, compile_rules
from games.bots.engine import Offers, Positions, Table, Turn, after_states, offers, turn_values
from games.bots.network import Network
from games.bots.turns import Array
from games.rules import RuleSet


class Valuation(Protocol):
    """A way to value positions of one rule set."""

    @property
    def table(self) -> Table: ...

    def cards(self, cards: Positions, found: Offers) -> Array:
        """Return the worth of each position, n."""
        ...

    def afters(self, cards: Positions, found: Offers) -> list[Array]:
        """Return per column the worth of the position after each kind of entry, afters × n."""
        ...


def evaluate(valuation: Valuation, cards: Positions) -> Turn:
    """Return the values of the turn that begins in each position."""
    found = offers(valuation.table.compiled, cards)
    return turn_values(valuation.table, cards, found.rows, valuation.afters(cards, found))


@dataclass(frozen=True, slots=True, eq=False)
class ThisTurn:
    """Only the points of this turn count: nothing later is worth anything."""

    table: Table
    dtype: DTypeLike = np.float64

    def cards(self, cards: Positions, found: Offers) -> Array:
        return np.zeros(cards.size, dtype=self.dtype)

    def afters(self, cards: Positions, found: Offers) -> list[Array]:
        compiled = self.table.compiled
        return [np.zeros((len(compiled.after_row), cards.size), dtype=self.dtype)] * compiled.columns


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Every column is worth its exact value alone, times its factor.

    With one column this is perfect play. ``values`` is by (flag, mask, upper).
    """

    table: Table
    values: Array
    dtype: DTypeLike = np.float64

    def column(self, cards: Positions, column: int) -> Array:
        """Return the worth of one column in each position."""
        factor = self.table.compiled.rules.factors[column]
        worth = self.values[cards.flag[column], cards.mask[column], cards.upper[column]]
        weighted: Array = worth.astype(self.dtype) * factor
        return weighted

    def cards(self, cards: Positions, found: Offers) -> Array:
        worth = self.column(cards, 0)
        for column in range(1, self.table.compiled.columns):
            worth += self.column(cards, column)
        return worth

    def afters(self, cards: Positions, found: Offers) -> list[Array]:
        compiled = self.table.compiled
        total = self.cards(cards, found)
        worth = []
        for column, factor in enumerate(compiled.rules.factors):
            mask, upper, flag = after_states(compiled, cards, column)
            after = self.values[flag, mask, upper].astype(self.dtype) * factor
            worth.append(after + (total - self.column(cards, column)))
        return worth


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """The exact values of the columns plus the learned correction."""

    plain: Columns
    network: Network

    @property
    def table(self) -> Table:
        return self.plain.table

    def cards(self, cards: Positions, found: Offers) -> Array:
        worth: Array = self.plain.cards(cards, found) + self.network.cards(cards, found)
        return worth

    def afters(self, cards: Positions, found: Offers) -> list[Array]:
        worth = self.plain.afters(cards, found)
        for column, columns in enumerate(worth):
            states = after_states(self.table.compiled, cards, column)
            after, where, g = self.network.afters(cards, found, column, states)
            columns[after, where] += g
        return worth


def _shaped(compiled: Compiled, values: Array) -> Array:
    return values.reshape(compiled.flags, compiled.masks, compiled.cap + 1)


@lru_cache(maxsize=32)
def table_of(rules: RuleSet) -> Table:
    """Return the arrays of a rule set; reads the column's file when five of a kind is special."""
    compiled = compile_rules(rules)
    return Table(compiled, store.column(rules)[1] if compiled.special else None)


def columns_of(rules: RuleSet, dtype: DTypeLike = np.float64) -> Columns:
    """Return the sum of the columns' exact values; raises WrongTables when there are none."""
    table = table_of(rules)
    return Columns(table, _shaped(table.compiled, store.column(rules)[0]), dtype)


def plays_exactly(rules: RuleSet) -> bool:
    """Tell whether the best valuation is exact: no other way of playing scores more on average."""
    return len(rules.columns) == 1 and store.column_path(rules).exists()


@lru_cache(maxsize=32)
def best_known(rules: RuleSet, dtype: DTypeLike = np.float64) -> Valuation:
    """Return the best valuation there is: exact for one column, with what was learned for more."""
    plain = columns_of(rules, dtype)
    if plain.table.compiled.columns == 1:
        return plain
    try:
        weights = store.load_weights(rules)
    except store.WrongTables:
        return plain
    return Learned(plain, Network(plain.table.compiled, weights, plain.values))
