"""The interface of the high scores for other apps: submitting scores, and queries about them.

`submit` is the only function that adds rows, `give_name` names one, `withdraw` takes them back.
Moderators use `moderation`, players `own`. Nothing here reads a request.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Avg, Count, Max
from django.utils import timezone

from scores import recount, tallies
from scores.lookalikes import looks_like, skeleton
from scores.models import BannedName, HeldReason, HighScore, Mode, ModerationLog, Status
from scores.names import clean_name, judge
from scores.periods import key
from scores.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Leader:
    """One line of a short list of the best; `name` is empty for an anonymous or held one."""

    name: str
    points: int
    is_own: bool


LEADERS = 5
"""The rows of a board that the home page shows."""
_LEADERS = Prepared(
    lambda board: (
        HighScore.objects.public()
        .filter(board=board)
        .ranked()
        .values_list("name", "points", "player_hash", "status")[:LEADERS]
    )
)
_OWN_SCORES = Prepared(
    lambda player_hash: (
        HighScore.objects.filter(player_hash=player_hash)
        .exclude(mode=Mode.LOCAL)
        .values("board")
        .annotate(games=Count("pk"), best=Max("points"), average=Avg("points"))
        .order_by("-games", "board")
        .values_list("board", "games", "best", "average")
    )
)

LISTED = 100
"""The last rank of all time that is shown at the end of a game."""

RECORD_OF = 5
"""So many rows of other games a board has before its first place is called a record."""
_LESS_THAN_ANY = -1

_NAMED_WITHIN = timedelta(hours=1)
"""So long after the end of a game its player can give a name to a row without one."""


@dataclass(frozen=True, slots=True)
class OwnScores:
    """What one browser has reached on a board: the number of games, the most points, the average."""

    games: int
    best: int
    average: int


@dataclass(frozen=True, slots=True)
class Placing:
    """The ranks of one seat of a finished game on its board, from 1; equal points share a rank."""

    seat: int
    board: str
    points: int
    rank_all_time: int
    rank_month: int
    others: int
    """How many rows of other games the board has."""
    summary: dict[str, Any] | None = None
    """Par, luck and mistakes, once a report was made."""
    nameless: bool = False
    """Whether its player can still give it a name."""

    @property
    def listed(self) -> bool:
        """Whether the rank of all time is good enough to be shown."""
        return self.rank_all_time <= LISTED

    @property
    def is_record(self) -> bool:
        """Whether this is the first place of a board on which a first place means something.

        Whoever has lost the game is not congratulated on it all the same; who has, this app does not know.
        """
        return self.rank_all_time == 1 and self.others >= RECORD_OF


def submit(
    *,
    board: str,
    mode: str,
    name: str,
    points: int,
    finished_at: datetime,
    game_code: str,
    seat: int,
    player_hash: str | None = None,
    game_url: str = "",
    summary: dict[str, Any] | None = None,
    level: str = "",
    rules_version: int = 1,
) -> HighScore:
    """Add the result of one seat of a finished game and return its row; an existing row is returned as it is.

    ``level`` is that of the strongest computer, ``rules_version`` counts changes that change points.

    The caller has computed the points from the moves. Simultaneous calls come one after the other. ValueError
    for an unknown mode or negative points.
    """
    if mode not in Mode.values:
        raise ValueError(f"unknown mode {mode!r}")
    if points < 0 or seat < 0:
        raise ValueError("points and seat cannot be negative")
    row = HighScore(
        board=board,
        mode=mode,
        name=clean_name(name, ""),
        points=points,
        finished_at=finished_at,
        game_code=game_code,
        seat=seat,
        player_hash=player_hash or "",
        game_url=game_url if game_url.startswith("/") and not game_url.startswith("//") else "",
        summary=summary,
        level=level,
        rules_version=rules_version,
    )
    row.skeleton = skeleton(row.name)
    with transaction.atomic(savepoint=False):
        tallies.lock(DEFAULT_DB_ALIAS)
        known = HighScore.objects.filter(game_code=game_code, seat=seat).first()
        if known is not None:
            return known
        row.status, row.held_reason = status_of(row.name)
        if row.name and row.status == Status.SHOWN and _comes_in_a_flood(row):
            row.status, row.held_reason = Status.HELD, HeldReason.MANY
        row.save(force_insert=True)
    return row


def withdraw(*, game_code: str, seats: Collection[int]) -> bool:
    """Delete the rows of a game that goes on after all, one for each of these seats; returns whether it did.

    It does not where somebody has decided about a row: a moderator, or its player, who has deleted it or
    removed the name. The game would bring it back as it was.
    """
    rows = HighScore.objects.filter(game_code=game_code)
    ids = list(rows.filter(seat__in=seats, name_removed=False).values_list("pk", flat=True))
    if len(ids) != len(seats) or ModerationLog.objects.filter(row__in=ids).exists():
        return False
    rows.delete()
    return True


def give_name(*, game_code: str, seat: int, player_hash: str, name: str) -> bool:
    """Give a cleaned name to the row of a seat, for its player and once; returns whether that was possible.

    The name is judged like that of a new row. One that the player has removed does not come back.
    """
    with transaction.atomic(savepoint=False):
        tallies.lock(DEFAULT_DB_ALIAS)
        row = HighScore.objects.filter(game_code=game_code, seat=seat, player_hash=player_hash).first()
        if row is None or not name or not player_hash or not _is_nameless(row):
            return False
        row.name, row.skeleton = name, skeleton(name)
        row.status, row.held_reason = status_of(name)
        row.save(update_fields=["name", "skeleton", "status", "held_reason"])
    return True


def _is_nameless(row: HighScore) -> bool:
    recent = timezone.now() - row.finished_at < _NAMED_WITHIN
    return recent and not row.name and not row.name_removed and row.status == Status.SHOWN


def status_of(name: str) -> tuple[str, str]:
    """Return status and reason of a new row with this cleaned name, after word list, scripts and bans."""
    if not name:
        return Status.SHOWN, ""
    verdict = judge(name)
    if verdict.decision == "held":
        return Status.HELD, verdict.reason
    if active_ban(name) is not None:
        return Status.HELD, HeldReason.BANNED
    return Status.SHOWN, ""


def _comes_in_a_flood(row: HighScore) -> bool:
    """Tell whether this browser has submitted more scores within an hour than anybody can play."""
    limit = settings.LIMIT_SCORE_NAMES
    if not limit or not row.player_hash:
        return False
    recent = HighScore.objects.filter(
        player_hash=row.player_hash,
        finished_at__gt=row.finished_at - timedelta(hours=1),
        finished_at__lte=row.finished_at,  # later ones come from a clock that was ahead
    )
    return recent.count() >= limit


def active_ban(name: str) -> BannedName | None:
    """Return an active ban of this name or of a look-alike, None when there is none."""
    candidates = BannedName.objects.filter(active=True, skeleton=skeleton(name))
    return next((ban for ban in candidates if looks_like(ban.name, name)), None)


def visible_name(row: HighScore, player_hash: str | None) -> str:
    """Return the name this browser gets to see; empty for anonymous. A held name only its own player sees."""
    return _visible(row.name, row.status, is_own=bool(player_hash) and row.player_hash == player_hash)


def _visible(name: str, status: str, *, is_own: bool) -> str:
    return name if status == Status.SHOWN or is_own else ""


def leaders(board: str, limit: int = LEADERS, player_hash: str | None = None) -> list[Leader]:
    """Return the best public rows of a board, at most LEADERS, for the home page. One query."""
    found = []
    for name, points, owner, status in _LEADERS.rows(board)[:limit]:
        is_own = bool(player_hash) and owner == player_hash
        found.append(Leader(_visible(name, status, is_own=is_own), points, is_own))
    return found


def own_scores(player_hash: str | None, limit: int = 3) -> list[tuple[str, OwnScores]]:
    """Return the boards that a browser has played most, with what it has reached there. At most one query.

    Games around one device are left out, since others played in them, too.
    """
    if not player_hash:
        return []
    return [
        (board, OwnScores(games, best, round(average)))
        for board, games, best, average in _OWN_SCORES.rows(player_hash)[:limit]
    ]


def placing(game_code: str) -> list[Placing]:
    """Return the ranks of the seats of a finished game, by seat, for its page. Two queries.

    The month is the one in which the game ended. Hidden rows have no rank and are left out.
    """
    rows = list(HighScore.objects.public().filter(game_code=game_code).order_by("seat"))
    if not rows:
        return []
    asked = [
        (key(period, row.finished_at), row.board, row.points) for period in ("all", "month") for row in rows
    ]
    asked += [(key("all", row.finished_at), row.board, _LESS_THAN_ANY) for row in rows]
    found = tallies.better(asked, rows[0]._state.db or DEFAULT_DB_ALIAS)
    by_kind = (found[start : start + len(rows)] for start in range(0, len(found), len(rows)))
    of_this_game = Counter(row.board for row in rows)
    return [
        Placing(
            row.seat,
            row.board,
            row.points,
            all_time + 1,
            month + 1,
            every - of_this_game[row.board],
            row.summary,
            _is_nameless(row),
        )
        for row, all_time, month, every in zip(rows, *by_kind, strict=True)
    ]


def own_before(*, player_hash: str, board: str, moment: datetime) -> OwnScores | None:
    """Return what a browser had reached on a board before a moment, None for nothing. One query.

    Games around one device are left out, since others played in them, too.
    """
    rows = HighScore.objects.filter(player_hash=player_hash, board=board, finished_at__lt=moment)
    found = rows.exclude(mode=Mode.LOCAL).aggregate(games=Count("pk"), best=Max("points"), mean=Avg("points"))
    return OwnScores(found["games"], found["best"], round(found["mean"])) if found["games"] else None


def add_summary(*, game_code: str, seat: int, summary: dict[str, Any]) -> bool:
    """Store par, luck and mistakes in the row of a seat; returns whether there is such a row."""
    return bool(HighScore.objects.filter(game_code=game_code, seat=seat).update(summary=summary))


def move_rows(player_hash: str, *, to: str) -> int:
    """Move the rows of a player to another one, when a browser becomes that player; returns how many."""
    return HighScore.objects.filter(player_hash=player_hash).update(player_hash=to)


def has_rows(game_code: str) -> bool:
    """Tell whether a game with this code, which may have been deleted since, has rows."""
    return HighScore.objects.filter(game_code=game_code).exists()


def unlink_games(game_codes: Iterable[str]) -> int:
    """Remove the links of rows to deleted games, and return how many; the rows stay. For pruning."""
    return HighScore.objects.filter(game_code__in=list(game_codes)).exclude(game_url="").update(game_url="")


def tidy() -> int:
    """Delete the tallies of past days, which no page shows, and return how many. For pruning."""
    return recount.tidy()
