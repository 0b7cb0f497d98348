"""The name that a score gets after the end: for its player, within an hour, once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.tests.players import Person, alert, assert_refused, game_at, play_out, stored, table_for_two
from games.tests.table.test_result import end_with_200
from scores import own, services
from scores.models import HighScore

NAMED = "This score has its name already, or the game has been over for more than an hour."

pytestmark = pytest.mark.database


@pytest.fixture
def nameless(anna: Person) -> str:
    """Path of a game that Anna has ended without a name."""
    anna.name = ""
    return end_with_200(anna)


def asked(person: Person, path: str) -> bool:
    return person.page(path).form("/name") is not None


def test_who_has_no_name_is_asked_and_gets_one(anna: Person, carla: Person, nameless: str) -> None:
    assert asked(anna, nameless) and not asked(carla, nameless)
    version = anna.page(nameless).version
    answer = anna.post(f"{nameless}name", {"seat": 0, "name": "  Anna\u202e "})
    assert answer.status == 200 and answer.page.version == version + 1
    assert not asked(anna, nameless)
    assert HighScore.objects.get().name == game_at(nameless).seats.get().name == "Anna"
    assert "Anna" in anna.get("/scores/?board=yacht").text
    assert "Anna" in carla.get(nameless).text
    again = anna.post(f"{nameless}rematch", htmx=False).target
    assert game_at(again).seats.get().name == "Anna"


def test_it_works_as_a_plain_form(anna: Person, nameless: str) -> None:
    answer = anna.post(f"{nameless}name", {"seat": 0, "name": "Anna"}, htmx=False)
    assert (answer.status, answer.target) == (303, nameless)
    assert HighScore.objects.get().name == "Anna"


def test_a_name_is_judged(anna: Person, nameless: str) -> None:
    anna.post(f"{nameless}name", {"seat": 0, "name": "Scheiße"})
    row = HighScore.objects.get()
    assert (row.name, row.status, row.held_reason) == ("Scheiße", "held", "word")
    assert services.leaders("yacht")[0].name == ""


@pytest.mark.parametrize("data", [{}, {"name": "\u200b"}, {"name": "   "}])
def test_a_name_that_is_none(anna: Person, nameless: str, data: dict[str, str]) -> None:
    before = stored(nameless)
    answer = anna.post(f"{nameless}name", {"seat": 0, **data})
    assert_refused(nameless, answer, 422, "Please type a name with up to 20 characters.", before)


def test_nobody_else_and_no_other_seat(anna: Person, carla: Person, nameless: str) -> None:
    before = stored(nameless)
    for person, seat in ((carla, 0), (anna, 1), (anna, -1)):
        answer = person.post(f"{nameless}name", {"seat": seat, "name": "Carla"})
        assert_refused(nameless, answer, 403, "You are only watching this game.", before)
    assert anna.get(f"{nameless}name").status == 405
    assert HighScore.objects.get().name == ""


def test_once_and_within_the_hour(anna: Person, nameless: str) -> None:
    HighScore.objects.update(finished_at=timezone.now() - timedelta(minutes=59))
    assert asked(anna, nameless)
    HighScore.objects.update(finished_at=timezone.now() - timedelta(minutes=61))
    assert not asked(anna, nameless)
    assert alert(anna.post(f"{nameless}name", {"seat": 0, "name": "Anna"})) == NAMED
    HighScore.objects.update(finished_at=timezone.now())
    anna.post(f"{nameless}name", {"seat": 0, "name": "Anna"})
    before = stored(nameless)
    assert_refused(nameless, anna.post(f"{nameless}name", {"seat": 0, "name": "Eva"}), 409, NAMED, before)
    assert HighScore.objects.get().name == "Anna"


def test_a_name_that_was_removed_does_not_come_back(anna: Person, nameless: str) -> None:
    own.remove_name(player_hash=HighScore.objects.get().player_hash)
    assert not asked(anna, nameless)
    assert alert(anna.post(f"{nameless}name", {"seat": 0, "name": "Anna"})) == NAMED


def test_not_before_the_end_and_not_who_has_a_name(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    answer = anna.post(f"{path}name", {"seat": 0, "name": "Eva"})
    assert (answer.status, alert(answer)) == (409, "This game is not over yet.")
    play_out(path, anna, ben)
    assert not asked(anna, path) and not asked(ben, path)
    assert alert(anna.post(f"{path}name", {"seat": 0, "name": "Eva"})) == NAMED


def test_undo_keeps_the_name(anna: Person, nameless: str) -> None:
    anna.post(f"{nameless}name", {"seat": 0, "name": "Anna"})
    anna.do(nameless, "undo")
    assert not HighScore.objects.exists()
    anna.score(nameless, "chance")
    assert HighScore.objects.get().name == "Anna"


def test_around_one_device_the_best_nameless_place_comes_first(anna: Person) -> None:
    path = anna.create(mode="local", players=2, name=["", ""])
    play_out(path, anna)
    asked_seats = []
    while form := anna.page(path).form("/name"):
        asked_seats.append(int(form.value("seat") or -1))
        anna.post(f"{path}name", {"seat": asked_seats[-1], "name": f"P{len(asked_seats)}"})
    best = [row.seat for row in HighScore.objects.order_by("-points")]
    assert asked_seats == best
