"""Limits: too many requests are refused with a sentence, and others are not affected."""

import time
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Game
from games.session import codes, limits
from games.tests.players import Person, play_out, table_for_two
from scores.models import HeldReason, HighScore, Status
from scores.services import submit

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def fresh_counts(settings: Settings) -> Iterator[None]:
    """Count in this process, where tests can make it forget."""
    settings.REDIS_URL = ""
    limits.forget()
    yield
    limits.forget()


def person(name: str, address: str = "203.0.113.1") -> Person:
    client = Client(REMOTE_ADDR=address)
    client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = "en"
    return Person(name, client)


@pytest.fixture
def anna(db: None) -> Person:
    return person("Anna")


@pytest.fixture
def ben(db: None) -> Person:
    return person("Ben")


@pytest.fixture
def carla(db: None) -> Person:
    return person("Carla", "203.0.113.77")


FORM = {"rules": "yacht", "mode": "solo", "name": "Anna"}


def test_defaults_are_generous() -> None:
    for text in ("300 per hour", "30 per 10 minutes", "2000 per 10 minutes"):
        assert limits._limit(text)


# --- New games -------------------------------------------------------------------------------------------


def test_new_games_of_an_address(settings: Settings, anna: Person, ben: Person, carla: Person) -> None:
    settings.LIMIT_NEW_GAMES = "3 per hour"
    for who in (anna, anna, ben):
        assert who.create()
    refused = ben.post("/games", FORM, htmx=False)
    assert refused.status == 429
    assert 3500 < int(refused.headers["retry-after"]) <= 3600
    assert "Too many games" in refused.text
    assert 'id="join"' in refused.text, "the start page stays usable"
    assert Game.objects.count() == 3
    assert carla.create(), "another address is not concerned"


def test_one_ipv6_network_is_one_address(settings: Settings, db: None) -> None:
    settings.LIMIT_NEW_GAMES = "1 per hour"
    assert person("Anna", "2001:db8::1").create()
    assert person("Anna", "2001:db8::ffff:2").post("/games", FORM, htmx=False).status == 429
    assert person("Anna", "2001:db8:0:1::1").create()


def test_forwarded_addresses_of_strangers_do_not_count(settings: Settings, db: None) -> None:
    settings.LIMIT_NEW_GAMES = "1 per hour"
    statuses = [
        Client(REMOTE_ADDR="203.0.113.1").post("/games", FORM, headers={"x-forwarded-for": f"192.0.2.{n}"})
        for n in range(3)
    ]
    assert [answer.status_code for answer in statuses] == [303, 429, 429]
    settings.TRUSTED_PROXIES = ["203.0.113.1"]
    answer = Client(REMOTE_ADDR="203.0.113.1").post("/games", FORM, headers={"x-forwarded-for": "192.0.2.9"})
    assert answer.status_code == 303


def test_open_games_of_a_browser(settings: Settings, anna: Person, ben: Person) -> None:
    settings.LIMIT_OPEN_GAMES = 2
    first = anna.create()
    anna.create()
    refused = anna.post("/games", FORM, htmx=False)
    assert refused.status == 429
    assert "Please finish one" in refused.text
    assert ben.create(), "the limit is of a browser"
    play_out(first, anna)
    assert anna.create(), "a finished game is not open"


