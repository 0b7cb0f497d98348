"""`manage.py backup`, and restoring: afterwards every game is shown as before."""

import os
import re
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from games.tests.contract_page import HttpBrowser
from games.tests.site import Site
from yahtzee_site.tests.load import Crowd, read
from yahtzee_site.tests.services import POSTGRES, Postgres

GAMES = 20
# What differs between any two answers: form tokens, and for how long somebody has been away.
VOLATILE = re.compile(r'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"|"X-CSRFToken":"[^"]*"')
PRESENCE = re.compile(r"<[a-z]+[^>]* data-presence[^>]*>[^<]*")


class Household:
    """Twenty games of a few players, and everything they can see."""

    def __init__(self, base: str) -> None:
        self.browsers = [HttpBrowser(base) for _ in range(2)]
        self.paths: list[str] = []

    def play(self) -> None:
        """Make the games, each in another position; the last two are finished or wait for a player."""
        anna, ben = self.browsers
        anna.ask("GET", "/")
        for number in range(GAMES):
            two = number % 3 == 1
            form = {"rules": ("yacht", "triple_yahtzee")[number % 2], "name": "Anna", "players": 1 + two}
            path = anna.ask("POST", "/games", {**form, "mode": "online" if two else "solo"}).target
            self.paths.append(path)
            if two and number < GAMES - 1:
                ben.ask("GET", path)
                assert ben.ask("POST", f"{path}join", {"name": "Ben"}, htmx=True).status == 200
            entries = 12 if number == GAMES - 2 else number % 7
            if not two:
                self._enter(anna, path, entries)

    def _enter(self, browser: HttpBrowser, path: str, entries: int) -> None:
        view = read(browser.ask("GET", path).text)
        for _ in range(entries):
            assert view
            answer = browser.ask("POST", f"{path}roll", {"version": view.version}, htmx=True)
            view = read(answer.text)
            assert view, answer.status
            box, column = view.offers[0]
            data = {"version": view.version, "box": box, "column": column}
            view = read(browser.ask("POST", f"{path}score", data, htmx=True).text)

    def seen(self) -> dict[str, str]:
        """Return everything both see: pages, fragments, records, the start page and the boards."""
        answers = {}
        for number, browser in enumerate(self.browsers):
            parts = ("", "table?since=0", "record.json", "dice/")
            for path in ["/", "/scores/", *(path + part for path in self.paths for part in parts)]:
                answer = browser.ask("GET", path)
                assert answer.status == 200, (path, answer.status)
                answers[f"{number}{path}"] = PRESENCE.sub("", VOLATILE.sub("", answer.text))
        return answers

    def close(self) -> None:
        for browser in self.browsers:
            browser.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    site.make_tables()
    yield site
    site.stop()


@pytest.mark.socket
def test_restore_drill_sqlite(site: Site, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    site.start()
    household = Household(site.base)
    household.play()
    before = household.seen()
    assert len(before) == 2 * (2 + 4 * GAMES)
    site.manage("backup", str(copy))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    household._enter(household.browsers[0], household.paths[0], 1)
    assert household.seen() != before
    site.stop()

    for path in tmp_path.glob("db.sqlite3*"):
        path.unlink()
    copy.rename(tmp_path / "db.sqlite3")
    site.start()
    assert household.seen() == before
    household._enter(household.browsers[0], household.paths[0], 1)
    household.close()


@pytest.mark.services
def test_restore_drill_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{POSTGRES[-1]}:{os.environ['PATH']}")
    copy = tmp_path / "copy.dump"
    with Postgres(tmp_path) as postgres:
        assert isinstance(postgres, Postgres)
        old = Site(tmp_path, DATABASE_URL=postgres.create("old"))
        old.make_tables()
        with old:
            household = Household(old.base)
            household.play()
            before = household.seen()
            old.manage("backup", str(copy))
        new = Site(tmp_path, old.port, DATABASE_URL=postgres.create("new"))
        copy.chmod(0o644)
        where = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "postgres", "-d", "new"]
        postgres.run("pg_restore", *where, "--no-owner", "--exit-on-error", str(copy))
        with new:
            assert household.seen() == before
            household._enter(household.browsers[0], household.paths[0], 1)
        household.close()
        failed = Site(tmp_path, DATABASE_URL=f"postgres://postgres@127.0.0.1:{postgres.port}/none")
        with pytest.raises(AssertionError, match="does not exist"):
            failed.manage("backup", str(tmp_path / "none.dump"))
        assert not list(tmp_path.glob("*none*"))


