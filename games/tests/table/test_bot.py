"""POST /g/<code>/bot: every watcher can trigger the computer's move, but not influence it."""

import pytest

from games.tests.players import Person, assert_refused, game_at, set_moves, stored

pytestmark = pytest.mark.database

NOT_NOW = "It is not the computer's turn."


def computers_turn(anna: Person, **fields: object) -> str:
    path = anna.create(mode="solo", bot=["hard"], **fields)
    anna.roll(path)
    anna.score(path)
    return path


def test_a_whole_turn(anna: Person) -> None:
    path = computers_turn(anna)
    page = anna.page(path)
    assert page.turn_seat == 1 and not page.form("/roll") or page.you == [0]
    steps = 0
    while page.turn_seat == 1:
        answer = anna.do(path, "bot")
        assert answer.status == 200
        page = answer.page
        steps += 1
    assert 2 <= steps <= 4
    assert (
        sum(box["data-state"] in ("filled", "struck") for key, box in page.boxes.items() if key[0] == 1) == 1
    )


def test_any_watcher_may_ask(anna: Person, carla: Person) -> None:
    path = computers_turn(anna)
    assert carla.do(path, "bot").page.roll == 1


def test_two_watchers_make_one_step(anna: Person, carla: Person) -> None:
    path = computers_turn(anna)
    version = game_at(path).version
    answers = [person.post(f"{path}bot", {"version": version}) for person in (anna, carla)]
    assert [answer.status for answer in answers] == [200, 409]


def test_the_same_step_however_often_it_is_tried(anna: Person) -> None:
    path = computers_turn(anna)
    anna.do(path, "bot")
    moves = game_at(path).moves
    seen = set()
    for _ in range(3):
        anna.do(path, "bot")
        seen.add(game_at(path).moves[-1])
        set_moves(path, *moves)
    assert len(seen) == 1


def test_nobody_plays_for_the_computer(anna: Person) -> None:
    path = computers_turn(anna)
    assert_refused(path, anna.do(path, "roll"), 403, "It is not your turn.", stored(path))


def test_not_its_turn(anna: Person, finished: str) -> None:
    path = anna.create(mode="solo", bot=["easy"])
    assert_refused(path, anna.do(path, "bot"), 409, NOT_NOW, stored(path))
    alone = anna.create()
    assert_refused(alone, anna.do(alone, "bot"), 409, NOT_NOW, stored(alone))
    assert_refused(finished, anna.do(finished, "bot"), 409, "This game is over.", stored(finished))
    waiting = anna.create(mode="online", players=3, bot=["easy"])
    answer = anna.do(waiting, "bot")
    assert_refused(waiting, answer, 409, "The game has not started yet.", stored(waiting))


def test_stale_wrong_method_missing(anna: Person) -> None:
    path = computers_turn(anna)
    answer = anna.post(f"{path}bot", {"version": 1})
    sentence = "The game had already moved on. This is how it stands now."
    assert_refused(path, answer, 409, sentence, stored(path))
    assert anna.get(f"{path}bot").status == 405
    assert anna.post("/g/ABCDEFGHJK/bot").status == 404


def test_an_entry_of_the_computer_is_not_taken_back(anna: Person) -> None:
    path = computers_turn(anna)
    while anna.page(path).turn_seat == 1:
        anna.do(path, "bot")
    sentence = "Only the player who made the entry can undo it."
    assert_refused(path, anna.do(path, "undo"), 403, sentence, stored(path))
