"""The commands of a game. With ``housekeeping`` the only module that writes games and seats.

Each command takes the game as the asking browser sees it, checks it, and writes with one
``UPDATE … WHERE version = ?``; watchers are notified after the commit. A command that is not possible
raises Refused and changes nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from games import bots, dice_stream, rules
from games.models import Game, Seat
from games.session import push
from games.session.checks import Refused as Refused
from games.session.checks import check_version, my_turn, playing
from games.session.codes import code_for, new_code
from games.session.positions import bot_seed, last_held, wins_after
from games.session.seats import PRESENT_SECONDS, SeatedGame
from scores import services as scores

_TRIES = 8
_DOUBLE_CLICK = timedelta(seconds=10)


def create(
    *,
    rules_id: str,
    mode: str,
    players: int,
    names: Sequence[str],
    player_hash: str,
    bots: Sequence[str] = (),
    roll_off: bool = False,
    match_to: int = 1,
    coach: bool = False,
    once: str = "",
) -> Game:
    """Make a game with the people at this device and the computers seated.

    It starts at once when no seat is open. ``names`` and ``bots`` must fit ``players``. A repeated request of
    the same browser with the same ``once`` (a double click) gets the game just made.
    """
    game = Game(
        rules_id=rules.get(rules_id).rules_id,
        mode=mode,
        players=players,
        roll_off=roll_off,
        match_to=match_to,
        coach=coach,
    )
    seats = [Seat(name=name, player_hash=player_hash) for name in names]
    seats += [Seat(name="", bot=level) for level in bots]
    if once:
        request_key = [
            once,
            player_hash,
            game.rules_id,
            mode,
            players,
            *names,
            *bots,
            roll_off,
            match_to,
            coach,
        ]
        return _create_once(game, seats, code_for(repr(request_key)))
    return _create(game, seats)


def join(*, seated: SeatedGame, name: str, player_hash: str) -> None:
    """Take the next free seat for a browser; the game starts with the last one."""
    for _try in range(_TRIES):
        game = seated.game
        if any(seat.player_hash == player_hash for seat in seated.seats):
            raise Refused("already_seated")
        if game.status != Game.Status.WAITING or seated.open_seats == 0:
            raise Refused("full")
        index = len(seated.seats)
        seat = Seat(game=game, index=index, name=name, player_hash=player_hash)
        full = seated.open_seats == 1
        try:
            with transaction.atomic():
                starting = _starting(game, len(seated.seats) + 1) if full else {}
                write_version(game, last_event=Game.LastEvent.JOIN, **starting)
                seat.save(force_insert=True)
        except (Refused, IntegrityError):
            _reload(seated)
            continue
        seated.seats.append(seat)
        return
    raise Refused("busy")


def start(*, seated: SeatedGame, version: int) -> None:
    """Start a waiting game with the players who have joined. Only for its host."""
    if not seated.is_host:
        raise Refused("only_host", 403)
    if seated.game.status != Game.Status.WAITING:
        raise Refused("already_started")
    check_version(seated, version)
    if len(seated.seats) < 2:
        raise Refused("nobody_joined")
    write_version(seated.game, **_starting(seated.game, len(seated.seats)))


def roll(*, seated: SeatedGame, version: int, held: tuple[int, ...]) -> None:
    """Roll the dice that are not held, for the seat whose turn it is."""
    state, seat = my_turn(seated, version)
    try:
        state.check_roll(seat, held)
    except rules.IllegalMove as error:
        raise Refused(error.reason) from error
    _roll(seated.game, state, held)


def score(*, seated: SeatedGame, version: int, category: str, column: int) -> None:
    """Enter the dice in a box, for the seat whose turn it is."""
    state, seat = my_turn(seated, version)
    _score(seated, state, rules.Score(seat, category, column))


def undo(*, seated: SeatedGame, version: int) -> None:
    """Take back the last entry, for the seat that made it."""
    state = playing(seated, version)
    entry = state.last_entry
    if entry is None or not state.can_undo:
        raise Refused("nothing_to_undo")
    if entry.seat not in seated.you:
        raise Refused("not_your_entry", 403)
    write_version(seated.game, moves=seated.game.moves[:-1], last_event=Game.LastEvent.UNDO)


def bot_step(*, seated: SeatedGame, version: int) -> None:
    """Make one move of the computer whose turn it is: roll, or enter its dice."""
    state = playing(seated, version)
    seat = state.seat
    if seat is None or not seated.seats[seat].bot:
        raise Refused("not_a_bot")
    if not state.dice:
        _roll(seated.game, state, ())
        return
    decision = bots.decide(
        state, seated.seats[seat].bot, bot_seed(seated.game, state), last_held(seated.game)
    )
    if decision.placement is None:
        _roll(seated.game, state, decision.hold or ())
    else:
        placement = decision.placement
        _score(seated, state, rules.Score(seat, placement.category, placement.column))


def bots_on(*, seated: SeatedGame) -> None:
    """Make the moves of computers until it is a person's turn or the game is over."""
    with suppress(Refused):  # not a computer's turn any more, or somebody else's command was faster
        while True:
            bot_step(seated=seated, version=seated.game.version)


