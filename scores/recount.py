"""Counts all rows for the tallies: the first time, after a change of the time zone, and as a check."""

import logging
from collections import Counter
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Count, Sum
from django.utils import timezone

from scores import tallies
from scores.models import HighScore, Tally
from scores.periods import key
from scores.tallies import DAY, Key

logger = logging.getLogger(__name__)

_ZONE = "zone"
_FIELDS = ("period", "board", "mode", "step", "points", "number")


def wrong(using: str = DEFAULT_DB_ALIAS) -> Counter[Key]:
    """Return what must be added to the tallies to make them right; nothing while they are.

    Days before yesterday do not matter: no page shows them.
    """
    since = _yesterday()
    rows = HighScore.objects.using(using).public().values_list("board", "mode", "points", "finished_at")
    found = tallies.count(rows.order_by().iterator(chunk_size=10_000), since=since)
    stored = Tally.objects.using(using).exclude(period=_ZONE).exclude(period__gte=DAY, period__lt=since)
    for *_of, number in stored.values_list(*_FIELDS).iterator(chunk_size=10_000):
        period, board, mode, step, points = _of
        found[period, board, mode, step, points] -= number
    return Counter({tally: number for tally, number in found.items() if number})


def check(*, repair: bool, using: str = DEFAULT_DB_ALIAS) -> int:
    """Return how many tallies are wrong, and make them right if asked to.

    What seems to be wrong may have changed while it was counted: it is counted again while nothing can.
    """
    if not wrong(using):
        return 0
    with transaction.atomic(using=using):
        tallies.lock(using)
        difference = wrong(using)
        if repair:
            tallies.add(difference, using)
        return len(difference)


def tidy(using: str = DEFAULT_DB_ALIAS) -> int:
    """Delete the tallies of days before yesterday, which no page shows, and return how many. Runs every hour.

    Where a board has rows that are not counted, everything is counted again: the process of an older release
    that goes on while the tables are brought up to date knows nothing of tallies.
    """
    if _missed(using):
        logger.warning(
            "counted the high scores again: %s tallies were wrong", check(repair=True, using=using)
        )
    with transaction.atomic(using=using):
        tallies.lock(using)
        old = Tally.objects.using(using).filter(period__gte=DAY, period__lt=_yesterday())
        return old.delete()[0]


def after_migrate(using: str, **_of: Any) -> None:
    """Count for the first time, or again when the time zone of the site has changed or rows were missed.

    Runs at the end of every `manage.py migrate`, which comes before every start of the site. Without rows it
    stores nothing, so that those of another database can be loaded.
    """
    if Tally._meta.db_table not in connections[using].introspection.table_names():
        return  # an older state of the database was asked for
    if not HighScore.objects.using(using).exists():
        return
    zones = Tally.objects.using(using).filter(period=_ZONE)
    if zones.filter(board=settings.TIME_ZONE).exists() and not _missed(using):
        return
    with transaction.atomic(using=using):
        changed = check(repair=True, using=using)
        zones.delete()
        zones.create(period=_ZONE, board=settings.TIME_ZONE, step=0, points=0, number=0)
    logger.info("counted the high scores: %s tallies changed", changed)


def _missed(using: str) -> bool:
    """Tell whether a board has more or fewer rows than its tallies say."""
    rows = HighScore.objects.using(using).public().order_by().values_list("board").annotate(Count("pk"))
    stored = Tally.objects.using(using).filter(
        period=tallies.ALL_TIME, mode=tallies.ALL_MODES, step=tallies.WIDE
    )
    return dict(rows) != dict(stored.values_list("board").annotate(Sum("number")))


def _yesterday() -> str:
    return key("today", timezone.now() - timedelta(days=1))
