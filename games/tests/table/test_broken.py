"""Games whose stored moves break the rules: closed with a notice, never a 500."""

from typing import Any

import pytest
from django.db.models import JSONField, Value

from games.models import Game
from games.tests.players import Person, alert, game_at, table_for_two

BROKEN: list[dict[str, Any]] = [
    {"moves": ["nonsense"]},
    {"moves": ["0 roll - 12345", "0 roll 01234 12345"]},
    {"moves": ["0 roll - 12345", "0 roll 0 22345"]},
    {"moves": ["1 roll - 12345"]},
    {"moves": ["9 roll - 12345"]},
    {"moves": ["0 score chance 1"]},
    {"moves": ["0 roll - 12345", "0 score chance 3"]},
    {"moves": ["0 roll - 12345", "0 score pairs 1"]},
    {"moves": ["0 roll - 12345"] * 4},
    {"moves": [1, 2]},
    {"moves": [["roll", 0]]},
    {"moves": [None]},
    {"moves": {"0": "roll"}},
    {"moves": "0 roll - 12345"},
    {"moves": 7},
    {"moves": Value(None, JSONField())},
    {"rules_id": "poker"},
    {"rules_id": ""},
]
COMMANDS = ("join", "start", "roll", "score", "undo", "seal", "bot", "rematch")


@pytest.fixture
def path(anna: Person, ben: Person) -> str:
    return table_for_two(anna, ben)


def damage(path: str, fields: dict[str, Any]) -> None:
    Game.objects.filter(pk=game_at(path).pk).update(**fields)


@pytest.mark.parametrize("fields", BROKEN, ids=str)
@pytest.mark.parametrize("status", ["playing", "finished", "waiting"])
def test_closed_with_a_notice(
    anna: Person, carla: Person, path: str, fields: dict[str, Any], status: str
) -> None:
    damage(path, {**fields, "status": status})
    for person in (anna, carla):
        answer = person.get(path)
        assert answer.status == 200 and "can no longer be continued" in answer.text
        assert (answer.page.status, answer.page.roll, answer.page.turn_seat) == ("finished", 0, None)
        assert answer.page.boxes == {}
        assert person.get(f"{path}table?since=0").status == 200
        assert person.get(f"{path}dice/").status == 200
        record = person.get(f"{path}record.json").data
        assert record["moves"] == [] and record["status"] == "finished"
    assert anna.get("/").status == 200
    for what in COMMANDS:
        answer = anna.post(path + what, {"version": game_at(path).version, "box": "chance", "column": 1})
        assert answer.status in (200, 204, 403, 409), (what, answer.status)


def test_a_move_in_a_broken_game_is_refused_in_a_sentence(anna: Person, path: str) -> None:
    damage(path, {"moves": ["nonsense"]})
    answer = anna.do(path, "roll")
    assert answer.status == 409
    assert alert(answer) == "This game can no longer be continued. It is closed."
    assert "can no longer be continued" in answer.text and game_at(path).moves == ["nonsense"]


@pytest.mark.parametrize("status", ["playing", "finished"])
def test_a_status_that_does_not_fit_the_moves(anna: Person, path: str, status: str, finished: str) -> None:
    moves = game_at(finished).moves
    Game.objects.filter(pk=game_at(finished).pk).update(status="playing")
    Game.objects.filter(pk=game_at(path).pk).update(status="finished", moves=["0 roll - 12345"])
    assert len(moves) > 1
    for each in (path, finished):
        for part in ("", "table?since=0", "record.json", "dice/"):
            assert anna.get(each + part).status == 200
        for what in COMMANDS:
            assert anna.post(each + what, {"version": game_at(each).version}).status < 500


def test_other_games_go_on(anna: Person, path: str) -> None:
    damage(path, {"moves": ["nonsense"]})
    other = anna.create()
    assert anna.roll(other).roll == 1


def test_a_game_of_unknown_rules_is_listed_among_the_own_data(path: str, anna: Person) -> None:
    damage(path, {"rules_id": "poker"})
    answer = anna.get("/scores/mine/")
    assert answer.status == 200 and "poker" in answer.text
