"""GET /g/<code>/record.json, /g/<code>/dice/ and /g/<code>/qr.svg: the game as data, the dice to check."""

import hashlib
import json
import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import dice_stream
from games.models import Game
from games.tests.players import Person, game_at, play_out, set_moves, table_for_two
from games.tests.rules import oracle

KEYS = [
    "record",
    "code",
    "rules",
    "status",
    "version",
    "seats",
    "roll_off",
    "moves",
    "commitment",
    "seed",
    "started",
    "finished",
]


def test_before_the_end(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    record = anna.get(f"{path}record.json").data
    assert list(record) == KEYS
    assert (record["record"], record["status"], record["seed"]) == (1, "playing", None)
    assert record["moves"] == [] and record["finished"] is None and record["started"]
    assert [seat["name"] for seat in record["seats"]] == ["Anna", "Ben"]
    assert [seat["bot"] for seat in record["seats"]] == [None, None]
    assert record == carla.get(f"{path}record.json").data


def test_moves_and_totals(anna: Person) -> None:
    path = anna.create(rules="yahtzee")
    set_moves(
        path, "0 roll - 44424", "0 roll 0124 44444", "0 score yahtzee 1", "0 roll - 44444", "0 score fours 1"
    )
    record = anna.get(f"{path}record.json").data
    assert record["moves"] == [
        ["roll", 0, [], [4, 4, 4, 2, 4]],
        ["roll", 0, [0, 1, 2, 4], [4, 4, 4, 4, 4]],
        ["score", 0, "yahtzee", 1, 50, 0],
        ["roll", 0, [], [4, 4, 4, 4, 4]],
        ["score", 0, "fours", 1, 20, 100],
    ]
    assert record["seats"][0]["totals"] == {
        "1": {
            "upper": 20,
            "upper_bonus": 0,
            "missing": 43,
            "lower": 50,
            "yahtzee_bonus": 100,
            "combined": 170,
            "weighted": 170,
        },
        "grand": 170,
    }
    oracle.check_record(record)


def test_after_the_end_the_seed_is_open(anna: Person, finished: str) -> None:
    record = anna.get(f"{finished}record.json").data
    assert record["status"] == "finished" and record["finished"]
    assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == record["commitment"]
    oracle.check_record(record)


def test_waiting(anna: Person) -> None:
    record = anna.get(f"{anna.create(mode='online', players=4)}record.json").data
    assert (record["status"], record["started"], len(record["seats"])) == ("waiting", None, 1)


@pytest.mark.parametrize("part", ["record.json", "dice/", "qr.svg"])
def test_wrong_method_and_missing(anna: Person, part: str) -> None:
    path = anna.create()
    assert anna.post(path + part).status == 405
    assert anna.get(f"/g/ABCDEFGHJK/{part}").status == 404


def everything_public(person: Person, path: str) -> Iterator[str]:
    for part in ("", "table?since=0", "record.json", "dice/", "qr.svg"):
        answer = person.get(path + part)
        yield answer.text + json.dumps(answer.headers)
    for what in ("join", "start", "roll", "score", "undo", "seal", "bot", "rematch"):
        answer = person.post(path + what, {"version": "x"})
        yield answer.text + json.dumps(answer.headers)


def test_the_seed_stays_on_the_server_until_the_end(
    anna: Person, ben: Person, carla: Person, caplog: pytest.LogCaptureFixture
) -> None:
    path = table_for_two(anna, ben)
    seed = bytes(game_at(path).seed)
    forms = (seed.hex(), seed.hex().upper(), repr(seed))
    anna.roll(path)
    for person in (anna, ben, carla):
        for text in everything_public(person, path):
            assert not any(form in text for form in forms)
    assert not any(form in caplog.text for form in forms)
    play_out(path, anna, ben)
    for text in everything_public(carla, path):
        assert not any(form in text for form in forms), "the last entry can still be taken back"
    anna.do(path, "seal")
    assert seed.hex() in carla.get(f"{path}record.json").text


def test_the_admin_is_no_oracle_for_the_seed(anna: Person) -> None:
    path = anna.create()
    game = game_at(path)
    staff = Client()
    staff.force_login(User.objects.create_superuser("root", password="pw"))
    listed = staff.get(reverse("admin:games_game_changelist"), {"status__exact": "playing"})
    page = staff.get(reverse("admin:games_game_change", args=[game.pk]))
    for answer in (listed, page):
        assert answer.status_code == 200
        assert game.code in answer.content.decode()
        assert bytes(game.seed).hex() not in answer.content.decode()
    for lookup in (
        "seed",
        "seed__gt",
        "seed__startswith",
        "moves__contains",
        "seats__player_hash__startswith",
    ):
        answer = staff.get(reverse("admin:games_game_changelist"), {lookup: "1"})
        assert answer.status_code == 400, lookup


def test_the_roll_off(anna: Person, ben: Person) -> None:
    """Its faces by seat, from the seed; null where the order was chosen, and before the game begins."""
    path = anna.create(mode="online", players=2, starts="roll_off")
    assert anna.get(f"{path}record.json").data["roll_off"] is None
    ben.join(path)
    game = game_at(path)
    rounds = dice_stream.roll_off(bytes(game.seed), seats=2)
    record = anna.get(f"{path}record.json").data
    assert record["roll_off"] == [[thrown.get(0), thrown.get(1)] for thrown in rounds]
    assert record["roll_off"][-1][game.first_seat] == max(record["roll_off"][-1])
    play_out(path, anna, ben)
    anna.do(path, "seal")
    text = anna.get(f"{path}dice/").text
    assert text.count("<td>Roll-off</td>") == sum(map(len, rounds))
    assert f"all {24 + sum(map(len, rounds))} rolls are as promised" in text
    again = anna.post(f"{path}rematch", htmx=False).target
    for other in (again, anna.create(mode="local", players=2), anna.create(starts="roll_off")):
        assert anna.get(f"{other}record.json").data["roll_off"] is None
        assert "Roll-off:" not in anna.get(other).text
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))
    assert "see the marked rows" in anna.get(f"{path}dice/").text


def test_a_seat_that_did_not_roll_again_is_null(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    tie = next(
        seed
        for seed in (number.to_bytes(32) for number in range(999))
        if list(map(len, dice_stream.roll_off(seed, seats=3))) == [3, 2]
    )
    monkeypatch.setattr(dice_stream, "new_seed", lambda: tie)
    path = anna.create(mode="local", players=3, starts="roll_off")
    first, second = anna.get(f"{path}record.json").data["roll_off"]
    assert None not in first and second.count(None) == 1
    assert first[second.index(None)] < max(first)


def test_check_page(anna: Person, finished: str) -> None:
    running = anna.create()
    text = anna.get(f"{running}dice/").text
    assert game_at(running).commitment in text and "shown when the game is over" in text
    text = anna.get(f"{finished}dice/").text
    assert bytes(game_at(finished).seed).hex() in text and "check.js" in text
    assert "Checked by the server: all 12 rolls are as promised." in text
    set_moves(finished, "nonsense")
    assert "can no longer be read" in anna.get(f"{finished}dice/").text


def test_qr_code(anna: Person) -> None:
    answer = anna.client.get(f"{anna.create(mode='online', players=2)}qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert re.match(rb"\s*(<\?xml[^>]*>)?\s*<svg", answer.content)
