"""The dice of a game, computed from a secret seed.

With the seed every roll can be recomputed; before the game is over only its SHA-256 is shown.
"""

import hashlib
import hmac
import secrets

from games.rules import DICE, Dice

SEED_BYTES = 32
_LIMIT = 252
"""Bytes below this are used: the largest multiple of six that a byte can hold."""


def new_seed() -> bytes:
    """Return 32 unpredictable bytes."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return the published promise: SHA-256 of the seed in hex."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, *, stream: str, turn: int, roll: int, slot: int) -> int:
    """Return the face (1-6) of one die.

    ``stream`` is the seat index as text; ``turn`` counts from 0 per seat, ``roll`` is 1-3, ``slot`` 0-4.
    """
    digest = hmac.digest(seed, f"{stream}:{turn}:{roll}:{slot}".encode(), "sha256")
    while True:
        for byte in digest:
            if byte < _LIMIT:
                return byte % 6 + 1
        digest = hashlib.sha256(digest).digest()


def roll_dice(
    seed: bytes, *, stream: str, turn: int, roll: int, held: tuple[int, ...] = (), dice: Dice = ()
) -> Dice:
    """Return the faces by slot after a roll; held slots keep the face they have in ``dice``."""
    return tuple(
        dice[slot] if slot in held else face(seed, stream=stream, turn=turn, roll=roll, slot=slot)
        for slot in range(DICE)
    )


def roll_off(seed: bytes, *, seats: int) -> list[dict[int, int]]:
    """Return the roll-off that decides who starts: one round per item, face by seat.

    The highest face starts; those who tie for it roll again in the next round.
    """
    rounds: list[dict[int, int]] = []
    rolling = list(range(seats))
    while len(rolling) > 1:
        number = len(rounds)
        thrown = {seat: face(seed, stream="start", turn=number, roll=1, slot=seat) for seat in rolling}
        rounds.append(thrown)
        best = max(thrown.values())
        rolling = [seat for seat in rolling if thrown[seat] == best]
    return rounds


def starter(rounds: list[dict[int, int]]) -> int:
    """Return the seat that won the roll-off; seat 0 when nobody had to roll."""
    if not rounds:
        return 0
    last = rounds[-1]
    return max(last, key=lambda seat: last[seat])


def random_hold(seed: bytes, *, seat: int, turn: int, roll: int) -> int:
    """Return the number for the random holds of a computer player, the same on every call."""
    return int.from_bytes(hmac.digest(seed, f"whim:{seat}:{turn}:{roll}".encode(), "sha256")[:8], "big")
