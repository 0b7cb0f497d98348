"""Several processes, PostgreSQL, Redis and nginx: together, and in trouble. Run by `script/test services`."""

import contextlib
import json
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from games.tests.contract_page import HttpBrowser
from games.tests.site import Site, wait_for
from yahtzee_site.tests.load import Crowd, percentile, read
from yahtzee_site.tests.services import Nginx, Postgres, Redis, services

pytestmark = pytest.mark.services

PREFIX = "/spiele/yahtzee"
REACH_SECONDS = 0.15


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("services")


@pytest.fixture(scope="module")
def around(folder: Path) -> Iterator[tuple[Postgres, Redis, dict[str, str]]]:
    """PostgreSQL and Redis, and the settings of a site on them."""
    with services(folder) as (postgres, redis):
        settings = {"DATABASE_URL": postgres.create("yahtzee"), "REDIS_URL": redis.url}
        Site(folder, **settings).make_tables()
        yield postgres, redis, settings


@pytest.fixture(scope="module")
def pair(folder: Path, around: tuple[Postgres, Redis, dict[str, str]]) -> Iterator[tuple[Site, Site]]:
    """Two processes of one site."""
    with contextlib.ExitStack() as stack:
        sites = Site(folder, **around[2]), Site(folder, **around[2])
        for site in sites:
            stack.enter_context(site)
        for site in sites:
            wait_for("the site", site.is_ready)
        yield sites


class Guest:
    """A browser at one address with a few habits."""

    def __init__(self, base: str) -> None:
        self.browser = HttpBrowser(base)
        self.base = base
        self.path = ""
        self.version = 0

    def create(self, mode: str = "solo", players: int = 1) -> str:
        self.browser.ask("GET", f"{self.browser.prefix}/")
        form = {"rules": "triple_yahtzee", "mode": mode, "players": players, "name": "Anna"}
        answer = self.browser.ask("POST", f"{self.browser.prefix}/games", form)
        assert answer.status == 303, answer.text
        return self.sit(answer.target)

    def sit(self, path: str) -> str:
        self.path = path
        self.look()
        return path

    def look(self) -> None:
        view = read(self.browser.ask("GET", self.path).text)
        assert view
        self.version = view.version

    def roll(self) -> int:
        """Roll once and undo nothing; returns the status."""
        answer = self.browser.ask("POST", f"{self.path}roll", {"version": self.version}, htmx=True)
        return self._after(answer.status, answer.text)

    def step(self) -> int:
        """Roll, or enter the dice where it has been done three times."""
        view = read(self.browser.ask("GET", self.path).text)
        assert view
        self.version = view.version
        if view.roll < 3:
            return self.roll()
        box, column = view.offers[0]
        data = {"version": self.version, "box": box, "column": column}
        answer = self.browser.ask("POST", f"{self.path}score", data, htmx=True)
        return self._after(answer.status, answer.text)

    def _after(self, status: int, text: str) -> int:
        if status == 200:
            view = read(text)
            assert view
            self.version = view.version
        return status

    @property
    def socket_address(self) -> str:
        return re.sub(r"^http(.*?)(/g/.*)$", r"ws\1/ws\2", self.browser.origin + self.path)

    def close(self) -> None:
        self.browser.close()


@contextlib.contextmanager
def guest(base: str) -> Iterator[Guest]:
    found = Guest(base)
    yield found
    found.close()


# --- Two processes ---------------------------------------------------------------------------------------


def test_a_move_on_one_process_reaches_the_other(pair: tuple[Site, Site]) -> None:
    """The way of the message alone: from the click on one process to the socket on the other."""
    took = []
    with guest(pair[0].base) as anna:
        path = anna.create()
        watcher = f"ws://127.0.0.1:{pair[1].port}/ws{path}"
        with connect(watcher, proxy=None) as wire:
            assert json.loads(wire.recv(timeout=10))["version"] == anna.version
            for _ in range(100):
                before = anna.version
                view = read(anna.browser.ask("GET", path).text)
                assert view
                started = time.monotonic()
                heard: list[float] = []
                listener = threading.Thread(target=_hear, args=(wire, before + 1, heard))
                listener.start()
                if view.roll < 3:
                    assert anna.roll() == 200
                else:
                    box, column = view.offers[0]
                    data = {"version": before, "box": box, "column": column}
                    answer = anna.browser.ask("POST", f"{path}score", data, htmx=True)
                    assert anna._after(answer.status, answer.text) == 200
                listener.join(timeout=10)
                took.append(heard[0] - started)
    p50, p95 = (1000 * percentile(took, part) for part in (0.5, 0.95))
    print(f"click on one process to the socket on the other: median {p50:.0f} ms, p95 {p95:.0f} ms")
    assert p95 <= 1000 * REACH_SECONDS


