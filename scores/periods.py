"""The periods of the boards (today, this month, this year, all time) in the site's time zone. Pure."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.utils import timezone

PERIODS = ("all", "year", "month", "today")


def keys(moment: datetime) -> tuple[str, str, str, str]:
    """Return the names of the periods around a moment, as a, y2026, m2026-11, d2026-11-30; see PERIODS.

    Two moments have a name in common when `bounds` puts them into the same period.
    """
    with suppress(OverflowError):  # within a day of the first or the last moment there is
        moment = timezone.localtime(moment)
    day = moment.date().isoformat()
    return "a", f"y{day[:4]}", f"m{day[:7]}", f"d{day}"


def key(period: str, moment: datetime | None = None) -> str:
    """Return the name of a period around `moment` (now)."""
    return keys(moment or timezone.now())[PERIODS.index(period)]


def bounds(period: str, moment: datetime | None = None) -> tuple[datetime, datetime] | None:
    """Return the first moment of the period around `moment` (now) and the first after it; None for all time.

    Uses local time: a day begins at midnight, also on days when the clocks change.
    """
    day = timezone.localtime(moment).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    if period == "today":
        return day, day + timedelta(days=1)
    if period == "month":
        first = day.replace(day=1)
        return first, (first + timedelta(days=32)).replace(day=1)
    if period == "year":
        first = day.replace(month=1, day=1)
        return first, first.replace(year=first.year + 1)
    return None
