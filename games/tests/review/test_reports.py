"""The stored form of reports, their sums, and the curves, without a database."""

import json

import pytest

from games import bots, rules
from games.bots import Choice, SeatReport, Step, TurnReport
from games.review import choices, curves, reports
from games.rules import Placement, format_move
from games.tests.bots.games import random_game
from games.words import figures

ALL = pytest.mark.parametrize("rule_set", rules.all_rules(), ids=lambda r: r.rules_id)


def step(roll: int, luck: float, loss: float) -> Step:
    chosen = Choice((0, 1), None)
    best = Choice((2, 3, 4), None) if loss else chosen
    return Step(roll, (2, 2, 4, 4, 4), luck, chosen, best, loss)


def seat(final: int, par: float, *steps: Step) -> SeatReport:
    turn = TurnReport(0, 0, steps, Placement("fours", 1, 12), final, float(final))
    return SeatReport(0, final, par, (turn,))


@ALL
def test_a_report_survives_being_kept(rule_set: rules.RuleSet) -> None:
    moves, state = random_game(rule_set, 11, seats=2)
    made = bots.analyse(rule_set, moves, 2)
    read = reports.unpack(json.loads(json.dumps(reports.pack(made))))
    assert read.exact == made.exact
    outcome = state.outcome()
    assert outcome is not None
    for told, before in zip(read.seats, made.seats, strict=True):
        assert told.final == outcome.points[told.seat]
        assert told.par + told.luck - told.mistakes == pytest.approx(told.final, abs=1e-6)
        assert told.curve == pytest.approx(before.curve, abs=1e-8)
        for turn, original in zip(told.turns, before.turns, strict=True):
            assert (turn.placement, turn.points) == (original.placement, original.points)
            for one, other in zip(turn.steps, original.steps, strict=True):
                assert (one.dice, one.chosen, one.best) == (other.dice, other.chosen, other.best)


@pytest.mark.parametrize("data", [None, {}, {"version": 99, "seats": [], "exact": True}, [], "x", 7])
def test_what_is_no_report_is_not_read(data: object) -> None:
    with pytest.raises(reports.UnknownReport):
        reports.unpack(data)
    assert reports.load(data) is None


@ALL
def test_the_shown_figures_add_up(rule_set: rules.RuleSet) -> None:
    for number in range(3):
        moves, _ = random_game(rule_set, 20 + number)
        told = bots.analyse(rule_set, moves, 1).seats[0]
        sums = reports.breakdown(told)
        assert sums.final == sums.par + sums.luck - sums.mistakes == 10 * told.final
        assert sums.luck == pytest.approx(10 * told.luck, abs=1.5)


def test_the_summary_is_in_points_and_adds_up() -> None:
    moves, _ = random_game(rules.get("yatzy"), 4, seats=3)
    data = reports.pack(bots.analyse(rules.get("yatzy"), moves, 3))
    for told, summary in zip(data["seats"], reports.summaries(data), strict=True):
        assert summary["exact"] is True
        total = summary["par"] + summary["luck"] - summary["mistakes"]
        assert total == pytest.approx(told["final"])


@pytest.mark.parametrize(
    ("rules_id", "loss", "grade"),
    [
        ("yacht", 0.0, "best"),
        ("yacht", 0.09, "best"),
        ("yacht", 0.1, "close"),
        ("yacht", 1.0, "slip"),
        ("yacht", 4.0, "blunder"),
        ("triple_yahtzee", 1.9, "close"),
        ("triple_yahtzee", 7.9, "slip"),
        ("triple_yahtzee", 8.0, "blunder"),
    ],
)
def test_grades(rules_id: str, loss: float, grade: str) -> None:
    assert reports.grade(rules.get(rules_id), loss) == grade


def test_what_a_better_choice_would_have_meant() -> None:
    told = seat(12, 100.0, step(1, 5.0, 2.0), step(2, -1.0, 4.0))
    turn = told.turns[0]
    assert reports.expected_with(100.0, turn, turn.steps[0]) == (105.0, 103.0)
    assert reports.expected_with(100.0, turn, turn.steps[1]) == (102.0, 98.0)


