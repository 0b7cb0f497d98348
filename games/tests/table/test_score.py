"""POST /g/<code>/score."""

import pytest
from pytest_django import DjangoAssertNumQueries

from games.tests.players import Person, assert_refused, game_at, set_moves, stored, table_for_two
from scores.models import HighScore

pytestmark = pytest.mark.database

STALE = "The game had already moved on. This is how it stands now."


def cell(answer_page: object, box: str, column: int = 1, seat: int = 0) -> tuple[str, str]:
    found = answer_page.boxes[seat, box, column]  # type: ignore[attr-defined]
    return found["data-state"], found["data-points"]


def test_works(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    set_moves(path, "0 roll - 12346")
    answer = anna.do(path, "score", box="small_straight", column=1)
    page = answer.page
    assert answer.status == 200
    assert cell(page, "small_straight") == ("filled", "15")
    assert (page.turn_seat, page.roll, page.faces, page.offers) == (1, 0, [], {})
    assert page.totals[0, "grand", ""] == 15


def test_by_the_button_of_the_card(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    set_moves(path, "0 roll - 44424")
    page = anna.do(path, "score", cell="fours:2").page
    assert cell(page, "fours", 2) == ("filled", "16")
    assert page.totals[0, "weighted", "2"] == 32


def test_as_a_plain_form(anna: Person) -> None:
    path = anna.create()
    version = anna.roll(path).version
    answer = anna.post(f"{path}score", {"version": version, "box": "chance", "column": 1}, htmx=False)
    assert (answer.status, answer.target) == (303, path)


def test_one_entry_a_roll(anna: Person) -> None:
    """After the entry of 1-2-3-4-5 nothing more can be entered and no box is offered until the next roll."""
    path = anna.create(rules="triple_yahtzee")
    set_moves(path, "0 roll - 12345")
    page = anna.do(path, "score", box="large_straight", column=1).page
    assert page.offers == {}
    before = stored(path)
    answer = anna.do(path, "score", box="small_straight", column=1)
    assert_refused(path, answer, 409, "Roll first, then enter your points.", before)


def test_two_taps_make_one_entry(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    set_moves(path, "0 roll - 12345")
    version = game_at(path).version
    first = anna.post(f"{path}score", {"version": version, "cell": "chance:1"})
    second = anna.post(f"{path}score", {"version": version, "cell": "chance:2"})
    assert (first.status, second.status) == (200, 409)
    assert cell(second.page, "chance", 1) == ("filled", "15") and cell(second.page, "chance", 2)[0] == "open"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"box": "", "column": ""},
        {"box": "poker", "column": 1},
        {"box": "Chance", "column": 1},
        {"box": "chance ", "column": 1},
        {"box": "chance", "column": 0},
        {"box": "chance", "column": 2},
        {"box": "chance", "column": "x"},
        {"box": "chance", "column": "١"},
        {"box": "chance", "column": "1.0"},
        {"box": "chance"},
        {"box": "yahtzee", "column": 1},
        {"cell": "chance"},
        {"cell": ":"},
        {"cell": "chance:2"},
        {"cell": "chance:1:1"},
        {"cell": "\0"},
        {"box": "x" * 4000, "column": 1},
    ],
)
def test_no_such_box(anna: Person, data: dict[str, object]) -> None:
    path = anna.create()
    anna.roll(path)
    before = stored(path)
    assert_refused(path, anna.do(path, "score", **data), 409, "There is no such box.", before)


def test_a_filled_box(anna: Person) -> None:
    path = anna.create()
    set_moves(path, "0 roll - 12346", "0 score chance 1", "0 roll - 12346")
    answer = anna.do(path, "score", box="chance", column=1)
    assert_refused(path, answer, 409, "This box is already filled.", stored(path))


