"""Names written from right to left are isolated wherever they stand, so that numbers beside them stay."""

import json
import re

import pytest

from games.models import Game
from games.tests.players import Person, play_out, set_moves, table_for_two
from games.words.names import isolated

HEBREW, ARABIC = "דוד", "أحمد"
# The name without the mark before it, but not in an element that isolates it.
_BARE = re.compile(rf"(?<!\u2068)(?<!<bdi>)(?:{HEBREW}|{ARABIC})")


@pytest.mark.parametrize("name", [HEBREW, ARABIC, "Anna דוד", "ߞߏ", "𞤀𞤣"])
def test_from_right_to_left(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Anna", "Žofie", "小明", "👍", "12", ""])
def test_from_left_to_right(name: str) -> None:
    assert isolated(name) == name


def test_every_page_of_a_game(anna: Person, ben: Person, carla: Person) -> None:
    anna.name, ben.name = HEBREW, ARABIC
    path = table_for_two(anna, ben, rules="yacht", match_to=3)
    for person, address in ((carla, path), (anna, path), (anna, "/"), (anna, "/scores/mine/")):
        html = person.get(address).text
        assert HEBREW in html or ARABIC in html
        assert not _BARE.search(html), address
    play_out(path, anna, ben)
    for address in (path, f"{path}report/"):
        assert not _BARE.search(anna.get(address).text), address
    names = [seat["name"] for seat in json.loads(carla.get(f"{path}record.json").text)["seats"]]
    assert names == [HEBREW, ARABIC], "data are not marked"


def test_a_bonus_that_is_lost(anna: Person) -> None:
    path = anna.create(rules="yacht")
    rolls = ["11234", "22234", "33312", "44412", "55512", "66612"]
    rows = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    moves = [
        move
        for dice, row in zip(rolls, rows, strict=True)
        for move in (f"0 roll - {dice}", f"0 score {row} 1")
    ]
    set_moves(path, *moves[:-2])
    assert "19 to go" in anna.get(path).text
    set_moves(path, *moves)
    html = anna.get(path).text
    assert "no bonus, 1 short" in html and "to go" not in html
    page = anna.page(path)
    assert (page.totals[0, "missing", "1"], page.totals[0, "upper_bonus", "1"]) == (1, 0)
    assert Game.objects.count() == 1
