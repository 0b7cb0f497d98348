"""Simulated players for load tests, each in a thread: a socket, polls, commands.

They remember what was acknowledged. For the tests of restarts and failures and for script/soak.
"""

import http.client
import json
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from games.tests.contract_page import Answer, HttpBrowser

NETWORK = (OSError, http.client.HTTPException)
_TABLE = re.compile(r'id="table"[^>]*>')
_ATTRIBUTE = re.compile(r'data-([a-z-]+)="([^"]*)"')
_OFFER = re.compile(r'data-box="([^"]+)" data-column="(\d+)" data-state="possible"')


@dataclass
class View:
    """What a player reads from the fragment of the table."""

    version: int
    status: str
    turn_seat: str
    roll: int
    you: list[str]
    offers: list[tuple[str, str]]

    @property
    def my_turn(self) -> bool:
        return self.status == "playing" and self.turn_seat in self.you


def read(text: str) -> View | None:
    """Return the table in a page or fragment, None when there is none."""
    found = _TABLE.search(text)
    if not found:
        return None
    data = dict(_ATTRIBUTE.findall(found[0]))
    return View(
        version=int(data["version"]),
        status=data["status"],
        turn_seat=data["turn-seat"],
        roll=int(data["roll"]),
        you=[seat for seat in data["you"].split(",") if seat],
        offers=_OFFER.findall(text),
    )


@dataclass
class Journal:
    """A common record of what all players have seen."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    statuses: Counter[int] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The newest version of each game that a command was answered with."""
    faults: list[str] = field(default_factory=list)
    outages: list[float] = field(default_factory=list)
    """How long a player got no answer, in seconds, one entry for each time."""
    moves: int = 0
    games: int = 0
    sockets: int = 0

    def note(self, answer: Answer) -> None:
        with self.lock:
            self.statuses[answer.status] += 1

    def acknowledge(self, path: str, version: int) -> None:
        with self.lock:
            self.acknowledged[path] = max(version, self.acknowledged.get(path, 0))
            self.moves += 1

    @property
    def server_errors(self) -> int:
        return sum(count for status, count in self.statuses.items() if status >= 500)


class Player(threading.Thread):
    """A simulated player, who plays game after game with the others until stopped."""

    def __init__(self, base: str, journal: Journal, table: "Table", rng: Random, pause: float) -> None:
        super().__init__(daemon=True)
        self.base, self.journal, self.table, self.rng, self.pause = base, journal, table, rng, pause
        self.browser = HttpBrowser(base, timeout=15)
        self.socket: ClientConnection | None = None
        self.socket_tried = 0.0
        self.down_since: float | None = None
        self.path = ""
        self.shown = 0

    # --- Asking ---------------------------------------------------------------------------------

    def ask(
        self, method: str, path: str, data: dict[str, Any] | None = None, *, htmx: bool = True
    ) -> Answer | None:
        """Make a request; None when there was no answer or a server error, after a short pause."""
        try:
            answer = self.browser.ask(method, path, data, htmx=htmx)
        except NETWORK as error:
            self.browser.close()
            with self.journal.lock:
                self.journal.failures[type(error).__name__] += 1
            return self._rest()
        self.journal.note(answer)
        if answer.status >= 500:
            return self._rest()
        if self.down_since is not None:
            with self.journal.lock:
                self.journal.outages.append(time.monotonic() - self.down_since)
            self.down_since = None
        return answer

    def _rest(self) -> None:
        self.down_since = self.down_since or time.monotonic()
        time.sleep(0.1)

    def insist(self, method: str, path: str, data: dict[str, Any] | None = None) -> Answer:
        """Repeat a request until there is an answer."""
        while True:
            answer = self.ask(method, path, data, htmx=False)
            if answer is not None:
                return answer
            if self.table.stop.is_set():
                raise SystemExit

    # --- Playing --------------------------------------------------------------------------------

    def run(self) -> None:
        try:
            while not self.table.stop.is_set():
                self.path = self.table.sit_down(self)
                if not self.path:
                    return
                self._play()
                self.table.get_up(self)
        except Exception as error:
            with self.journal.lock:
                self.journal.faults.append(f"{self.name} {self.path}: {error!r}")
        finally:
            self._close()

    def _play(self) -> None:
        self.shown = 0
        while not self.table.stop.is_set():
            answer = self.ask("GET", f"{self.path}table?since={self.shown}")
            if answer is None:
                continue
            view = read(answer.text) if answer.status == 200 else None
            if answer.status not in (200, 204):
                raise AssertionError(f"{answer.status} for a table")
            while view is not None and view.my_turn and not self.table.stop.is_set():
                time.sleep(self.rng.uniform(0.5, 1.5) * self.pause)
                view = self._move(view)
                self.shown = 0  # after a move without an answer the whole table is wanted again
            if view is not None:
                self.shown = view.version
                if view.status == "finished":
                    break
            if self.shown or answer.status == 204:
                self._listen()
        self._close()

    def _move(self, view: View) -> View | None:
        if view.roll == 0 or (view.roll < 3 and self.rng.random() < 0.4):
            held = [slot for slot in range(5) if view.roll and self.rng.random() < 0.5][:4]
            answer = self.ask("POST", f"{self.path}roll", {"version": view.version, "hold": held})
        else:
            box, column = self.rng.choice(view.offers)
            data = {"version": view.version, "box": box, "column": column}
            answer = self.ask("POST", f"{self.path}score", data)
        if answer is None:
            return None
        after = read(answer.text)
        if after is None or answer.status not in (200, 409):
            raise AssertionError(f"{answer.status} for a move")
        if answer.status == 200:
            self.journal.acknowledge(self.path, after.version)
        return after

    # --- Listening ------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Wait for news: from the socket, or for as long as a page waits between two polls."""
        end = time.monotonic() + 1.5
        if self.socket is None and time.monotonic() - self.socket_tried > 0.5:
            self._open()
        while (left := end - time.monotonic()) > 0 and not self.table.stop.is_set():
            if self.socket is None:
                time.sleep(min(left, 0.2))
                continue
            try:
                news = json.loads(self.socket.recv(timeout=min(left, 0.5)))
            except TimeoutError:
                continue
            except (WebSocketException, OSError, EOFError):
                self._close()
                return
            if news["version"] > self.shown:
                return

    def _open(self) -> None:
        self.socket_tried = time.monotonic()
        address = f"{self.base.replace('http', 'ws', 1)}/ws/g/{self.path.rstrip('/').rpartition('/')[2]}/"
        cookie = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        try:
            self.socket = connect(
                address, legacy=True, proxy=None, additional_headers={"Cookie": cookie}, open_timeout=5
            )
            with self.journal.lock:
                self.journal.sockets += 1
        except (WebSocketException, OSError, EOFError):
            self.socket = None

    def _close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        self.browser.close()


