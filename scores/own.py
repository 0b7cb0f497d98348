"""What players may do with the rows of their browser: remove the name, delete them."""

from django.db import transaction
from django.db.models import QuerySet

from scores.models import HighScore, Status


def rows_of(player_hash: str) -> list[HighScore]:
    """Return every row of this browser, hidden ones included, newest first."""
    return list(_own(player_hash, None).order_by("-finished_at", "-id"))


def remove_name(*, player_hash: str, row: int | None = None) -> int:
    """Make one own row, or all of them, anonymous for good, and return how many there were.

    Such a row is no longer held; a hidden one stays hidden.
    """
    rows = _own(player_hash, row)
    with transaction.atomic():
        rows.filter(status=Status.HELD).update(status=Status.SHOWN, held_reason="")
        return rows.update(name="", skeleton="", held_reason="", name_removed=True)


def delete_rows(*, player_hash: str, row: int | None = None) -> int:
    """Delete one own row, or all of them, and return how many there were."""
    return _own(player_hash, row).delete()[0]


def _own(player_hash: str, row: int | None) -> QuerySet[HighScore]:
    if not player_hash:
        return HighScore.objects.none()
    rows = HighScore.objects.filter(player_hash=player_hash)
    return rows if row is None else rows.filter(pk=row)
