"""GET /scores/mine/: the seats of a browser, each with a link to its game."""

import re

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from games.models import Seat
from games.session import privacy
from games.tests.players import Person, play_out, table_for_two

pytestmark = pytest.mark.database

MINE = "/scores/mine/"


def test_every_seat_leads_to_its_game(anna: Person, ben: Person) -> None:
    alone, twice, shared = anna.create(), anna.create(mode="local", players=2), table_for_two(anna, ben)
    others = ben.create()
    text = anna.get(MINE).text
    assert [text.count(f'href="{path}"') for path in (alone, twice, shared, others)] == [1, 2, 1, 0]
    assert text.index(shared) < text.index(twice) < text.index(alone), "the latest comes first"
    assert f"Game&nbsp;{alone.split('/')[-2]}</a>" in text


def test_a_score_leads_to_its_game(anna: Person) -> None:
    path = anna.create(rules="yacht")
    play_out(path, anna)
    assert anna.get(MINE).text.count(f'href="{path}"') == 2


def test_dates_name_the_month(anna: Person) -> None:
    """As digits, 11/10 could be a day in October or in November."""
    path = anna.create(rules="yacht")
    play_out(path, anna)
    text = anna.get(MINE).text
    with override("en"):
        day = date_format(timezone.localtime())
    assert text.replace("\N{NO-BREAK SPACE}", " ").count(day) == 2
    assert not re.search(r"\d/\d\d?/\d", text)


def test_very_many_are_counted(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "SHOWN", 2)
    for _ in range(2):
        anna.create()
    assert "more seat" not in anna.get(MINE).text
    anna.create()
    assert "And 1 more seat." in anna.get(MINE).text
    latest = anna.create()
    text = anna.get(MINE).text
    assert "And 2 more seats." in text and f'href="{latest}"' in text
    assert text.count("last move") == 2


def test_what_is_large_is_not_read(anna: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        anna.create()
    player = Seat.objects.all()[0].player_hash
    with django_assert_num_queries(2) as asked:
        privacy.SEATS.lines(player)
    assert not any(f'."{large}"' in each["sql"] for each in asked for large in ("moves", "seed", "report"))
