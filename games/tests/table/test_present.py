"""Names of seats and columns on the page of a game."""

from dataclasses import replace
from datetime import date

import pytest
from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.translation import override

from games import rules
from games.bots import Decision
from games.models import Game, Seat
from games.session.seats import SeatedGame
from games.table import reasons
from games.table.present import TableView
from games.words import figures


def view_of(*seats: Seat) -> TableView:
    for index, seat in enumerate(seats):
        seat.index = index
    return TableView(SeatedGame(Game(rules_id="yacht", players=len(seats)), list(seats), None))


def test_a_computer_alone_needs_no_number() -> None:
    with override("en"):
        assert view_of(Seat(name="Anna"), Seat(bot="hard")).names == ["Anna", "Computer (Hard)"]


def test_computers_are_told_apart() -> None:
    view = view_of(Seat(bot="hard"), Seat(name="Anna"), Seat(bot="hard"), Seat(bot="easy"))
    with override("en"):
        assert view.names == ["Computer 1 (Hard)", "Anna", "Computer 2 (Hard)", "Computer 3 (Easy)"]


def test_people_of_one_name_are_told_apart() -> None:
    view = view_of(Seat(name="Anna"), Seat(name="Ben"), Seat(name="Anna"), Seat(name="Anna"))
    assert view.names == ["Anna", "Ben", "Anna (2)", "Anna (3)"]


@pytest.mark.parametrize(
    ("language", "whole", "tenths", "day"),
    [
        ("de", "1.204", "−1.918,4", "3. Mai 2026"),
        ("en", "1,204", "−1,918.4", "3 May 2026"),
        ("nb", "1\N{NO-BREAK SPACE}204", "−1\N{NO-BREAK SPACE}918,4", "3. mai 2026"),
        ("nl", "1.204", "−1.918,4", "3 mei 2026"),
    ],
)
def test_numbers_and_dates_are_written_as_the_language_does(
    language: str, whole: str, tenths: str, day: str
) -> None:
    with override(language):
        assert figures.whole(1204) == floatformat(1204, "0g") == whole
        assert figures.tenths(-19184) == tenths
        assert date_format(date(2026, 5, 3)) == day


def test_columns_are_named_after_their_factors() -> None:
    view = view_of(Seat(name="Anna"))
    view.rule_set = replace(rules.get("yacht"), factors=(3, 1, 5, 5))
    with override("en"):
        found = [(column, factor, str(word)) for column, factor, word in view.columns]
    assert found == [(1, 3, "Triple"), (2, 1, "Single"), (3, 5, ""), (4, 5, "")]


def test_a_reason_writes_points_as_the_page_does() -> None:
    decision = Decision((0, 1), None, 100.0, 49.64, "keep_of_a_kind", (6, 6))
    with override("de"):
        assert "+49,6 " in reasons.line(rules.get("yacht"), decision) + " "
    with override("en"):
        assert "+49.6 " in reasons.line(rules.get("yacht"), decision) + " "