def rematch(*, seated: SeatedGame) -> Game:
    """Make the next game of this family of rematches, or return the one that another player has made."""
    game = seated.game
    if not seated.you:
        raise Refused("not_seated", 403)
    if game.status != Game.Status.FINISHED:
        raise Refused("not_finished")
    if existing := Game.objects.filter(previous=game).first():
        return existing
    wins = wins_after(game, len(seated.seats))
    again = Game(
        rules_id=game.rules_id,
        mode=game.mode,
        players=len(seated.seats),
        first_seat=(game.first_seat + 1) % len(seated.seats),
        previous=game,
        match_to=game.match_to,
        wins=[0] * len(wins) if 1 < game.match_to <= max(wins) else wins,
        coach=game.coach,
    )
    seats = [Seat(name=seat.name, bot=seat.bot, player_hash=seat.player_hash) for seat in seated.seats]
    for index, seat in enumerate(seats):
        if index not in seated.you:  # a player who has not opened the new game does not count as online
            seat.last_seen_at -= timedelta(seconds=PRESENT_SECONDS)
    try:
        with transaction.atomic():
            made = _create(again, seats)
            write_version(game)
    except (IntegrityError, Refused):
        existing = Game.objects.filter(previous=game).first()
        if existing is None:
            raise Refused("busy") from None
        return existing
    return made


# --- inside ---------------------------------------------------------------------------------------


def _create_once(game: Game, seats: list[Seat], code: str) -> Game:
    """Save a new game with this code, or return the unplayed game just made with it."""
    just_made = Game.objects.filter(code=code, version=1, created_at__gt=timezone.now() - _DOUBLE_CLICK)
    if twin := just_made.first():
        return twin
    if scores.has_rows(code):  # of an earlier game of this request, deleted since: its rows keep the code
        return _create(game, seats)
    try:
        return _create(game, seats, code)
    except IntegrityError:
        return just_made.first() or _create(game, seats)


def _create(game: Game, seats: list[Seat], code: str = "") -> Game:
    """Save a new game with its seats; it starts when no seat is open."""
    game.seed = dice_stream.new_seed()
    game.code = code or new_code()
    if len(seats) == game.players:
        for field, value in _starting(game, len(seats)).items():
            setattr(game, field, value)
    with transaction.atomic():
        game.save(force_insert=True)
        for index, seat in enumerate(seats):
            seat.game = game
            seat.index = index
        Seat.objects.bulk_create(seats)
    return game


def _starting(game: Game, seats: int) -> dict[str, Any]:
    """Return the fields that change when a game starts with this many seats."""
    first_seat = game.first_seat
    if game.roll_off and game.previous_id is None:
        first_seat = dice_stream.starter(dice_stream.roll_off(bytes(game.seed), seats=seats))
    return {
        "status": Game.Status.PLAYING,
        "players": seats,
        "first_seat": first_seat,
        "started_at": timezone.now(),
    }


def _reload(seated: SeatedGame) -> None:
    try:
        seated.game.refresh_from_db()
    except Game.DoesNotExist:
        raise Refused("stale") from None
    seated.seats = list(seated.game.seats.all())


def _roll(game: Game, state: rules.GameState, held: tuple[int, ...]) -> None:
    seat = state.seat
    assert seat is not None
    faces = dice_stream.roll_dice(
        bytes(game.seed),
        stream=str(seat),
        turn=state.turn,
        roll=state.roll + 1,
        held=held,
        dice=state.dice,
    )
    move = rules.Roll(seat, tuple(sorted(held)), faces)
    write_version(game, moves=[*game.moves, rules.format_move(move)])


def _score(seated: SeatedGame, state: rules.GameState, move: rules.Score) -> None:
    game = seated.game
    try:
        after = state.apply(move)
    except rules.IllegalMove as error:
        raise Refused(error.reason) from error
    moves = [*game.moves, rules.format_move(move)]
    outcome = after.outcome()
    if outcome is None:
        write_version(game, moves=moves)
        return
    with transaction.atomic():
        write_version(game, moves=moves, status=Game.Status.FINISHED, finished_at=timezone.now())
        if not game.coach:
            _submit_scores(seated, outcome)


def _submit_scores(seated: SeatedGame, outcome: rules.Outcome) -> None:
    """Submit every person's final total to the high scores."""
    game = seated.game
    assert game.finished_at is not None
    levels = {seat.bot for seat in seated.seats if seat.bot}
    strongest = next((level for level in ("hard", "medium", "easy") if level in levels), "")
    for seat in seated.seats:
        if not seat.bot:
            scores.submit(
                board=game.rules_id,
                mode="computer" if levels else game.mode,
                level=strongest,
                rules_version=rules.VERSION,
                name=seat.name,
                points=outcome.points[seat.index],
                finished_at=game.finished_at,
                game_code=game.code,
                seat=seat.index,
                player_hash=seat.player_hash,
                game_url=reverse("games:game", args=[game.code]),
            )


def write_version(game: Game, **fields: Any) -> None:
    """Write fields and notify watchers if the stored game still has this version; else raise Refused."""
    fields = {"last_event": "", **fields, "version": game.version + 1, "last_action_at": timezone.now()}
    if not Game.objects.filter(pk=game.pk, version=game.version).update(**fields):
        raise Refused("stale")
    for field, value in fields.items():
        setattr(game, field, value)
    push.announce(game)