def _hear(wire: object, version: int, heard: list[float]) -> None:
    while json.loads(wire.recv(timeout=10))["version"] < version:  # type: ignore[attr-defined]
        pass
    heard.append(time.monotonic())


def test_limits_are_counted_together(folder: Path, around: tuple[Postgres, Redis, dict[str, str]]) -> None:
    settings = {**around[2], "LIMIT_NEW_GAMES": "3 per hour", "REDIS_URL": around[1].database(1)}
    form = {"rules": "yacht", "mode": "solo", "name": "Anna"}
    statuses = []
    with Site(folder, **settings) as one, Site(folder, **settings) as two:
        assert isinstance(one, Site)
        assert isinstance(two, Site)
        for site in (one, two, one, two):
            with guest(site.base) as somebody:
                somebody.browser.ask("GET", "/")
                statuses.append(somebody.browser.ask("POST", "/games", form).status)
    assert statuses == [303, 303, 303, 429]


# --- Behind nginx ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "strip"), [("", False), (PREFIX, False), (PREFIX, True)], ids=["host", "kept", "stripped"]
)
def test_through_nginx(
    folder: Path, around: tuple[Postgres, Redis, dict[str, str]], root: str, strip: bool
) -> None:
    """A game of two from the start page on, sockets and static files included, over two processes."""
    settings = {**around[2], "SITE_ROOT": root, "TRUSTED_PROXIES": "127.0.0.1"}
    sites = [Site(folder, **settings) for _ in range(2)]
    kind = "sub-path.conf" if root else "host.conf"
    with sites[0], sites[1], Nginx(folder, [site.port for site in sites], kind, strip) as nginx:
        base = f"http://127.0.0.1:{nginx.port}{root}"
        with guest(base) as anna, guest(base) as ben:
            path = anna.create("online", 2)
            assert path.startswith(f"{root}/g/")
            ben.sit(path)
            page = ben.browser.ask("GET", path).text
            links = re.findall(r'(?:href|src|action|hx-get|hx-post)="(/[^"]*)"', page)
            assert links
            assert all(link.startswith(f"{root}/") for link in links)
            for link in {link for link in links if "/static/" in link}:
                assert ben.browser.ask("GET", link).status == 200, link
            assert ben.browser.ask("POST", f"{path}join", {"name": "Ben"}, htmx=True).status == 200
            anna.look()
            with connect(ben.socket_address, proxy=None) as wire:
                assert json.loads(wire.recv(timeout=10))["version"] == anna.version
                for _ in range(3):
                    assert anna.roll() == 200
                    heard: list[float] = []
                    _hear(wire, anna.version, heard)
            ben.look()
            assert ben.roll() == 403
            if root:
                assert anna.browser.ask("GET", root).status == 308
            for closed in ("/metrics", "/readyz"):
                assert anna.browser.ask("GET", root + closed).status == 404
            assert anna.browser.ask("GET", f"{root}/healthz").status == 200


def test_clients_are_known_behind_nginx(folder: Path, around: tuple[Postgres, Redis, dict[str, str]]) -> None:
    """Not even a forged header makes nginx' clients anybody else: limits see the address nginx saw."""
    settings = {**around[2], "TRUSTED_PROXIES": "127.0.0.1", "LIMIT_NEW_GAMES": "2 per hour"}
    settings["REDIS_URL"] = around[1].database(2)
    form = {"rules": "yacht", "mode": "solo", "name": "Anna"}
    statuses = []
    with Site(folder, **settings) as site, Nginx(folder, [site.port]) as nginx:
        for number in range(3):
            forged = {"X-Forwarded-For": f"192.0.2.{number}"}
            browser = HttpBrowser(f"http://127.0.0.1:{nginx.port}", headers=forged)
            browser.ask("GET", "/")
            statuses.append(browser.ask("POST", "/games", form).status)
            browser.close()
    assert statuses == [303, 303, 429]


# --- Trouble ---------------------------------------------------------------------------------------------


