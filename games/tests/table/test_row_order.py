"""The order of the rows: as on the cards of today, and the same in every language (decision 23)."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games import rules
from games.pads import score
from games.tests.contract_page import read
from games.tests.players import Person
from games.words import labels

LANGUAGES = [code for code, _name in settings.LANGUAGES]
_OF_A_KIND = "three_of_a_kind four_of_a_kind"
_STRAIGHTS = "small_straight large_straight"
LOWER = {
    "triple_yahtzee": f"{_OF_A_KIND} full_house {_STRAIGHTS} yahtzee chance",
    "yahtzee": f"{_OF_A_KIND} full_house {_STRAIGHTS} yahtzee chance",
    "yacht": f"chance four_of_a_kind full_house {_STRAIGHTS} yacht",
    "yatzy": f"one_pair two_pairs {_OF_A_KIND} {_STRAIGHTS} full_house chance yatzy",
}
every_game = pytest.mark.parametrize("name", LOWER)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def order(name: str) -> list[str]:
    return ["ones", "twos", "threes", "fours", "fives", "sixes", *LOWER[name].split()]


def test_every_game_has_its_order_here() -> None:
    assert {family.name for family in rules.RULE_SETS} == set(LOWER)


@every_game
@every_language
@pytest.mark.django_db
def test_the_card_on_the_table(anna: Person, name: str, language: str) -> None:
    path = anna.create(rules=name)
    answer = anna.client.get(f"{path}?lang={language}", follow=True)
    rows = [box for _seat, box, column in read(answer.content.decode()).boxes if column == 1]
    assert rows == order(name)


@every_game
@every_language
def test_pad_and_rules_page(name: str, language: str) -> None:
    family = next(family for family in rules.RULE_SETS if family.name == name)
    with override(language):
        assert [row["id"] for row in score.sheet(family)["categories"]] == order(name)
        words = [str(labels.word(rules.get(name), row)) for row in order(name)]
    assert not [word for word in words if "." in word], "labels are written out"
    client = Client(headers={"accept-language": language})
    html = client.get(reverse("games:rules", args=[name])).content.decode()
    table = html.partition('<table class="list boxes">')[2].partition("</table>")[0]
    heads = re.findall(r'<th scope="row">(?:<span lang="en">)?([^<]+)', table)
    assert heads == words
