"""Simultaneous clicks, many players at once, killed servers: on a real server and database."""

import contextlib
import http.client
import itertools
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games.tests.contract_page import Answer, Fields, HttpBrowser, statuses
from games.tests.site import Site, site

pytestmark = [pytest.mark.socket, pytest.mark.database]

PAIRS = 60
FINISHED_GAMES = """
from django.core import signing
from games import rules
from games.session import play
from games.models import Game
from games.session.seats import Player
import json
player = Player("token-of-a-test")
codes = []
moves = []
for category in rules.get("yacht").categories:
    moves += ["0 roll - 12346", f"0 score {category.id} 1"]
for number in range(%d):
    game = play.create(rules_id="yacht", mode="solo", players=1, names=["Anna"], player_hash=player.hash)
    Game.objects.filter(pk=game.pk).update(moves=moves, status="finished")
    codes.append(game.code)
print(json.dumps([signing.TimestampSigner(salt="player").sign(player.token), codes]))
"""
OLD_GAMES = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Seat
then = timezone.now() - timedelta(days=2)
games = [
    Game(code=f"{n:010}", rules_id="triple_yahtzee", mode="online", status="finished", players=2,
         seed=bytes(32), moves=["0 roll 0124 12345"] * 200, last_action_at=then)
    for n in range(%d)
]
Game.objects.bulk_create(games, batch_size=500)
seats = [Seat(game=game, index=index, name="x") for game in games for index in (0, 1)]
Seat.objects.bulk_create(seats, batch_size=500)
"""


class DoubleClicker:
    """A browser that sends every request twice at the same time."""

    def __init__(self, base: str) -> None:
        self.one = HttpBrowser(base, timeout=60)
        self.one.ask("GET", "/")
        self.one.close()
        self.path = ""
        self.version = 0

    def look(self) -> tuple[Any, list[int]]:
        """Return the record of the game, and the seats of this browser."""
        with contextlib.closing(self.one.copy()) as browser:
            page = browser.ask("GET", self.path).page
            return browser.ask("GET", f"{self.path}record.json").data, page.you

    def send(
        self, pool: ThreadPoolExecutor, what: str, data: Fields | None = None
    ) -> Callable[[], list[Answer]]:
        two = self.one.copy()
        gate = threading.Barrier(2)

        def ask(browser: HttpBrowser) -> Answer:
            gate.wait(timeout=60)
            try:
                return browser.ask("POST", f"{self.path}{what}", data or {}, htmx=what != "/games")
            finally:
                browser.close()

        asked = [pool.submit(ask, browser) for browser in (self.one, two)]
        return lambda: [future.result() for future in asked]


def test_every_command_twice_at_once(shared: Site) -> None:
    """Many pairs of each command: one effect each, never a 5xx."""
    with ThreadPoolExecutor(40) as pool:
        annas = list(pool.map(lambda _: DoubleClicker(shared.base), range(PAIRS)))
        bens = list(pool.map(lambda _: DoubleClicker(shared.base), range(PAIRS)))

        def all_at_once(
            who: list[DoubleClicker], what: str, data: Callable[[DoubleClicker], Fields]
        ) -> list[list[Answer]]:
            waiting = [each.send(pool, what, data(each)) for each in who]
            return [answers() for answers in waiting]

        form = {"rules": "yacht", "mode": "online", "players": 3, "name": "Anna"}
        marks = itertools.count()
        made = all_at_once(annas, "/games", lambda _: form | {"once": f"mark-{next(marks)}"})
        for each, ben, answers in zip(annas, bens, made, strict=True):
            assert statuses(answers) == [303, 303]
            assert answers[0].target == answers[1].target
            each.path = ben.path = answers[0].target
        assert len({each.path for each in annas}) == PAIRS

        def once(who: list[DoubleClicker], what: str, data: Callable[[DoubleClicker], Fields]) -> None:
            for each, answers in zip(who, all_at_once(who, what, data), strict=True):
                assert statuses(answers) == [200, 409], (what, statuses(answers))
                good = next(answer for answer in answers if answer.status == 200)
                bad = next(answer for answer in answers if answer.status == 409)
                assert 'role="alert">' in bad.text
                each.version = good.page.version

        once(bens, "join", lambda _: {"name": "Ben"})
        for anna, ben in zip(annas, bens, strict=True):
            anna.version = ben.version
        once(annas, "start", lambda each: {"version": each.version})
        once(annas, "roll", lambda each: {"version": each.version})
        once(annas, "score", lambda each: {"version": each.version, "box": "chance", "column": 1})
        once(annas, "undo", lambda each: {"version": each.version})
        for record, you in pool.map(DoubleClicker.look, annas):
            assert [move[0] for move in record["moves"]] == ["roll"]
            assert len(record["seats"]) == 2 and record["status"] == "playing"
            assert you == [0]


def test_a_rematch_twice_at_once(shared: Site) -> None:
    cookie, codes = json.loads(shared.shell(FINISHED_GAMES % PAIRS))
    first = DoubleClicker(shared.base)
    first.one.cookies["yahtzee_player"] = cookie
    with ThreadPoolExecutor(40) as pool:
        waiting = []
        for code in codes:
            each = DoubleClicker.__new__(DoubleClicker)
            each.one, each.path, each.version = first.one.copy(), f"/g/{code}/", 0
            waiting.append(each.send(pool, "rematch"))
        targets = []
        for answers in (wait() for wait in waiting):
            assert statuses(answers) == [204, 204]
            assert answers[0].target == answers[1].target
            targets.append(answers[0].target)
    assert len(set(targets)) == PAIRS


def test_many_people_act_and_poll_while_games_are_pruned(shared: Site) -> None:
    """No errors; games being played stay, old ones are deleted."""
    shared.shell(OLD_GAMES % 1000)
    seconds, until = 8.0, 0.0
    seen: Counter[int] = Counter()
    slowest: list[float] = []
    lock = threading.Lock()

    def act(number: int) -> str:
        with contextlib.closing(HttpBrowser(shared.base, timeout=60)) as browser:
            return play_until_the_end(browser, number)

    def play_until_the_end(browser: HttpBrowser, number: int) -> str:
        rng = random.Random(number)
        browser.ask("GET", "/")
        path = browser.ask("POST", "/games", {"rules": "yacht", "mode": "solo", "name": f"P{number}"}).target
        page = browser.ask("GET", path).page
        while time.monotonic() < until:
            started = time.monotonic()
            if page.status == "finished":
                answer = browser.ask("POST", f"{path}rematch", {}, htmx=True)
                path = answer.target
                page = browser.ask("GET", path).page
            elif rng.random() < 0.5:
                answer = browser.ask("GET", f"{path}table?since={page.version}")
            elif page.roll == 0 or (page.roll < 3 and rng.random() < 0.3):
                answer = browser.ask("POST", f"{path}roll", {"version": page.version}, htmx=True)
                page = answer.page
            else:
                box, column = rng.choice(list(page.offers))
                data = {"version": page.version, "box": box, "column": column}
                answer = browser.ask("POST", f"{path}score", data, htmx=True)
                page = answer.page
            with lock:
                seen[answer.status] += 1
                slowest.append(time.monotonic() - started)
        assert browser.ask("GET", f"{path}record.json").status == 200
        return path

    until = time.monotonic() + seconds
    with ThreadPoolExecutor(22) as pool:
        players = [pool.submit(act, number) for number in range(20)]
        prunes = [pool.submit(shared.manage, "prune_games") for _ in range(2)]
        said = [prune.result() for prune in prunes]
        paths = [player.result() for player in players]
    deleted = sum(int(text.split()[0]) for text in said)
    assert deleted == 1000, said
    assert set(seen) <= {200, 204}, seen
    assert sum(seen.values()) > 100 and len(set(paths)) == 20
    assert max(slowest) < 10
    assert "locked" not in shared.log.read_text()


def test_every_acknowledged_move_survives_a_crash(tmp_path: Path) -> None:
    """Repeated kill -9 during play: every acknowledged move is stored, and none twice."""
    with site(tmp_path) as found:
        browser = HttpBrowser(found.base, timeout=20)
        rng = random.Random(1)
        path, version, moves = "", 0, 0
        for crash in range(8):
            found.start()
            browser.close()
            if not path:
                browser.ask("GET", "/")
                answer = browser.ask("POST", "/games", {"rules": "triple_yahtzee", "mode": "solo"})
                path = answer.target
            page = browser.ask("GET", path).page
            record = browser.ask("GET", f"{path}record.json").data
            assert len(record["moves"]) - moves in (0, 1), f"crash {crash}"
            assert page.version - version in (0, 1) or crash == 0
            if page.status == "finished":
                path = browser.ask("POST", f"{path}rematch", {}, htmx=True).target
                page = browser.ask("GET", path).page
            version, moves = page.version, len(browser.ask("GET", f"{path}record.json").data["moves"])
            timer = threading.Timer(rng.uniform(0.02, 0.25), found.kill)
            timer.start()
            with contextlib.suppress(OSError, http.client.HTTPException):
                while page.status == "playing":
                    if page.roll == 0:
                        answer = browser.ask("POST", f"{path}roll", {"version": version}, htmx=True)
                    else:
                        box, column = next(iter(page.offers))
                        data = {"version": version, "box": box, "column": column}
                        answer = browser.ask("POST", f"{path}score", data, htmx=True)
                    assert answer.status == 200, answer.text
                    page = answer.page
                    assert page.version == version + 1
                    version, moves = page.version, moves + 1
            timer.join()
        browser.close()
        found.manage("verify_game", path.split("/")[2])


def test_the_contract_player_on_the_real_server(shared: Site) -> None:
    command = [
        sys.executable,
        "-m",
        "games.tests.contract_player",
        shared.base,
        "--games",
        "2",
        "--largest",
        "2",
    ]
    done = subprocess.run(command, cwd=shared.source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "all as it should be" in done.stdout
