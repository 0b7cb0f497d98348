"""Makes reports in a background thread, one after the other, and tells how far they are.

Only this process knows which of its reports are being made; one made by two processes is stored once.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

from django.db import connections

from games import bots, rules
from games.review import reports
from games.session import housekeeping
from games.session.seats import SeatedGame

_log = logging.getLogger(__name__)
_FAILURES_KEPT = 100

executor: Executor = ThreadPoolExecutor(1, thread_name_prefix="report")
_jobs: dict[int, "Progress"] = {}
_lock = Lock()


@dataclass(slots=True)
class Progress:
    """How far a report is, in turns."""

    done: int = 0
    total: int = 0
    """0 until the first turns have been analysed."""
    failed: bool = False


def progress(game_id: int) -> Progress | None:
    """Return how far the report of a game is; None when it is not being made in this process."""
    return _jobs.get(game_id)


def start(seated: SeatedGame) -> Progress:
    """Begin to make the report of a finished game, unless that is under way; returns at once."""
    game = seated.game
    with _lock:
        running = _jobs.get(game.pk)
        if running is not None and not running.failed:
            return running
        job = _jobs[game.pk] = Progress()
        _forget_failures()
    executor.submit(_make, job, game.pk, game.rules_id, tuple(game.moves), len(seated.seats), game.first_seat)
    return job


def _make(
    job: Progress, game_id: int, rules_id: str, moves: Sequence[str], seats: int, first_seat: int
) -> None:
    def tell(done: int, total: int) -> None:
        job.done, job.total = done, total

    try:
        parsed = [rules.parse_move(text) for text in moves]
        report = bots.analyse(rules.get(rules_id), parsed, seats, first_seat, tell)
        data = reports.pack(report)
        housekeeping.keep_report(game_id=game_id, data=data, summaries=reports.summaries(data))
    except Exception:
        job.failed = True
        _log.exception("a report failed")
    else:
        _jobs.pop(game_id, None)
    finally:
        connections.close_all()  # the next report may be a day away


def _forget_failures() -> None:
    failed = [game_id for game_id, job in _jobs.items() if job.failed]
    for game_id in failed[:-_FAILURES_KEPT]:
        del _jobs[game_id]
