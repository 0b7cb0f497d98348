"""The pages of the boards, computed from the rows in the plainest way: what `standings` is compared with."""

from collections import Counter

from django.utils import timezone

from scores.histogram import width_of_bars
from scores.models import HighScore, Mode
from scores.periods import bounds
from scores.services import Placing, visible_name
from scores.standings import PAGE_SIZE, Line, OwnBest, Standings


def public(board: str, mode: str = "all", ends: object = None) -> list[HighScore]:
    rows = [row for row in HighScore.objects.all() if row.board == board and row.status != "hidden"]
    rows = [row for row in rows if mode not in Mode.values or row.mode == mode]
    if isinstance(ends, tuple):
        rows = [row for row in rows if ends[0] <= row.finished_at < ends[1]]
    return sorted(rows, key=lambda row: (-row.points, row.finished_at, row.pk))


def rank(row: HighScore, rows: list[HighScore]) -> int:
    return 1 + sum(each.points > row.points for each in rows)


def standings(*, board: str, mode: str, period: str, page: int, player_hash: str | None) -> Standings:
    rows = public(board, mode, bounds(period))
    pages = max(1, -(-len(rows) // PAGE_SIZE))
    page = min(max(1, page), pages)
    best = next((row for row in rows if player_hash and row.player_hash == player_hash), None)
    lines = [
        Line(
            rank=rank(row, rows),
            name=visible_name(row, player_hash),
            points=row.points,
            finished_at=row.finished_at,
            mode=row.played,
            is_own=bool(player_hash) and row.player_hash == player_hash,
            is_best=row == best,
            is_held=row.status == "held",
            game_url=row.game_url,
            summary=row.summary,
        )
        for row in rows[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    ]
    distribution = sorted(Counter(row.points for row in rows).items(), reverse=True)
    own = None
    if best:
        earlier = sum(row.points == best.points and row.finished_at < best.finished_at for row in rows)
        place = (rank(best, rows) - 1 + earlier) // PAGE_SIZE + 1
        behind = sum(row.points < best.points for row in rows)
        own = OwnBest(best.pk, rank(best, rows), best.points, place, behind)
    step = width_of_bars(distribution[-1][0], distribution[0][0]) if rows else 1
    return Standings(lines, len(rows), page, pages, distribution, step, own)


def nameless(row: HighScore) -> bool:
    age = timezone.now() - row.finished_at
    return age.total_seconds() < 3600 and (row.name, row.name_removed, row.status) == ("", False, "shown")


def placing(game_code: str) -> list[Placing]:
    found = []
    for row in HighScore.objects.filter(game_code=game_code).order_by("seat"):
        if row.status != "hidden":
            month = public(row.board, ends=bounds("month", row.finished_at))
            ranks = rank(row, public(row.board)), rank(row, month)
            others = sum(each.game_code != row.game_code for each in public(row.board))
            found.append(Placing(row.seat, row.board, row.points, *ranks, others, row.summary, nameless(row)))
    return found
