"""Measures bytes, requests, queries, times and latency against their budgets, for script/bench."""

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from websockets.sync.client import connect

from games.tests import contract_player
from games.tests.contract_page import HttpBrowser, Page
from games.tests.page_weight import first_visit, scripts
from games.tests.site import Site, site

SECONDS = 6
"""How long each load is kept up."""

QUERIES = """
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
client = Client(SERVER_NAME="localhost")
def count(method, path, data=None):
    with CaptureQueriesContext(connection) as found:
        answer = getattr(client, method)(path, data or {}, headers={"hx-request": "true"})
    assert answer.status_code in (200, 204), (path, answer.status_code)
    return len(found)
form = {"rules": "triple_yahtzee", "mode": "local", "players": 2}
path = client.post("/games", form)["Location"]
print(
    count("post", path + "roll", {"version": 1}),
    count("post", path + "score", {"version": 2, "box": "chance", "column": 1}),
    count("get", path + "table?since=3"),
    count("get", path),
    count("get", "/"),
)
"""


def show(what: str, value: float, unit: str, budget: float | None = None, *, digits: int = 1) -> None:
    """Print one figure, with its share of the budget where there is one."""
    text = f"{what:<52}{value:>10.{digits}f} {unit:<9}"
    if budget is not None:
        share = value / budget
        text += f" {share:>6.0%} of {budget:g}{'' if share <= 1 else '   OVER'}"
    print(text, flush=True)


def percentile(values: list[float], share: float) -> float:
    """Return the value that this share of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Player:
    """A client that plays one local game after another."""

    def __init__(self, base: str, seed: int, **form: object) -> None:
        self.browser = HttpBrowser(base)
        self.rng = Random(seed)
        self.form = {
            "rules": "triple_yahtzee",
            "mode": "local",
            "players": 2,
            "name": ["Anna", "Ben"],
            **form,
        }
        self.browser.ask("GET", "/")
        self.new_game()

    def new_game(self) -> None:
        self.path = self.browser.ask("POST", "/games", self.form).target
        self.page = self.browser.ask("GET", self.path).page

    def move(self) -> None:
        """Make one move: roll, or enter in any box that is offered."""
        page = self.page
        data: dict[str, object] = {"version": page.version}
        if page.status == "finished":
            self.new_game()
            return
        if page.turn_seat not in page.you:
            what = "bot"
        elif page.roll == 0 or (page.roll < 3 and self.rng.random() < 0.5):
            what = "roll"
            data["hold"] = [slot for slot in range(4) if page.roll and self.rng.random() < 0.5]
        else:
            what = "score"
            data["box"], data["column"] = self.rng.choice(list(page.offers))
        answer = self.browser.ask("POST", self.path + what, data, htmx=True)
        assert answer.status == 200, answer.text
        self.page = answer.page

    def poll(self) -> None:
        assert self.browser.ask("GET", f"{self.path}table?since={self.page.version}").status == 204


def rate(players: list[Player], command: Callable[[Player], None]) -> float:
    """Return the number of requests per second that these players make together."""
    until = time.monotonic() + SECONDS
    done = [0] * len(players)

    def keep_on(number: int) -> None:
        while time.monotonic() < until:
            command(players[number])
            done[number] += 1

    threads = [threading.Thread(target=keep_on, args=(number,)) for number in range(len(players))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / SECONDS


def server_times(served: Site) -> Iterator[tuple[str, int, float]]:
    """Yield route, status and milliseconds of every request in the server's log, and empty the log."""
    lines = served.log.read_text().splitlines()
    with served.log.open("r+") as log:
        log.truncate(0)
    for line in lines:
        if '"answered"' in line:
            found = json.loads(line[line.index("{") :])
            yield found["route"].rpartition("/")[2], found["status"], found["ms"]


def measure_bytes(served: Site) -> None:
    print("\nBytes, requests and queries")
    with closing(HttpBrowser(served.base)) as browser:
        browser.ask("GET", "/")
        form = {"rules": "triple_yahtzee", "mode": "local", "players": 2, "name": ["Anna", "Ben"]}
        path = browser.ask("POST", "/games", form).target
        loads = first_visit(served.base, path)
        show("first visit to a running game", sum(load.bytes for load in loads) / 1000, "KB", 70)
        show("  requests", len(loads), "", 12, digits=0)
        show("  scripts", scripts(loads) / 1000, "KB", 35)
        browser.headers["Accept-Encoding"] = "gzip"
        roll = browser.ask("POST", f"{path}roll", {"version": 1}, htmx=True)
        score = browser.ask("POST", f"{path}score", {"version": 2, "cell": "chance:1"}, htmx=True)
        show("answer to a roll", roll.size / 1000, "KB", 8)
        show("answer to an entry", score.size / 1000, "KB", 8)
        show(
            "answer to an unchanged poll", browser.ask("GET", f"{path}table?since=3").size, "bytes", digits=0
        )
    names = ("roll", "score", "unchanged poll", "game page", "home page")
    budgets = (4, 4, 2, None, None)
    counts = map(int, served.shell(QUERIES).split())
    for name, count, budget in zip(names, counts, budgets, strict=True):
        show(f"queries: {name}", count, "", budget, digits=0)


