"""POST /g/<code>/undo."""

import pytest

from games.tests.players import Person, assert_refused, game_at, set_moves, stored, table_for_two

pytestmark = pytest.mark.database

NOTHING = "There is no entry to undo."


def test_everything_comes_back(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    before = anna.roll(path, 0, 1)
    anna.score(path)
    answer = anna.do(path, "undo")
    after = answer.page
    assert answer.status == 200
    assert (after.faces, after.roll, after.offers, after.turn_seat) == (
        before.faces,
        before.roll,
        before.offers,
        before.turn_seat,
    )
    assert after.totals == before.totals and after.version > before.version
    assert ben.page(path).offers == before.offers
    assert after.get("event") == f"Entry undone. {before.get('event')}" == ben.page(path).get("event")
    anna.score(path)
    assert "undone" not in ben.page(path).get("event"), "it is news until something else happens"


def test_what_was_held_in_the_last_roll_is_held_again(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    anna.roll(path, 0, 1)
    anna.score(path)
    page = anna.do(path, "undo").page
    assert [slot for slot, die in page.dice.items() if "checked" in die] == [0, 1]


def test_a_bonus_and_the_right_to_one_come_back(anna: Person) -> None:
    path = anna.create(rules="yahtzee")
    set_moves(path, "0 roll - 44444", "0 score yahtzee 1", "0 roll - 44444")
    before = anna.page(path)
    assert anna.do(path, "score", box="fours", column=1).page.totals[0, "yahtzee_bonus", "1"] == 100
    after = anna.do(path, "undo").page
    assert after.totals == before.totals and after.totals[0, "yahtzee_bonus", "1"] == 0
    assert anna.do(path, "score", box="fours", column=1).page.totals[0, "yahtzee_bonus", "1"] == 100


def test_it_buys_no_other_dice(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    faces = set()
    for column in (1, 2, 3):
        if column == 1:
            anna.roll(path)
        anna.score(path, "chance", column)
        version = game_at(path).version
        set_moves(path, *game_at(path).moves)
        assert game_at(path).version == version + 1
        page = anna.do(path, "undo").page
        anna.score(path, "chance", column)
        faces.add(tuple(anna.roll(path).faces))
        set_moves(path, *game_at(path).moves[:-2])
        assert anna.page(path).faces == page.faces
    assert len(faces) == 1


def test_not_after_anybody_has_rolled(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    anna.score(path)
    ben.roll(path)
    assert_refused(path, anna.do(path, "undo"), 409, NOTHING, stored(path))


def test_not_twice(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    anna.score(path)
    assert anna.do(path, "undo").status == 200
    assert_refused(path, anna.do(path, "undo"), 409, NOTHING, stored(path))


def test_two_clicks_undo_once(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    version = anna.score(path).version
    answers = [anna.post(f"{path}undo", {"version": version}) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 409]
    assert len(game_at(path).moves) == 1


def test_a_roll_is_never_undone(anna: Person) -> None:
    path = anna.create()
    assert_refused(path, anna.do(path, "undo"), 409, NOTHING, stored(path))
    anna.roll(path)
    assert_refused(path, anna.do(path, "undo"), 409, NOTHING, stored(path))


def test_only_the_own_entry(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    anna.score(path)
    before = stored(path)
    sentence = "Only the player who made the entry can undo it."
    for person in (ben, carla):
        assert_refused(path, person.do(path, "undo"), 403, sentence, before)
    assert anna.do(path, "undo").status == 200


def test_not_after_the_end_and_not_before_the_start(anna: Person, finished: str) -> None:
    assert_refused(finished, anna.do(finished, "undo"), 409, "This game is over.", stored(finished))
    path = anna.create(mode="online", players=2)
    assert_refused(path, anna.do(path, "undo"), 409, "The game has not started yet.", stored(path))


@pytest.mark.parametrize("version", ["", "0", "99", "x"])
def test_stale(anna: Person, version: str) -> None:
    path = anna.create()
    anna.roll(path)
    anna.score(path)
    answer = anna.post(f"{path}undo", {"version": version})
    sentence = "The game had already moved on. This is how it stands now."
    assert_refused(path, answer, 409, sentence, stored(path))


def test_as_a_plain_form(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    version = anna.score(path).version
    assert anna.post(f"{path}undo", {"version": version}, htmx=False).status == 303
    assert anna.page(path).roll == 1


def test_wrong_method_and_missing(anna: Person) -> None:
    path = anna.create()
    assert anna.get(f"{path}undo").status == 405
    assert anna.post("/g/ABCDEFGHJK/undo").status == 404
