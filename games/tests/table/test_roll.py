"""POST /g/<code>/roll."""

import pytest
from pytest_django import DjangoAssertNumQueries

from games import dice_stream
from games.tests.players import Person, assert_refused, game_at, set_moves, stored, table_for_two

pytestmark = pytest.mark.database

STALE = "The game had already moved on. This is how it stands now."


def test_works(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    page = anna.roll(path)
    assert (page.roll, page.turn_seat, page.version) == (1, 0, 3)
    assert page.faces == list(dice_stream.roll_dice(bytes(game_at(path).seed), stream="0", turn=0, roll=1))


def test_held_dice_keep_their_faces(anna: Person) -> None:
    path = anna.create()
    first = anna.roll(path).faces
    second = anna.roll(path, 1, 3).faces
    assert (second[1], second[3]) == (first[1], first[3])
    seed = bytes(game_at(path).seed)
    for slot in (0, 2, 4):
        assert second[slot] == dice_stream.face(seed, stream="0", turn=0, roll=2, slot=slot)


def test_as_a_plain_form(anna: Person) -> None:
    path = anna.create()
    answer = anna.post(f"{path}roll", {"version": 1}, htmx=False)
    assert (answer.status, answer.target) == (303, path)
    assert anna.page(path).roll == 1


def test_refused_as_a_plain_form(anna: Person) -> None:
    path = anna.create()
    answer = anna.post(f"{path}roll", {"version": 9}, htmx=False)
    assert answer.status == 409 and "<html" in answer.text
    assert_refused(path, answer, 409, STALE, stored(path))


def test_the_language_can_be_switched_on_a_refused_page(anna: Person) -> None:
    """Such a page has the address of a command, which cannot be requested by GET."""
    path = anna.create()
    for answer, address in (
        (anna.post(f"{path}roll", {"version": 99}, htmx=False), path),
        (anna.get(path), path),
        (anna.post("/games", {"rules": "chess", "mode": "solo"}, htmx=False), "/"),
        (anna.get("/games"), "/"),
    ):
        assert f'<a href="{address}?lang=nl" lang="nl" hreflang="nl">Nederlands</a>' in answer.text


def test_two_clicks_roll_once(anna: Person) -> None:
    path = anna.create()
    answers = [anna.post(f"{path}roll", {"version": 1}) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 409]
    assert len(game_at(path).moves) == 1
    assert answers[1].page.faces == answers[0].page.faces


@pytest.mark.parametrize("version", ["", "0", "99", "x", "-1", "1.0", "١", "9" * 40])
def test_stale(anna: Person, version: str) -> None:
    path = anna.create()
    assert_refused(path, anna.post(f"{path}roll", {"version": version}), 409, STALE, stored(path))


def test_a_fourth_roll(anna: Person) -> None:
    path = anna.create()
    for _ in range(3):
        anna.roll(path)
    before = stored(path)
    sentence = "You have rolled three times. Now enter your points."
    assert_refused(path, anna.do(path, "roll"), 409, sentence, before)
    old_tab = anna.post(f"{path}roll", {"version": before[0] - 1})
    assert_refused(path, old_tab, 409, STALE, before)


@pytest.mark.parametrize(
    ("held", "status", "sentence"),
    [
        ([0, 1, 2, 3, 4], 409, "All five dice are held. Release at least one, or enter your points."),
        ([5], 422, "There is no such die."),
        (["-1"], 422, "There is no such die."),
        (["x", 1], 422, "There is no such die."),
        ([""], 422, "There is no such die."),
        (["01"], 422, "There is no such die."),
        (["٣"], 422, "There is no such die."),
    ],
)
def test_impossible_holds(anna: Person, held: list[object], status: int, sentence: str) -> None:
    path = anna.create()
    anna.roll(path)
    before = stored(path)
    assert_refused(path, anna.do(path, "roll", hold=held), status, sentence, before)


def test_nothing_is_held_before_the_first_roll(anna: Person) -> None:
    path = anna.create()
    sentence = "There is nothing to hold before the first roll."
    assert_refused(path, anna.do(path, "roll", hold=[2]), 409, sentence, stored(path))


def test_holding_the_same_die_twice_holds_it_once(anna: Person) -> None:
    path = anna.create()
    face = anna.roll(path).faces[2]
    assert anna.do(path, "roll", hold=[2, 2]).page.faces[2] == face
    assert game_at(path).moves[-1].split()[2] == "2"


def test_not_your_turn(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    before = stored(path)
    assert_refused(path, ben.do(path, "roll"), 403, "It is not your turn.", before)
    watching = "You are only watching this game."
    assert_refused(path, carla.do(path, "roll"), 403, watching, before)


def test_before_everybody_has_joined(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    assert_refused(path, anna.do(path, "roll"), 409, "The game has not started yet.", stored(path))


def test_after_the_end(anna: Person, finished: str) -> None:
    assert_refused(finished, anna.do(finished, "roll"), 409, "This game is over.", stored(finished))


def test_on_one_device_every_seat_rolls_from_this_browser(anna: Person) -> None:
    path = anna.create(mode="local", players=2)
    anna.roll(path)
    anna.score(path)
    assert anna.roll(path).turn_seat == 1


def test_wrong_method_and_missing(anna: Person) -> None:
    path = anna.create()
    for method in ("GET", "HEAD", "PUT", "DELETE"):
        assert anna.ask(method, f"{path}roll").status == 405
    assert anna.post("/g/ABCDEFGHJK/roll", {"version": 1}).status == 404
    assert game_at(path).moves == []


def test_a_code_in_any_spelling(anna: Person) -> None:
    path = anna.create()
    assert anna.post(path.lower() + "roll", {"version": 1}).status == 200


def test_queries(anna: Person, ben: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    path = table_for_two(anna, ben, rules="triple_yahtzee")
    version = game_at(path).version
    with django_assert_num_queries(2):
        anna.post(f"{path}roll", {"version": version})
    with django_assert_num_queries(2):
        anna.post(f"{path}roll", {"version": version + 1, "hold": [0, 1]})


def test_stored_dice_that_do_not_belong_there_are_never_held_back(anna: Person) -> None:
    """The dice on the table come from the moves, the next roll from the seed."""
    path = anna.create()
    set_moves(path, "0 roll - 66666")
    page = anna.roll(path, 0)
    assert page.faces[0] == 6
    expected = dice_stream.face(bytes(game_at(path).seed), stream="0", turn=0, roll=2, slot=4)
    assert page.faces[4] == expected
