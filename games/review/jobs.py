"""Makes reports in a background thread, one after the other, and tells how far they are.

Only this process knows which of its reports are being made; one made by two processes is stored once.
"""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import connections

from games import bots, rules
from games.models import Game
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
    executor.submit(_make, job, game, len(seated.seats))
    return job


def _make(job: Progress, game: Game, seats: int) -> None:
    def tell(done: int, total: int) -> None:
        job.done, job.total = done, total

    try:
        moves = [rules.parse_move(text) for text in game.moves]
        report = bots.analyse(rules.get(game.rules_id), moves, seats, game.first_seat, tell)
        _keep(game, reports.pack(report))
    except Exception:
        job.failed = True
        _log.exception("a report failed")
    else:
        _jobs.pop(game.pk, None)
    finally:
        connections.close_all()  # the next report may be a day away


def _keep(game: Game, data: dict[str, Any]) -> None:
    """Store a report, also where a rematch has changed the version of the game meanwhile."""
    version: int | None = game.version
    while version is not None:
        kept = housekeeping.keep_report(
            game_id=game.pk, version=version, data=data, summaries=reports.summaries(data)
        )
        found = Game.objects.filter(pk=game.pk, status=Game.Status.FINISHED).exclude(version=version)
        moved_on = None if kept else found.values_list("version", "moves").first()
        version = moved_on[0] if moved_on and moved_on[1] == game.moves else None


def _forget_failures() -> None:
    failed = [game_id for game_id, job in _jobs.items() if job.failed]
    for game_id in failed[:-_FAILURES_KEPT]:
        del _jobs[game_id]
