"""POST /g/<code>/rematch."""

import re

import pytest

from games.models import Game
from games.tests.players import Person, assert_refused, game_at, play_out, set_moves, stored, table_for_two

pytestmark = pytest.mark.database


def ended(anna: Person, ben: Person, **fields: object) -> str:
    path = table_for_two(anna, ben, **fields)
    play_out(path, anna, ben)
    return path


def test_the_same_people_and_the_next_one_starts(anna: Person, ben: Person) -> None:
    path = ended(anna, ben)
    answer = ben.post(f"{path}rematch", htmx=False)
    assert answer.status == 303 and answer.target != path
    page = ben.page(answer.target)
    assert (page.status, page.turn_seat, page.you) == ("playing", 1, [1])
    assert anna.page(answer.target).you == [0]
    old, new = game_at(path), game_at(answer.target)
    assert new.commitment != old.commitment and new.moves == []
    assert (new.rules_id, new.mode, new.players) == (old.rules_id, old.mode, old.players)


def test_the_others_find_the_way(anna: Person, ben: Person) -> None:
    path = ended(anna, ben)
    version = game_at(path).version
    target = anna.post(f"{path}rematch").target
    news = ben.get(f"{path}table?since={version}")
    assert news.status == 200 and target in news.text
    assert not news.page.form("/rematch")


@pytest.mark.parametrize(
    ("match", "line", "call"),
    [(1, "Anna is ready for the rematch.", "Rematch"), (3, "Anna is ready for the next game.", "Next game")],
)
def test_the_others_hear_who_waits_for_them(
    anna: Person, ben: Person, carla: Person, match: int, line: str, call: str
) -> None:
    path = ended(anna, ben, match=match)
    before = anna.get(path).text
    assert line not in before
    target = anna.post(f"{path}rematch").target
    for other in (ben, carla):
        page = other.get(path)
        assert page.text.count(line) == 2, "once to hear and once to see"
        assert f'data-event="{line}"' in page.text and f'data-your-turn="{call}"' in page.text
    mine = anna.get(path).text
    assert "is ready for" not in mine and 'data-your-turn=""' in mine
    assert result_of(mine) == result_of(before), "who asked for it still reads how the game ended"
    assert "is ready for" not in ben.get(target).text


def result_of(text: str) -> str:
    """The last event of a page, in words."""
    event = text.partition('data-event="')[2].partition('"')[0]
    assert re.search(r" wins with |A draw ", event)
    return event


def test_nobody_is_told_of_a_game_on_one_device(anna: Person) -> None:
    path = anna.create(mode="local", players=2)
    play_out(path, anna)
    anna.post(f"{path}rematch")
    assert "is ready for" not in anna.get(path).text


def test_who_has_not_opened_the_next_game_is_not_there_yet(anna: Person, ben: Person) -> None:
    path = ended(anna, ben)
    target = anna.post(f"{path}rematch").target
    assert anna.get(f"{target}table?since=0").headers["x-silent"] == "0:0,1:25"
    ben.get(f"{target}table?since=0")
    assert anna.get(f"{target}table?since=0").headers["x-silent"] == "0:0,1:0"


def test_everybody_asks_and_there_is_one(anna: Person, ben: Person) -> None:
    path = ended(anna, ben)
    targets = {person.post(f"{path}rematch").target for person in (anna, ben, anna, ben)}
    assert len(targets) == 1
    assert Game.objects.count() == 2


def test_the_start_goes_round(anna: Person, ben: Person) -> None:
    path = anna.create(mode="local", players=3)
    first = []
    for _ in range(4):
        first.append(anna.page(path).turn_seat)
        play_out(path, anna)
        path = anna.post(f"{path}rematch").target
    assert first == [0, 1, 2, 0]


def test_not_for_spectators(anna: Person, ben: Person, carla: Person) -> None:
    path = ended(anna, ben)
    sentence = "You are only watching this game."
    assert_refused(path, carla.post(f"{path}rematch"), 403, sentence, stored(path))
    assert not carla.page(path).form("/rematch")


def test_not_before_the_end(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    assert_refused(path, anna.post(f"{path}rematch"), 409, "This game is not over yet.", stored(path))


def test_wrong_method_and_missing(anna: Person, ben: Person) -> None:
    path = ended(anna, ben)
    assert anna.get(f"{path}rematch").status == 405
    assert anna.post("/g/ABCDEFGHJK/rematch").status == 404
    assert Game.objects.count() == 1


def test_a_match_ends_with_its_last_win(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben, match=2)
    for wins in ([1, 0], [2, 0], [1, 0]):
        moves = one_sided(game_at(path).first_seat)
        set_moves(path, *moves[:-1])
        last = moves[-1].split()
        (anna if last[0] == "0" else ben).do(path, "score", box=last[2], column=1)
        assert anna.page(path).status == "finished"
        path = anna.post(f"{path}rematch").target
        assert game_at(path).wins == (wins if wins != [2, 0] else [0, 0])


def one_sided(first: int) -> list[str]:
    """Return a game of yacht in which seat 0 has the better dice."""
    from games import rules

    moves = []
    for category in rules.get("yacht").categories:
        for seat in (first, 1 - first):
            faces = "11223" if seat else "66666"
            moves += [f"{seat} roll - {faces}", f"{seat} score {category.id} 1"]
    return moves
