"""Tallies are the numbers of rows whatever has happened, and pages are what plain counting would show."""

import re
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scores import moderation, own, periods, recount, services, transfer, views
from scores.histogram import histogram
from scores.models import BannedName, HighScore, Tally
from scores.standings import standings
from scores.tests import plain
from scores.tests.conftest import BOARD, OTHER_BOARD, Person, utc

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]
MODES = ["solo", "local", "online", "computer"]
NOW = utc(2026, 7, 15, 12)


class Walk:
    """Everything that can happen to rows, at random."""

    def __init__(self, seed: int, hashes: list[str]) -> None:
        self.draw = Random(seed)
        self.hashes = hashes
        self.games = 0

    def step(self) -> None:
        acts = [self.play] * 6 + [
            self.hide, self.restore, self.rename, self.ban, self.lift, self.remove_name, self.delete_row,
            self.delete_own, self.repeat, self.move, self.bring_in, self.change, self.save, self.drop,
            self.tidy,
        ]  # fmt: skip
        self.draw.choice(acts)()

    def fields(self) -> dict[str, Any]:
        draw = self.draw
        age = draw.choice([timedelta(0), timedelta(hours=14), timedelta(days=20), timedelta(days=300)])
        return {
            "board": draw.choice([BOARD, BOARD, OTHER_BOARD]),
            "mode": draw.choice(MODES),
            "points": draw.choice([draw.randrange(40), 30, draw.randrange(3000)]),
            "finished_at": NOW - age - timedelta(seconds=draw.randrange(4)),
            "player_hash": draw.choice([*self.hashes, ""]),
            "name": draw.choice(["Anna", "Ben", "Scheiße", "Mallory", ""]),
            "level": draw.choice(["", "hard"]),
        }

    def play(self) -> None:
        self.games += 1
        for seat in range(self.draw.randrange(1, 4)):
            services.submit(game_code=f"G{self.games}", seat=seat, **self.fields())

    def some(self) -> list[int]:
        ids = list(HighScore.objects.values_list("pk", flat=True))
        return self.draw.sample(ids, min(len(ids), self.draw.randrange(6)))

    def hide(self) -> None:
        moderation.hide(rows=self.some(), by="mo", reason="")

    def restore(self) -> None:
        moderation.restore(rows=self.some(), by="mo", reason="")

    def rename(self) -> None:
        moderation.rename_anonymous(rows=self.some(), by="mo", reason="")

    def ban(self) -> None:
        moderation.ban_name(name="Mallory", by="mo", reason="")

    def lift(self) -> None:
        for ban in BannedName.objects.filter(active=True):
            moderation.lift_ban(ban=ban, by="mo", reason="")

    def remove_name(self) -> None:
        own.remove_name(player_hash=self.draw.choice(self.hashes))

    def delete_row(self) -> None:
        for row in HighScore.objects.filter(pk__in=self.some()):
            own.delete_rows(player_hash=row.player_hash, row=row.pk)

    def delete_own(self) -> None:
        if self.draw.random() < 0.3:
            own.delete_rows(player_hash=self.draw.choice(self.hashes))

    def repeat(self) -> None:
        services.submit(game_code=f"G{self.draw.randrange(1, self.games + 2)}", seat=0, **self.fields())

    def move(self) -> None:
        services.move_rows(self.hashes[0], to=self.hashes[1])

    def bring_in(self) -> None:
        records = list(transfer.records())
        for record in self.draw.sample(records, min(4, len(records))):
            record.update(self.fields(), finished_at=self.fields()["finished_at"])
            record["game_code"] = self.draw.choice([record["game_code"], f"I{self.draw.randrange(99)}"])
            record["status"] = self.draw.choice(["shown", "held", "hidden"])
        for record in records:
            if isinstance(record["finished_at"], str):
                record["finished_at"] = datetime.fromisoformat(record["finished_at"])
        seats = {(record["game_code"], record["seat"]): record for record in records}
        transfer.store(list(seats.values()), replace=self.draw.random() < 0.5)

    def change(self) -> None:
        HighScore.objects.filter(pk__in=self.some()).update(points=self.draw.randrange(99), mode="solo")
        HighScore.objects.filter(status="hidden").order_by("-points").update(status="held", board=BOARD)

    def save(self) -> None:
        for row in HighScore.objects.filter(pk__in=self.some()):
            row.points += 1
            row.save()

    def drop(self) -> None:
        for row in HighScore.objects.filter(pk__in=self.some()[:1]):
            row.delete()
        HighScore.objects.filter(pk__in=self.some()[:1]).delete()

    def tidy(self) -> None:
        services.tidy()
        services.unlink_games(["G1"])


