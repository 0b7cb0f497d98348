"""What high scores cost the server, in milliseconds of CPU time, with a thousand and with a million of them.

On SQLite, or on the PostgreSQL of DATABASE_URL, whose CPU time counts, too.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random

from games.tests.contract_page import HttpBrowser
from games.tests.site import Site, site
from script._bench.figures import cpu_ms

FEW, MANY = 1_000, 1_000_000
TURNS, REQUESTS = 6, 40
"""Requests of each kind: the clock of a process goes in steps of ten milliseconds."""

MOST = 1.2
"""The budget: how much more a page may cost with many rows."""

FILL = """
import random
from datetime import timedelta
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from games import rules
from scores import recount
from scores.models import HighScore

draw, now, board = random.Random(1), timezone.now(), rules.RULE_SETS[0].name

midnight = timezone.localtime(now).replace(hour=0, minute=0)
today = int((now - midnight).total_seconds()) // 60 + 1

def row(index):
    minutes = today if index < 200 else 400 * 24 * 60  # enough of today for a page
    return HighScore(
        board=board, mode=draw.choice(["solo", "local", "online", "computer"]), name=f"P{{index}}",
        points=max(0, int(draw.gauss(1500, 350))),
        finished_at=now - timedelta(minutes=draw.randrange(minutes)),
        game_code=f"M{{index}}", seat=0, status=draw.choices(["shown", "held", "hidden"], [97, 2, 1])[0],
        player_hash=f"{{index % 5000:064x}}",
    )

with connection.cursor() as cursor:
    if connection.vendor == "sqlite":
        cursor.execute("PRAGMA cache_size = -500000")
        cursor.execute("PRAGMA synchronous = OFF")
    else:
        cursor.execute("SET synchronous_commit = off")
for start in range(0, {rows}, 20_000):
    with transaction.atomic():  # a plain query set leaves the tallies alone, which are counted in the end
        QuerySet(HighScore).bulk_create(map(row, range(start, min({rows}, start + 20_000))), batch_size=2000)
recount.check(repair=True)
if connection.vendor == "postgresql":
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # as PostgreSQL itself does in the course of time
"""


def processes(served: Site) -> list[int]:
    """Return the ids of the site's process and of those that serve it in PostgreSQL on this machine."""
    assert served.process
    address = served.settings["DATABASE_URL"]
    if not address.startswith("postgres"):
        return [served.process.pid]
    import psycopg

    with psycopg.connect(address) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [served.process.pid, *(pid for (pid,) in found)]


def finished_game(browser: HttpBrowser) -> str:
    """Play a game for two at random and return its path."""
    draw = Random(1)
    browser.ask("GET", "/")
    form = {"rules": "triple_yahtzee", "mode": "local", "players": 2, "name": ["Anna", "Ben"]}
    path = browser.ask("POST", "/games", form).target
    page = browser.ask("GET", path).page
    while page.status != "finished":
        what, data = "roll", {"version": page.version}
        if page.roll:
            box, column = draw.choice(list(page.offers))
            what, data = "score", {**data, "box": box, "column": column}
        page = browser.ask("POST", path + what, data, htmx=True).page
    return path


def used(served: Site) -> float:
    """Return the milliseconds of CPU time that a site has used."""
    return sum(map(cpu_ms, processes(served)))


@contextmanager
def filled(rows: int) -> Iterator[Site]:
    """Yield a running site with so many scores, deleted afterwards."""
    with tempfile.TemporaryDirectory() as data, site(Path(data), manifest=True) as served:
        started = time.monotonic()
        served.shell(FILL.format(rows=rows))
        print(f"{rows:,} scores written and counted in {time.monotonic() - started:.0f} s", flush=True)
        served.start()
        yield served


def compare(rows: int = MANY) -> None:
    """Measure with few and with many rows, in turns, so that a busy machine is as busy for both."""
    with ExitStack() as until:
        sizes = FEW, rows
        sites = [until.enter_context(filled(size)) for size in sizes]
        browsers = [until.enter_context(closing(HttpBrowser(served.base))) for served in sites]
        games = [finished_game(browser) for browser in browsers]
        kinds = {
            "first page": ["/scores/"] * 2,
            "page in the middle": [f"/scores/?page={size // 50}" for size in sizes],
            "last page": ["/scores/?page=9999999"] * 2,
            "this month": ["/scores/?period=month"] * 2,
            "today": ["/scores/?period=today"] * 2,
            "one mode, this year": ["/scores/?period=year&mode=online"] * 2,
            "page of a finished game": games,
            "home": ["/"] * 2,
        }
        for what, paths in kinds.items():
            costs = [0.0, 0.0]
            for turn in range(1 + TURNS):
                for number, (served, browser, path) in enumerate(zip(sites, browsers, paths, strict=True)):
                    before = used(served)
                    for _request in range(REQUESTS):
                        assert browser.ask("GET", path).status == 200
                    if turn:  # the first is for what is remembered
                        costs[number] += (used(served) - before) / REQUESTS / TURNS
            ratio = costs[1] / costs[0]
            shown = "".join(f"{cost:>8.2f}" for cost in costs)
            print(f"{what:<30}{shown} ms {ratio:>6.2f}{'' if ratio <= MOST else '   OVER'}", flush=True)
