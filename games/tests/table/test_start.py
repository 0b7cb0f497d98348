"""POST /g/<code>/start."""

import pytest

from games.tests.players import Person, assert_refused, game_at, stored, table_for_two

pytestmark = pytest.mark.database


def test_the_host_starts_with_those_who_are_there(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=5)
    ben.join(path)
    answer = anna.do(path, "start")
    page = answer.page
    assert (answer.status, page.status, page.turn_seat) == (200, "playing", 0)
    assert {seat for seat, _, _ in page.boxes} == {0, 1}
    assert game_at(path).players == 2


def test_only_the_host(anna: Person, ben: Person, carla: Person) -> None:
    path = anna.create(mode="online", players=5)
    ben.join(path)
    before = stored(path)
    for person in (ben, carla):
        answer = person.do(path, "start")
        assert_refused(path, answer, 403, "Only the host can start the game.", before)


def test_not_alone(anna: Person) -> None:
    path = anna.create(mode="online", players=5)
    assert_refused(path, anna.do(path, "start"), 409, "Nobody has joined yet.", stored(path))


def test_with_a_computer_nobody_needs_to_come(anna: Person) -> None:
    path = anna.create(mode="online", players=3, bot=["easy"])
    page = anna.do(path, "start").page
    assert (page.status, {seat for seat, _, _ in page.boxes}) == ("playing", {0, 1})


def test_already_done(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    before = stored(path)
    assert_refused(path, anna.do(path, "start"), 409, "This game has already started.", before)


@pytest.mark.parametrize("version", ["", "0", "99", "x", "-2", "٢", "2 ", "9" * 40])
def test_stale(anna: Person, ben: Person, version: str) -> None:
    path = anna.create(mode="online", players=5)
    ben.join(path)
    before = stored(path)
    answer = anna.post(f"{path}start", {"version": version})
    sentence = "The game had already moved on. This is how it stands now."
    assert_refused(path, answer, 409, sentence, before)


def test_wrong_method_and_missing(anna: Person) -> None:
    path = anna.create(mode="online", players=5)
    assert anna.get(f"{path}start").status == 405
    assert anna.post("/g/ABCDEFGHJK/start").status == 404
