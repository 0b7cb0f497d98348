"""Counts the public rows of each board by their points, so that no page has to count the rows themselves.

A tally is a number of rows: of a period, a board, a mode (or all), and points, single ones or 25 together,
which keeps sums over a wide range short. Whatever changes rows does so inside `following`, which `HighScore`
and its query set see to. Plain SQL, since these statements run for every page; the table is that of
`scores.models.Tally`. What recounts everything is in `scores.recount`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import product
from typing import Any, NamedTuple, TypeVar

from django.db import connections, transaction

from scores.periods import keys

TALLIED = frozenset({"board", "mode", "points", "finished_at", "status"})
"""The fields of a row on which tallies depend."""

ALL_MODES = ""

ALL_TIME = "a"
DAY = "d"
"""The first letter of the names of days; see `periods.keys`."""

Row = tuple[str, str, int, datetime]
"""Board, mode, points and end of a public row."""

Key = tuple[str, str, str, int, int]
"""Period, board, mode, step and points of a tally: of the rows with these points up to the next step."""

SINGLE, WIDE = 1, 25
"""The steps. Bars of the histogram that are wider than 20 points are some times as wide as the second."""

Ends = tuple[int, int]
"""The least and the most of some points, both included."""

_LOCK = 0x7A117
"""A number for PostgreSQL's advisory locks that nothing else on this site uses."""

_AT_ONCE = 500

T = TypeVar("T")

_ADD = """INSERT INTO scores_tally (period, board, mode, step, points, number) VALUES {rows}
ON CONFLICT (period, board, mode, step, points)
DO UPDATE SET number = scores_tally.number + excluded.number"""
_TIDY = """DELETE FROM scores_tally
WHERE period = %s AND board = %s AND mode = %s AND step = %s AND points = %s AND number <= 0"""
_OF = "FROM scores_tally WHERE period = %s AND board = %s AND mode = %s AND step = %s"
_RANGE = f"SELECT (SELECT MIN(points) {_OF}), (SELECT MAX(points) {_OF})"
_GROUPED = f"SELECT points / %s AS part, SUM(number) {_OF} GROUP BY part ORDER BY part DESC"
_SINGLE = f"SELECT points, number {_OF} AND points BETWEEN %s AND %s"
_SUM = f"SELECT COALESCE(SUM(number), 0) {_OF}"


def portions(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in parts that fit into one statement."""
    for start in range(0, len(values), _AT_ONCE):
        yield values[start : start + _AT_ONCE]


def count(rows: Iterable[Row], *, since: str = "") -> Counter[Key]:
    """Return the tallies of these rows, leaving out those of days before `since`."""
    found: Counter[Key] = Counter()
    for board, mode, points, finished_at in rows:
        for period in keys(finished_at):
            if period[0] != DAY or period >= since:
                for each, step in product((mode, ALL_MODES), (SINGLE, WIDE)):
                    found[period, board, each, step, points - points % step] += 1
    return found


@contextmanager
def following(read: Callable[[], Iterable[Row]], using: str) -> Iterator[None]:
    """Bring the tallies up to date with what the block does to rows, in the same transaction.

    `read` returns the public ones of the rows in question; it is called before and after the block.
    """
    with transaction.atomic(using=using, savepoint=False):
        lock(using)
        before = count(read())
        yield
        change = count(read())
        change.subtract(before)
        add(change, using)


def lock(using: str) -> None:
    """Wait until no other transaction changes tallies, and keep it so until this transaction ends.

    Two transactions that change rows and then tallies could otherwise miss what the other does, or each wait
    for the other. On SQLite a transaction that writes is the only one. Locks of games come before this one.
    """
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def add(change: Counter[Key], using: str) -> None:
    """Add these numbers to the tallies; one that becomes zero is deleted."""
    changed = sorted((tally, number) for tally, number in change.items() if number)
    with connections[using].cursor() as cursor:
        for some in portions(changed):
            rows = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(some))
            cursor.execute(_ADD.format(rows=rows), [part for tally, n in some for part in (*tally, n)])
        fewer = [tally for tally, number in changed if number < 0]
        if fewer:
            cursor.executemany(_TIDY, fewer)


class Tallies(NamedTuple):
    """The tallies of one board in one period and mode. Each method is one short query."""

    period: str
    board: str
    mode: str
    using: str

    def _of(self, step: int) -> tuple[str, str, str, int]:
        return self.period, self.board, self.mode, step

    def _query(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        with connections[self.using].cursor() as cursor:
            cursor.execute(statement, parameters)
            return cursor.fetchall()

    def ends(self) -> Ends | None:
        """Return the least and the most points; None without rows."""
        of = self._of(SINGLE)
        ((least, most),) = self._query(_RANGE, *of, *of)
        return None if least is None else (least, most)

    def grouped(self, step: int) -> list[tuple[int, int]]:
        """Return (points // step, number of rows), most points first."""
        found = self._query(_GROUPED, step, *self._of(SINGLE if step % WIDE else WIDE))
        return [(part, int(number)) for part, number in found]

    def single(self, first: Ends, second: Ends) -> dict[int, int]:
        """Return the number of rows by points, most points first, for all points in one of two ranges."""
        of = self._of(SINGLE)
        found = self._query(f"{_SINGLE} UNION {_SINGLE}", *of, *first, *of, *second)
        return dict(sorted(found, reverse=True))

    def rows_to_search(self, within: Ends) -> tuple[int, int]:
        """Return how many rows of all modes the period has, and about how many of all time these points."""
        statement = f"SELECT ({_SUM}), ({_SUM} AND points BETWEEN %s AND %s)"
        of = self.period, self.board, ALL_MODES, WIDE, ALL_TIME, self.board, ALL_MODES, WIDE
        least, most = within
        ((of_period, of_points),) = self._query(statement, *of, least - least % WIDE, most)
        return int(of_period), int(of_points)


def better(asked: list[tuple[str, str, int]], using: str) -> list[int]:
    """Return for each period, board and points how many rows of all modes have more points. One query."""
    sums = ", ".join([f"({_SUM} AND points > %s) + ({_SUM} AND points > %s AND points < %s)"] * len(asked))
    parameters: list[str | int] = []
    for period, board, points in asked:
        start = points - points % WIDE
        parameters += [period, board, ALL_MODES, WIDE, start]
        parameters += [period, board, ALL_MODES, SINGLE, points, start + WIDE]
    with connections[using].cursor() as cursor:
        cursor.execute(f"SELECT {sums}", parameters)
        return [int(number) for number in cursor.fetchone()]
