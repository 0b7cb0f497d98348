"""Permanent threads and connections: their number, and that slow requests do not delay games."""

import asyncio
import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.db import ConnectionHandler, OperationalError, connection
from django.db.backends.signals import connection_created
from django.urls import reverse
from django.utils import timezone
from websockets.sync.client import connect

from games.models import Seat
from games.session import housekeeping
from games.tests.contract_page import HttpBrowser
from yahtzee_site import threads
from yahtzee_site.settings import database

pytestmark = pytest.mark.database

CODE = "ABCDEFGHJK"


# --- Lanes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lane", "name", "arguments"),
    [
        ("READ", "games:home", []),
        ("READ", "games:game", [CODE]),
        ("READ", "games:table", [CODE]),
        ("READ", "games:record", [CODE]),
        ("READ", "scores:boards", []),
        ("READ", "healthz", []),
        ("READY", "readyz", []),
        ("SLOW", "metrics", []),
        ("SLOW", "admin:login", []),
        ("SLOW", "games:worker", []),
        ("SLOW", "games:qr", [CODE]),
        ("SLOW", "games:picture", ["de"]),
        ("SLOW", "games:game_picture", [CODE, "de"]),
        ("SLOW", "games:report", [CODE]),
        ("SLOW", "games:report_progress", [CODE]),
        ("SLOW", "games:advice", [CODE]),
    ],
)
def test_where_a_page_is_made(lane: str, name: str, arguments: list[str]) -> None:
    assert threads.lane_of("GET", reverse(name, args=arguments)) is getattr(threads, lane)


@pytest.mark.parametrize(
    ("lane", "name"),
    [("WRITE", "games:roll"), ("WRITE", "games:join"), ("WRITE", "games:bot"), ("SLOW", "games:report")],
)
def test_where_something_posted_goes(lane: str, name: str) -> None:
    assert threads.lane_of("POST", reverse(name, args=[CODE])) is getattr(threads, lane)


@pytest.mark.socket
def test_a_lane_has_so_many_threads_and_leads_back_to_the_loop() -> None:
    lane = threads.Lane("test", threads=2, patience=5)
    names: list[str] = []

    def work(seconds_left: float) -> asyncio.AbstractEventLoop:
        assert seconds_left == 5
        time.sleep(0.01)
        names.append(threading.current_thread().name)
        return async_to_sync(loop_there)()

    async def loop_there() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def several() -> None:
        loops = await asyncio.gather(*(lane.run(work) for _ in range(10)))
        assert set(loops) == {asyncio.get_running_loop()}

    asyncio.run(several())
    lane.executor.shutdown()
    assert len(names) == 10
    assert set(names) == {"test_0", "test_1"}


@pytest.mark.socket
def test_waiting_for_a_thread_counts_as_waiting_for_the_lock() -> None:
    lane = threads.Lane("test", threads=1, patience=2)
    left: list[float] = []

    def work(seconds_left: float) -> None:
        left.append(seconds_left)
        time.sleep(1.1)

    async def several() -> None:
        await asyncio.gather(*(lane.run(work) for _ in range(3)))

    asyncio.run(several())
    lane.executor.shutdown()
    assert left == [2, 1, 0]


# --- Connections -----------------------------------------------------------------------------------------


