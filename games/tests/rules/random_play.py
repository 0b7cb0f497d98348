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
    """Return five faces; held slots keep theirs, and with probability ``equal`` the others show the same."""
    face = pick(rng, tuple(held.values()) or rules.FACES)
    same = rng.random() < equal
    thrown = (face if same else pick(rng, rules.FACES) for _ in range(rules.DICE))
    return tuple(held.get(slot, die) for slot, die in enumerate(thrown))


def choose_hold(rng: Random, dice: rules.Dice) -> dict[int, int]:
    """Return the dice to hold by slot: any at random, or those that show the commonest face."""
    if rng.random() < 0.5:
        held = {slot: die for slot, die in enumerate(dice) if rng.random() < 0.5}
    else:
        common = Counter(dice).most_common(1)[0][0]
        held = {slot: die for slot, die in enumerate(dice) if die == common}
    return held if len(held) < rules.DICE else {}


def good_offers(state: rules.GameState) -> tuple[rules.Placement, ...]:
    """Return the upper cells that get at least three of their face, else the dearest entries."""
    offers = state.legal_placements()
    faces = {category.id: category.face for category in state.rules.categories if category.face}
    upper = tuple(o for o in offers if o.category in faces and o.points >= 3 * faces[o.category])
    best = max(offer.points + offer.bonus for offer in offers)
    return upper or tuple(offer for offer in offers if offer.points + offer.bonus == best)


def next_move(rng: Random, state: rules.GameState, *, equal: float = 0.3, greed: float = 0.3) -> rules.Move:
    """Return a legal move; ``greed`` is the probability that an entry is a good one."""
    seat = state.seat
    assert seat is not None
    if state.roll == 0:
        return rules.Roll(seat=seat, held=(), faces=throw(rng, {}, equal=equal))
    if state.roll < rules.MAX_ROLLS and rng.random() < 0.5:
        held = choose_hold(rng, state.dice)
        return rules.Roll(seat=seat, held=tuple(held), faces=throw(rng, held, equal=equal))
    chosen = pick(rng, good_offers(state) if rng.random() < greed else state.legal_placements())
    return rules.Score(seat=seat, category=chosen.category, column=chosen.column)


def play_on(rng: Random, state: rules.GameState) -> Iterator[tuple[rules.Move, rules.GameState]]:
    """Play to the end, well or badly, yielding each move with the state it leads to."""
    greed = rng.random()
    while state.status == "playing":
        move = next_move(rng, state, greed=greed)
        state = state.apply(move)
        yield move, state
