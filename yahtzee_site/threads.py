"""In which threads requests are answered: a few that stay, each with its database connection, in three lanes.

What waits or works for long has a lane of its own: when that is full, tables, polls and static files go on.
Why, and why so few threads: docs/decisions/0019.
"""

import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

Result = TypeVar("Result")

_LIMIT_WAITING = {"sqlite": "PRAGMA busy_timeout = {}", "postgresql": "SET lock_timeout = {}"}
_this_thread = threading.local()


class Lane:
    """Some threads for one kind of request; `patience` is how many seconds one of them waits for a lock."""

    def __init__(self, name: str, threads: int, patience: float) -> None:
        self.threads = threads
        self.patience = patience
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        # What runs there can call async_to_sync: asgiref leads it back to the loop this is awaited on.
        self._in_thread = sync_to_async(self._run, thread_sensitive=False, executor=self.executor)

    async def run(self, work: Callable[[float], Result]) -> Result:
        """Do this as soon as a thread is free; it is told how many seconds of the patience are left then."""
        result: Result = await self._in_thread(work, time.monotonic())
        return result

    def _run(self, work: Callable[[float], Result], asked_at: float) -> Result:
        # In whole seconds: where nothing is in the way the connection keeps the limit it was opened with.
        waited = min(int(time.monotonic() - asked_at), int(self.patience))
        wait_for_locks(self.patience - waited)
        return work(self.patience - waited)


READ = Lane("read", threads=2, patience=0.1)
"""Pages, tables, polls, static files. What of it writes (a sign of life) waits for nobody."""
WRITE = Lane("write", threads=2, patience=5)
"""Everything posted: moves, joins, new games."""
SLOW = Lane("slow", threads=2, patience=5)
"""The admin with its password hashes, pictures, reports, what operators ask, the list of offline pages."""

_SLOW_PATHS = re.compile(
    rf"/(?:{re.escape(settings.ADMIN_PATH)}|readyz$|metrics$|sw\.js$|preview-|g/[^/]*/(?:report/|advice$|preview-|qr\.svg$))"
)


def lane_of(method: str, path: str) -> Lane:
    """Return where a request belongs; the path is that below SITE_ROOT."""
    if _SLOW_PATHS.match(path):
        return SLOW
    return READ if method in {"GET", "HEAD", "OPTIONS"} else WRITE


def wait_for_locks(seconds: float) -> None:
    """Let this thread wait so long for a lock of the database, and no longer, from now on."""
    if getattr(_this_thread, "patience", None) != seconds:
        _this_thread.patience = seconds
        connections.close_all()  # the limit is set when a connection is opened


@receiver(connection_created)
def _limit_waiting(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Tell a new connection how long its thread waits; outside the lanes the settings decide."""
    seconds = getattr(_this_thread, "patience", None)
    if seconds is not None:
        with connection.cursor() as cursor:
            cursor.execute(_LIMIT_WAITING[connection.vendor].format(max(1, int(1000 * seconds))))