def measure_times(served: Site) -> None:
    print("\nServer time, one browser playing (two cards of Triple Yahtzee)")
    with_log = Player(served.base, 1)
    list(server_times(served))
    alone = rate([with_log], Player.move)
    rate([with_log], Player.poll)
    times: dict[str, list[float]] = {}
    for route, status, milliseconds in server_times(served):
        times.setdefault(f"{route} {status}", []).append(milliseconds)
    for what, key, budget in (
        ("roll", "roll 200", 10),
        ("score", "score 200", 10),
        ("unchanged poll", "table 204", None),
    ):
        if key in times:
            show(f"{what}: p50", statistics.median(times[key]), "ms", budget)
            show(f"{what}: p99", percentile(times[key], 0.99), "ms")
    show("moves a second", alone, "/s", digits=0)


def measure_rates(served: Site) -> None:
    print("\nEight browsers at once (they share this machine with the server)")
    players = [Player(served.base, number) for number in range(8)]
    show("moves a second", rate(players, Player.move), "/s", digits=0)
    show("unchanged polls a second", rate(players, Player.poll), "/s", digits=0)
    for player in players:
        player.browser.close()


def measure_computer(served: Site) -> None:
    print("\nComputer players")
    for level in ("easy", "medium", "hard"):
        for rules in ("yacht", "triple_yahtzee"):
            player = Player(served.base, 1, rules=rules, mode="solo", bot=[level] * 5, name="Anna")
            for _first_steps in range(20):
                player.move()
            list(server_times(served))
            rate_until = time.monotonic() + 2
            while time.monotonic() < rate_until:
                player.move()
            player.browser.close()
            times = [milliseconds for route, status, milliseconds in server_times(served) if route == "bot"]
            show(f"{level} at {rules}: p99 of {len(times)} steps", percentile(times, 0.99), "ms", 50)


def measure_latency(served: Site, moves: int = 150) -> None:
    print("\nFrom a click to the other browser through the socket")
    anna, ben = HttpBrowser(served.base), HttpBrowser(served.base)
    for browser in (anna, ben):
        browser.ask("GET", "/")
    form = {"rules": "triple_yahtzee", "mode": "online", "players": 2, "name": "Anna"}
    path = anna.ask("POST", "/games", form).target
    ben.ask("GET", path)
    page = ben.ask("POST", f"{path}join", {"name": "Ben"}, htmx=True).page
    url = f"ws{served.base.removeprefix('http')}/ws{path}"
    cookies = ["; ".join(f"{name}={value}" for name, value in who.cookies.items()) for who in (anna, ben)]
    headers = [{"Cookie": cookie, "Origin": served.base} for cookie in cookies]
    waits = []
    with (
        connect(url, additional_headers=headers[0]) as one,
        connect(url, additional_headers=headers[1]) as two,
    ):
        for socket in (one, two):
            socket.recv(timeout=10)
        for _move in range(moves):
            mover, watcher, socket = (anna, ben, two) if page.turn_seat == 0 else (ben, anna, one)
            page, waited = move_and_watch(path, page, mover, watcher, socket)
            waits.append(waited * 1000)
    show("median", statistics.median(waits), "ms")
    show("p95", percentile(waits, 0.95), "ms", 100)
    for browser in (anna, ben):
        browser.close()


def move_and_watch(
    path: str, page: Page, mover: HttpBrowser, watcher: HttpBrowser, socket: object
) -> tuple[Page, float]:
    """Move in one browser and, told by the socket, fetch the table in another; return it and the seconds."""
    data: dict[str, object] = {"version": page.version}
    what = "roll"
    if page.roll:
        what = "score"
        data["box"], data["column"] = next(iter(page.offers))
    shown: list[tuple[Page, float]] = []

    def watch() -> None:
        while json.loads(socket.recv(timeout=10))["version"] <= page.version:  # type: ignore[attr-defined]
            pass
        answer = watcher.ask("GET", f"{path}table?since={page.version}", htmx=True)
        arrived = time.perf_counter()
        shown.append((answer.page, arrived))

    thread = threading.Thread(target=watch)
    thread.start()
    started = time.perf_counter()
    assert mover.ask("POST", path + what, data, htmx=True).status == 200
    thread.join()
    news, arrived = shown[0]
    return news, arrived - started


def play(games: str, seed: str = "1", base: str = "") -> int:
    """Run the contract player, on a new server unless an address is given."""
    if base:
        sys.argv = ["play", base, "--games", games, "--seed", seed]
        return contract_player.main()
    with tempfile.TemporaryDirectory() as data, site(Path(data)) as served:
        served.start()
        return play(games, seed, served.base)


def main(*arguments: str) -> int:
    """Measure everything, or run the contract player."""
    if arguments[:1] == ("play",):
        return play(*arguments[1:])
    if arguments:
        sys.exit("Usage: script/bench [play GAMES [SEED [URL]]]")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as data, site(Path(data), manifest=True) as served:
        served.settings["LOG_LEVEL"] = "DEBUG"  # unchanged polls are logged on this level only
        served.start()
        measure_bytes(served)
        measure_times(served)
        measure_rates(served)
        measure_computer(served)
        measure_latency(served)
    print(f"\nMeasured in {time.monotonic() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
