"""Whether a deed may be done. Reads only; `play` does it."""

from games import rules
from games.models import Game
from games.session.positions import BrokenGame, position
from games.session.seats import Table


class Refused(Exception):
    """A deed that was not done. ``reason`` names the sentence for people, ``status`` the HTTP code."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


def check_version(table: Table, version: int) -> None:
    """Refuse what was meant for another version of the game."""
    if version != table.game.version:
        raise Refused("stale")


def playing(table: Table, version: int) -> rules.GameState:
    """Return the position of a game that is being played and is as the browser saw it."""
    game = table.game
    if game.status == Game.Status.WAITING:
        raise Refused("not_started")
    if game.status == Game.Status.FINISHED:
        raise Refused("game_over")
    check_version(table, version)
    try:
        return position(game, len(table.seats))
    except BrokenGame as error:
        raise Refused("broken") from error


def my_turn(table: Table, version: int) -> tuple[rules.GameState, int]:
    """Return the position and the seat whose turn it is, when that is one of the asking browser."""
    if not table.you:
        raise Refused("not_seated", 403)
    state = playing(table, version)
    if state.seat is None:
        raise Refused("game_over")
    if state.seat not in table.you:
        raise Refused("not_your_turn", 403)
    return state, state.seat