@ALL
def test_the_last_decision_of_a_turn_leads_to_what_is_expected_after_it(rule_set: rules.RuleSet) -> None:
    moves, _ = random_game(rule_set, 5)
    told = bots.analyse(rule_set, moves, 1).seats[0]
    for turn in told.turns:
        _, chosen = reports.expected_with(told.curve[turn.turn], turn, turn.steps[-1])
        assert chosen == pytest.approx(turn.expected, abs=1e-6)


def test_costliest_leaves_out_what_does_not_show() -> None:
    told = seat(12, 100.0, step(1, 0, 0.04), step(2, 0, 3.0), step(3, 0, 1.0))
    assert [one.loss for _, one in reports.costliest(told)] == [3.0, 1.0]
    assert reports.best_decisions(told) == 1


def test_every_roll_is_a_moment() -> None:
    yacht = rules.get("yacht")
    moves, _ = random_game(yacht, 6, seats=2)
    texts = [format_move(move) for move in moves]
    found = reports.moments(bots.analyse(yacht, moves, 2), texts)
    rolled = {number for number, text in enumerate(texts, start=1) if " roll " in text}
    assert set(found) == rolled
    for number, moment in found.items():
        assert texts[number - 1].endswith("".join(map(str, moment.step.dice)))
        assert texts[number - 1].startswith(f"{moment.turn.seat} ")


def test_choices_in_words() -> None:
    triple = rules.get("triple_yahtzee")
    dice = (6, 4, 1, 4, 2)
    from django.utils.translation import override

    with override("en"):
        assert choices.say(triple, dice, Choice((0, 1, 3), None)) == f"hold {figures.row((4, 4, 6))}"
        assert choices.say(triple, dice, Choice((), None)) == "roll all five again"
        assert choices.say(triple, dice, Choice(None, Placement("fours", 2, 8))) == "enter Fours ×2"
        assert choices.say(triple, dice, Choice(None, Placement("yahtzee", 1, 0))) == "strike YAHTZEE ×1"
        assert [figures.signed(value) for value in (1.26, -0.04, -2.0)] == ["+1.3", "0.0", "−2.0"]
    with override("de"):
        assert figures.points(1234.56) == "1.234,6"


# --- the drawing -----------------------------------------------------------------------------------


def test_the_drawing_stays_inside_its_box() -> None:
    drawing = curves.draw([[191.8, 150.0, 320.5], [191.8, 10.0, 5.0]], ([100, 90, 80], [200, 300, 401]))
    for text in (*(line.points for line in drawing.lines), drawing.band):
        for pair in text.split():
            x, y = map(float, pair.split(","))
            assert drawing.left <= x <= drawing.right
            assert drawing.top <= y <= drawing.bottom
    assert drawing.lines[0].dash != drawing.lines[1].dash
    assert drawing.y_ticks[0].value <= 5 and drawing.y_ticks[-1].value >= 401


def test_a_band_begins_at_par_and_one_of_another_length_is_left_out() -> None:
    course = [[50.0, 60.0, 70.0]]
    band = curves.draw(course, ([0, 40, 50], [99, 80, 90])).band.split()
    assert band[0] == band[-1] == curves.draw(course, ([0, 40, 50], [99, 80, 90])).lines[0].points.split()[0]
    assert curves.draw(course, ([1, 2], [3, 4])).band == ""
    assert curves.draw(course).band == ""


def test_a_course_that_never_moves_is_drawn() -> None:
    assert curves.draw([[40.0, 40.0]]).lines[0].points


@pytest.mark.parametrize("turns", [12, 13, 15, 39])
def test_the_last_turn_is_marked_and_no_marks_touch(turns: int) -> None:
    marks = [tick.value for tick in curves.draw([[0.0] * (turns + 1)]).x_ticks]
    assert marks[0] == 0 and marks[-1] == turns
    assert all(b - a > 1 for a, b in zip(marks, marks[1:], strict=False))
