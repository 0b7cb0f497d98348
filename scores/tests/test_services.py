"""The interface for other apps: submitting scores, leaders, placings."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scores import moderation, services
from scores.models import HighScore
from scores.tests.conftest import BOARD, OTHER_BOARD, Person, utc

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]


def test_a_row_is_written_once(submit: Submit) -> None:
    first = submit("Anna", 700, game_code="AAAA", seat=1)
    again = submit("Mallory", 9999, game_code="AAAA", seat=1)
    assert again.pk == first.pk
    assert (again.name, again.points) == ("Anna", 700)
    assert HighScore.objects.count() == 1


def test_seats_of_one_game_are_rows_of_their_own(submit: Submit) -> None:
    submit(game_code="AAAA", seat=0)
    submit(game_code="AAAA", seat=1)
    assert HighScore.objects.count() == 2


def test_a_repeat_does_not_spoil_the_transaction_of_the_caller(submit: Submit) -> None:
    with transaction.atomic():
        submit(game_code="AAAA")
        submit(game_code="AAAA")
        submit(game_code="BBBB")
    assert HighScore.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_there_is_one_row() -> None:
    together = threading.Barrier(4)
    rows: list[int] = []

    def work(number: int) -> None:
        together.wait()
        try:
            with transaction.atomic():
                row = services.submit(
                    board=BOARD, mode="online", name=f"P{number}", points=number, finished_at=timezone.now(),
                    game_code="RACE", seat=0,
                )  # fmt: skip
            rows.append(row.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rows) == 4
    assert len(set(rows)) == 1
    assert HighScore.objects.count() == 1


def test_few_queries(submit: Submit, django_assert_max_num_queries: Any) -> None:
    locks = 2 if connection.vendor == "postgresql" else 0
    with django_assert_max_num_queries(5 + locks):
        submit("Anna")


@pytest.mark.parametrize("fields", [{"mode": "cheat"}, {"points": -1}, {"seat": -1}])
def test_nonsense_is_refused(submit: Submit, fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        submit(**fields)
    assert not HighScore.objects.exists()


def test_names_are_cleaned_and_judged(submit: Submit) -> None:
    assert submit("  An\u202ena ").name == "Anna"
    held = submit("Scheiße")
    assert (held.status, held.held_reason) == ("held", "word")
    mixed = submit("Аnna")
    assert (mixed.status, mixed.held_reason) == ("held", "mixed_script")
    blank = submit("\u200b")
    assert (blank.name, blank.status) == ("", "shown")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "//evil.example/", "https://evil.example/"])
def test_only_local_links_are_kept(submit: Submit, url: str) -> None:
    assert submit(game_url=url).game_url == ""
    assert submit(game_url="/g/ABCDE/").game_url == "/g/ABCDE/"


def test_leaders_hide_what_is_not_shown(submit: Submit, anna: Person) -> None:
    submit("Ben", 900)
    submit("Anna", 900, player_hash=anna.hash)
    submit("Scheiße", 800, player_hash=anna.hash)
    hidden = submit("Carla", 2000)
    submit("Dora", 1000, board=OTHER_BOARD)
    moderation.hide(rows=[hidden.pk], by="mo", reason="")
    assert [(line.name, line.points, line.is_own) for line in services.leaders(BOARD)] == [
        ("Ben", 900, False),
        ("Anna", 900, False),
        ("", 800, False),
    ]
    own = services.leaders(BOARD, player_hash=anna.hash)
    assert [(line.name, line.is_own) for line in own] == [("Ben", False), ("Anna", True), ("Scheiße", True)]
    assert [line.points for line in services.leaders(BOARD, limit=2)] == [900, 900]


def test_placing(submit: Submit) -> None:
    now = utc(2026, 7, 15, 12)
    submit(points=500, finished_at=now - timedelta(days=100))
    submit(points=400, finished_at=now - timedelta(days=10))
    submit(points=300, finished_at=now - timedelta(hours=1))
    submit(points=600, finished_at=now + timedelta(days=40))  # later: not this month
    submit(points=900, finished_at=now, board=OTHER_BOARD)
    submit(points=350, finished_at=now, game_code="MINE", seat=0)
    submit(points=300, finished_at=now, game_code="MINE", seat=1)
    first, second = services.placing("MINE")
    assert (first.rank_all_time, first.rank_month) == (4, 2)
    assert (second.seat, second.rank_all_time, second.rank_month) == (1, 5, 3)
    assert first.others == second.others == 4


@pytest.mark.parametrize(
    ("others", "points", "is_record"), [(4, 900, False), (5, 900, True), (5, 400, False)]
)
def test_a_record_needs_a_board_that_is_played_on(
    submit: Submit, others: int, points: int, is_record: bool
) -> None:
    for number in range(others):
        submit(points=500 + number)
    submit(points=points, game_code="MINE", seat=0)
    submit(points=1, game_code="MINE", seat=1)
    assert [place.is_record for place in services.placing("MINE")] == [is_record, False]


def test_placing_without_scores(db: None) -> None:
    assert services.placing("NONE") == []


def test_links_go_with_the_games(submit: Submit) -> None:
    submit(game_code="GONE", game_url="/g/GONE/")
    submit(game_code="HERE", game_url="/g/HERE/")
    assert services.unlink_games(["GONE"]) == 1
    assert HighScore.objects.get(game_code="GONE").game_url == ""
    assert HighScore.objects.get(game_code="HERE").game_url == "/g/HERE/"
