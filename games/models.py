"""Stored data of games: games with their moves, seats, links to other devices. No rules, no commands."""

from datetime import datetime, timedelta
from typing import Any

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import F, Q
from django.utils import timezone

from games.dice_stream import commitment
from games.rules import MAX_SEATS
from scores.names import MAX_LENGTH
from scores.prepared import Prepared, Row

MAX_MATCH = 9
"""The largest number of games to win a match."""

HANDOVER_AGE = timedelta(minutes=10)
"""How long a link to another device can be used."""

SEALED_AFTER = timedelta(seconds=60)
"""How long after its end a game can be reopened by taking back the last entry, unless it is sealed before."""

UNJOINED_MAX_AGE = timedelta(hours=12)
"""A waiting game that nobody has joined is deleted after this time,"""
UNBEGUN_MAX_AGE = timedelta(hours=3)
"""and a solo game in which nobody has rolled after this one."""


def _end_of_new_handover() -> datetime:
    return timezone.now() + HANDOVER_AGE


class GameQuerySet(models.QuerySet["Game"]):
    """Queries for games."""

    def running(self) -> "GameQuerySet":
        """Games that are waiting for players or being played."""
        return self.exclude(status=Game.Status.FINISHED)

    def not_sealed(self) -> "GameQuerySet":
        """Games that are over, but whose last entry can still be taken back."""
        since = timezone.now() - SEALED_AFTER
        return self.filter(status=Game.Status.FINISHED, sealed=False, finished_at__gt=since)

    def idle(self, age: timedelta) -> "GameQuerySet":
        """Games without an action for this time; earlier those nobody joined and solo games not begun."""
        now = timezone.now()
        unjoined = now - min(age, UNJOINED_MAX_AGE)
        unbegun = now - min(age, UNBEGUN_MAX_AGE)
        return self.filter(
            Q(last_action_at__lt=now - age)
            | Q(status=Game.Status.WAITING, version=1, last_action_at__lt=unjoined)
            | Q(mode=Game.Mode.SOLO, version=1, last_action_at__lt=unbegun)
        )


class Game(models.Model):
    """One game. The position is not stored but replayed from ``moves``."""

    class Mode(models.TextChoices):
        SOLO = "solo"
        LOCAL = "local"
        ONLINE = "online"

    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        FINISHED = "finished"

    class LastEvent(models.TextChoices):
        JOIN = "join"
        UNDO = "undo"

    code = models.CharField(max_length=10, unique=True)
    rules_id = models.CharField(max_length=80)
    mode = models.CharField(max_length=8, choices=Mode.choices)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    version = models.PositiveIntegerField(default=1)
    moves: Any = models.JSONField(default=list)
    last_event = models.CharField(
        max_length=8, choices=LastEvent.choices, blank=True, default="", db_column="news"
    )
    """The last event, where it is not in the moves."""
    seed = models.BinaryField(max_length=32)
    players = models.PositiveSmallIntegerField()
    """Number of seats; lowered when the host starts before all have joined."""
    first_seat = models.PositiveSmallIntegerField(default=0)
    roll_off = models.BooleanField(default=False)
    """Whether a roll-off decided who starts."""
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    match_to = models.PositiveSmallIntegerField(default=1)
    """Games to win for winning the match; 1 means single games."""
    wins: Any = models.JSONField(default=list)
    """Games won in this family of rematches before this one, by seat."""
    coach = models.BooleanField(default=False)
    """Whether the coach helps; such a game is not entered in the high scores."""
    sealed = models.BooleanField(default=False, db_default=False)
    """Whether the end was sealed before its time; see `is_sealed`."""
    report: Any = models.JSONField(null=True, blank=True)
    """The analysis of the finished game, once somebody has asked for it."""
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    last_action_at = models.DateTimeField(default=timezone.now, db_index=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["status", "last_action_at"])]
        constraints = [
            models.CheckConstraint(condition=Q(players__range=(1, MAX_SEATS)), name="one_to_six_players"),
            models.CheckConstraint(condition=Q(first_seat__lt=F("players")), name="first_seat_is_a_seat"),
            models.CheckConstraint(condition=Q(match_to__range=(1, MAX_MATCH)), name="match_to_one_to_nine"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hex; public from the first moment."""
        return commitment(bytes(self.seed))

    @property
    def is_sealed(self) -> bool:
        """Whether the game is over for good: only then may anything be shown that follows from the seed."""
        if self.status != self.Status.FINISHED:
            return False
        if self.sealed or self.finished_at is None:
            return True
        # A time to come was written before a wrong clock was set right.
        return abs(timezone.now() - self.finished_at) >= SEALED_AFTER

    def version_if(self, sealed: bool) -> int:
        """Return the version that pages show, given `is_sealed`: being sealed by time counts as a change."""
        return self.version + (sealed and not self.sealed)

    @property
    def shown_version(self) -> int:
        """The version that pages show now."""
        return self.version_if(self.is_sealed)

    @property
    def open_seed(self) -> str | None:
        """The seed in hex once the game is sealed, None before."""
        return bytes(self.seed).hex() if self.is_sealed else None


class SeatQuerySet(models.QuerySet["Seat"]):
    """Queries for seats."""

    def watched(self, code: str | None) -> "SeatQuerySet":
        """The seats of the game with this code, with the game but without its moves, seed and report."""
        game = self.filter(game__code=code).select_related("game")
        return game.defer("game__moves", "game__seed", "game__report")


class Seat(models.Model):
    """One player of a game: a person in a browser, or a computer."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_LENGTH)
    bot = models.CharField(max_length=8, blank=True, default="")
    """Level of the computer player, empty for a person."""
    player_hash = models.CharField(max_length=64, blank=True, default="")
    """SHA-256 of the player cookie's token; empty for a computer."""
    last_seen_at = models.DateTimeField(default=timezone.now)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["game", "index"], name="one_player_per_seat")]
        indexes = [models.Index(fields=["player_hash"])]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index}"


