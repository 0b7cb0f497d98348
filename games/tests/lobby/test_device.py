"""`/device/`: the link to another browser. Works once, within ten minutes; opening it does not use it."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Handover, Seat
from games.session import handovers, limits
from games.tests.conftest import person
from games.tests.players import Person, play_out, table_for_two
from scores.models import HighScore

pytestmark = pytest.mark.database

COOKIE = settings.PLAYER_COOKIE_NAME


def link_of(who: Person, path: str = "") -> str:
    """Make a link to another device, and return its address."""
    query = f"?game={path.strip('/').rpartition('/')[2]}" if path else ""
    answer = who.client.post(f"/device/{query}", headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.content
    url = str(json.loads(answer.content)["url"])
    assert url.startswith("http://testserver/device/")
    return url.removeprefix("http://testserver")


def test_another_browser_becomes_the_same_player(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    link = link_of(anna, path)
    page = carla.get(link)
    assert page.status == 200 and "Continue here" in page.text and "Ben" in page.text
    answer = carla.post(link, htmx=False)
    assert (answer.status, answer.target) == (303, path)
    assert carla.page(path).you == anna.page(path).you == [0]
    carla.roll(path)
    anna.score(path)
    assert carla.client.cookies[COOKIE]["httponly"]


def test_the_page_shows_link_and_picture(anna: Person) -> None:
    assert "nothing to continue yet" in anna.get("/device/").text
    assert COOKIE not in anna.client.cookies
    anna.create()
    assert "Create the link" in anna.get("/device/").text
    assert not Handover.objects.exists(), "looking makes no link"
    made = anna.post("/device/", htmx=False)
    assert made.text.count("data:image/svg+xml") == 1
    found = re.search(r'value="http://testserver/device/([\w-]{22,})/"', made.text)
    assert found
    secret = found[1]
    row = Handover.objects.get()
    token = anna.client.cookies[COOKIE].value.split(":")[0]
    assert handovers.unseal(row.sealed_token, secret) == token
    assert not {token, secret} & {row.sealed_token, row.secret_hash, row.player_hash}


def test_looking_takes_nothing(anna: Person, ben: Person) -> None:
    """Chat programs fetch links, with GET and HEAD, many times."""
    link = link_of(anna, anna.create())
    for method in ("GET", "HEAD", "OPTIONS", "GET"):
        ben.ask(method, link)
    assert COOKIE not in ben.client.cookies
    assert ben.post(link, htmx=False).status == 303


def test_it_works_once(anna: Person, ben: Person, carla: Person) -> None:
    link = link_of(anna, anna.create())
    assert ben.post(link, htmx=False).status == 303
    for answer in (carla.post(link, htmx=False), carla.get(link)):
        assert answer.status == 404 and "has been used" in answer.text
    assert COOKIE not in carla.client.cookies


class ClickBeforeAnswer:
    """Clicks on the page of a link, all sent before the first answer arrives."""

    def __init__(self, who: Person, link: str) -> None:
        self.link, self.client = link, Client(enforce_csrf_checks=True)
        self.client.cookies.update(who.client.cookies)
        page = self.client.get(link).content.decode()
        token = re.search(r'<form method="post"[^>]*><input [^>]*value="(\w+)"><button class="btn def', page)
        assert token
        self.form = {"csrfmiddlewaretoken": token[1]}
        self.kept = self.client.cookies.output(header="")

    def __call__(self) -> Any:
        self.client.cookies = SimpleCookie(self.kept)
        return self.client.post(self.link, self.form)


def test_a_double_tap_is_one_use(anna: Person, ben: Person, carla: Person) -> None:
    """A browser ignores the first answer, with its cookie, when it sends the second request."""
    path, own = anna.create(), ben.create()
    link = link_of(anna, path)
    tap, other = ClickBeforeAnswer(ben, link), ClickBeforeAnswer(carla, link)
    token = anna.client.cookies[COOKIE].value.split(":")[0]
    for answer in (tap(), tap()):
        assert (answer.status_code, answer["Location"]) == (303, path)
        assert answer.cookies[COOKIE].value.split(":")[0] == token
    assert anna.page(own).you == [0]
    refused = other()
    assert refused.status_code == carla.get(link).status == 404, "another page is another use"
    assert COOKIE not in refused.cookies

    row = Handover.objects.get()
    assert timedelta(0) < row.usable_until - timezone.now() <= timedelta(minutes=1)
    Handover.objects.update(usable_until=timezone.now())
    assert tap().status_code == 404
    link_of(carla, carla.create())
    assert not Handover.objects.filter(pk=row.pk).exists(), "the next link of anybody sweeps it away"


def test_it_works_for_ten_minutes(anna: Person, ben: Person) -> None:
    link = link_of(anna, anna.create())
    row = Handover.objects.get()
    Handover.objects.update(usable_until=row.usable_until - timedelta(minutes=9, seconds=50))
    assert ben.get(link).status == 200
    Handover.objects.update(usable_until=row.usable_until - timedelta(minutes=10))
    assert ben.get(link).status == ben.post(link, htmx=False).status == 404
    call_command("prune_games", verbosity=0)
    assert not Handover.objects.exists()


def test_a_new_link_replaces_the_old_one(anna: Person, ben: Person) -> None:
    path = anna.create()
    old, new = link_of(anna, path), link_of(anna, path)
    assert ben.post(old, htmx=False).status == 404
    assert ben.post(new, htmx=False).status == 303


def test_when_no_new_link_can_be_made_the_old_one_stays(
    anna: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = anna.create()
    link = link_of(anna, path)
    with monkeypatch.context() as broken:
        broken.setattr(handovers, "seal", lambda token, secret: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            link_of(anna, path)
    assert ben.post(link, htmx=False).status == 303


def test_one_of_many_at_once_gets_it(transactional_db: None) -> None:
    anna = person("Anna")
    link = link_of(anna, anna.create())

    def take(_number: int) -> tuple[int, bool]:
        try:
            somebody = person("Somebody")
            return somebody.post(link, htmx=False).status, COOKIE in somebody.client.cookies
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        found = sorted(pool.map(take, range(8)))
    assert found == [(303, True)] + [(404, False)] * 7


def test_seats_and_scores_of_the_other_browser_come_along(anna: Person, ben: Person) -> None:
    own, together = ben.create(), table_for_two(anna, ben)
    play_out(own, ben)
    before = Seat.objects.count()
    link = link_of(anna, together)
    assert "games of its own" in ben.get(link).text
    ben.post(link, htmx=False)
    assert ben.page(together).you == anna.page(together).you == [0, 1]
    assert anna.page(own).you == [0]
    assert Seat.objects.values("player_hash").distinct().count() == 1 and Seat.objects.count() == before
    assert HighScore.objects.get().player_hash == Seat.objects.first().player_hash  # type: ignore[union-attr]


def test_the_same_browser_is_sent_on(anna: Person) -> None:
    path = anna.create()
    link = link_of(anna, path)
    assert anna.get(link).target == anna.post(link, htmx=False).target == path
    assert Handover.objects.exists(), "it is still there for the other device"


@pytest.mark.parametrize("query", ["?game=ABCDEFGHJK", "?game=//evil.example", ""])
def test_it_leads_nowhere_else(anna: Person, ben: Person, query: str) -> None:
    anna.create()
    link = link_of(anna)
    assert ben.post(link + query, htmx=False).target == "/"


def test_who_has_nothing_gets_no_link(anna: Person) -> None:
    assert anna.client.post("/device/", headers={"accept": "application/json"}).status_code == 204
    assert anna.post("/device/", htmx=False).status == 200
    assert not Handover.objects.exists()


def test_a_form_token_is_needed(anna: Person) -> None:
    link = link_of(anna, anna.create())
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(link).status_code == 403
    assert Handover.objects.exists()


def test_trying_is_limited(settings: Settings, anna: Person, ben: Person) -> None:
    limits.forget()
    settings.LIMIT_WRONG_CODES, settings.LIMIT_DEVICE_LINKS = "3 per hour", "2 per hour"
    anna.create()
    assert [anna.post("/device/", htmx=False).status for _ in range(3)] == [200, 200, 429]
    statuses = [ben.post(f"/device/nothing{number}/", htmx=False).status for number in range(4)]
    assert statuses == [404, 404, 404, 429]
    limits.forget()


def test_invitations_and_links_use_the_public_address(settings: Settings, anna: Person) -> None:
    settings.PUBLIC_ORIGIN = "https://dice.example.org"
    anna.create()
    answer = anna.client.post("/device/", headers={"accept": "application/json"})
    assert json.loads(answer.content)["url"].startswith("https://dice.example.org/device/")
