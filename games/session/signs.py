"""Signs of life of browsers: the first after a silence is written at once, others are written behind.

They are collected and written with one statement every few seconds, whatever the number of games, by the
thread that `start` starts in a server. Without it (in commands and tests) every sign is written at once.
Signs that are lost with a process make nobody absent: the next one comes within seconds.
"""

import threading
from collections.abc import Iterable
from datetime import datetime

from django.db import connections
from django.utils import timezone

from games.models import Seat
from games.session import housekeeping
from games.session.seats import PRESENT_SECONDS

_DUE_SECONDS = 10
"""A sign this soon after the last one says nothing new."""
_WRITE_SECONDS = 4

_lock = threading.Lock()
_collected: set[int] = set()
_stopped = threading.Event()
_writer: threading.Thread | None = None


def note(seats: Iterable[Seat], now: datetime) -> None:
    """Note that the browsers of these seats are online. Changes neither version nor age of the game."""
    at_once = set()
    for seat in seats:
        silent = (now - seat.last_seen_at).total_seconds()
        if silent > PRESENT_SECONDS or (silent > _DUE_SECONDS and _writer is None):
            at_once.add(seat.pk)
        elif silent > _DUE_SECONDS:
            with _lock:
                _collected.add(seat.pk)
        else:
            continue
        seat.last_seen_at = now
    if at_once:
        housekeeping.seen(seats=at_once, now=now)


def write() -> None:
    """Write what has been collected."""
    with _lock:
        seats = set(_collected)
        _collected.clear()
    if seats:
        housekeeping.seen(seats=seats, now=timezone.now())


def start() -> None:
    """Start to collect signs and to write them behind."""
    global _writer
    if _writer is None:
        _stopped.clear()
        _writer = threading.Thread(target=_write_for_ever, name="signs", daemon=True)
        _writer.start()


def stop() -> None:
    """Write what has been collected, and from now on every sign at once."""
    global _writer
    if _writer is not None:
        _stopped.set()
        _writer.join()
        _writer = None


def _write_for_ever() -> None:
    ended = False
    while not ended:
        ended = _stopped.wait(_WRITE_SECONDS)
        write()
    connections.close_all()