@pytest.fixture
def fixed_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.mark.parametrize("seed", range(4))
def test_after_random_changes(
    seed: int, db: None, fixed_now: None, anna: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(seed, [anna.hash, ben.hash])
    for number in range(1, 91):
        walk.step()
        if number % 5 == 0:
            assert not recount.wrong()
        if number % 30 == 0:
            compare_standings(anna.hash, Random(1))
    compare_pages(anna, monkeypatch)


def compare_standings(own_hash: str, draw: Random) -> None:
    every = list(product([BOARD, OTHER_BOARD], ["all", *MODES], periods.PERIODS, [1, 2, 99]))
    for board, mode, period, page in draw.sample(every, 30):
        for player_hash in (None, own_hash):
            asked = {
                "board": board, "mode": mode, "period": period, "page": page, "player_hash": player_hash,
            }  # fmt: skip
            found, expected = standings(**asked), plain.standings(**asked)
            for name in ("lines", "total", "page", "pages", "own", "step"):
                assert getattr(found, name) == getattr(expected, name), (asked, name)
            own_points = expected.own.points if expected.own else None
            assert histogram(found.distribution, own_points, found.step) == histogram(
                expected.distribution, own_points
            )
    for code in HighScore.objects.values_list("game_code", flat=True).distinct()[:10]:
        assert services.placing(code) == plain.placing(code)


def compare_pages(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes of whole pages, with tallies and with plain counting."""
    visits = [{}, {"page": "2"}, {"period": "month", "page": "2"}, {"period": "today"}, {"mode": "solo"}]

    def pages() -> list[bytes]:
        answers = [person.client.get("/scores/", visit).content for visit in visits]
        return [re.sub(rb"\b\w{64}\b", b"token", answer) for answer in answers]

    found = pages()
    monkeypatch.setattr(views, "standings", plain.standings)
    assert found == pages()


def test_days_that_are_looked_up_by_date(db: None, fixed_now: None, submit: Submit, anna: Person) -> None:
    """A day with fewer rows than all time has in its range of points, and one with more."""
    for number in range(400):
        submit(points=500 + number % 3, finished_at=NOW - timedelta(days=40))
    for number in range(30):
        submit(points=499 + number % 5, finished_at=NOW - timedelta(minutes=number), player_hash=anna.hash)
    compare_standings(anna.hash, Random(1))
    for number in range(200):
        submit(points=number, finished_at=NOW - timedelta(seconds=number))
    compare_standings(anna.hash, Random(1))


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Africa/Cairo"])
@given(
    moment=st.datetimes(datetime(2008, 1, 1), datetime(2030, 1, 1)),
    away=st.one_of(
        st.timedeltas(timedelta(hours=-50), timedelta(hours=50)),
        st.timedeltas(timedelta(days=-800), timedelta(days=800)),
    ),
)
def test_names_of_periods(zone: str, moment: datetime, away: timedelta) -> None:
    """Moments share the name of a period when `bounds` puts them into the same one."""
    first = moment.replace(tzinfo=ZoneInfo("UTC"))
    second = first + away
    with timezone.override(ZoneInfo(zone)):
        for period in periods.PERIODS:
            ends = periods.bounds(period, first)
            within = ends is None or ends[0].astimezone(ZoneInfo("UTC")) <= second < ends[1].astimezone(
                ZoneInfo("UTC")
            )
            assert (periods.key(period, first) == periods.key(period, second)) == within


@pytest.mark.parametrize("year", [1, 9999])
def test_the_first_and_the_last_moments(year: int, submit: Submit) -> None:
    edge = utc(1, 1, 1) if year == 1 else utc(9999, 12, 31, 23, 59)
    with timezone.override(ZoneInfo("America/New_York" if year == 1 else "Europe/Berlin")):
        submit(finished_at=edge)
        assert not recount.wrong()


def test_a_hidden_row_leaves_no_tally(submit: Submit) -> None:
    row = submit(points=77)
    assert Tally.objects.filter(points=77).count() == 8
    moderation.hide(rows=[row.pk], by="mo", reason="")
    assert not Tally.objects.filter(points=77).exists()


def test_a_failed_change_changes_no_tally(submit: Submit) -> None:
    row = submit(points=77)
    with pytest.raises(RuntimeError), transaction.atomic():
        row.delete()
        raise RuntimeError
    assert not recount.wrong()
    assert Tally.objects.filter(points=77).count() == 8


def test_old_days_are_dropped(submit: Submit, fixed_now: None) -> None:
    for days in (0, 1, 2, 40):
        submit(points=days, finished_at=NOW - timedelta(days=days))
    assert services.tidy() == 8
    days = set(Tally.objects.filter(period__startswith="d").values_list("period", flat=True))
    assert days == {"d2026-07-15", "d2026-07-14"}
    assert not recount.wrong()


def without_tallies(rows: QuerySet[HighScore], **values: Any) -> None:
    """Change rows behind the back of the tallies, like somebody with a database shell."""
    QuerySet(HighScore).filter(pk__in=rows).update(**values)


def test_check_and_repair(submit: Submit) -> None:
    for points in (5, 6, 7):
        submit(points=points)
    output = StringIO()
    call_command("check_scores", stdout=output)
    assert output.getvalue() == "All numbers are right.\n"
    without_tallies(HighScore.objects.filter(points=6), points=60)
    with pytest.raises(CommandError, match="32 numbers are wrong"):
        call_command("check_scores")
    output = StringIO()
    call_command("check_scores", repair=True, stdout=output)
    assert output.getvalue() == "32 numbers put right.\n"
    assert not recount.wrong()
    assert not Tally.objects.filter(points=6).exists()


def test_a_tally_that_is_too_small_hurts_nobody(submit: Submit) -> None:
    row = submit(points=5)
    Tally.objects.filter(points=5).delete()
    own.delete_rows(player_hash=row.player_hash, row=row.pk)
    row.delete()
    assert not Tally.objects.filter(points=5).exists()


def test_another_time_zone(submit: Submit, settings: Any) -> None:
    """Days are counted again when the site moves to another time zone, by the command before every start."""
    submit(points=5, finished_at=timezone.now().replace(hour=23, minute=30))
    recount.after_migrate("default")
    settings.TIME_ZONE = "America/New_York"
    timezone.get_default_timezone.cache_clear()
    assert recount.wrong()
    recount.after_migrate("default")
    assert not recount.wrong()


def test_rows_of_an_older_process(submit: Submit) -> None:
    """Rows added without tallies are found by the hourly pruning, and by the next migration."""
    submit(points=5)
    for again in (services.tidy, lambda: recount.after_migrate("default")):
        without_tallies(HighScore.objects.all(), board=OTHER_BOARD)
        again()
        assert not recount.wrong()
        without_tallies(HighScore.objects.all(), board=BOARD)
        again()
        assert not recount.wrong()


def test_moving_to_another_database(submit: Submit, tmp_path: Path) -> None:
    """dumpdata and loaddata, as the guide for operators has it, with a dump of tallies and without."""
    submit(points=5)
    recount.after_migrate("default")
    for excluded in ([], ["scores.tally"]):
        file = str(tmp_path / "scores.json")
        call_command(
            "dumpdata", "scores", natural_primary=True, natural_foreign=True, exclude=excluded, output=file
        )
        HighScore.objects.all().delete()
        Tally.objects.all().delete()
        recount.after_migrate("default")
        call_command("loaddata", file, verbosity=0)
        call_command("check_scores", repair=True, stdout=StringIO())
        assert not recount.wrong()
        assert Tally.objects.filter(points=5, number=1).count() == 8


@pytest.mark.django_db(transaction=True)
def test_rows_from_before_are_counted() -> None:
    try:
        call_command("migrate", "scores", "0005", verbosity=0)
        row = HighScore(board=BOARD, mode="solo", points=9, finished_at=timezone.now(), game_code="A", seat=0)
        QuerySet(HighScore).bulk_create([row])
    finally:
        call_command("migrate", "scores", verbosity=0)
    assert Tally.objects.filter(points=9, number=1).count() == 8
    assert not recount.wrong()
    HighScore.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_games_that_end_at_the_same_moment() -> None:
    """Transactions that touch the same tallies in opposite order all succeed, and nothing is lost."""
    together = threading.Barrier(4)
    failed: list[BaseException] = []

    def work(number: int) -> None:
        together.wait()
        try:
            for game in range(5):
                with transaction.atomic():
                    for seat, points in enumerate([10, 20, 30] if number % 2 else [30, 20, 10]):
                        services.submit(
                            board=BOARD, mode="online", name="", points=points, finished_at=timezone.now(),
                            game_code=f"{number}-{game}", seat=seat, player_hash="ab"[seat % 2] * 64,
                        )  # fmt: skip
                rows = list(HighScore.objects.order_by("?").values_list("pk", flat=True))
                act = moderation.hide if number % 2 else moderation.restore
                act(rows=rows[:6], by="mo", reason="")
                own.delete_rows(player_hash="b" * 64, row=rows[0])
                HighScore.objects.filter(pk__in=rows[:2]).update(points=40)
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert 40 <= HighScore.objects.count() <= 60
    assert not recount.wrong()
