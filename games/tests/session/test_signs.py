"""Signs of life: what is written at once, and what is collected and written behind."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Seat
from games.session import signs
from games.session.seats import PRESENT_SECONDS
from games.tests.players import Person, game_at, table_for_two

pytestmark = pytest.mark.database


@pytest.fixture
def collecting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a server, whose thread writes what is collected; here the test does."""
    monkeypatch.setattr(signs, "_writer", object())
    yield
    signs._collected.clear()


def silent_for(seconds: int) -> None:
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(seconds=seconds))


def silence() -> dict[int, int]:
    now = timezone.now()
    return {seat.index: round((now - seat.last_seen_at).total_seconds()) for seat in Seat.objects.all()}


def test_the_first_sign_after_a_silence_is_written_at_once(
    anna: Person, ben: Person, collecting: None
) -> None:
    path = table_for_two(anna, ben)
    silent_for(PRESENT_SECONDS + 1)
    anna.get(f"{path}table?since=999")
    assert silence() == {0: 0, 1: PRESENT_SECONDS + 1}


def test_reading_a_table_writes_nothing_else(
    anna: Person, ben: Person, collecting: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = table_for_two(anna, ben)
    for seconds in (1, 12, 20):
        silent_for(seconds)
        with django_assert_num_queries(1):
            assert anna.get(f"{path}table?since=999").headers["x-silent"] == "0:0,1:0"
        with django_assert_num_queries(1):
            ben.get(f"{path}table?since=0")


def test_what_is_collected_is_written_with_one_statement(
    anna: Person, ben: Person, collecting: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    paths = [table_for_two(anna, ben) for _ in range(3)]
    silent_for(15)
    for path in paths:
        for person in (anna, ben):
            person.get(f"{path}table?since=999")
    with django_assert_num_queries(1):
        signs.write()
    assert max(silence().values()) <= 1
    with django_assert_num_queries(0):
        signs.write()
    assert {game_at(path).version for path in paths} == {2}


@pytest.mark.django_db(transaction=True)
def test_a_server_writes_by_itself_and_once_more_at_its_end(
    anna: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signs, "_WRITE_SECONDS", 60)
    path = table_for_two(anna, ben)
    signs.start()
    try:
        silent_for(15)
        anna.get(f"{path}table?since=999")
        assert silence()[0] >= 15
    finally:
        signs.stop()
    assert silence()[0] <= 1
    silent_for(15)
    anna.get(f"{path}table?since=999")
    assert silence()[0] <= 1, "nobody is left who writes later"
