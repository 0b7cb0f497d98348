"""Polls that bring nothing new: answered past Django, and no different from what Django answers."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone
from prometheus_client import REGISTRY

from games.models import Game, Seat
from games.tests.players import Person, game_at, table_for_two
from yahtzee_site import kept_answers, polls
from yahtzee_site.gateway import OneThreadHandler
from yahtzee_site.tests.test_kept_answers import VARIANTS, ask

pytestmark = [pytest.mark.socket, pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def path(anna: Person, ben: Person) -> str:
    return table_for_two(anna, ben)


def poll(
    handler: OneThreadHandler, path: str, who: Person | None = None, *, since: object = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Ask whether there is news since a version, by default the present one."""
    own = "; ".join(f"{name}={morsel.value}" for name, morsel in who.client.cookies.items()) if who else ""
    cookies = "; ".join(filter(None, (own, headers.pop("cookie", ""))))
    asked = {"hx-request": "true", "accept": "*/*", **headers, **({"cookie": cookies} if cookies else {})}
    version = game_at(path).version if since is None else since
    return ask(handler, f"{path}table", asked, query=f"since={version}".encode())


def test_the_answer_is_that_of_django(handler: OneThreadHandler, path: str, anna: Person) -> None:
    for variant in VARIANTS:
        kept_answers.forget()
        first = poll(handler, path, anna, **variant)
        assert (first[0], first[2], len(kept_answers._answers)) == (204, b"", 1)
        again = poll(handler, path, anna, **variant)
        assert first[1].pop("x-request-id") != again[1].pop("x-request-id")
        assert again == first
    assert poll(handler, path, anna, host="elsewhere.example")[0] == 400


def test_news_come(handler: OneThreadHandler, path: str, anna: Person, ben: Person) -> None:
    for _time in range(2):
        assert poll(handler, path, ben)[0] == 204
    before = game_at(path).version
    anna.roll(path)
    status, _headers, body = poll(handler, path, ben, since=before)
    assert status == 200 and f'data-version="{before + 1}"'.encode() in body
    assert poll(handler, path, ben)[0] == 204
    # A game whose end has been sealed by time has another version, though nothing was written.
    finished = timezone.now() - timedelta(minutes=2)
    Game.objects.update(status=Game.Status.FINISHED, finished_at=finished)
    assert poll(handler, path, ben)[0] == 200


def test_who_asks_is_here_and_hears_who_is_silent(
    handler: OneThreadHandler, path: str, anna: Person, ben: Person
) -> None:
    poll(handler, path, anna)
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(seconds=100))
    assert poll(handler, path)[1]["x-silent"].startswith("0:10"), "a watcher is nobody's sign of life"
    silent = dict(pair.split(":") for pair in poll(handler, path, ben)[1]["x-silent"].split(","))
    assert silent["1"] == "0" and int(silent["0"]) >= 100
    assert timezone.now() - Seat.objects.get(index=1).last_seen_at < timedelta(seconds=30)


def test_a_cookie_is_renewed_as_always(
    handler: OneThreadHandler, path: str, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _time in range(2):
        assert "set-cookie" not in poll(handler, path, anna)[1]
    monkeypatch.setattr("games.session.seats._RENEW_AFTER", -1)
    assert "yahtzee_player" in poll(handler, path, anna)[1]["set-cookie"]


@pytest.mark.parametrize("since", ["", "x", "-1", "1&since=1", "9" * 30])
def test_what_is_not_usual_goes_the_usual_way(
    handler: OneThreadHandler, path: str, anna: Person, since: str
) -> None:
    poll(handler, path, anna)
    assert poll(handler, path, anna, since=since)[0] in (200, 204)
    assert poll(handler, "/g/ABCDEFGHJK/", anna, since=1)[0] == 404
    assert ask(handler, f"{path}table", {"accept": "text/html"}, query=b"since=99")[0] == 303


def test_a_database_in_trouble_is_left_to_django(
    handler: OneThreadHandler, path: str, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_code: str) -> None:
        raise OperationalError("database is locked")

    poll(handler, path, anna)
    monkeypatch.setattr(polls, "game_with_seats", fails)
    assert poll(handler, path, anna)[0] == 204
    monkeypatch.setattr("games.session.seats.game_with_seats", fails)
    assert poll(handler, path, anna)[0] == 503


def test_polls_are_counted(handler: OneThreadHandler, path: str, anna: Person) -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("yahtzee_polls_total", {"result": "nothing"}) or 0

    before = counted()
    for number in range(1, 4):
        poll(handler, path, anna)
        assert counted() == before + number
