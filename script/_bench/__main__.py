"""Measures bytes, requests, queries, times and CPU time against their budgets, for script/bench."""

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from games.tests import contract_player
from games.tests.contract_page import HttpBrowser
from games.tests.site import Site, site
from script._bench import online, pages, peers, scores, times, weight
from script._bench.figures import show

USAGE = """Usage: script/bench [PART...]                parts: {parts}
       script/bench play GAMES [SEED [URL]]
       script/bench peers [GAMES [ROUNDS]]
       script/bench scores [ROWS]"""


def start_up(served: Site) -> None:
    print("\nThe server")
    served.stop()
    started = time.monotonic()
    served.start()
    with closing(HttpBrowser(served.base)) as browser:
        assert browser.ask("GET", "/").status == 200
    show("from its start to its first answer", time.monotonic() - started, "s", 3)


PARTS: dict[str, Callable[[Site], None]] = {
    "start": start_up,
    "weight": weight.measure,
    "times": times.measure_times,
    "computer": times.measure_computer,
    "rates": times.measure_rates,
    "online": online.measure,
    "pages": pages.measure,
}
BY_THE_LOG = {"times", "computer"}
"""Parts that read the server's log, where every request must be: polls without news are on level DEBUG."""


def measure(parts: list[str]) -> None:
    """Measure some parts, each level of the log on a server of its own."""
    for level in ("DEBUG", "INFO"):
        chosen = [part for part in parts if (part in BY_THE_LOG) == (level == "DEBUG")]
        if not chosen:
            continue
        with tempfile.TemporaryDirectory() as data, site(Path(data), manifest=True) as served:
            served.settings |= {"LOG_LEVEL": level, "OPENBLAS_NUM_THREADS": "1"}
            served.start()
            for part in chosen:
                PARTS[part](served)


def play(games: str, seed: str = "1", base: str = "") -> int:
    """Run the contract player, on a new server unless an address is given."""
    if base:
        sys.argv = ["play", base, "--games", games, "--seed", seed]
        return contract_player.main()
    with tempfile.TemporaryDirectory() as data, site(Path(data)) as served:
        served.start()
        return play(games, seed, served.base)


def main(*arguments: str) -> int:
    """Measure everything or some parts, compare with peers, or run the contract player."""
    started = time.monotonic()
    if arguments[:1] == ("play",):
        return play(*arguments[1:])
    if arguments[:1] == ("peers",):
        peers.compare(*map(int, arguments[1:]))
    elif arguments[:1] == ("scores",):
        scores.compare(*map(int, arguments[1:]))
    elif set(arguments) <= set(PARTS):
        measure(list(arguments) or list(PARTS))
    else:
        sys.exit(USAGE.format(parts=" ".join(PARTS)))
    print(f"\nMeasured in {time.monotonic() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
