"""How long the server takes, by its log, and how many requests it answers: local games, computers."""

import json
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from random import Random

from games.tests.contract_page import HttpBrowser
from games.tests.site import Site
from script._bench.figures import percentile, show

SECONDS = 6
"""How long each load is kept up."""


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
            list(server_times(served))
            rate_until = time.monotonic() + 2
            while time.monotonic() < rate_until:
                player.move()
            player.browser.close()
            times = [milliseconds for route, status, milliseconds in server_times(served) if route == "bot"]
            show(f"{level} at {rules}: p99 of {len(times)} steps", percentile(times, 0.99), "ms", 20)
