"""``manage.py verify_game CODE``: recompute a stored game, from its dice to its high scores."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import dice_stream, rules
from games.models import Game
from games.session.codes import read_code, spaced
from games.session.positions import roll_off
from games.table.dice_check import due
from scores.models import HighScore


class Command(BaseCommand):
    help = "Recomputes every die, entry and sum of a game; exit code 1 when something does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="code or link of the game")

    def handle(self, *, code: str, verbosity: int, **options: Any) -> None:
        game = Game.objects.filter(code=read_code(code)).first()
        if game is None:
            raise CommandError("There is no game with this code.")
        try:
            lines = list(check(game))
        except (ValueError, TypeError) as error:
            raise CommandError(f"{spaced(game.code)} does not replay: {error}") from error
        if verbosity:
            self.stdout.write("\n".join([f"{spaced(game.code)}: {game.rules_id}, {game.status}", *lines]))


def check(game: Game) -> Iterator[str]:
    """Recompute a game and yield a line per check passed; raises ValueError at the first error."""
    seed = bytes(game.seed)
    seats = list(game.seats.all())
    yield f"fingerprint {dice_stream.commitment(seed)}"
    if game.open_seed:
        yield f"seed        {game.open_seed}"
    yield from check_roll_off(game, len(seats))
    state = replay_checked(game, seed, max(1, len(seats)))
    rolls = len(game.moves) - state.entries
    yield f"{rolls} rolls and {state.entries} entries are as promised and allowed"
    finished = game.status == Game.Status.FINISHED
    if finished != (state.status == "finished"):
        raise ValueError(f"the game is marked {game.status}, by its moves it is {state.status}")
    for seat in seats:
        points = rules.totals(state.rules, state.scorecards[seat.index]).grand
        check_high_scores(game, seat.index, points)
        yield f"seat {seat.index}: {points} points"


def check_roll_off(game: Game, seats: int) -> Iterator[str]:
    """Yield who won the roll-off, where there was one; ValueError when another seat started."""
    rounds = roll_off(game, seats)
    if not rounds:
        return
    winner = dice_stream.starter(rounds)
    if winner != game.first_seat:
        raise ValueError(f"seat {winner} won the roll-off, but seat {game.first_seat} began")
    yield f"roll-off: seat {winner} began"


def replay_checked(game: Game, seed: bytes, seats: int) -> rules.GameState:
    """Return the position after all moves; ValueError at an illegal move or dice not from the seed."""
    state = rules.start(rules.get(game.rules_id), seats=seats, first_seat=game.first_seat)
    for number, text in enumerate(game.moves, start=1):
        move = rules.parse_move(text)
        if isinstance(move, rules.Roll):
            check_dice(seed, state, move, number)
        state = state.apply(move)
    return state


def check_high_scores(game: Game, seat: int, points: int) -> None:
    """Raise ValueError when the high scores differ from the totals of the game."""
    for row in HighScore.objects.filter(game_code=game.code, seat=seat):
        if (row.points, row.board) != (points, game.rules_id):
            raise ValueError(f"the high scores have {row.points} for seat {seat} on {row.board}")


def check_dice(seed: bytes, state: rules.GameState, move: rules.Roll, number: int) -> None:
    """Raise ValueError unless the dice of a roll follow from the seed."""
    expected = due(seed, state, move)
    if expected != move.faces:
        raise ValueError(f"move {number}: {move.faces} was rolled, the seed says {expected}")
