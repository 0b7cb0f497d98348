"""The same games of two on this site and on boardgame.io with its file store, by turns, and their ratios.

What is compared, and what differs: boardgame_io/README.md. Only ratios of one run mean anything.
"""

import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from pathlib import Path

from games.tests.site import Server, site
from script._bench import online
from script._bench.figures import Moves, cpu_ms, memory_mb, show

AT_ONCE = 4
WORSE = 1.1
"""How much more CPU time than reached a move may cost, against the peer."""
REACHED = Path(__file__).with_name("reached.json")
PEER = "boardgame.io"


class BoardgameIo(Server):
    """The server of boardgame.io, which stores matches in files in its folder."""

    name = "boardgame-io"
    source = Path(os.environ.get("BOARDGAME_IO", "."))
    """Where script/bench has put its scripts and packages."""

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "NODE_ENV": "production"}

    def command(self) -> list[str]:
        return ["node", "server.js", str(self.port), str(self.folder / "matches")]

    def play(self, games: int) -> Moves:
        """Play so many games with its own client, in a process of its own."""
        assert self.process
        cpu = cpu_ms(self.process.pid)
        command = ["node", "drive.js", str(self.port), str(games), str(AT_ONCE)]
        done = subprocess.run(
            command, cwd=self.source, env=self.environment(), capture_output=True, text=True, timeout=600
        )
        if done.returncode:
            raise RuntimeError(f"the games on {PEER} failed:\n{done.stderr}{self.log.read_text()[-3000:]}")
        found = json.loads(done.stdout)
        cpu = cpu_ms(self.process.pid) - cpu
        return Moves(len(found["waits"]), found["seconds"], cpu, found["waits"])


def compare(games: int = 8, rounds: int = 3) -> None:
    """Play rounds of so many games on each, one after the other, and print the medians of the rounds."""
    with (
        tempfile.TemporaryDirectory() as data,
        BoardgameIo(Path(data)) as peer,
        site(Path(data), manifest=True, LOG_LEVEL="INFO", OPENBLAS_NUM_THREADS="1") as ours,
        ours,
    ):
        assert peer.process and ours.process
        pid = ours.process.pid
        players: dict[str, Callable[[int], Moves]] = {PEER: peer.play}
        for rules in online.NAMES:
            players[rules] = partial(_play, ours.base, pid, rules)
        for player in players.values():
            player(2)  # compiles and fills what is remembered
        found = [{name: player(games) for name, player in players.items()} for _round in range(rounds)]
        print(f"\nMedians of {rounds} x {games} games, {AT_ONCE} at once")
        _table(found)
        print(f"memory in the end: {PEER} {memory_mb(peer.process.pid):.0f} MB, ours {memory_mb(pid):.0f} MB")
    _ratios(found)


def _play(base: str, pid: int, rules: str, games: int) -> Moves:
    return online.play(base, pid, rules=rules, games=games, at_once=AT_ONCE)


FIGURES: dict[str, Callable[[Moves], float]] = {
    "moves/s": attrgetter("per_second"),
    "CPU ms/move": attrgetter("cpu_per_move"),
    "p50 ms": attrgetter("p50"),
    "p95 ms": attrgetter("p95"),
}


def _table(found: list[dict[str, Moves]]) -> None:
    print(f"{'':<16}" + "".join(f"{title:>13}" for title in FIGURES))
    for name in found[0]:
        medians = [statistics.median(figure(one[name]) for one in found) for figure in FIGURES.values()]
        title = online.NAMES.get(name, name)
        print(f"{title:<16}" + "".join(f"{value:>13.2f}" for value in medians))


def _ratios(found: list[dict[str, Moves]]) -> None:
    print(f"\nOurs / {PEER}, the median of the ratios of a round")
    reached = json.loads(REACHED.read_text())["cpu_per_move_to_boardgame_io"]
    for rules, name in online.NAMES.items():
        for title, figure in FIGURES.items():
            ratio = statistics.median(figure(one[rules]) / figure(one[PEER]) for one in found)
            budget = round(WORSE * reached[rules], 2) if title.startswith("CPU") else None
            show(f"{name}: {title.partition(' ms')[0]}", ratio, "x", budget, digits=2)
