"""The threads that answer requests: a few permanent ones with a database connection each, in four lanes.

Slow requests have a separate lane: when it is full, tables, polls and static files are still answered.
The reasons, also for so few threads: docs/decisions/0019.
"""

import asyncio
import contextlib
import contextvars
import os
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync
from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

Result = TypeVar("Result")

_LIMIT_WAITING = {"sqlite": "PRAGMA busy_timeout = {}", "postgresql": "SET lock_timeout = {}"}
_this_thread = threading.local()


class Lane:
    """The threads for one kind of request; `patience` is the number of seconds they wait for a lock."""

    def __init__(self, name: str, threads: int, patience: float) -> None:
        self.threads = threads
        self.patience = patience
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix=name)

    async def run(self, work: Callable[[float], Result]) -> Result:
        """Run `work` in a free thread, with the seconds of patience that are left by then as argument."""
        # Like sync_to_async(), but with one future and one context, which takes a third of the time.
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.executor.submit(contextvars.copy_context().run, self._settle, future, work, time.monotonic())
        return await future

    def _settle(
        self, future: asyncio.Future[Result], work: Callable[[float], Result], asked_at: float
    ) -> None:
        """Do the work and settle the future in its loop; here async_to_sync() returns there, too."""
        loop = future.get_loop()
        SyncToAsync.threadlocal.main_event_loop = loop
        SyncToAsync.threadlocal.main_event_loop_pid = os.getpid()
        try:
            settle = partial(_set_result, future, self._run(work, asked_at))
        except BaseException as error:
            settle = partial(_set_exception, future, error)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle)

    def _run(self, work: Callable[[float], Result], asked_at: float) -> Result:
        # In whole seconds, so that without waiting the connection keeps the limit it was opened with.
        waited = min(int(time.monotonic() - asked_at), int(self.patience))
        wait_for_locks(self.patience - waited)
        return work(self.patience - waited)


def _set_result(future: asyncio.Future[Result], result: Result) -> None:
    if not future.done():  # nobody waits any longer
        future.set_result(result)


def _set_exception(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


READ = Lane("read", threads=2, patience=0.1)
"""Pages, tables, polls, static files. Their only write (presence) does not wait for locks."""
WRITE = Lane("write", threads=2, patience=5)
"""All POST requests: moves, joins, new games."""
SLOW = Lane("slow", threads=2, patience=5)
"""The admin with its password hashes, pictures, reports, metrics, the service worker."""
READY = Lane("ready", threads=1, patience=1)
"""What a monitor asks: it wants to hear soon that nothing can be stored, not to wait for it."""
LANES = (READ, WRITE, SLOW, READY)

_SLOW_PATHS = re.compile(
    rf"/(?:{re.escape(settings.ADMIN_PATH)}|metrics$|sw\.js$|preview-|g/[^/]*/(?:report/|advice$|preview-|qr\.svg$))"
)


def lane_of(method: str, path: str) -> Lane:
    """Return the lane of a request; the path is relative to SITE_ROOT."""
    if path == "/readyz":
        return READY
    if _SLOW_PATHS.match(path):
        return SLOW
    return READ if method in {"GET", "HEAD", "OPTIONS"} else WRITE


def wait_for_locks(seconds: float) -> None:
    """Set how many seconds this thread waits for a lock of the database."""
    if getattr(_this_thread, "patience", None) != seconds:
        _this_thread.patience = seconds
        connections.close_all()  # the limit is set when a connection is opened


@receiver(connection_created)
def _limit_waiting(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Set the limit of this thread on a new connection; outside the lanes the settings apply."""
    seconds = getattr(_this_thread, "patience", None)
    if seconds is not None:
        with connection.cursor() as cursor:
            cursor.execute(_LIMIT_WAITING[connection.vendor].format(max(1, int(1000 * seconds))))
