"""100,000 scores: the number of queries is constant; the time of a page is printed, not asserted."""

import random
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scores import recount, services
from scores.models import HighScore
from scores.tests.conftest import BOARD, OTHER_BOARD, Person

pytestmark = pytest.mark.database

MANY = 100_000


def fill(number: int, own: str) -> None:
    """Write rows of a year, most on one board, every thousandth Anna's."""
    draw = random.Random(number)
    now = timezone.now()
    rows = (
        HighScore(
            board=OTHER_BOARD if index % 10 == 0 else BOARD,
            mode=draw.choice(["solo", "local", "online", "computer"]),
            name=f"P{index}",
            points=max(0, int(draw.gauss(1500, 350))),
            finished_at=now - timedelta(minutes=draw.randrange(400 * 24 * 60)),
            game_code=f"M{index}",
            seat=0,
            status=draw.choices(["shown", "held", "hidden"], [97, 2, 1])[0],
            player_hash=own if index % 1000 == 1 else f"{index % 5000:064x}",
        )
        for index in range(number)
    )
    QuerySet(HighScore).bulk_create(rows, batch_size=2000)
    recount.check(repair=True)


@pytest.fixture
def few(db: None, anna: Person) -> None:
    fill(30, anna.hash)


@pytest.fixture
def many(db: None, anna: Person) -> None:
    fill(MANY, anna.hash)


VISITS: list[dict[str, Any]] = [
    {},
    {"page": 2000},
    {"page": 3600},
    {"mode": "online"},
    {"period": "year"},
    {"period": "month"},
    {"period": "today"},
    {"period": "month", "mode": "solo", "page": 40},
    {"board": OTHER_BOARD},
]


def queries(person: Person, query: dict[str, Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert person.client.get("/scores/", query).status_code == 200
    return len(captured)


def test_queries_with_few_scores(few: None, anna: Person, carla: Person) -> None:
    assert max(queries(anna, query) for query in VISITS) <= 8
    assert max(queries(carla, query) for query in VISITS) <= 7


def test_queries_with_many_scores(many: None, anna: Person, carla: Person, capsys: Any) -> None:
    assert max(queries(anna, query) for query in VISITS) <= 8
    assert max(queries(carla, query) for query in VISITS) <= 7

    def measured(work: Callable[[], object]) -> str:
        wall, cpu = [], []
        for _ in range(3):
            start, start_cpu = time.perf_counter(), time.process_time()
            work()
            wall.append((time.perf_counter() - start) * 1000)
            cpu.append((time.process_time() - start_cpu) * 1000)
        return f"{min(wall):.1f} ms, of it {min(cpu):.1f} ms of this process"

    lines = [
        f"  /scores/ {query}: {measured(partial(anna.client.get, '/scores/', query))}" for query in VISITS
    ]
    lines.append(f"  leaders: {measured(lambda: services.leaders(BOARD))}")
    lines.append(f"  placing: {measured(lambda: services.placing('M7'))}")
    with capsys.disabled():
        print(f"\n{MANY} scores on {connection.vendor}, best of 3:", *lines, sep="\n")
