"""Metrics for Prometheus under `/metrics`: counts and times, no names or addresses.

With several processes of one server, `PROMETHEUS_MULTIPROC_DIR` (set by script/server) collects the counts of
all of them; servers started separately are scraped separately.
"""

import contextlib
import logging
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from games.models import Game
from scores.models import HighScore
from yahtzee_site import proxies

logger = logging.getLogger(__name__)

MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Histogram("yahtzee_request_seconds", "Time to answer a request.", ["route"], buckets=BUCKETS)
ANSWERS = Counter("yahtzee_answers_total", "Answers by status class.", ["status"])
COMMANDS = Counter(
    "yahtzee_commands_total", "What was asked of games, and what came of it.", ["command", "result"]
)
POLLS = Counter("yahtzee_polls_total", "Questions whether a game has news, and the answers.", ["result"])
SOCKETS = Gauge("yahtzee_sockets", "Open websockets.", multiprocess_mode="livesum")

COMMAND_ROUTES = {
    f"games:{name}" for name in ("create", "join", "start", "roll", "score", "undo", "seal", "bot", "rematch")
}
POLL_ROUTE = "games:table"


@cache
def _requests(route: str) -> Histogram:
    # Looking a label up takes longer than counting.
    return REQUESTS.labels(route)


@cache
def _answers(hundreds: int) -> Counter:
    return ANSWERS.labels(f"{hundreds}xx")


def result_of(status: int) -> str:
    """Return the label for an answer with this status."""
    if status < 400:
        return "done"
    if status == 429:
        return "limited"
    return "refused" if status < 500 else "failed"


def metrics_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Count and time every answer by route."""

    def middleware(request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "static"
        count(request.method or "", view, response.status_code, time.perf_counter() - started)
        return response

    return middleware


def count(method: str, route: str, status: int, seconds: float) -> None:
    """Count and time an answer; `route` is the name of its view."""
    if route.startswith("admin:"):
        route = "admin"
    _requests(route).observe(seconds)
    _answers(status // 100).inc()
    if method == "POST" and route in COMMAND_ROUTES:
        COMMANDS.labels(route.removeprefix("games:"), result_of(status)).inc()
    elif route == POLL_ROUTE:
        POLLS.labels({200: "news", 204: "nothing"}.get(status, result_of(status))).inc()


class CountSockets:
    """An ASGI wrapper that counts the open sockets."""

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        with SOCKETS.track_inprogress():
            await self.application(scope, receive, send)


class StoredFigures(Collector):
    """Figures from the database, queried at every scrape."""

    def collect(self) -> Iterator[Metric]:
        """Yield the figures; without a database only that it is unavailable."""
        try:
            found = list(_stored())
        except DatabaseError as error:
            logger.warning("the figures cannot be read: %s", error)
            found = []
        yield GaugeMetricFamily("yahtzee_database_up", "Whether the database answers.", value=bool(found))
        yield from found


def _stored() -> Iterator[Metric]:
    games = GaugeMetricFamily("yahtzee_games", "Games by state.", labels=["state"])
    counts = dict(Game.objects.values_list("status").annotate(Count("id")))
    for state in Game.Status.values:
        games.add_metric([state], counts.get(state, 0))
    yield games

    rows = GaugeMetricFamily("yahtzee_scores", "High scores by status.", labels=["status"])
    for status, count in HighScore.objects.values_list("status").annotate(Count("id")).order_by("status"):
        rows.add_metric([status], count)
    yield rows

    oldest = Game.objects.aggregate(at=Min("last_action_at"))["at"]
    yield GaugeMetricFamily(
        "yahtzee_prune_age_seconds",
        "Time since the last action of the game nobody has touched for longest; "
        "hours above GAME_MAX_AGE_HOURS when nothing prunes.",
        value=(timezone.now() - oldest).total_seconds() if oldest else 0,
    )


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics for addresses in `METRICS_ALLOW`; 404 for everybody else."""
    if not _may_ask(request):
        raise Http404("no metrics for this address")
    stored = CollectorRegistry(auto_describe=False)
    stored.register(StoredFigures())
    text = generate_latest(_counted()) + generate_latest(stored)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _may_ask(request: HttpRequest) -> bool:
    # Behind a proxy that is not configured all requests seem to come from the proxy.
    if request.hides_client:  # type: ignore[attr-defined]
        return False
    return proxies.is_trusted(request.client_ip, settings.METRICS_ALLOW)  # type: ignore[attr-defined]


def _counted() -> CollectorRegistry:
    folder = os.environ.get(MULTIPROCESS)
    if not folder:
        return REGISTRY
    for pid in _dead_processes(Path(folder)):
        mark_process_dead(pid, folder)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry


def _dead_processes(folder: Path) -> Iterator[int]:
    """Yield ended processes that have left behind gauges (open sockets)."""
    for path in folder.glob("gauge_live*_*.db"):
        pid = int(path.stem.rpartition("_")[2])
        alive = True
        with contextlib.suppress(PermissionError):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                alive = False
        if not alive:
            yield pid
