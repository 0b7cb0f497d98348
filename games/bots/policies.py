"""Computer players: what each level does in a position.

A decision depends on the position, which all players see, and for the random holds of ``easy`` on a
number that the caller stores per game: asked again, a level decides the same. Nothing is stored here.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from games.bots import turns, values
from games.bots.positions import (
    Slots,
    cards_of,
    hold_worths,
    placement_worth,
    points_of,
    seat_card,
    slots_for,
)
from games.bots.values import Valuation
from games.rules import MAX_ROLLS, Dice, GameState, Placement, RuleSet, all_rules, start
from games.rules.game import Roll

LEVELS = ("easy", "medium", "hard")

RANDOM_HOLDS = 0.38
"""Share of its holds that ``easy`` chooses at random, which gives 130 points on average in Yacht."""

TIE = 1e-9

Seed = int | bytes


@dataclass(frozen=True, slots=True)
class Decision:
    """What a computer player does: hold some slots and roll, or enter its dice."""

    hold: Slots | None
    """Slots to hold for the next roll, empty before the first; None when it enters."""
    placement: Placement | None
    """The entry, None when it rolls."""
    value: float
    """The final total it expects; for the levels below hard, what it will stand at after this turn."""
    gain: float
    """Points better on average than entering now (holds) or than its next best choice (entries)."""
    reason: str
    """first_roll, keep_nothing, keep_of_a_kind, keep_pairs, keep_run, keep_dice, random_hold,
    enter_now (before the last roll), enter_best, strike (for nothing) or only_cell."""
    faces: Dice = ()
    """The dice it holds."""


@lru_cache(maxsize=32)
def valuation_of(rules: RuleSet, level: str) -> Valuation:
    """Return how a level values positions; raises ValueError for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    return values.best_known(rules) if level == "hard" else values.ThisTurn(values.table_of(rules))


def decide(state: GameState, level: str, rng_seed: Seed, held: Slots = ()) -> Decision:
    """Return what a level does for the seat to move.

    ``held`` are the slots held in the last roll, if known: equal dice stay where they are. Raises
    ValueError when the game is over or the level unknown.
    """
    valuation = valuation_of(state.rules, level)
    card = seat_card(state)
    compiled = valuation.table.compiled
    turn = values.evaluate(valuation, cards_of(compiled, [card]))
    base = points_of(state.rules, card)
    if not state.dice:
        return Decision((), None, base + float(turn.start[0]), 0.0, "first_roll")
    entries = [
        (placement_worth(compiled, turn, 0, placement), placement) for placement in state.legal_placements()
    ]
    if state.roll == MAX_ROLLS:
        return _entry(entries, base, early=False)
    holds = hold_worths(turn, 0, state.dice, state.roll)
    if level == "easy" and (slots := _random_hold(state, rng_seed)) is not None:
        if slots not in holds:
            return _entry(entries, base, early=True)
        faces = tuple(state.dice[slot] for slot in slots)
        return Decision(slots, None, base + holds[slots], 0.0, "random_hold", faces)
    return _best(state.dice, entries, holds, base, held)


def _best(
    dice: Dice, entries: list[tuple[float, Placement]], holds: dict[Slots, float], base: int, held: Slots
) -> Decision:
    """Return the best of entering now and holding; of equal choices the one that holds more."""
    now = max(worth for worth, _ in entries)
    worth = max(holds.values())
    slots = max((slots for slots, other in holds.items() if other > worth - TIE), key=len)
    if now >= worth - TIE:
        return _entry(entries, base, early=True, other=worth)
    faces = tuple(sorted(dice[slot] for slot in slots))
    chosen = slots_for(faces, dice, held)
    return Decision(chosen, None, base + worth, worth - now, _keep_reason(faces), faces)


def _entry(
    entries: list[tuple[float, Placement]], base: int, *, early: bool, other: float | None = None
) -> Decision:
    """Return the decision for the best entry; ``other`` is what the best hold is worth, if any."""
    best = _best_entry(entries)
    worth, placement = entries[best]
    others = [value for number, (value, _) in enumerate(entries) if number != best]
    if other is not None:
        others.append(other)
    gain = max(0.0, worth - max(others, default=worth))
    alone = len(entries) == 1 and not early
    return Decision(
        None, placement, base + worth, gain, "only_cell" if alone else _entry_reason(placement, early)
    )


def _best_entry(entries: list[tuple[float, Placement]]) -> int:
    """Return the number of the best entry; of equal ones the lowest row, and there the leftmost column."""
    best = 0
    for number, (worth, placement) in enumerate(entries):
        ahead = worth - entries[best][0]
        if ahead > TIE or (ahead > -TIE and placement.category != entries[best][1].category):
            best = number
    return best


def _entry_reason(placement: Placement, early: bool) -> str:
    """Return a word for why these dice are entered there."""
    if placement.points + placement.bonus == 0:
        return "strike"
    return "enter_now" if early else "enter_best"


def _keep_reason(faces: Dice) -> str:
    """Return a word for what the held dice are."""
    if not faces:
        return "keep_nothing"
    counts = Counter(faces)
    if len(counts) == 1:
        return "keep_of_a_kind"
    if len(counts) == 2 and min(counts.values()) >= 2:
        return "keep_pairs"
    if len(faces) >= 3 and len(counts) == len(faces) and max(faces) - min(faces) <= 4:
        return "keep_run"
    return "keep_dice"


def _random_hold(state: GameState, seed: Seed) -> Slots | None:
    """Return the slots ``easy`` holds at random this time, None when it takes the best hold."""
    text = f"{state.seat}:{state.turn}:{state.roll}".encode()
    key = seed if isinstance(seed, bytes) else str(seed).encode()
    digest = hashlib.sha256(key + b":" + text).digest()
    if int.from_bytes(digest[:8], "big") >= RANDOM_HOLDS * 2**64:
        return None
    return turns.MASKS[digest[8] % len(turns.MASKS)]


def warm_up() -> None:
    """Read every table and decide once in every rule set, so that later decisions are quick."""
    for rules in all_rules():
        state = start(rules, seats=1).apply(Roll(seat=0, held=(), faces=(1, 2, 3, 5, 6)))
        for level in LEVELS:
            decide(state, level, 0)