def test_redis_stops_in_mid_game(folder: Path, around: tuple[Postgres, Redis, dict[str, str]]) -> None:
    """No move fails, asking goes on, sockets open, and are told of moves again when Redis is back."""
    redis = Redis(folder)
    settings = {**around[2], "REDIS_URL": redis.url}
    one, two = Site(folder, **settings), Site(folder, **settings)
    with redis, one, two, guest(one.base) as anna, guest(two.base) as ben:
        path = anna.create()
        ben.sit(path)
        wire = connect(f"ws://127.0.0.1:{two.port}/ws{path}", proxy=None, legacy=True)
        wire.recv(timeout=10)
        assert anna.step() == 200
        _hear(wire, anna.version, [])

        for trouble in ("gone", "hanging"):
            redis.stop() if trouble == "gone" else redis.send(signal.SIGSTOP)
            took = []
            for _ in range(12):
                started = time.monotonic()
                assert anna.step() == 200, "no move fails"
                took.append(time.monotonic() - started)
            print(f"Redis {trouble}: slowest move {max(took) * 1000:.0f} ms")
            assert max(took) < 2.5
            answer = ben.browser.ask("GET", f"{path}table?since=1", htmx=True)
            view = read(answer.text)
            assert view
            assert view.version == anna.version, "asking brings the table"
            while json.loads(wire.recv(timeout=10)).get("pushes") is not False:
                pass  # a page has to ask from now on
            with connect(f"ws://127.0.0.1:{two.port}/ws{path}", proxy=None, open_timeout=10) as late:
                news = json.loads(late.recv(timeout=10))
                assert news["version"] == anna.version, "sockets open all the same"
                assert news["pushes"] is False
            redis.start() if trouble == "gone" else redis.send(signal.SIGCONT)
            started = time.monotonic()
            while not _is_pushed(anna, wire):
                assert time.monotonic() - started < 30, "sockets are told of moves again"
            print(f"Redis {trouble}: pushed again after {time.monotonic() - started:.1f} s")
            with connect(f"ws://127.0.0.1:{two.port}/ws{path}", proxy=None) as late:
                while not json.loads(late.recv(timeout=10)).get("pushes"):
                    pass  # it may have been greeted before that was found out
        wire.close()


def _is_pushed(anna: Guest, wire: object) -> bool:
    """Make a move and tell whether the socket hears of it within a second, sooner than by the heartbeat."""
    assert anna.step() == 200
    end = time.monotonic() + 1
    with contextlib.suppress(TimeoutError):
        while (left := end - time.monotonic()) > 0:
            if "silent" not in (news := json.loads(wire.recv(timeout=left))) and (  # type: ignore[attr-defined]
                news["version"] == anna.version
            ):
                return True
    return False


def test_postgres_restarts(folder: Path, around: tuple[Postgres, Redis, dict[str, str]]) -> None:
    """A plain sentence while it is away; afterwards the same browser plays on."""
    postgres, _redis, settings = around
    site = Site(folder, **settings)
    with site, guest(site.base) as anna:
        path = anna.create()
        assert anna.step() == 200
        version = anna.version
        postgres.stop()
        try:
            started = time.monotonic()
            answer = anna.browser.ask("POST", f"{path}roll", {"version": version}, htmx=True)
            assert answer.status == 503
            assert answer.headers["retry-after"] == "5"
            assert "gespeichert" in answer.text
            assert time.monotonic() - started < 15
            assert not site.is_ready()
            assert anna.browser.ask("GET", "/healthz").status == 200
        finally:
            postgres.start()
        wait_for("the site", site.is_ready)
        anna.look()
        assert anna.version == version
        assert anna.step() == 200
        assert "Traceback" not in site.log.read_text()


# --- Rolling restart -------------------------------------------------------------------------------------


def test_rolling_restart(folder: Path, around: tuple[Postgres, Redis, dict[str, str]]) -> None:
    """Twenty games of two go on while both processes are replaced one after the other."""
    settings = {**around[2], "TRUSTED_PROXIES": "127.0.0.1"}
    sites = [Site(folder, **settings) for _ in range(2)]
    with contextlib.ExitStack() as stack:
        for site in sites:
            site.start()
            stack.callback(site.stop)
        nginx = stack.enter_context(Nginx(folder, [site.port for site in sites]))
        with Crowd(f"http://127.0.0.1:{nginx.port}", players=40, pause=0.5, rules="triple_yahtzee") as crowd:
            journal = crowd.journal
            wait_for("all games", lambda: len(journal.acknowledged) == 20, 60)
            time.sleep(3)
            for site in sites:
                moves = journal.moves
                site.stop()
                site.start()
                wait_for("the site", site.is_ready)
                time.sleep(3)
                assert journal.moves > moves
            moves = journal.moves
            wait_for("more moves", lambda: journal.moves > moves + 40, 60)
        assert journal.faults == []
        assert crowd.check() == 20
    longest = max(journal.outages, default=0)
    print(
        f"{journal.moves} moves, {journal.server_errors} errors of the server, "
        f"{sum(journal.failures.values())} cut requests, longest without an answer {longest:.2f} s, "
        f"{journal.sockets} sockets opened by 40 players"
    )
    assert journal.server_errors == 0
    assert longest < 5


# --- Samples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["host.conf", "sub-path.conf"])
def test_nginx_takes_the_samples(folder: Path, kind: str) -> None:
    nginx = Nginx(folder, [8000, 8001], kind)
    command = [*nginx.command(), "-t"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
