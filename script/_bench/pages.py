"""What one request costs the server, for each kind of page: milliseconds of CPU time."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import NamedTuple

from games.tests.contract_page import HttpBrowser
from games.tests.site import Site
from script._bench.figures import cpu_ms, show

REQUESTS = 300
"""Of each kind: the clock of a process goes in steps of ten milliseconds."""


class Kind(NamedTuple):
    """A kind of request: what is asked for, by whom, and what it may cost."""

    name: str
    browser: HttpBrowser
    path: str
    budget: float | None = None
    status: int = 200
    forgets: bool = False
    """Each request comes without a cookie."""


@contextmanager
def kinds(base: str) -> Iterator[list[Kind]]:
    """Yield all kinds of pages, once there is what they need; their browsers end with the block."""
    with ExitStack() as until:
        yield list(_kinds(base, until))


def _kinds(base: str, until: ExitStack) -> Iterator[Kind]:
    def browser(**headers: str) -> HttpBrowser:
        found = HttpBrowser(base, headers={"Accept-Encoding": "gzip", **headers})
        return until.enter_context(closing(found))

    stranger, anna, ben = browser(), browser(), browser()
    anna.ask("GET", "/")
    form = {"rules": "yahtzee", "mode": "online", "players": 2, "name": "Anna"}
    path = anna.ask("POST", "/games", form).target
    ben.ask("GET", path)
    assert ben.ask("POST", f"{path}join", {"name": "Ben"}, htmx=True).status == 200
    version = anna.ask("GET", path).page.version
    yield Kind("home, a new visitor", stranger, "/", 4, forgets=True)
    yield Kind("home, somebody with a running game", anna, "/", 4)
    yield Kind("page of a game", anna, path)
    yield Kind("table of a game", anna, f"{path}table?since=0")
    yield Kind("poll without news", anna, f"{path}table?since={version}", status=204, budget=1.1)
    rules = "/rules/triple_yahtzee/"
    yield Kind("rules", stranger, rules, 1)
    tag = stranger.ask("GET", rules).headers["etag"]
    yield Kind("rules, unchanged", browser(**{"If-None-Match": tag}), rules, 1, status=304)
    yield Kind("list of pads", stranger, "/pads/", 1)
    yield Kind("pad", stranger, "/pads/triple_yahtzee/", 1)
    yield Kind("offline page", stranger, "/offline/", 1)
    yield Kind("high scores", anna, "/scores/", 4)
    yield Kind("/healthz", stranger, "/healthz")


def cost(kind: Kind, pid: int, requests: int = REQUESTS) -> float:
    """Return the milliseconds of CPU time per request, after a few that fill what is remembered."""
    for _warming_up in range(3):
        _ask(kind)
    before = cpu_ms(pid)
    for _request in range(requests):
        _ask(kind)
    return (cpu_ms(pid) - before) / requests


def _ask(kind: Kind) -> None:
    if kind.forgets:
        kind.browser.cookies.clear()
    status = kind.browser.ask("GET", kind.path).status
    assert status == kind.status, (kind.name, status)


def measure(served: Site) -> None:
    print(f"\nServer CPU per request, {REQUESTS} of each kind one after the other")
    assert served.process
    with kinds(served.base) as found:
        for kind in found:
            show(kind.name, cost(kind, served.process.pid), "ms", kind.budget, digits=2)