class Table:
    """A group of players who play one game after the other."""

    def __init__(self, base: str, journal: Journal, seed: int, seats: int, pause: float, rules: str) -> None:
        self.journal, self.rules, self.seats = journal, rules, seats
        self.stop = threading.Event()
        self.meeting = threading.Barrier(seats)
        self.path = ""
        self.paths: list[str] = []
        self.start_versions: dict[str, int] = {}
        self.players = [Player(base, journal, self, Random(f"{seed}/{n}"), pause) for n in range(seats)]

    def start(self) -> None:
        for player in self.players:
            player.start()

    def end(self) -> None:
        self.stop.set()
        self.meeting.abort()

    def sit_down(self, player: Player) -> str:
        """Let the first player make a game and the others join; returns its path, empty when stopped."""
        if not self._meet():
            return ""
        prefix = player.browser.prefix
        if player is self.players[0]:
            player.insist("GET", f"{prefix}/")
            mode = "online" if self.seats > 1 else "solo"
            form = {"rules": self.rules, "mode": mode, "players": self.seats, "name": "Anna"}
            answer = player.insist("POST", f"{prefix}/games", form)
            assert answer.status == 303, answer.status
            self.path = answer.target
            self.paths.append(self.path)
        if not self._meet():
            return ""
        if player is not self.players[0]:
            player.insist("GET", self.path)
            answer = player.insist("POST", f"{self.path}join", {"name": "Ben"})
            assert answer.status in (303, 409), answer.status
        if not self._meet():
            return ""
        if player is self.players[0]:
            view = read(player.insist("GET", self.path).text)
            assert view is not None
            assert view.status == "playing"
            self.start_versions[self.path] = view.version
        return self.path if self._meet() else ""

    def get_up(self, player: Player) -> None:
        if player is self.players[0] and not self.stop.is_set():
            with self.journal.lock:
                self.journal.games += 1

    def _meet(self) -> bool:
        try:
            self.meeting.wait(timeout=120)
        except threading.BrokenBarrierError:
            if not self.stop.is_set():
                raise
            return False
        return True


class Crowd:
    """Many groups of players at once."""

    def __init__(
        self,
        base: str,
        *,
        players: int,
        seats: int = 2,
        pause: float = 0.3,
        rules: str = "yacht",
        seed: int = 1,
    ) -> None:
        self.base, self.journal = base, Journal()
        self.tables = [
            Table(base, self.journal, seed * 1000 + number, seats, pause, rules)
            for number in range(players // seats)
        ]

    def __enter__(self) -> "Crowd":
        for table in self.tables:
            table.start()
        return self

    def __exit__(self, *_error: object) -> None:
        for table in self.tables:
            table.end()
        for table in self.tables:
            for player in table.players:
                player.join(timeout=60)

    def check(self) -> int:
        """Compare every game with what was acknowledged; returns how many, AssertionError for a lost one."""
        browser = HttpBrowser(self.base, timeout=30)
        checked = 0
        for table in self.tables:
            for path, started in table.start_versions.items():
                record = browser.ask("GET", f"{path}record.json")
                assert record.status == 200, f"{path} is gone"
                version = record.data["version"]
                assert version >= self.journal.acknowledged.get(path, 0), f"{path} has lost moves"
                sealed = record.data["seed"] is not None  # by time, which counts as a change
                assert len(record.data["moves"]) == version - started - sealed, f"{path} has holes"
                assert read(browser.ask("GET", path).text) is not None
                checked += 1
        browser.close()
        return checked


def percentile(values: list[float], part: float) -> float:
    """Return the value that this part (0-1) of all values does not exceed; 0 without values."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0