def in_ms(seen: dict[str, str]) -> dict[str, str]:
    """Cut times in records to milliseconds, which is what a dump keeps."""
    return {path: re.sub(r"(\.\d{3})\d{3}\+00:00", r"\1+00:00", text) for path, text in seen.items()}


@pytest.mark.services
def test_moving_to_postgresql(site: Site, tmp_path: Path) -> None:
    """As docs/operations.md says: dump, set DATABASE_URL, load. Seats, games and moderators come along."""
    dump = tmp_path / "all.json"
    site.manage("createsuperuser", "--noinput", "--username", "mo", "--email", "mo@example.org")
    with site:
        household = Household(site.base)
        household.play()
        before = household.seen()
    without = [part for name in ("contenttypes", "auth.permission", "sessions") for part in ("-e", name)]
    site.manage("dumpdata", "--natural-foreign", "--natural-primary", *without, "-o", str(dump))
    with Postgres(tmp_path) as postgres:
        assert isinstance(postgres, Postgres)
        new = Site(tmp_path, site.port, DATABASE_URL=postgres.create("new"))
        new.make_tables()
        new.manage("loaddata", str(dump))
        assert new.manage("check_scores") == "All numbers are right.\n"
        count = "from django.contrib.auth.models import *; print(User.objects.count(), Group.objects.count())"
        assert new.manage("shell", "--no-imports", "-c", count).split() == ["1", "1"]
        with new:
            assert in_ms(household.seen()) == in_ms(before)
            household._enter(household.browsers[0], household.paths[0], 1)
            household.play()
        household.close()


@pytest.mark.socket
def test_copies_are_consistent_under_load(site: Site, tmp_path: Path) -> None:
    """Every copy made while eight people play is sound, and holds what had been acknowledged before it."""
    with site, Crowd(site.base, players=8, pause=0.05) as crowd:
        journal = crowd.journal
        for number in range(3):
            time.sleep(1)
            acknowledged = dict(journal.acknowledged)
            copy = tmp_path / f"copy-{number}.sqlite3"
            site.manage("backup", str(copy))
            with closing(sqlite3.connect(copy)) as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                versions = dict(database.execute("SELECT code, version FROM games_game").fetchall())
            for path, version in acknowledged.items():
                assert versions[path.split("/")[2]] >= version
    assert journal.faults == []
    assert journal.server_errors == 0
    assert journal.moves > 20


def test_dated_copies_in_a_folder(site: Site, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"yahtzee-2026010{day}T030000Z.sqlite3").touch()
    (folder / "else.sqlite3").touch()
    said = site.manage("backup", str(folder), "--keep", "2")
    left = sorted(path.name for path in folder.iterdir())
    assert left[:2] == ["else.sqlite3", "yahtzee-20260103T030000Z.sqlite3"]
    assert len(left) == 3
    assert left[2] in said


def test_a_failed_copy_leaves_nothing(site: Site, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="The backup of the SQLite file"):
        site.manage("backup", str(tmp_path / "nowhere" / "copy.sqlite3"))
    with pytest.raises(AssertionError, match="--keep"):
        site.manage("backup", str(tmp_path / "copy.sqlite3"), "--keep", "3")
    assert not list(tmp_path.glob("*copy*"))
