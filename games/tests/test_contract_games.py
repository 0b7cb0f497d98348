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
    counts = Play(new_browser, Random(rules), rules=rules, mode="online", seats=2).run()
    assert counts["games"] == 1 and counts["refused"] > 5


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("mode", ["local", "online"])
def test_every_number_of_seats(mode: str, seats: int) -> None:
    if (mode, seats) == ("online", 1):
        mode = "solo"
    Play(new_browser, Random(seats), rules="yacht", mode=mode, seats=seats).run()


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_against_computers(level: str) -> None:
    play = Play(new_browser, Random(level), rules="yahtzee", mode="solo", seats=3, bots=(level, level))
    assert play.run()["games"] == 1


@pytest.mark.parametrize("number", range(17))
def test_any_game(number: int) -> None:
    random_game(new_browser, Random(number), largest=3).run()
