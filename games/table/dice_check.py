"""Checks the dice of a finished game against its seed, for browsers that do not do it themselves.

static/js/table/check.js does the same from record.json. Reads, never writes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import dice_stream, rules
from games.session.positions import roll_off
from games.table.present import TableView


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll of a turn, or one die of the roll-off."""

    name: str
    turn: int | str
    """The number of the turn, or a word for the roll-off."""
    number: int
    """The number of the roll in its turn, or of the round."""
    dice: str
    """The faces by slot; those of held dice in brackets."""
    right: bool


def due(seed: bytes, state: rules.GameState, move: rules.Roll) -> rules.Dice:
    """Return the faces that a roll must have had in this position."""
    return dice_stream.roll_dice(
        seed,
        stream=str(move.seat),
        turn=state.turn,
        roll=state.roll + 1,
        held=move.held,
        dice=state.dice or (0,) * rules.DICE,
    )


def check(view: TableView) -> list[Throw]:
    """Return every throw of a game from the first to the last; none where the moves no longer replay."""
    return [*_roll_off(view), *_rolls(view)] if view.state else []


def _roll_off(view: TableView) -> Iterator[Throw]:
    """The page shows what the seed says; right is who won if the game began with that seat."""
    rounds = roll_off(view.game, len(view.names))
    for number, thrown in enumerate(rounds, start=1):
        right = number < len(rounds) or dice_stream.starter(rounds) == view.game.first_seat
        for seat, face in thrown.items():
            yield Throw(view.names[seat], _("Roll-off"), number, str(face), right)


def _rolls(view: TableView) -> Iterator[Throw]:
    game = view.game
    state = rules.start(view.rule_set, seats=len(view.names), first_seat=game.first_seat)
    for text in game.moves:
        move = rules.parse_move(text)
        if isinstance(move, rules.Roll):
            right = due(bytes(game.seed), state, move) == move.faces
            faces = (f"({face})" if slot in move.held else str(face) for slot, face in enumerate(move.faces))
            yield Throw(view.names[move.seat], state.turn + 1, state.roll + 1, " ".join(faces), right)
        state = state.apply(move)
