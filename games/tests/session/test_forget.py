"""Deleting all data of a browser in the middle of games: the others can play on."""

import pytest

from games.models import Game, Seat
from games.tests.players import Person, game_at, table_for_two

pytestmark = pytest.mark.database

DELETE = {"action": "delete_all", "confirm": "yes"}


def test_a_computer_plays_on(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    before = game_at(path).version
    assert anna.post("/scores/mine/", DELETE, htmx=False).status == 303
    assert game_at(path).version > before, "Ben's page is told"
    text = ben.get(path).text
    assert "Anna" not in text and "Computer" in text
    for _ in range(10):
        if ben.page(path).turn_seat == 1:
            break
        assert ben.do(path, "bot").status == 200
    ben.roll(path)
    assert ben.page(path).you == [1]
    assert anna.page(path).you == []


def test_waiting_games_and_own_games(anna: Person, ben: Person) -> None:
    alone, waiting = anna.create(), anna.create(mode="online", players=3)
    ben.join(waiting)
    anna.post("/scores/mine/", DELETE, htmx=False)
    assert not Game.objects.filter(code=alone.strip("/").split("/")[-1]).exists()
    assert ben.page(waiting).status == "waiting"
    assert [seat.bot for seat in game_at(waiting).seats.all()] == ["medium", ""]


def test_the_first_person_left_is_the_host(anna: Person, ben: Person, carla: Person) -> None:
    path = anna.create(mode="online", players=5, bot=["easy"])
    ben.join(path)
    carla.join(path)
    assert "Start now" not in ben.get(path).text
    anna.post("/scores/mine/", DELETE, htmx=False)
    assert "Start now" in ben.get(path).text
    assert "Ben invites you" in carla.get(path).text
    assert "Start now" not in carla.get(path).text
    assert carla.do(path, "start").status == 403
    assert ben.do(path, "start").page.status == "playing"


def test_a_finished_game_keeps_its_people(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=2, rules="yacht")
    ben.join(path)
    Game.objects.update(status=Game.Status.FINISHED)
    anna.post("/scores/mine/", DELETE, htmx=False)
    assert list(Seat.objects.values_list("name", "bot")) == [("", ""), ("Ben", "")]
