"""A full disk and a read-only database: commands get 503 and a plain sentence, and nothing has changed."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from games.tests.contract_page import Answer, HttpBrowser
from games.tests.site import ROOT, Site, wait_for
from yahtzee_site.tests.load import read

pytestmark = pytest.mark.socket


class UnprivilegedSite(Site):
    """A process that must keep to the permissions of files, even when the tests run as root."""

    def command(self) -> list[str]:
        without = ["-dac_override", "-dac_read_search", "-fowner"]
        drop = ["setpriv", f"--bounding-set={','.join(without)}", f"--inh-caps={','.join(without)}"]
        return [*(drop if os.geteuid() == 0 else []), *super().command()]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = UnprivilegedSite(tmp_path)
    site.make_tables()
    with site:
        yield site


class Anna:
    """A browser in the middle of a solo game."""

    def __init__(self, site: Site) -> None:
        self.browser = HttpBrowser(site.base)
        self.browser.cookies["yahtzee_lang"] = "en"
        self.browser.ask("GET", "/")
        form = {"rules": "yacht", "mode": "solo", "name": "Anna"}
        self.path = self.browser.ask("POST", "/games", form).target
        assert self.command("roll").status == 200

    @property
    def version(self) -> int:
        return int(self.browser.ask("GET", f"{self.path}record.json").data["version"])

    def command(self, what: str, htmx: bool = True, **data: object) -> Answer:
        view = read(self.browser.ask("GET", self.path).text)
        version = view.version if view else 0
        return self.browser.ask("POST", f"{self.path}{what}", {"version": version, **data}, htmx=htmx)

    def close(self) -> None:
        self.browser.close()


@pytest.fixture
def anna(site: Site) -> Iterator[Anna]:
    anna = Anna(site)
    yield anna
    anna.close()


def stored(folder: Path) -> tuple[str, list[tuple[int, str]]]:
    """Return what the database itself says: whether it is sound, and the games."""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        sound = database.execute("PRAGMA integrity_check").fetchone()[0]
        return sound, database.execute("SELECT version, moves FROM games_game ORDER BY id").fetchall()


def refusals(anna: Anna, version: int) -> None:
    """Try everything that writes; each try is refused alike."""
    tries = [
        ("POST", f"{anna.path}roll", {"version": version}, True),
        ("POST", f"{anna.path}roll", {"version": version}, False),
        ("POST", "/games", {"rules": "yacht", "mode": "solo", "name": "Anna"}, False),
    ]
    for method, path, data, htmx in tries:
        answer = anna.browser.ask(method, path, data, htmx=htmx)
        assert answer.status == 503, (path, answer.status, answer.text)
        assert "Nothing can be stored at the moment" in answer.text
        assert answer.headers["retry-after"] == "5"
        assert "Traceback" not in answer.text


def test_full_disk(site: Site, anna: Anna, tmp_path: Path) -> None:
    """No file of the process may grow any more, which is what a full disk looks like to the database."""
    before = stored(tmp_path)
    version = anna.version
    assert site.process
    pid = site.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        refusals(anna, version)
        assert anna.browser.ask("GET", "/readyz").status == 503
        assert anna.browser.ask("GET", "/healthz").status == 200
        assert anna.browser.ask("GET", anna.path).status == 200, "the table can still be looked at"
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    assert anna.version == version
    assert stored(tmp_path) == before
    assert anna.command("roll").status == 200, "with room again the game goes on"
    assert anna.version == version + 1
    assert "OperationalError" not in site.log.read_text()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_read_only_database(site: Site, anna: Anna, tmp_path: Path, what: str) -> None:
    before = stored(tmp_path)
    version = anna.version
    paths = [tmp_path] if what == "folder" else []
    paths += list(tmp_path.glob("db.sqlite3*"))
    modes = {path: path.stat().st_mode for path in paths}
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        refusals(anna, version)
        assert anna.browser.ask("GET", "/readyz").status == 503
        assert anna.browser.ask("GET", "/healthz").status == 200
    finally:
        for path in paths:
            if path.exists():
                path.chmod(modes[path])
    wait_for("the site", site.is_ready)
    assert anna.version == version
    assert stored(tmp_path) == before
    assert anna.command("roll").status == 200


def test_not_ready_before_the_migrations(tmp_path: Path) -> None:
    """A new process on an old database says so instead of taking traffic."""
    with Site(tmp_path) as site:
        assert isinstance(site, Site)
        browser = HttpBrowser(site.base)
        answer = browser.ask("GET", "/readyz")
        assert answer.status == 503
        assert answer.data["checks"]["migrations"] == "failed"
        site.manage("migrate", "--verbosity", "0")
        assert browser.ask("GET", "/readyz").status == 200
        site.manage("migrate", "--verbosity", "0", "scores", "0001")
        browser.close()
    with Site(tmp_path) as again:
        assert isinstance(again, Site)
        assert not again.is_ready()


def test_prune_on_a_read_only_database(tmp_path: Path) -> None:
    """Cron notices: the exit code is not 0."""
    site = Site(tmp_path)
    site.make_tables()
    url = f"sqlite:///file:{tmp_path}/db.sqlite3?mode=ro&uri=true"
    command = [sys.executable, "manage.py", "prune_games"]
    result = subprocess.run(
        command,
        cwd=ROOT,
        env={**site.environment(), "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
