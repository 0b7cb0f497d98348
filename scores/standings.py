"""Reads one page of a board: ranked rows, the distribution, the own best. Constant number of queries."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.db.models.functions import Coalesce

from scores.models import HighScore, HighScoreQuerySet, Mode, Status
from scores.periods import bounds
from scores.services import visible_name

PAGE_SIZE = 25
_SHORT = ("today", "month")  # periods that hold a small part of all rows
_FEW = 2000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board as one browser sees it; `name` is empty for an anonymous or held one."""

    rank: int
    name: str
    points: int
    finished_at: datetime
    mode: str
    is_own: bool
    is_best: bool
    is_held: bool
    game_url: str
    summary: dict[str, Any] | None
    """Par, luck and mistakes, once a report was made."""


@dataclass(frozen=True, slots=True)
class OwnBest:
    """The best row of the asking browser: its rank, points and page, and how many rows have fewer points."""

    row: int
    rank: int
    points: int
    page: int
    behind: int


@dataclass(frozen=True, slots=True)
class Standings:
    """One page of a board. `distribution`: (points, number of rows), most points first, all pages."""

    lines: list[Line]
    total: int
    page: int
    pages: int
    distribution: list[tuple[int, int]]
    own: OwnBest | None


def standings(*, board: str, mode: str, period: str, page: int, player_hash: str | None) -> Standings:
    """Return a page of a board for a mode (`all` or one of Mode) and a period; beyond the end the last page.

    Two queries, up to two more for a browser with a player cookie. Equal points share a rank: 1, 1, 3.
    """
    short = period in _SHORT
    dated, rows = (_selection(board, mode, period, by_date=by_date) for by_date in (True, False))
    distribution = _distribution(dated, by_date=True) if short else _distribution(rows, by_date=False)
    ranks, total = {}, 0
    for points, number in distribution:
        ranks[points] = total + 1
        total += number
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(1, page), pages)
    start = (page - 1) * PAGE_SIZE
    found = _by_date(dated, start) if short and total <= _FEW else _by_points(rows, ranks, start)
    own = _own_best(rows, ranks, total, player_hash)
    lines = [
        Line(
            # A row may have been added between the two queries.
            rank=ranks.get(row.points) or 1 + sum(n for points, n in distribution if points > row.points),
            name=visible_name(row, player_hash),
            points=row.points,
            finished_at=row.finished_at,
            mode=row.played,
            is_own=bool(player_hash) and row.player_hash == player_hash,
            is_best=own is not None and row.pk == own.row,
            is_held=row.status == Status.HELD,
            game_url=row.game_url,
            summary=row.summary,
        )
        for row in found
    ]
    return Standings(lines, total, page, pages, distribution, own)


def _selection(board: str, mode: str, period: str, *, by_date: bool) -> HighScoreQuerySet:
    """Return the public rows of a board, filtered so that databases use the index of dates or another.

    An expression around the date prevents the use of its index; without statistics databases choose wrongly.
    """
    rows = HighScore.objects.public().filter(board=board)
    if mode in Mode.values:
        rows = rows.filter(mode=mode)
    ends = bounds(period)
    if ends is None:
        return rows
    if by_date:
        return rows.filter(finished_at__gte=ends[0], finished_at__lt=ends[1])
    rows = rows.alias(finished=Coalesce("finished_at", "finished_at"))
    return rows.filter(finished__gte=ends[0], finished__lt=ends[1])


def _distribution(rows: HighScoreQuerySet, *, by_date: bool) -> list[tuple[int, int]]:
    """Return (points, number of rows), most points first: one pass over an index, of dates or of points."""
    if by_date:
        found = (
            rows.annotate(value=Coalesce("points", "points")).values_list("value").annotate(number=Count("*"))
        )
        return sorted(found.order_by(), reverse=True)
    return list(rows.order_by("-points").values_list("points").annotate(number=Count("*")))


def _by_date(rows: HighScoreQuerySet, start: int) -> HighScoreQuerySet:
    """Return a page of a period with few rows: selected by date, then sorted."""
    ordered = rows.order_by(Coalesce("points", "points").desc(), "finished_at", "id")
    return ordered[start : start + PAGE_SIZE]


def _by_points(rows: HighScoreQuerySet, ranks: dict[int, int], start: int) -> HighScoreQuerySet:
    """Return a page of many rows: the distribution gives its range of points, so that few are skipped."""
    within = [points for points, rank in ranks.items() if rank <= start + PAGE_SIZE]
    if not within:
        return rows.none()
    first = next(index for index in reversed(range(len(within))) if ranks[within[index]] <= start + 1)
    skip = start + 1 - ranks[within[first]]
    among = rows.filter(points__lte=within[first], points__gte=within[-1])
    return among.ranked()[skip : skip + PAGE_SIZE]


def _own_best(
    rows: HighScoreQuerySet, ranks: dict[int, int], total: int, player_hash: str | None
) -> OwnBest | None:
    if not player_hash:
        return None
    best = rows.filter(player_hash=player_hash).ranked().values("pk", "points", "finished_at").first()
    if best is None:
        return None
    rank = ranks.get(best["points"], 1)
    equal = rows.filter(points=best["points"])
    earlier = equal.filter(finished_at__lt=best["finished_at"]).count()
    next_rank = min((start for points, start in ranks.items() if points < best["points"]), default=total + 1)
    page = (rank - 1 + earlier) // PAGE_SIZE + 1
    return OwnBest(best["pk"], rank, best["points"], page, total - next_rank + 1)
