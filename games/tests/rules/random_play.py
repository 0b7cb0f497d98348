"""Random legal play for tests: dice with a bias to equal faces, so that jokers and bonuses occur.

Only ``Random.random`` is used, whose numbers are the same in every Python version; playthroughs
depend on it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from games import rules

T = TypeVar("T")


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return one of the items."""
    return items[int(rng.random() * len(items))]


def throw(rng: Random, held: dict[int, int], *, equal: float) -> rules.Dice:
    """Return five faces; held slots keep theirs, and with probability ``equal`` the rest is alike."""
    face = pick(rng, tuple(held.values()) or rules.FACES)
    alike = rng.random() < equal
    thrown = (face if alike else pick(rng, rules.FACES) for _ in range(rules.DICE))
    return tuple(held.get(slot, die) for slot, die in enumerate(thrown))


def choose_hold(rng: Random, dice: rules.Dice) -> dict[int, int]:
    """Return the dice to hold by slot: any at random, or those that show the commonest face."""
    if rng.random() < 0.5:
        held = {slot: die for slot, die in enumerate(dice) if rng.random() < 0.5}
    else:
        common = Counter(dice).most_common(1)[0][0]
        held = {slot: die for slot, die in enumerate(dice) if die == common}
    return held if len(held) < rules.DICE else {}


def next_move(rng: Random, state: rules.GameState, *, equal: float = 0.3, greed: float = 0.3) -> rules.Move:
    """Return a legal move; ``greed`` is the probability that an entry is one of the dearest."""
    seat = state.seat
    assert seat is not None
    if state.roll == 0:
        return rules.Roll(seat=seat, held=(), faces=throw(rng, {}, equal=equal))
    if state.roll < rules.MAX_ROLLS and rng.random() < 0.5:
        held = choose_hold(rng, state.dice)
        return rules.Roll(seat=seat, held=tuple(held), faces=throw(rng, held, equal=equal))
    offers = state.legal_placements()
    if rng.random() < greed:
        best = max(offer.points + offer.bonus for offer in offers)
        offers = tuple(offer for offer in offers if offer.points + offer.bonus == best)
    chosen = pick(rng, offers)
    return rules.Score(seat=seat, category=chosen.category, column=chosen.column)


def play_on(rng: Random, state: rules.GameState) -> Iterator[tuple[rules.Move, rules.GameState]]:
    """Play to the end, yielding each move with the state it leads to."""
    while state.status == "playing":
        move = next_move(rng, state)
        state = state.apply(move)
        yield move, state
