"""script/soak: many players for a while, then players on a server that is killed again and again.

Everything stays on this machine, on free ports and in a temporary folder. Ends with 1 when something was
lost, a server error was seen or memory grew.
"""

import argparse
import contextlib
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

from games.tests.site import Site, wait_for
from yahtzee_site.tests.load import Crowd, Journal

WARM_UP = 0.2  # of the time; then every cache has been filled
MEMORY_GROWTH = 0.10
PRUNE_SECONDS = 30


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS")


def integrity(folder: Path) -> str:
    """Return what SQLite says about the file."""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        return str(database.execute("PRAGMA integrity_check").fetchone()[0])


def new_site() -> Site:
    """Return a site with an empty SQLite database in a folder of its own."""
    site = Site(Path(tempfile.mkdtemp(prefix="yahtzee-soak-", dir=os.environ.get("TMPDIR"))))
    site.make_tables()
    return site


def wait_until_warm(pid: int) -> None:
    """Wait until the server has read the computers' tables: its memory keeps still for two seconds."""
    sizes = [0.0]
    for _ in range(120):
        sizes.append(memory_mb(pid))
        if len(sizes) > 5 and max(sizes[-5:]) - min(sizes[-5:]) < 0.5:
            return
        time.sleep(0.5)


def soak(*, seconds: float, players: int, pause: float) -> list[str]:
    """Let many people play; returns what was not as it should be."""
    site = new_site()
    samples: list[float] = []
    with site, contextlib.ExitStack() as stack:
        assert site.process
        wait_until_warm(site.process.pid)
        crowd = stack.enter_context(Crowd(site.base, players=players, pause=pause))
        started = time.monotonic()
        pruned = started
        while (passed := time.monotonic() - started) < seconds:
            time.sleep(min(5.0, seconds / 20))
            if passed >= WARM_UP * seconds:
                samples.append(memory_mb(site.process.pid))
            if time.monotonic() - pruned > PRUNE_SECONDS:
                site.manage("prune_games", "--verbosity", "0")
                pruned = time.monotonic()
    journal = crowd.journal
    edge = max(1, len(samples) // 10)
    first, last = sum(samples[:edge]) / edge, sum(samples[-edge:]) / edge
    with site:
        checked = crowd.check()
    sound = integrity(site.folder)
    print(
        f"{players} players, {seconds:.0f} s: {journal.moves} moves ({journal.moves / seconds:.0f}/s), "
        f"{sum(journal.statuses.values())} requests, {journal.sockets} sockets opened, "
        f"{journal.games} games finished, {checked} games checked\n"
        f"  memory after warm-up {first:.1f} MB, at the end {last:.1f} MB "
        f"({100 * (last / first - 1):+.1f} %), {answers(journal)}, integrity_check {sound}",
        flush=True,
    )
    faults = common_faults(journal, sound)
    if journal.server_errors:
        faults.append(f"{journal.server_errors} server errors")
    if last > first * (1 + MEMORY_GROWTH):
        faults.append(f"memory grew from {first:.1f} to {last:.1f} MB")
    return faults


def kills(*, number: int, players: int, rng: Random) -> list[str]:
    """Let people play on a server that is killed (-9) at random moments; returns what was lost."""
    site = new_site()
    started = time.monotonic()
    with site:
        with Crowd(site.base, players=players, pause=0.05) as crowd:
            journal = crowd.journal
            wait_for("the first moves", lambda: journal.moves > players, 60)
            for _ in range(number):
                time.sleep(rng.uniform(0.0, 1.5))
                site.kill()
                site.start()
            moves = journal.moves
            wait_for("more moves", lambda: journal.moves > moves + players or bool(journal.faults), 60)
        checked = crowd.check()
    sound = integrity(site.folder)
    cut = sum(journal.failures.values())
    print(
        f"{number} kills under {players} players, {time.monotonic() - started:.0f} s: {journal.moves} moves "
        f"acknowledged, {cut} requests cut, {checked} games checked, nothing acknowledged is missing; "
        f"{answers(journal)}, integrity_check {sound}",
        flush=True,
    )
    return common_faults(journal, sound)


def answers(journal: Journal) -> str:
    """Return how often which status was answered."""
    return ", ".join(f"{count}× {status}" for status, count in sorted(journal.statuses.items()))


def common_faults(journal: Journal, sound: str) -> list[str]:
    """Return what must not be in either part."""
    faults = list(journal.faults)
    if sound != "ok":
        faults.append(f"integrity_check: {sound}")
    return faults


def main() -> int:
    """Run both parts."""
    parser = argparse.ArgumentParser(prog="script/soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long the players play (0: not at all)")
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds a player thinks")
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed (0: never)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults: list[str] = []
    if options.minutes:
        faults += soak(seconds=60 * options.minutes, players=options.players, pause=options.pause)
    if options.kills:
        faults += kills(number=options.kills, players=8, rng=Random(options.seed))
    for fault in faults:
        print(f"fault: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
