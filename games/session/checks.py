"""Checks whether a command may be carried out. Reads only; `play` carries it out."""

from games import rules
from games.models import Game
from games.session.positions import BrokenGame, position
from games.session.seats import SeatedGame


class Refused(Exception):
    """A command not carried out. ``reason`` names the sentence for people, ``status`` the HTTP code."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


def check_version(seated: SeatedGame, version: int) -> None:
    """Refuse a command that was sent for another version of the game."""
    if version != seated.game.version:
        raise Refused("stale")


def playing(seated: SeatedGame, version: int) -> rules.GameState:
    """Return the position of a game that is being played and has not changed since the browser saw it."""
    if seated.game.status == Game.Status.FINISHED:
        raise Refused("game_over")
    return not_sealed(seated, version)


def not_sealed(seated: SeatedGame, version: int) -> rules.GameState:
    """Return the position of a game that is being played, or over but not sealed, if it has not changed."""
    game = seated.game
    if game.status == Game.Status.WAITING:
        raise Refused("not_started")
    if game.is_sealed:
        raise Refused("game_over")
    check_version(seated, version)
    try:
        return position(game, len(seated.seats))
    except BrokenGame as error:
        raise Refused("broken") from error


def my_turn(seated: SeatedGame, version: int) -> tuple[rules.GameState, int]:
    """Return the position and the seat whose turn it is; refuse unless the asking browser has that seat."""
    if not seated.you:
        raise Refused("not_seated", 403)
    state = playing(seated, version)
    if state.seat is None:
        raise Refused("game_over")
    if state.seat not in seated.you:
        raise Refused("not_your_turn", 403)
    return state, state.seat
