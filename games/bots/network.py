"""The learned correction g: the worth of a card of several columns minus that of its single columns.

A small network in plain numpy: 13 rows × 8 one-hot inputs (which columns of a row are used), nine
numbers per column, two for the whole card; two hidden layers; one output, in hundreds of points.
Only evaluation lives here; ``training`` makes the weights.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.bots.compiled import Compiled
from games.bots.engine import Offers, Positions
from games.bots.turns import Array

FEATURES = 9
"""Numbers that describe one column."""
SCALE = np.float32(100)
"""Points per unit of output."""
BLOCK = 1024
"""Positions evaluated at once, so that the layers stay in the processor's cache."""

Weights = dict[str, Array]
"""rows: rows × 2^columns × h1; columns: columns × 9 × h1; card: 2 × h1; bias1; layer2: h1 × h2;
bias2; layer3: h2; bias3."""


@lru_cache(maxsize=8)
def _upper_section(compiled: Compiled) -> tuple[Array, Array]:
    """Return the number of each mask's upper part, and five features by that number and total."""
    faces = [category.face for category in compiled.rules.categories]
    uppers = [row for row, face in enumerate(faces) if face is not None]
    masks = np.arange(compiled.masks)
    part = np.zeros(compiled.masks, dtype=np.int64)
    for bit, row in enumerate(uppers):
        part |= (masks >> row & 1) << bit
    used = np.arange(1 << len(uppers))[:, None] >> np.arange(len(uppers)) & 1
    pips = np.array([faces[row] for row in uppers])
    total = np.arange(compiled.cap + 1)[None]
    reached = np.broadcast_to(total >= compiled.cap, (len(used), compiled.cap + 1))
    still = 5 * ((1 - used) @ pips)[:, None]
    par = (3 * used @ pips)[:, None]
    surplus = np.clip((total - par) / 10, -2.5, 2.5)
    features = [
        np.broadcast_to(total / max(compiled.cap, 1), reached.shape),
        reached,
        total + still < compiled.cap,
        surplus,
        np.maximum(surplus, 0),
    ]
    return part, np.stack(features, axis=2).astype(np.float32)


def column_features(compiled: Compiled, mask: Array, upper: Array, flag: Array, values: Array) -> Array:
    """Return the numbers that describe columns in the given states, k × 9, float32.

    ``values`` is the table of the column's exact values, by (flag, mask, upper).
    """
    part, upper_features = _upper_section(compiled)
    features = np.empty((len(mask), FEATURES), dtype=np.float32)
    features[:, :5] = upper_features[part[mask], upper]
    worth = values[flag, mask, upper]
    features[:, 5] = flag
    features[:, 6] = (compiled.rows - np.bitwise_count(mask)) / np.float32(compiled.rows)
    features[:, 7] = worth / SCALE
    features[:, 8] = (worth - values[flag, mask, compiled.cap]) / max(compiled.upper_bonus, 1)
    return features


def open_cells(compiled: Compiled, cards: Positions) -> Array:
    """Return the number of open cells of each card, n."""
    used: Array = np.bitwise_count(cards.mask).sum(0, dtype=np.int64)
    return compiled.rows * compiled.columns - used


def card_features(compiled: Compiled, cells: Array) -> Array:
    """Return the two numbers that describe cards, from their numbers of open cells, k × 2, float32."""
    share = cells / np.float32(compiled.rows * compiled.columns)
    return np.stack([share, share * share], axis=1).astype(np.float32)


def initial_weights(compiled: Compiled, sizes: tuple[int, int], rng: np.random.Generator) -> Weights:
    """Return random weights with an output of zero everywhere."""
    first, second = sizes
    shape = (compiled.rows, 1 << compiled.columns, first)
    inputs = compiled.rows + compiled.columns * FEATURES
    weights = {
        "rows": rng.normal(size=shape) / np.sqrt(inputs),
        "columns": rng.normal(size=(compiled.columns, FEATURES, first)) / np.sqrt(inputs),
        "card": rng.normal(size=(2, first)) / np.sqrt(inputs),
        "bias1": np.zeros(first),
        "layer2": rng.normal(size=(first, second)) * np.sqrt(2 / first),
        "bias2": np.zeros(second),
        "layer3": np.zeros(second),
        "bias3": np.zeros(1),
    }
    return {name: array.astype(np.float32) for name, array in weights.items()}


def _upper_layers(weights: Weights, first: Array) -> Array:
    """Return the output for the sums of the first layer, k × h1; overwrites its argument."""
    np.maximum(first, 0, out=first)
    second = first @ weights["layer2"]
    second += weights["bias2"]
    np.maximum(second, 0, out=second)
    output: Array = second @ weights["layer3"]
    return (output + weights["bias3"]) * SCALE


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights together with the exact values of the column, ready to evaluate."""

    compiled: Compiled
    weights: Weights
    values: Array
    """By (flag, mask, upper)."""

    def _columns(self, cards: Positions) -> list[Array]:
        """Return what each column adds to the first layer, each n × h1."""
        states = zip(cards.mask, cards.upper, cards.flag, strict=True)
        return [
            column_features(self.compiled, *state, self.values) @ weights
            for state, weights in zip(states, self.weights["columns"], strict=True)
        ]

    def _rows(self, filled: Array) -> Array:
        """Return what the rows add to the first layer, n × h1."""
        total: Array = self.weights["rows"][0][filled[0]]
        for row in range(1, self.compiled.rows):
            total += self.weights["rows"][row][filled[row]]
        total += self.weights["bias1"]
        return total

    def cards(self, cards: Positions, offers: Offers) -> Array:
        """Return g of each position, n, float32."""
        cells = open_cells(self.compiled, cards)
        first = self._rows(offers.filled) + sum(self._columns(cards))
        first += card_features(self.compiled, cells) @ self.weights["card"]
        return np.where(cells > 0, _upper_layers(self.weights, first), np.float32(0))

    def afters(
        self, cards: Positions, offers: Offers, column: int, states: tuple[Array, Array, Array]
    ) -> tuple[Array, Array, Array]:
        """Return g after the playable entries in a column: (numbers of afters, of positions, g)."""
        compiled = self.compiled
        where, after = np.nonzero(offers.rows[column][compiled.after_row].T)
        base = self._without(cards, offers, column)
        change = self.weights["rows"][:, np.arange(1 << compiled.columns) | 1 << column]
        change = (change - self.weights["rows"])[np.arange(compiled.rows), offers.filled.T]
        context = base[:, None] + change
        context = context.reshape(-1, context.shape[2])
        mask, upper, flag = (array[after, where] for array in states)
        features = column_features(compiled, mask, upper, flag, self.values)
        number = where * compiled.rows + compiled.after_row[after]
        g = np.empty(len(after), dtype=np.float32)
        for begin in range(0, len(after), BLOCK):
            block = slice(begin, begin + BLOCK)
            first = features[block] @ self.weights["columns"][column]
            first += context[number[block]]
            g[block] = _upper_layers(self.weights, first)
        g[(open_cells(compiled, cards) == 1)[where]] = 0
        return after, where, g

    def _without(self, cards: Positions, offers: Offers, column: int) -> Array:
        """Return the first layer of each position after one more entry, but without one column."""
        base = self._rows(offers.filled)
        for other, part in enumerate(self._columns(cards)):
            if other != column:
                base += part
        base += card_features(self.compiled, open_cells(self.compiled, cards) - 1) @ self.weights["card"]
        return base
