"""Reads one page of a board: ranked rows, the distribution, the own best. Constant number of queries.

What has to do with numbers of rows comes from `tallies`, so that a page costs the same whatever is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import F
from django.db.models.functions import Coalesce

from scores.histogram import width_of_bars
from scores.models import HighScore, HighScoreQuerySet, Mode, Status
from scores.periods import bounds, key
from scores.services import visible_name
from scores.tallies import ALL_MODES, Ends, Tallies

PAGE_SIZE = 25
_MANY = 100  # rows to skip
_SHORT = "dm"  # days and months hold a small part of all rows


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
    """One page of a board.

    `distribution`: for bars of `step` points (some points of the bar, number of rows), all pages.
    """

    lines: list[Line]
    total: int
    page: int
    pages: int
    distribution: list[tuple[int, int]]
    step: int
    own: OwnBest | None


def standings(*, board: str, mode: str, period: str, page: int, player_hash: str | None) -> Standings:
    """Return a page of a board for a mode (`all` or one of Mode) and a period; beyond the end the last page.

    Four short queries, one more for a day or a month, one more where many rows have the same points, and up
    to two more for a browser with a player cookie. None counts rows but those with the points of that
    browser's best. Equal points share a rank: 1, 1, 3.
    """
    of = Tallies(key(period), board, mode if mode in Mode.values else ALL_MODES, DEFAULT_DB_ALIAS)
    ends = of.ends()
    step = width_of_bars(*ends) if ends else 1
    bars = _Bars(step, of.grouped(step) if ends else [])
    pages = max(1, -(-bars.total // PAGE_SIZE))
    page = min(max(1, page), pages)
    start = (page - 1) * PAGE_SIZE
    rows = _selection(board, mode, period, by_date=False)
    best = _best(rows, player_hash)
    shown = bars.of_page(start)
    numbers = of.single(shown, bars.of_points(best["points"]) if best else shown) if ends else {}
    ranks = bars.ranks(numbers)
    place = _place(ranks, numbers, start)
    found = _rows(of, place, _selection(board, mode, period, by_date=True), rows) if place else []
    own = _own_best(rows, best, bars.total, ranks, numbers) if best else None
    lines = [
        Line(
            # A row may have been added between the two queries.
            rank=ranks.get(row.points) or min((r for p, r in ranks.items() if p < row.points), default=1),
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
    return Standings(lines, bars.total, page, pages, bars.distribution(), step, own)


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


class _Bars(NamedTuple):
    """The numbers of rows by bars of the histogram, most points first: (points // step, number)."""

    step: int
    parts: list[tuple[int, int]]

    @property
    def total(self) -> int:
        """The number of all rows."""
        return sum(number for _part, number in self.parts)

    def distribution(self) -> list[tuple[int, int]]:
        """Return (least points of the bar, number of rows)."""
        return [(part * self.step, number) for part, number in self.parts]

    def of_points(self, points: int) -> Ends:
        """Return the least and the most points of the bar with these."""
        least = points // self.step * self.step
        return least, least + self.step - 1

    def of_page(self, start: int) -> Ends:
        """Return the least and the most points of the bars of a page that begins after so many rows."""
        before, on_page = 0, []
        for part, number in self.parts:
            if before < start + PAGE_SIZE and before + number > start:
                on_page.append(part)
            before += number
        return (on_page[-1] * self.step, (on_page[0] + 1) * self.step - 1) if on_page else (0, 0)

    def ranks(self, numbers: dict[int, int]) -> dict[int, int]:
        """Return ranks by points; `numbers` has the rows by points, most points first, of whole bars."""
        better, before = {}, 0
        for part, number in self.parts:
            better[part] = before
            before += number
        ranks = {}
        for points, number in numbers.items():
            before = better.get(points // self.step, 0)
            ranks[points] = before + 1
            better[points // self.step] = before + number
        return ranks


class _Place(NamedTuple):
    """Where a page is: its rows have points between these, and before it so many of them are skipped."""

    ends: Ends
    skip: int


def _place(ranks: dict[int, int], numbers: dict[int, int], start: int) -> _Place | None:
    on_page = [
        points
        for points, rank in ranks.items()
        if rank <= start + PAGE_SIZE and rank - 1 + numbers[points] > start
    ]
    if not on_page:
        return None
    most = max(on_page)
    return _Place((min(on_page), most), start + 1 - ranks[most])


def _rows(of: Tallies, place: _Place, dated: HighScoreQuerySet, rows: HighScoreQuerySet) -> HighScoreQuerySet:
    """Return the rows of a page, found among those of its period or of its points, whichever are fewer."""
    least, most = place.ends
    among = rows.filter(points__gte=least, points__lte=most).ranked()
    of_period, of_points = of.rows_to_search(place.ends) if of.period[0] in _SHORT else (1, 0)
    if of_period < of_points:
        dated = dated.alias(value=Coalesce("points", "points")).filter(value__gte=least, value__lte=most)
        among = dated.order_by(F("value").desc(), "finished_at", "id")
    page = slice(place.skip, place.skip + PAGE_SIZE)
    if place.skip < _MANY:
        return among[page]
    # The index alone tells which rows are skipped. As one query PostgreSQL, without statistics, reads it all.
    return HighScore.objects.filter(pk__in=list(among.values_list("pk", flat=True)[page])).ranked()


def _best(rows: HighScoreQuerySet, player_hash: str | None) -> Mapping[str, Any] | None:
    """Return id, points and end of the best row of this browser."""
    if not player_hash:
        return None
    return rows.filter(player_hash=player_hash).ranked().values("pk", "points", "finished_at").first()


def _own_best(
    rows: HighScoreQuerySet,
    best: Mapping[str, Any],
    total: int,
    ranks: dict[int, int],
    numbers: dict[int, int],
) -> OwnBest:
    points = best["points"]
    rank = ranks.get(points, 1)
    earlier = rows.filter(points=points, finished_at__lt=best["finished_at"]).count()
    page = (rank - 1 + earlier) // PAGE_SIZE + 1
    return OwnBest(best["pk"], rank, points, page, total - (rank - 1) - numbers.get(points, 1))
