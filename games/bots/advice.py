"""The worth of every hold and every entry in a position, for the coach."""

from dataclasses import dataclass

from games.bots import values
from games.bots.positions import Slots, cards_of, hold_worths, placement_worth, points_of, seat_card
from games.rules import MAX_ROLLS, GameState, Placement


@dataclass(frozen=True, slots=True)
class HoldValue:
    """A hold, the final total to expect with it, and what it loses against the best choice."""

    slots: Slots
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class PlacementValue:
    """An entry, the final total to expect with it, and what it loses against the best choice."""

    placement: Placement
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Everything the seat to move can do, best first; values are final totals."""

    holds: tuple[HoldValue, ...]
    """The 31 ways to hold some dice and roll the others; none after the last roll."""
    placements: tuple[PlacementValue, ...]
    """Every allowed entry; none before the first roll."""
    value: float
    """The final total to expect with the best choice."""

    @property
    def best_hold(self) -> HoldValue | None:
        return self.holds[0] if self.holds else None

    @property
    def best_placement(self) -> PlacementValue | None:
        return self.placements[0] if self.placements else None


def advise(state: GameState) -> Advice:
    """Return the worth of every choice of the seat to move; raises ValueError when the game is over."""
    card = seat_card(state)
    valuation = values.best_known(state.rules)
    compiled = valuation.table.compiled
    turn = values.evaluate(valuation, cards_of(compiled, [card]))
    base = points_of(state.rules, card)
    if not state.dice:
        return Advice((), (), base + float(turn.start[0]))
    entries = [(placement_worth(compiled, turn, 0, p), p) for p in state.legal_placements()]
    holds = hold_worths(turn, 0, state.dice, state.roll) if state.roll < MAX_ROLLS else {}
    best = max([*holds.values(), *(worth for worth, _ in entries)])
    return Advice(
        holds=tuple(
            HoldValue(slots, base + worth, best - worth)
            for slots, worth in sorted(holds.items(), key=lambda item: -item[1])
        ),
        placements=tuple(
            PlacementValue(placement, base + worth, best - worth)
            for worth, placement in sorted(entries, key=lambda item: -item[0])
        ),
        value=base + best,
    )
