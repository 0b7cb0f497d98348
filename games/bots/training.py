"""Trains the correction for cards of several columns by policy iteration.

Each iteration plays games by the present network. For every turn the exact mean Y over its dice is
known, so a position's target is its present value plus the sum of all later d = Y - V along the
game: an estimate of what the policy earns, with most of the dice noise removed. A third as many games
make some random entries; their targets are Y alone. Runs only in ``manage.py train_triple``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from games.bots import network, simulate
from games.bots.engine import Positions, offers
from games.bots.network import SCALE, Network, Weights
from games.bots.turns import Array
from games.bots.values import Columns, Learned, columns_of
from games.rules import RuleSet

CHUNK = 256
STRAY = 0.05
REPLAY = 4
EPOCHS = 2
BATCH = 2048


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how big to train."""

    iterations: int = 75
    games: int = 8000
    sizes: tuple[int, int] = (160, 32)
    seed: int = 1
    rate: float = 1.5e-3
    fall: float = 33.0
    """By how much the learning rate falls from the first iteration to the last."""
    smoothing: float = 0.9985
    """Share of the running mean of the weights that survives one step; the mean is what plays."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Positions as the network sees them, and what g should be there (in units of SCALE)."""

    filled: Array
    features: Array
    card: Array
    targets: Array

    def part(self, which: Array) -> "Samples":
        return Samples(self.filled[which], self.features[which], self.card[which], self.targets[which])


def _joined(parts: list[Samples]) -> Samples:
    def join(name: str) -> Array:
        joined: Array = np.concatenate([getattr(part, name) for part in parts])
        return joined

    return Samples(join("filled"), join("features"), join("card"), join("targets"))


def _samples(plain: Columns, cards: Positions, worth: Array) -> Samples:
    """Return the positions with the g that makes each worth the given value."""
    compiled = plain.table.compiled
    found = offers(compiled, cards)
    states = zip(cards.mask, cards.upper, cards.flag, strict=True)
    features = [network.column_features(compiled, *state, plain.values) for state in states]
    return Samples(
        found.filled.T.astype(np.uint8),
        np.concatenate(features, axis=1),
        network.card_features(compiled, network.open_cells(compiled, cards)),
        ((worth - plain.cards(cards, found)) / SCALE).astype(np.float32),
    )


@dataclass(slots=True)
class Played:
    """Running figures of the games of one iteration."""

    finals: list[Array] = field(default_factory=list)
    steady: list[Array] = field(default_factory=list)

    def add(self, trace: simulate.Trace) -> None:
        self.finals.append(trace.finals)
        self.steady.append(simulate.steady_finals(trace))

    def __str__(self) -> str:
        finals, steady = np.concatenate(self.finals), np.concatenate(self.steady)
        error = steady.std() / len(steady) ** 0.5
        return f"mean {finals.mean():.1f}, without dice noise {steady.mean():.2f} ± {error:.2f}"


def _sizes(total: int) -> Iterator[int]:
    while total > 0:
        yield min(CHUNK, total)
        total -= CHUNK


def gather(valuation: Learned, games: int, rng: np.random.Generator) -> tuple[Samples, Played]:
    """Play games by a valuation and return what they teach."""
    parts, played = [], Played()
    for size in _sizes(games):
        trace = simulate.play(valuation, size, rng, keep_cards=True)
        played.add(trace)
        ahead = np.cumsum((trace.exact - trace.worth)[::-1], axis=0)[::-1]
        for turn, cards in enumerate(trace.before):
            parts.append(_samples(valuation.plain, cards, trace.worth[turn] + ahead[turn]))
    for size in _sizes(games // 3):
        trace = simulate.play(valuation, size, rng, keep_cards=True, stray=STRAY)
        for turn, cards in enumerate(trace.before):
            parts.append(_samples(valuation.plain, cards, trace.exact[turn]))
    return _joined(parts), played


@dataclass(slots=True, eq=False)
class Adam:
    """The optimiser's memory: means of gradients and of their squares, and of the weights."""

    first: Weights
    second: Weights
    mean: Weights
    steps: int = 0

    def step(self, weights: Weights, gradients: Weights, rate: float, smoothing: float) -> None:
        """Change the weights in place."""
        self.steps += 1
        smoothing = min(smoothing, self.steps / (self.steps + 10))
        size = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient * gradient - self.second[name])
            weights[name] -= np.float32(size) * self.first[name] / (np.sqrt(self.second[name]) + 1e-8)
            self.mean[name] += np.float32(1 - smoothing) * (weights[name] - self.mean[name])


