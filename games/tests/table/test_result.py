"""The result: who is congratulated, and the form of its figures."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.tests.players import Person, set_moves
from games.tests.table.test_seal import BEFORE_CHANCE
from scores import services

RECORD = "New high score!"


def others(number: int, points: int) -> None:
    """Put scores of other people on the board of Yacht."""
    for game in range(number):
        services.submit(
            board="yacht",
            mode="solo",
            name="Dora",
            points=points,
            finished_at=timezone.now() - timedelta(days=1),
            game_code=f"OTHER{game}",
            seat=0,
        )


def end_with_200(anna: Person) -> str:
    """Return the path of a game that Anna has just ended with 200 points."""
    path = anna.create()
    moves = [
        move for box, faces in BEFORE_CHANCE.items() for move in (f"0 roll - {faces}", f"0 score {box} 1")
    ]
    set_moves(path, *moves, "0 roll - 66666")
    anna.score(path, "chance")
    return path


@pytest.mark.parametrize(("rows", "points", "said"), [(0, 0, False), (5, 100, True), (5, 300, False)])
def test_first_place_is_a_record_where_others_have_played(
    anna: Person, rows: int, points: int, said: bool
) -> None:
    others(rows, points)
    text = anna.get(end_with_200(anna)).text
    assert (RECORD in text) == said


def test_a_loser_is_not_congratulated(anna: Person) -> None:
    """Against a computer even the first place of a board can be a defeat."""
    others(5, 0)
    path = anna.create(bot=["hard"])
    entries = [(box, faces) for box, faces in BEFORE_CHANCE.items() if box != "yacht"]
    moves = [
        move
        for box, faces in entries
        for move in (f"0 roll - {faces[::-1]}", f"0 score {box} 1", f"1 roll - {faces}", f"1 score {box} 1")
    ]
    moves += ["0 roll - 12222", "0 score yacht 1", "1 roll - 22222", "1 score yacht 1"]
    set_moves(path, *moves, "0 roll - 66666", "0 score chance 1", "1 roll - 66666")
    anna.do(path, "bot", turns="all")
    assert anna.page(path).status == "finished"
    assert "All time No. 1" in " ".join(anna.page(path).text.split())
    assert RECORD not in anna.get(path).text


FULL_COLUMN = {
    "ones": "11111", "twos": "22222", "threes": "33333", "fours": "44444", "fives": "55555", "sixes": "66666",
    "three_of_a_kind": "66665", "four_of_a_kind": "66665", "full_house": "66655", "small_straight": "12345",
    "large_straight": "12345", "yahtzee": "66666", "chance": "66665",
}  # fmt: skip


def test_large_sums_look_alike_everywhere(anna: Person) -> None:
    """The sum of a column is written as the grand total below it is."""
    path = anna.create(rules="triple_yahtzee")
    moves = [move for box, faces in FULL_COLUMN.items() for move in (f"0 roll - {faces}", f"0 score {box} 3")]
    set_moves(path, *moves)
    page = anna.get(path)
    assert page.page.totals[0, "weighted", "3"] == page.page.totals[0, "grand", ""] == 1116
    assert page.text.count(">1,116<") == 3  # the third heads the card
    assert ">1116<" not in page.text
