"""Whole random games through the page contract alone, compared with the oracle and the revealed seed."""

from random import Random

import pytest
from django.test import Client

from games.tests.contract_page import ClientBrowser
from games.tests.contract_player import RULES, Play, random_game

pytestmark = pytest.mark.django_db


def new_browser() -> ClientBrowser:
    return ClientBrowser(Client())


@pytest.mark.parametrize("rules", RULES)
def test_every_rule_set(rules: str) -> None:
    play = Play(new_browser, Random(rules), rules=rules, mode="online", seats=2, mischief=0.1)
    assert play.run()["refused"] > 5


@pytest.mark.parametrize(
    ("mode", "seats"), [("solo", 1), ("online", 3), ("online", 6), ("local", 1), ("local", 2), ("local", 4)]
)
def test_every_number_of_seats(mode: str, seats: int) -> None:
    Play(new_browser, Random(seats), rules="yacht", mode=mode, seats=seats).run()


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_against_computers(level: str) -> None:
    Play(new_browser, Random(level), rules="yatzy", mode="solo", seats=2, bots=(level,)).run()


@pytest.mark.parametrize("number", range(100, 104))
def test_any_game(number: int) -> None:
    random_game(new_browser, Random(number), largest=2).run()