@pytest.fixture
def opened() -> Iterator[Counter[str]]:
    """How many connections to the database each thread of the server has opened since the test began."""
    found: Counter[str] = Counter()

    def note(**_signal: Any) -> None:
        found[threading.current_thread().name] += 1

    connection_created.connect(note)
    yield found
    connection_created.disconnect(note)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget failed writes of presence."""
    monkeypatch.setattr(housekeeping, "_nothing_stored_until", 0.0)


@pytest.fixture
def open_browser(server: str) -> Iterator[Callable[[], HttpBrowser]]:
    """Gives as many browsers as are asked for."""
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(contextlib.closing(HttpBrowser(server)))


class Anna:
    """Somebody alone in a game."""

    def __init__(self, browser: HttpBrowser) -> None:
        self.browser = browser
        self.browser.ask("GET", "/")
        self.path = self.browser.ask("POST", "/games", {"rules": "yacht", "mode": "solo", "name": "A"}).target
        self.version = 1

    def roll(self) -> int:
        """Roll once more; return the status."""
        answer = self.browser.ask("POST", f"{self.path}roll", {"version": self.version}, htmx=True)
        self.version += answer.status == 200
        return answer.status


@pytest.mark.socket
def test_a_thread_opens_one_connection_for_all_its_requests(
    open_browser: Callable[[], HttpBrowser], opened: Counter[str]
) -> None:
    annas = [Anna(open_browser()) for _ in range(6)]

    def play(anna: Anna) -> None:
        for _ in range(3):
            assert anna.roll() == 200
            for since in (0, anna.version):
                assert anna.browser.ask("GET", f"{anna.path}table?since={since}").status in (200, 204)
        assert anna.browser.ask("GET", f"{anna.path}qr.svg").status == 200

    at_once = [threading.Thread(target=play, args=(anna,)) for anna in annas]
    for thread in at_once:
        thread.start()
    for thread in at_once:
        thread.join()
    of_lanes = {name: count for name, count in opened.items() if name != threading.current_thread().name}
    assert set(of_lanes.values()) == {1}, "one for each thread, whatever the number of requests"
    lanes = Counter(name.partition("_")[0] for name in of_lanes)
    assert set(lanes) == {"read", "write", "slow"}
    assert lanes <= Counter(
        read=threads.READ.threads, write=threads.WRITE.threads, slow=threads.SLOW.threads
    ), "at most one for each thread, after more than sixty requests"


def kept(url: str) -> Any:
    """Return a connection of its own to a database with the settings of the site."""
    return ConnectionHandler({"default": database(url)})["default"]


def value(wrapper: Any) -> Any:
    """Ask as the first query of a request does, and return what is stored."""
    wrapper.close_if_unusable_or_obsolete()
    with wrapper.cursor() as cursor:
        return cursor.execute("SELECT value FROM one").fetchone()[0]


@pytest.fixture
def file(db: None, tmp_path: Path) -> tuple[Path, Any]:
    path = tmp_path / "one.sqlite3"
    return path, _filled(path, "old")


def _filled(path: Path, text: str) -> Any:
    wrapper = kept(f"sqlite:///{path}")
    with wrapper.cursor() as cursor:
        cursor.execute("CREATE TABLE one (value)")
        cursor.execute("INSERT INTO one VALUES (%s)", [text])
    return wrapper


def test_a_connection_to_sqlite_is_kept(file: tuple[Path, Any]) -> None:
    _path, wrapper = file
    assert value(wrapper) == "old"
    before = wrapper.connection
    assert value(wrapper) == "old"
    assert wrapper.connection is before
    wrapper.close()


def test_a_replaced_file_is_opened_again(file: tuple[Path, Any]) -> None:
    path, wrapper = file
    assert value(wrapper) == "old"
    other = path.with_name("other.sqlite3")
    _filled(other, "new").close()
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink()
    other.rename(path)
    assert value(wrapper) == "new"
    wrapper.close()


def test_a_connection_that_met_an_error_is_not_kept(file: tuple[Path, Any]) -> None:
    _path, wrapper = file
    before = wrapper.connection
    with pytest.raises(OperationalError), wrapper.cursor() as cursor:
        cursor.execute("SELECT value FROM another")
    assert value(wrapper) == "old"
    assert wrapper.connection is not before
    wrapper.close()


@pytest.mark.socket
def test_a_connection_the_server_has_ended_is_opened_again(open_browser: Callable[[], HttpBrowser]) -> None:
    anna = Anna(open_browser())
    assert anna.roll() == 200
    if connection.vendor == "postgresql":  # SQLite has no server that could end a connection
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid != pg_backend_pid()"
            )
    assert anna.roll() == 200
    assert anna.browser.ask("GET", anna.path).status == 200


# --- A lock somebody holds -------------------------------------------------------------------------------


@contextlib.contextmanager
def held_lock() -> Iterator[None]:
    """Hold a lock that keeps all others from writing."""
    other = connection.copy()
    other.inc_thread_sharing()
    tables = "games_game, games_seat, auth_user, django_session"
    statement = {"sqlite": "BEGIN IMMEDIATE", "postgresql": f"BEGIN; LOCK TABLE {tables} IN EXCLUSIVE MODE"}
    try:
        with other.cursor() as cursor:
            cursor.execute(statement[connection.vendor])
            yield
            cursor.execute("ROLLBACK")
    finally:
        other.close()


class AtOnce:
    """Several people who do something at the same time, and the statuses they got so far."""

    def __init__(self, deeds: list[Callable[[], int]]) -> None:
        self.statuses: list[int] = []
        self.threads = [threading.Thread(target=self._do, args=(deed,)) for deed in deeds]
        for thread in self.threads:
            thread.start()

    def _do(self, deed: Callable[[], int]) -> None:
        self.statuses.append(deed())

    def wait(self) -> list[int]:
        """Return what all of them got."""
        for thread in self.threads:
            thread.join(timeout=60)
        assert len(self.statuses) == len(self.threads)
        return self.statuses


def log_in(browser: HttpBrowser, number: int) -> Callable[[], int]:
    """Return how a moderator logs in to the admin, whose page is open already."""
    User.objects.create_user(f"moderator{number}", password="secret", is_staff=True)
    browser.ask("GET", "/admin/login/")
    form = {"username": f"moderator{number}", "password": "secret", "next": "/admin/"}
    return lambda: browser.ask("POST", "/admin/login/", form).status


def patience(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the patience of writing requests."""
    for lane in (threads.WRITE, threads.SLOW):
        monkeypatch.setattr(lane, "patience", seconds)


