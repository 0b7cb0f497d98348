"""Games for the tests of the computer players: random, or played by a level."""

import random
from collections.abc import Callable

from games import bots
from games.rules import GameState, Move, Roll, RuleSet, Score, start

Chooser = Callable[[GameState], Move]


def faces_after(state: GameState, held: tuple[int, ...], dice: random.Random) -> tuple[int, ...]:
    return tuple(state.dice[slot] if slot in held else dice.randint(1, 6) for slot in range(5))


def random_move(state: GameState, chance: random.Random) -> Move:
    assert state.seat is not None
    if not state.dice or (state.roll < 3 and chance.random() < 0.6):
        held = tuple(slot for slot in range(5) if state.dice and chance.random() < 0.5)[:4]
        return Roll(state.seat, held, faces_after(state, held, chance))
    placement = chance.choice(state.legal_placements())
    return Score(state.seat, placement.category, placement.column)


def level_move(state: GameState, level: str, dice: random.Random, seed: int = 7) -> Move:
    assert state.seat is not None
    decision = bots.decide(state, level, seed)
    if decision.placement is not None:
        return Score(state.seat, decision.placement.category, decision.placement.column)
    assert decision.hold is not None
    return Roll(state.seat, decision.hold, faces_after(state, decision.hold, dice))


def play_out(state: GameState, choose: Chooser) -> tuple[list[Move], GameState]:
    moves = []
    while state.status == "playing":
        moves.append(choose(state))
        state = state.apply(moves[-1])
    return moves, state


def random_game(rules: RuleSet, seed: int, seats: int = 1) -> tuple[list[Move], GameState]:
    chance = random.Random(seed)
    return play_out(start(rules, seats=seats), lambda state: random_move(state, chance))


def random_positions(rules: RuleSet, number: int, seed: int = 3) -> list[GameState]:
    """Positions after a roll, from anywhere in random games."""
    chance = random.Random(seed)
    found: list[GameState] = []
    while len(found) < number:
        state = start(rules, seats=1)
        while state.status == "playing":
            if state.dice and chance.random() < 0.25:
                found.append(state)
            state = state.apply(random_move(state, chance))
    return found[:number]
