"""Writes to stored games besides moves: presence, reports, links to other devices, deletion, pruning.

One of the two modules that write games and seats; the other is ``play``, which makes moves.
"""

import logging
import time
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import DateTimeField, Value
from django.db.models.functions import Least
from django.utils import timezone

from games.models import Game, Handover, Seat, SeatQuerySet
from games.session import handovers
from games.session.checks import Refused
from games.session.play import write_version
from games.session.seats import Player, SeatedGame
from scores import services as scores

logger = logging.getLogger(__name__)

_DOUBLE_TAP = timedelta(minutes=1)  # time enough for the first answer where the network is slow
_PRUNED_AT_ONCE = 50
_STAND_IN = "medium"
"""The level of the computer that takes the seats of a deleted player."""
_PAUSE_SECONDS = 1.0
_SEEN_AT_ONCE = 500

_nothing_stored_until = 0.0


def seen(*, seats: Collection[int], now: datetime) -> None:
    """Store that the browsers of these seats (ids) are online; called by `signs` alone.

    Skipped while the database cannot be written, so that reading a game neither waits nor fails.
    """
    global _nothing_stored_until
    if time.monotonic() < _nothing_stored_until:
        return
    try:
        ids = sorted(seats)
        for start in range(0, len(ids), _SEEN_AT_ONCE):
            Seat.objects.filter(pk__in=ids[start : start + _SEEN_AT_ONCE]).update(last_seen_at=now)
    except OperationalError as error:
        _nothing_stored_until = time.monotonic() + _PAUSE_SECONDS
        logger.warning("signs of life cannot be stored: %s", error)


def keep_report(
    *, game_id: int, version: int, data: dict[str, Any], summaries: Sequence[dict[str, Any]]
) -> bool:
    """Store the report of a finished game, and the summary of every seat with its high score.

    ``version`` is that of the game the report was made for; it is not stored with another. ``summaries`` are
    in seat order. Returns whether it was stored: the first of two reports stays. Changes neither version nor
    age of the game.
    """
    missing = Game.objects.filter(pk=game_id, version=version, status=Game.Status.FINISHED)
    missing = missing.exclude(report__version=data["version"])
    with transaction.atomic():
        if not missing.update(report=data):
            return False
        code = Game.objects.values_list("code", flat=True).get(pk=game_id)
        for seat, summary in enumerate(summaries):
            scores.add_summary(game_code=code, seat=seat, summary=summary)
    return True


def hand_over(*, player: Player) -> str:
    """Return the secret of a link that makes another browser the same player; earlier ones stop working."""
    secret = handovers.new_secret()
    with transaction.atomic():
        Handover.objects.over().delete()
        Handover.objects.filter(player_hash=player.hash).delete()
        Handover.objects.create(
            secret_hash=handovers.digest(secret),
            player_hash=player.hash,
            sealed_token=handovers.seal(player.token, secret),
        )
    return secret


def take_over(*, secret: str, player_hash: str | None, click_id: str) -> str:
    """Use up a link and return the token of its player, which the asking browser gets as its cookie.

    Seats and scores of the browser's former player move to that player. Of several browsers at the same time
    one succeeds; a repeated click of the same browser gets the same token for a minute.
    """
    links = Handover.objects.filter(secret_hash=handovers.digest(secret))
    end = Least("usable_until", Value(timezone.now() + _DOUBLE_TAP, output_field=DateTimeField()))
    with transaction.atomic():
        if not links.usable(click_id=click_id).update(used_by=click_id, usable_until=end):
            raise Refused("link_used", 404)
        link = links.get()
        if player_hash and player_hash != link.player_hash:
            Seat.objects.filter(player_hash=player_hash).update(player_hash=link.player_hash)
            scores.move_rows(player_hash, to=link.player_hash)
    return handovers.unseal(link.sealed_token, secret)


def forget(*, player_hash: str) -> None:
    """Delete a browser's data: it leaves all its games, see `_leave`.

    One that is over is sealed: a new end would bring back the high score of somebody who has had it deleted.
    """
    own = Seat.objects.filter(player_hash=player_hash)
    with transaction.atomic():
        for game in Game.objects.not_sealed().filter(pk__in=own.values("game_id")).select_for_update():
            write_version(game, sealed=True)
        _leave(own, player_hash)
        Handover.objects.filter(player_hash=player_hash).delete()


def leave(*, seated: SeatedGame) -> None:
    """Let a browser leave a game that is not over, which deletes a game that nobody else plays."""
    if not seated.you or not seated.player_hash:
        raise Refused("not_seated", 403)
    with transaction.atomic():
        if not Game.objects.running().filter(pk=seated.game.pk).select_for_update().exists():
            raise Refused("game_over")
        _leave(Seat.objects.filter(game=seated.game, player_hash=seated.player_hash), seated.player_hash)


def _leave(own: SeatQuerySet, player_hash: str) -> None:
    """Give up these seats of a browser: games nobody else plays are deleted, in others they lose their names.

    In a game that is not over a computer takes the seat, so that the others need not wait for ever.
    """
    others = Seat.objects.filter(bot="", game__in=own.values("game_id")).exclude(player_hash=player_hash)
    shared = others.values("game_id")
    Game.objects.filter(pk__in=own.values("game_id")).exclude(pk__in=shared).delete()
    running = Game.objects.running().filter(pk__in=own.values("game_id"))
    for game in running.select_for_update():
        own.filter(game=game).update(bot=_STAND_IN)
        write_version(game)
    own.update(player_hash="", name="")


def prune(*, age: timedelta) -> Iterator[int]:
    """Delete games without an action for this time in small batches, and yield the size of each batch.

    Locks are held only briefly. A game that is played meanwhile stays; high scores stay, without a link.
    """
    Handover.objects.over().delete()
    scores.tidy()
    while True:
        started = time.monotonic()
        with transaction.atomic():
            due = Game.objects.idle(age).order_by("pk").select_for_update(skip_locked=True)
            codes = dict(due.values_list("pk", "code")[:_PRUNED_AT_ONCE])
            Game.objects.filter(pk__in=codes).delete()
            scores.unlink_games(codes.values())
        if not codes:
            return
        yield len(codes)
        time.sleep(time.monotonic() - started)  # leave half of the time to the players