def test_a_forced_joker_bars_the_others(anna: Person) -> None:
    path = anna.create(rules="yahtzee")
    set_moves(path, "0 roll - 44444", "0 score yahtzee 1", "0 roll - 44444")
    assert set(anna.page(path).offers) == {("fours", 1)}
    answer = anna.do(path, "score", box="full_house", column=1)
    assert_refused(path, answer, 409, "These dice may not be entered there now.", stored(path))
    page = anna.do(path, "score", box="fours", column=1).page
    assert page.totals[0, "yahtzee_bonus", "1"] == 100 and page.totals[0, "grand", ""] == 170


def test_from_left_to_right(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee+left_to_right")
    set_moves(path, "0 roll - 12346")
    assert {column for _, column in anna.page(path).offers} == {1}
    answer = anna.do(path, "score", box="chance", column=2)
    assert_refused(path, answer, 409, "These dice may not be entered there now.", stored(path))


@pytest.mark.parametrize("version", ["", "0", "99", "x", "-1"])
def test_stale(anna: Person, version: str) -> None:
    path = anna.create()
    anna.roll(path)
    answer = anna.post(f"{path}score", {"version": version, "box": "chance", "column": 1})
    assert_refused(path, answer, 409, STALE, stored(path))


def test_not_your_turn(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    anna.roll(path)
    before = stored(path)
    data = {"box": "chance", "column": 1}
    assert_refused(path, ben.do(path, "score", **data), 403, "It is not your turn.", before)
    watching = "You are only watching this game."
    assert_refused(path, carla.do(path, "score", **data), 403, watching, before)


def test_before_the_roll_before_the_start_and_after_the_end(anna: Person, finished: str) -> None:
    data = {"box": "chance", "column": 1}
    path = anna.create()
    sentence = "Roll first, then enter your points."
    assert_refused(path, anna.do(path, "score", **data), 409, sentence, stored(path))
    waiting = anna.create(mode="online", players=2)
    sentence = "The game has not started yet."
    assert_refused(waiting, anna.do(waiting, "score", **data), 409, sentence, stored(waiting))
    answer = anna.do(finished, "score", **data)
    assert_refused(finished, answer, 409, "This game is over.", stored(finished))


def test_wrong_method_and_missing(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    assert anna.ask("GET", f"{path}score", {"box": "chance", "column": 1, "version": 2}).status == 405
    assert anna.post("/g/ABCDEFGHJK/score").status == 404
    assert len(game_at(path).moves) == 1


def test_the_last_entry_ends_the_game_with_all_its_points(anna: Person) -> None:
    """The end text and the high score read the same final totals, the last move's bonus included."""
    from games import rules

    path = anna.create(rules="yahtzee")
    moves = ["0 roll - 66666", "0 score yahtzee 1"]
    for category in rules.get("yahtzee").categories:
        if category.id not in ("yahtzee", "sixes"):
            moves += ["0 roll - 12346", f"0 score {category.id} 1"]
    set_moves(path, *moves, "0 roll - 66666")
    page = anna.do(path, "score", box="sixes", column=1).page
    grand = page.totals[0, "grand", ""]
    assert page.status == "finished" and page.totals[0, "yahtzee_bonus", "1"] == 100
    row = HighScore.objects.get()
    assert (row.points, row.board, row.mode, row.seat) == (grand, "yahtzee", "solo", 0)
    assert f"Game over: {grand} points" in anna.get(path).text
    for _ in range(5):
        anna.get(path)
    assert HighScore.objects.count() == 1


def test_points_board_and_game_of_a_post_are_never_believed(anna: Person) -> None:
    path = anna.create()
    set_moves(path, "0 roll - 12346")
    anna.do(path, "score", box="chance", column=1, points=999, board="yatzy", game="x", seat=3)
    assert cell(anna.page(path), "chance") == ("filled", "16")


def test_queries(anna: Person, ben: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    path = table_for_two(anna, ben, rules="triple_yahtzee")
    version = anna.roll(path).version
    with django_assert_num_queries(2):
        anna.post(f"{path}score", {"version": version, "box": "chance", "column": 2})
