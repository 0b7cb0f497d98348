"""The periods of the boards (today, this month, this year, all time) in the site's time zone. Pure."""

from datetime import datetime, timedelta

from django.utils import timezone

PERIODS = ("all", "year", "month", "today")


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