def test_rematches_are_new_games(settings: Settings, anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    page = play_out(path, anna, ben)
    settings.LIMIT_NEW_GAMES = "1 per hour"
    anna.create()
    for htmx in (True, False):
        answer = anna.post(f"{path}rematch", htmx=htmx)
        assert answer.status == 429
        assert int(answer.headers["retry-after"]) > 3000
        assert answer.page.version == page.version
        assert "Too many games" in answer.text
    assert Game.objects.count() == 2


# --- Codes -----------------------------------------------------------------------------------------------


def wrong(number: int) -> str:
    code = "".join(codes.ALPHABET[number // 29**place % 29] for place in range(10))
    assert codes.read_code(code) == code
    return code


def test_wrong_codes_of_an_address(settings: Settings, anna: Person, ben: Person, carla: Person) -> None:
    settings.LIMIT_WRONG_CODES = "5 per 10 minutes"
    own = ben.create()
    other = carla.create()
    assert [anna.get(f"/g/{wrong(n)}/").status for n in range(3)] == [404] * 3
    assert anna.get(f"/join/?code={wrong(3)}").status == 404
    assert anna.get(f"/g/{wrong(4)}/table?since=1", htmx=True).status == 404
    for path in (f"/g/{wrong(6)}/", f"/g/{wrong(7)}/record.json", f"/join/?code={wrong(8)}"):
        answer = anna.get(path)
        assert answer.status == 429
        assert 500 < int(answer.headers["retry-after"]) <= 600
        assert "Too many wrong codes" in answer.text
    for path in (other, f"{other}record.json", f"{other}table?since=0"):
        assert anna.get(path).status == 200, "a right code is let in: an address is not a person"
    assert anna.get(f"/join/?code={other.split('/')[2]}").status == 302
    assert ben.get(own).status == 200, "whoever has a seat goes on, behind the same address, too"
    assert ben.roll(own).roll == 1
    assert anna.get("/").status == 200
    assert carla.get(own).status == 200, "another address is not concerned"


def test_one_wrong_code_counts_once(settings: Settings, anna: Person, carla: Person) -> None:
    """An open page of a game that has been cleared away goes on asking."""
    settings.LIMIT_WRONG_CODES = "2 per 10 minutes"
    path = carla.create()
    assert {anna.get(f"/g/{wrong(1)}/table?since=3", htmx=True).status for _ in range(50)} == {404}
    assert anna.get(f"/g/{wrong(2)}/").status == 404
    assert anna.get(f"/g/{wrong(3)}/").status == 429
    assert anna.get(path).status == 200


@pytest.mark.parametrize("ahead", [86_400, 3_700, 30 * 86_400])
def test_a_clock_that_was_ahead_locks_nobody_out(settings: Settings, db: None, ahead: int) -> None:
    settings.LIMIT_WRONG_CODES = "3 per 10 minutes"
    settings.LIMIT_NEW_GAMES = "2 per hour"
    anna = person("Anna")
    real = time.time
    with patch("time.time", lambda: real() + ahead):
        assert [anna.get(f"/g/{wrong(n)}/").status for n in range(4)] == [404, 404, 404, 429]
        assert [anna.post("/games", FORM, htmx=False).status for _ in range(3)] == [303, 303, 429]
    assert anna.get(f"/g/{wrong(9)}/").status == 404
    assert anna.create()
    for number in range(10, 12):
        assert anna.get(f"/g/{wrong(number)}/").status == 404
    assert anna.get(f"/g/{wrong(12)}/").status == 429, "counted anew"


def test_wrong_codes_from_everywhere(settings: Settings, carla: Person) -> None:
    settings.LIMIT_WRONG_CODES = "50 per 10 minutes"
    settings.LIMIT_WRONG_CODES_SITE = "12 per 10 minutes"
    path = carla.create()
    guessers = [person("x", f"198.51.100.{n}") for n in range(4)]
    for number, guesser in enumerate(guessers):
        assert [guesser.get(f"/g/{wrong(number * 10 + n)}/").status for n in range(3)] == [404] * 3
    assert [guesser.get(f"/g/{wrong(500)}/").status for guesser in guessers] == [429] * 4
    assert [guesser.get(path).status for guesser in guessers] == [200] * 4
    mistyped = person("Dora", "198.51.100.99")
    assert mistyped.get(f"/g/{wrong(999)}/").status == 404, "who mistypes once reads that it is wrong"
    assert mistyped.get(path).status == 200


def test_two_players_behind_one_address_poll(settings: Settings, anna: Person, ben: Person) -> None:
    settings.LIMIT_NEW_GAMES = "300 per hour"
    settings.LIMIT_WRONG_CODES = "30 per 10 minutes"
    path = table_for_two(anna, ben)
    asked = [who.get(f"{path}table?since=99", htmx=True).status for _ in range(100) for who in (anna, ben)]
    assert set(asked) == {204}


def test_limits_can_be_lifted(settings: Settings, anna: Person) -> None:
    settings.LIMIT_WRONG_CODES = settings.LIMIT_NEW_GAMES = "off"
    assert {anna.get(f"/g/{wrong(n)}/").status for n in range(40)} == {404}


def test_no_address_is_kept(settings: Settings, anna: Person) -> None:
    settings.LIMIT_WRONG_CODES = "5 per 10 minutes"
    anna.get(f"/g/{wrong(1)}/")
    kept = " ".join(map(str, limits._counter.own.storage.events))  # type: ignore[attr-defined]
    assert "wrong-code" in kept
    assert "203.0.113" not in kept
    assert wrong(1) not in kept


def test_counting_goes_on_without_redis(settings: Settings, anna: Person) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.LIMIT_NEW_GAMES = "1 per hour"
    assert anna.create()
    assert anna.post("/games", FORM, htmx=False).status == 429


# --- High scores -----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_flood_of_scores_is_held(settings: Settings) -> None:
    settings.LIMIT_SCORE_NAMES = 3
    now = timezone.now()

    def finish(number: int, player: str, ago: int = 0) -> HighScore:
        return submit(
            board="yacht",
            mode="solo",
            name=f"Name {number}",
            points=number,
            finished_at=now - timedelta(minutes=ago),
            game_code=f"GAME{number}",
            seat=0,
            player_hash=player,
        )

    assert {finish(number, "a", 90).status for number in range(3)} == {Status.SHOWN}
    assert [finish(number, "a").status for number in range(3, 6)] == [Status.SHOWN] * 3
    held = finish(6, "a")
    assert (held.status, held.held_reason) == (Status.HELD, HeldReason.MANY)
    assert finish(7, "b").status == Status.SHOWN


# --- Sockets ---------------------------------------------------------------------------------------------


def test_pace() -> None:
    pace = limits.Pace(20, 10)
    assert [pace.allows(0.1 * n) for n in range(20)] == [True] * 20
    assert not pace.allows(5)
    slow = limits.Pace(20, 10)
    assert all(slow.allows(0.6 * n) for n in range(200))
