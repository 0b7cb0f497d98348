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
from games.models import SEALED_AFTER, Game, Seat
from games.session import push
from games.session.checks import Refused as Refused
from games.session.checks import check_version, my_turn, not_sealed, playing
from games.session.codes import code_for, new_code
from games.session.positions import bot_seed, last_held, wins_after
from games.session.seats import PRESENT_SECONDS, SeatedGame, unbegun_like
from scores import services as scores

_TRIES = 8
_DOUBLE_CLICK = timedelta(seconds=10)
_TO_COMMIT = timedelta(seconds=0.5)
"""So long before a game is sealed by time it is no longer reopened: nobody may read its seed meanwhile."""


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
    reuse: bool = False,
) -> Game:
    """Make a game with the people at this device and the computers seated.

    It starts at once when no seat is open. ``names`` and ``bots`` must fit ``players``. A repeated request of
    the same browser with the same ``once`` (a double click) gets the game just made. With ``reuse`` an equal
    solo game of this browser in which nobody has rolled is returned instead of one more.
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
    if reuse and (unbegun := unbegun_like(game, seats)):
        begun = not Game.objects.filter(pk=unbegun.pk, version=1).update(last_action_at=timezone.now())
        if not begun:
            return unbegun
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
    """Take back the last entry, for the seat that made it; a game that is over but not sealed goes on."""
    state = not_sealed(seated, version)
    entry = state.last_entry
    if entry is None or not state.can_undo:
        raise Refused("nothing_to_undo")
    if entry.seat not in seated.you:
        raise Refused("not_your_entry", 403)
    left = {"moves": seated.game.moves[:-1], "last_event": Game.LastEvent.UNDO}
    if seated.game.status == Game.Status.FINISHED:
        _reopen(seated, left)
    else:
        write_version(seated.game, **left)


def seal(*, seated: SeatedGame, version: int | None = None) -> None:
    """Make the end of a game final, for everybody who plays in it. Sealing it once more changes nothing.

    Without a version the present end is sealed, whichever the browser has seen.
    """
    for _try in range(_TRIES):
        _check_ended(seated)
        if seated.game.is_sealed:
            return
        if version is not None:
            check_version(seated, version)
        try:
            write_version(seated.game, sealed=True)
        except Refused:
            _reload(seated)
        else:
            return
    raise Refused("busy")


def name_player(*, seated: SeatedGame, seat: int, name: str) -> None:
    """Give a name to somebody who has played without one, for the browser that did, in the high scores, too.

    Possible within an hour of the end, once.
    """
    if seat not in seated.you:
        raise Refused("not_seated", 403)
    if not name:
        raise Refused("bad_name", 422)
    _check_ended(seated)
    code, player_hash = seated.game.code, seated.player_hash or ""
    nameless = Seat.objects.filter(pk=seated.seats[seat].pk, name="")
    with transaction.atomic():
        write_version(seated.game)
        named = scores.give_name(game_code=code, seat=seat, player_hash=player_hash, name=name)
        if not (named and nameless.update(name=name)):
            raise Refused("named")
    seated.seats[seat].name = name


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
    """Make the next game of this family of rematches, or return the one that another player has made.

    It seals the game that is over.
    """
    for _try in range(_TRIES):
        _check_ended(seated)
        if existing := Game.objects.filter(previous=seated.game).first():
            return existing
        again, seats = _next_game(seated)
        try:
            with transaction.atomic():
                made = _create(again, seats)
                write_version(seated.game, sealed=True)
        except (IntegrityError, Refused):
            _reload(seated)
        else:
            return made
    raise Refused("busy")


# --- inside ---------------------------------------------------------------------------------------


def _check_ended(seated: SeatedGame) -> None:
    """Refuse what only the players of a game that is over may do."""
    if not seated.you:
        raise Refused("not_seated", 403)
    if seated.game.status != Game.Status.FINISHED:
        raise Refused("not_finished")


def _next_game(seated: SeatedGame) -> tuple[Game, list[Seat]]:
    """Return the next game of this family of rematches with its seats, not yet saved."""
    game = seated.game
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
    return again, seats


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
    final = bool(seated.seats[move.seat].bot)  # nobody could take this entry back
    with transaction.atomic():
        write_version(
            game, moves=moves, status=Game.Status.FINISHED, finished_at=timezone.now(), sealed=final
        )
        if not game.coach:
            _submit_scores(seated, outcome)


def _reopen(seated: SeatedGame, left: dict[str, Any]) -> None:
    """Let a game that is over go on with the moves that are left, and withdraw its high scores."""
    game = seated.game
    ended = game.finished_at or timezone.now()
    people = [seat.index for seat in seated.seats if not seat.bot]
    with transaction.atomic():
        write_version(game, **left, status=Game.Status.PLAYING, finished_at=None, report=None)
        kept = not game.coach and not scores.withdraw(game_code=game.code, seats=people)
        if kept or timezone.now() - ended >= SEALED_AFTER - _TO_COMMIT:
            raise Refused("game_over")


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
    fields = {"last_event": "", **fields, "version": game.shown_version + 1, "last_action_at": timezone.now()}
    if not Game.objects.filter(pk=game.pk, version=game.version).update(**fields):
        raise Refused("stale")
    for field, value in fields.items():
        setattr(game, field, value)
    push.announce(game)