def _columns(model: type[models.Model], *but: str) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname not in but]


_GAME_COLUMNS = _columns(Game, "report")
_SEAT_COLUMNS = _columns(Seat)
MOST_RUNNING = 12
"""So many unfinished games of a player are listed."""
_GAME_OF_SEAT = _SEAT_COLUMNS.index("game_id")
_BOTH = [*_SEAT_COLUMNS, *(f"game__{name}" for name in _GAME_COLUMNS)]
_GAME_WITH_SEATS = Prepared(lambda code: Seat.objects.filter(game__code=code).values_list(*_BOTH))
_RUNNING_WITH_SEATS = Prepared(
    lambda player_hash: (
        Seat.objects.filter(
            game__in=Game.objects.running()
            .filter(pk__in=Seat.objects.filter(player_hash=player_hash).values("game"))
            .order_by("-last_action_at")[:MOST_RUNNING]
        )
        .order_by("-game__last_action_at", "game_id", "index")
        .values_list(*_BOTH)
    )
)


def game_with_seats(code: str | None) -> tuple[Game, list[Seat]] | None:
    """Return a game and its seats, None if there is none. Every move and every poll begins with it.

    In one query; the report, which can be large, is read when it is needed.
    """
    rows = _GAME_WITH_SEATS.rows(code) if code else []
    return _together(rows) if rows else None


def running_with_seats(player_hash: str) -> list[tuple[Game, list[Seat]]]:
    """Return the latest MOST_RUNNING unfinished games of a player with their seats, the latest first."""
    of_games: dict[int, list[Row]] = {}
    for row in _RUNNING_WITH_SEATS.rows(player_hash):
        of_games.setdefault(row[_GAME_OF_SEAT], []).append(row)
    return [_together(rows) for rows in of_games.values()]


def _together(rows: list[Row]) -> tuple[Game, list[Seat]]:
    """Make a game and its seats of the rows of a query for them."""
    own = len(_SEAT_COLUMNS)
    game = Game.from_db(DEFAULT_DB_ALIAS, _GAME_COLUMNS, rows[0][own:])
    seats = [Seat.from_db(DEFAULT_DB_ALIAS, _SEAT_COLUMNS, row[:own]) for row in rows]
    for seat in seats:
        seat.game = game
    return game, seats


class HandoverQuerySet(models.QuerySet["Handover"]):
    """Queries for links to another device."""

    def usable(self, *, click_id: str) -> "HandoverQuerySet":
        """Links that are unused, or used by this click (see seats.click_id_of)."""
        return self.filter(usable_until__gt=timezone.now(), used_by__in=["", click_id])

    def over(self) -> "HandoverQuerySet":
        """Links that can no longer be used."""
        return self.filter(usable_until__lte=timezone.now())


class Handover(models.Model):
    """A link that makes another browser the same player, once, within ten minutes.

    After use it works for a moment for the same click: of a double tap browsers use the second answer.
    """

    secret_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the secret in the link."""
    player_hash = models.CharField(max_length=64, db_index=True)
    """As in the seats of this player."""
    sealed_token = models.CharField(max_length=128)
    """The player cookie's token, readable with the secret only (see session/handovers.py)."""
    usable_until = models.DateTimeField(default=_end_of_new_handover)
    used_by = models.CharField(max_length=64, blank=True, default="")
    """Identifies the click that has used it; empty before."""

    objects = HandoverQuerySet.as_manager()
