"""GET /g/<code>/table: the fragment for watchers, and the cost of polling."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Seat
from games.table import consumers
from games.tests.players import Person, game_at, table_for_two

pytestmark = pytest.mark.database


def test_nothing_new(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    version = game_at(path).version
    for since in (version, version + 5):
        answer = ben.get(f"{path}table?since={since}")
        assert (answer.status, answer.text) == (204, "")


def test_news(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    before = game_at(path).version
    rolled = anna.roll(path)
    for person, you in ((anna, [0]), (ben, [1]), (carla, [])):
        answer = person.get(f"{path}table?since={before}")
        assert answer.status == 200 and answer.text.lstrip().startswith("<div id=")
        assert (answer.page.faces, answer.page.version, answer.page.you) == (
            rolled.faces,
            rolled.version,
            you,
        )


@pytest.mark.parametrize("query", ["", "?since=", "?since=x", "?since=-1", "?since=1e9", "?since=%00"])
def test_nonsense_gets_the_table(anna: Person, query: str) -> None:
    assert anna.get(f"{anna.create()}table{query}").page.version == 1


def test_a_fetched_fragment_equals_the_page(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    fetched, page = ben.get(f"{path}table?since=0").page, ben.page(path)
    assert (fetched.table, fetched.boxes, fetched.totals) == (page.table, page.boxes, page.totals)


def test_wrong_method_and_missing(anna: Person) -> None:
    path = anna.create()
    assert anna.post(f"{path}table").status == 405
    assert anna.get("/g/ABCDEFGHJK/table?since=1").status == 404


def test_nothing_is_kept_by_caches(anna: Person) -> None:
    path = anna.create()
    for part in ("", "table?since=0", "table?since=1", "record.json"):
        assert "no-store" in anna.get(path + part).headers["cache-control"]


def test_asking_costs_one_query_and_a_sign_of_life_one_more(
    anna: Person, ben: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    version = game_at(path).version
    with django_assert_num_queries(1):
        assert anna.get(f"{path}table?since={version}").status == 204
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(minutes=1))
    with django_assert_num_queries(2):
        assert anna.get(f"{path}table?since={version}").status == 204
    with django_assert_num_queries(1):
        assert anna.get(f"{path}table?since={version}").status == 204


def test_watching_reads_nothing_large(
    anna: Person, ben: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = table_for_two(anna, ben)
    game = game_at(path)
    asks = (
        (lambda: consumers.read_status.func(game.code, []), ("moves", "seed", "report")),
        (lambda: ben.get(f"{path}table?since={game.version}"), ("report",)),
        (lambda: ben.get(f"{path}table?since={game.version - 1}"), ("report",)),
    )
    for ask, large in asks:
        with django_assert_num_queries(1) as asked:
            ask()
        assert not any(f'."{column}"' in asked[0]["sql"] for column in large)


def test_a_sign_of_life_is_no_action(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    before = Game.objects.values("version", "last_action_at").get()
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(minutes=10))
    silent = anna.get(f"{path}table?since=999").headers["x-silent"]
    assert silent.startswith("0:0,1:6"), "Anna is here, Ben has not been heard of for ten minutes"
    assert Game.objects.values("version", "last_action_at").get() == before
    assert game_at(path).status == "playing", "nothing is decided by a lost connection"


def test_a_spectator_gives_no_sign_of_life(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(minutes=10))
    carla.get(f"{path}table?since=999")
    assert all(timezone.now() - seat.last_seen_at > timedelta(minutes=9) for seat in Seat.objects.all())
