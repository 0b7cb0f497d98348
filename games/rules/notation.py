"""Moves as short texts, the form in which games are stored.

``0 roll - 35164`` seat 0 rolled all five dice; ``0 roll 024 31144`` it held slots 0, 2 and 4;
``0 score full_house 3`` it entered the dice in the full-house cell of column 3. Slots ascend, so that
every move has exactly one text.
"""

import re
from functools import lru_cache

from games.rules.game import Move, Roll, Score

_ROLL = re.compile(r"([0-9]) roll (-|(?=[0-4]{1,4} )0?1?2?3?4?) ([1-6]{5})", re.ASCII)
_SCORE = re.compile(r"([0-9]) score ([a-z_]+) ([1-9])", re.ASCII)


class MalformedMove(ValueError):
    """The text is no move."""


def format_move(move: Move) -> str:
    """Return a move as text.

    >>> format_move(Roll(seat=0, held=(0, 2, 4), faces=(3, 1, 1, 4, 4)))
    '0 roll 024 31144'
    """
    if isinstance(move, Roll):
        held = "".join(map(str, sorted(move.held))) or "-"
        return f"{move.seat} roll {held} {''.join(map(str, move.faces))}"
    return f"{move.seat} score {move.category} {move.column}"


@lru_cache(maxsize=8192)  # the moves of a game are read again with each further one
def parse_move(text: str) -> Move:
    """Return the move a text stands for; raises MalformedMove.

    >>> parse_move("1 score chance 2")
    Score(seat=1, category='chance', column=2)
    """
    if match := _ROLL.fullmatch(text):
        seat, held, faces = match.groups()
        slots = () if held == "-" else tuple(map(int, held))
        return Roll(seat=int(seat), held=slots, faces=tuple(map(int, faces)))
    if match := _SCORE.fullmatch(text):
        seat, category, column = match.groups()
        return Score(seat=int(seat), category=category, column=int(column))
    raise MalformedMove(text)