def new_optimiser(weights: Weights) -> Adam:
    """Return an optimiser without memory."""
    first, second = ({name: np.zeros_like(array) for name, array in weights.items()} for _ in range(2))
    return Adam(first, second, {name: array.copy() for name, array in weights.items()})


def _inputs(batch: Samples, width: int) -> Array:
    """Return the batch as one dense matrix: one-hot rows, column features, card features, 1."""
    count, rows = batch.filled.shape
    hot = np.zeros((count, rows * width), dtype=np.float32)
    hot[np.arange(count)[:, None], np.arange(rows) * width + batch.filled] = 1
    ones = np.ones((count, 1), dtype=np.float32)
    return np.concatenate([hot, batch.features, batch.card, ones], axis=1)


def gradients(weights: Weights, batch: Samples) -> tuple[Weights, float]:
    """Return the gradients of half the mean squared error, and that error."""
    rows, width, size = weights["rows"].shape
    columns = weights["columns"].shape[0] * weights["columns"].shape[1]
    inputs = _inputs(batch, width)
    layer1 = np.concatenate(
        [
            weights["rows"].reshape(-1, size),
            weights["columns"].reshape(-1, size),
            weights["card"],
            weights["bias1"][None],
        ]
    )
    first = np.maximum(inputs @ layer1, 0)
    second = np.maximum(first @ weights["layer2"] + weights["bias2"], 0)
    error = second @ weights["layer3"] + weights["bias3"] - batch.targets
    slope = error / np.float32(len(error))
    back2 = slope[:, None] * weights["layer3"] * (second > 0)
    back1 = (back2 @ weights["layer2"].T) * (first > 0)
    change = inputs.T @ back1
    hot = rows * width
    found = {
        "rows": change[:hot].reshape(weights["rows"].shape),
        "columns": change[hot : hot + columns].reshape(weights["columns"].shape),
        "card": change[hot + columns : hot + columns + 2],
        "bias1": change[-1],
        "layer2": first.T @ back2,
        "bias2": back2.sum(0),
        "layer3": second.T @ slope,
        "bias3": slope.sum(keepdims=True),
    }
    return found, float(error @ error) / len(error)


def fit(
    weights: Weights, adam: Adam, data: Samples, plan: Plan, rate: float, rng: np.random.Generator
) -> float:
    """Improve the weights on the data; returns the mean squared error of the last epoch, in points."""
    error = 0.0
    for _ in range(EPOCHS):
        order = rng.permutation(len(data.targets))
        errors = []
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            found, loss = gradients(weights, data.part(order[begin : begin + BATCH]))
            adam.step(weights, found, rate, plan.smoothing)
            errors.append(loss)
        error = float(np.mean(errors)) * float(SCALE) ** 2
    return error


Report = Callable[[int, str, Weights], None]


def train(rules: RuleSet, plan: Plan, report: Report, weights: Weights | None = None) -> Weights:
    """Return weights learned from zero, or from the given ones.

    ``report`` is called after each iteration with its number, its figures and its weights.
    """
    plain = replace(columns_of(rules), dtype=np.float32)
    compiled = plain.table.compiled
    rng = np.random.default_rng(plan.seed)
    weights = weights or network.initial_weights(compiled, plan.sizes, rng)
    adam = new_optimiser(weights)
    memory: list[Samples] = []
    for iteration in range(plan.iterations):
        valuation = Learned(plain, Network(compiled, adam.mean, plain.values))
        share = iteration / max(1, plan.iterations - 1)
        games = plan.games if share > 0.25 else plan.games // 2
        samples, played = gather(valuation, games, rng)
        memory = [*memory, samples][-REPLAY:]
        rate = plan.rate * plan.fall**-share
        error = fit(weights, adam, _joined(memory), plan, rate, rng)
        report(iteration, f"{played}; squared error after fitting {error:.0f}", adam.mean)
    return adam.mean
