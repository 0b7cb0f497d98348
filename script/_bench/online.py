"""Online games of two people, several at once: server CPU per move, and how soon the other browser shows it.

A move is the POST, the message through the socket and the fragment that the other browser asks for then.
Pages are read with a few regular expressions: parsing them takes longer than the server needs to make them.
"""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

from websockets.sync.client import ClientConnection, connect

from games.tests.contract_page import Fields, HttpBrowser
from games.tests.site import Site
from script._bench.figures import Moves, cpu_ms, show

_OFFER = re.compile(r"<td[^>]*data-state=\"possible\"[^>]*>")
_TOKEN = re.compile(r"name=\"csrfmiddlewaretoken\" value=\"(\w+)\"")

BUDGETS = {"yahtzee": 8.0, "triple_yahtzee": 10.0}
"""Milliseconds of server CPU per move."""
AT_LEAST = {("yahtzee", 4): 110.0}
"""Moves a second, at least, by games at once."""
NAMES = {"yahtzee": "Yahtzee", "triple_yahtzee": "Triple Yahtzee"}
LATEST = {1: 40.0, 4: 70.0}
"""Milliseconds from a click to the other's fragment for 95 %, by games at once."""


def attribute(html: str, name: str) -> str:
    """Return the first value of a data attribute; of a whole table that is the one of its root."""
    found = re.search(rf' data-{name}="([^"]*)"', html)
    assert found, f"no data-{name} in {html[:300]}"
    return found[1]


class Table:
    """A game with the browsers and sockets of its two players."""

    def __init__(self, base: str, rules: str, until: ExitStack) -> None:
        self.browsers = [
            until.enter_context(closing(HttpBrowser(base, headers={"Accept-Encoding": "gzip"})))
            for _player in range(2)
        ]
        anna, ben = self.browsers
        anna.ask("GET", "/")
        form = {"rules": rules, "mode": "online", "players": 2, "name": "Anna"}
        answer = anna.ask("POST", "/games", form)
        assert answer.status == 303, (rules, answer.status)
        self.path = answer.target
        ben.ask("GET", self.path)
        assert ben.ask("POST", f"{self.path}join", {"name": "Ben"}, htmx=True).status == 200
        anna.ask("GET", self.path)
        self.sockets = [until.enter_context(self._socket(base, browser)) for browser in self.browsers]
        self.shown = [self._fragment(player, 0) for player in range(2)]
        self.waits: list[float] = []

    def _socket(self, base: str, browser: HttpBrowser) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        url = f"ws{base.removeprefix('http')}/ws{self.path}"
        return connect(
            url,
            additional_headers={"Cookie": cookies, "Origin": browser.origin},
            proxy=None,
            compression=None,
        )

    def _fragment(self, player: int, since: int) -> str:
        answer = self.browsers[player].ask("GET", f"{self.path}table?since={since}", htmx=True)
        assert answer.status == 200, answer.status
        return answer.text

    @property
    def is_over(self) -> bool:
        return attribute(self.shown[0], "status") != "playing"

    def take_turn(self) -> None:
        """Roll, hold two dice and roll again, enter in the first box that is offered."""
        player = int(attribute(self.shown[0], "turn-seat"))
        self._move(player, "roll", {})
        self._move(player, "roll", {"hold": [0, 1]})
        offer = _OFFER.search(self.shown[player])
        assert offer, "nothing is offered"
        cell = f"{attribute(offer[0], 'box')}:{attribute(offer[0], 'column')}"
        self._move(player, "score", {"cell": cell})

    def _move(self, player: int, what: str, data: Fields) -> None:
        other = 1 - player
        before = int(attribute(self.shown[player], "version"))
        token = _TOKEN.search(self.shown[player])
        assert token, "the page has no token"
        fields = {"version": before, "csrfmiddlewaretoken": token[1], **data}
        started = time.perf_counter()
        answer = self.browsers[player].ask("POST", f"{self.path}{what}", fields, htmx=True)
        assert answer.status == 200, (answer.status, answer.text[:300])
        while json.loads(self.sockets[other].recv(timeout=10)).get("version", 0) <= before:
            pass
        self.shown[other] = self._fragment(other, before)
        self.waits.append(1000 * (time.perf_counter() - started))
        self.shown[player] = answer.text


def play(base: str, pid: int, *, rules: str, games: int, at_once: int) -> Moves:
    """Play so many games on the server with this process id, and measure that, making and joining, too."""
    waits: list[float] = []
    failures: list[BaseException] = []
    waiting = iter(range(games))
    one_at_a_time = threading.Lock()

    def numbers() -> Iterator[int]:
        while not failures:
            with one_at_a_time:
                number = next(waiting, None)
            if number is None:
                return
            yield number

    def keep_on() -> None:
        try:
            for _number in numbers():
                waits.extend(_play_one(base, rules))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=keep_on) for _ in range(at_once)]
    cpu, started = cpu_ms(pid), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - started
    if failures:
        raise failures[0]
    return Moves(len(waits), seconds, cpu_ms(pid) - cpu, waits)


def _play_one(base: str, rules: str) -> list[float]:
    with ExitStack() as until:
        table = Table(base, rules, until)
        while not table.is_over:
            table.take_turn()
        return table.waits


def measure(served: Site) -> None:
    """Print what moves cost, after two games that fill what the server remembers."""
    print("\nOnline games of two (the move, the message, the other's fragment)")
    assert served.process
    pid = served.process.pid
    for rules, games, at_once in (("yahtzee", 4, 1), ("yahtzee", 12, 4), ("triple_yahtzee", 4, 4)):
        play(served.base, pid, rules=rules, games=2, at_once=2)
        moves = play(served.base, pid, rules=rules, games=games, at_once=at_once)
        print(f"{NAMES[rules]}, {at_once} at once, {moves.count} moves")
        show("  server CPU per move", moves.cpu_per_move, "ms", BUDGETS[rules], digits=2)
        show("  moves a second", moves.per_second, "/s", AT_LEAST.get((rules, at_once)), at_least=True)
        show("  from a click to the other's fragment: p50", moves.p50, "ms")
        show("  p95", moves.p95, "ms", LATEST[at_once])