@pytest.mark.socket
def test_who_looks_does_not_wait_for_who_writes(
    open_browser: Callable[[], HttpBrowser], server: str, fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three times as many moves as threads, and ten log-ins, wait for a lock: the rest goes on as ever."""
    patience(monkeypatch, 60)
    anna = Anna(open_browser())
    writers: list[Callable[[], int]] = [Anna(open_browser()).roll for _ in range(3 * threads.WRITE.threads)]
    writers += [log_in(open_browser(), number) for number in range(10)]
    page = anna.browser.ask("GET", anna.path).text
    style = page.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    assert style.endswith(".css")
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(minutes=5))
    with held_lock():
        crowd = AtOnce(writers)
        time.sleep(0.5)
        for _round in range(3):
            looks = {
                anna.path: 200,
                f"{anna.path}table?since=0": 200,
                f"{anna.path}table?since={anna.version}": 204,
                "/": 200,
                style: 200,
                "/healthz": 200,
                "/readyz": 503,
            }
            for path, status in looks.items():
                started = time.monotonic()
                assert anna.browser.ask("GET", path).status == status, path
                assert time.monotonic() - started < 3, "on a busy machine; script/bench is strict"
        with connect(f"{server.replace('http', 'ws')}/ws{anna.path}", proxy=None) as wire:
            assert json.loads(wire.recv(timeout=10))["version"] == anna.version
        assert crowd.statuses == [], "all who write still wait"
    assert Counter(crowd.wait()) == {200: 3 * threads.WRITE.threads, 302: 10}
    assert anna.roll() == 200


@pytest.mark.socket
def test_a_write_waits_so_long_and_no_longer(
    open_browser: Callable[[], HttpBrowser], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Behind two that wait for the lock in vain four others are not tried at all."""
    patience(monkeypatch, 1)
    players = [Anna(open_browser()) for _ in range(3 * threads.WRITE.threads)]
    with held_lock():
        assert AtOnce([player.roll for player in players]).wait() == [503] * len(players)
    tried = [line for line in caplog.messages if line.startswith("the database failed")]
    overdue = [line for line in caplog.messages if line.startswith("others have held the database")]
    assert len(tried) <= threads.WRITE.threads + 1 and len(tried) + len(overdue) == len(players)
    for player in players:
        assert player.roll() == 200, "nothing was changed, and the same click works later"


@pytest.mark.socket
def test_a_sign_of_life_that_cannot_be_stored_comes_again(
    open_browser: Callable[[], HttpBrowser], fresh: None
) -> None:
    anna = Anna(open_browser())
    long_ago = timezone.now() - timedelta(minutes=5)
    Seat.objects.update(last_seen_at=long_ago)
    poll = f"{anna.path}table?since={anna.version}"
    with held_lock():
        answer = anna.browser.ask("GET", poll)
        assert (answer.status, answer.headers["x-silent"]) == (204, "0:0")
    assert Seat.objects.get().last_seen_at == long_ago
    time.sleep(housekeeping._PAUSE_SECONDS)
    assert anna.browser.ask("GET", poll).status == 204
    assert Seat.objects.get().last_seen_at > long_ago
