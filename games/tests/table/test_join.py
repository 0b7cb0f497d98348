"""POST /g/<code>/join."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test import Client

from games.models import Game, Seat
from games.tests.conftest import person
from games.tests.players import Person, alert, assert_refused, game_at, stored, table_for_two

pytestmark = pytest.mark.database


def test_works(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=3)
    page = ben.join(path)
    assert (page.status, page.you) == ("waiting", [1])
    assert page.get("event") == "Ben has joined. 2 of 3 players are here."
    assert anna.page(path).version == page.version == 2


def test_the_last_one_starts_the_game(anna: Person, ben: Person, carla: Person) -> None:
    path = anna.create(mode="online", players=3)
    ben.join(path)
    page = carla.join(path)
    assert (page.status, page.you, page.turn_seat) == ("playing", [2], 0)
    assert page.get("event") == "Carla has joined. It is Anna's turn." == anna.page(path).get("event")
    assert anna.roll(path).get("event").startswith("Anna, roll 1: ")
    assert game_at(path).started_at is not None


def test_as_a_plain_form(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=2)
    answer = ben.post(f"{path}join", {"name": "Ben"}, htmx=False)
    assert (answer.status, answer.target) == (303, path)
    assert ben.page(path).you == [1]


def test_twice(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=3)
    ben.join(path)
    before = stored(path)
    answer = ben.post(f"{path}join", {"name": "Ben"})
    assert_refused(path, answer, 409, "You are already at this table.", before)
    assert answer.page.you == [1]


def test_a_double_click_before_the_cookie_came_takes_one_seat(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=4)
    form = next(form for form in ben.page(path).forms if form.action == f"{path}join")
    fields = {**dict(form.fields), "name": "Ben"}
    ben.post(f"{path}join", fields)
    del ben.client.cookies["yahtzee_player"]
    answer = ben.post(f"{path}join", fields)
    assert (answer.status, answer.page.you) == (409, [1])
    assert Seat.objects.count() == 2
    assert ben.page(path).you == [1]


def test_the_creator_keeps_the_own_seat(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    before = stored(path)
    answer = anna.post(f"{path}join", {"name": "Anna"})
    assert_refused(path, answer, 409, "You are already at this table.", before)
    assert answer.page.you == [0]


def test_too_late(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    before = stored(path)
    answer = carla.post(f"{path}join", {"name": "Carla"})
    assert_refused(path, answer, 409, "The game is full. You can watch.", before)
    assert answer.page.you == []
    assert "yahtzee_player" not in carla.client.cookies, "no cookie for who only watches"


def test_a_game_on_one_device_is_joined_by_nobody(anna: Person, ben: Person) -> None:
    path = anna.create(mode="local", players=2)
    assert ben.post(f"{path}join", {"name": "Ben"}).status == 409


def test_wrong_method_and_missing(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=2)
    for method in ("GET", "HEAD", "PUT"):
        assert ben.ask(method, f"{path}join").status == 405
    assert ben.post("/g/ABCDEFGHJK/join", {"name": "Ben"}).status == 404
    assert Seat.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["", "\0\0", "x" * 5000, "é" * 3000, "\ud83d".encode("utf-16", "surrogatepass")]
)
def test_any_name_will_do(anna: Person, ben: Person, name: str | bytes) -> None:
    path = anna.create(mode="online", players=2)
    answer = ben.post(f"{path}join", {"name": name})
    assert answer.status in (200, 413)
    if answer.status == 200:
        shown = anna.get(f"{path}record.json").data["seats"][1]["name"]
        assert shown and len(shown) <= 20


def test_who_joins_first_when_many_come_at_once(transactional_db: None) -> None:
    anna = person("Anna")
    path = anna.create(mode="online", players=3)

    def come(number: int) -> int:
        try:
            client = Client()
            client.cookies["yahtzee_lang"] = "en"
            answer = Person(f"Guest {number}", client).post(f"{path}join", {"name": f"Guest {number}"})
            if answer.status != 200:
                assert alert(answer) == "The game is full. You can watch."
            return answer.status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        found = sorted(pool.map(come, range(8)))
    assert found == [200] * 2 + [409] * 6
    assert [seat.index for seat in Seat.objects.order_by("index")] == [0, 1, 2]
    assert Game.objects.get().status == "playing"
