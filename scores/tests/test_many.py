"""With many scores a page takes as many queries as with few (`script/bench scores` measures the time)."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scores import recount
from scores.models import HighScore
from scores.tests.conftest import BOARD, OTHER_BOARD, Person

pytestmark = pytest.mark.database

MANY = 10_000


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
    {"page": 200},
    {"page": 360},
    {"mode": "online"},
    {"period": "year"},
    {"period": "month"},
    {"period": "today"},
    {"period": "month", "mode": "solo", "page": 4},
    {"board": OTHER_BOARD},
]


def queries(person: Person, query: dict[str, Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert person.client.get("/scores/", query).status_code == 200
    return len(captured)


def test_queries_with_few_scores(few: None, anna: Person, carla: Person) -> None:
    assert max(queries(anna, query) for query in VISITS) <= 8
    assert max(queries(carla, query) for query in VISITS) <= 7


def test_queries_with_many_scores(many: None, anna: Person, carla: Person) -> None:
    assert max(queries(anna, query) for query in VISITS) <= 8
    assert max(queries(carla, query) for query in VISITS) <= 7
