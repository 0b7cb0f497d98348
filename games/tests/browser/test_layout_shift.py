"""No layout shift while a page loads slowly, on a phone or a desktop."""

import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import DESKTOP, MOVING, PHONE
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_WATCH = """
window.moved = [];
const told = ({ node }) => node?.id || node?.className || node?.nodeName || "";
new PerformanceObserver((list) => list.getEntries().forEach((entry) =>
  window.moved.push(`${entry.value.toFixed(4)}: ${entry.sources.map(told).join(", ")}`)))
  .observe({ type: "layout-shift", buffered: true });
"""
PAGES = ["/", "/scores/", "/rules/yacht/", "/pads/", "/pads/triple_yahtzee/", "/pads/farkle/", "/pads/match/"]
PIECES = 11
LINES_OF_FOOTER = 4  # before the last piece
PAUSE = 0.04


def pieces(page: bytes) -> Iterator[bytes]:
    """Cut a page between its lines, last amid its footer. (A sentence in two may break its lines anew.)"""
    lines = page.splitlines(keepends=True)
    footer = (number for number, line in enumerate(lines) if b"<footer" in line)
    last = next(footer, len(lines)) + LINES_OF_FOOTER
    size = -(-last // PIECES)
    yield from (b"".join(lines[start : min(start + size, last)]) for start in range(0, last, size))
    yield b"".join(lines[last:])


class Drip(BaseHTTPRequestHandler):
    """A proxy that passes requests on to the site and returns its pages in pieces."""

    site: str

    def do_GET(self) -> None:
        headers = {name: self.headers[name] for name in ("Cookie", "Accept-Language") if self.headers[name]}
        with urllib.request.urlopen(urllib.request.Request(self.site + self.path, headers=headers)) as answer:
            body, kind = answer.read(), answer.headers["Content-Type"]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for piece in pieces(body) if kind.startswith("text/html") else [body]:
            self.wfile.write(piece)
            time.sleep(PAUSE)

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


@pytest.fixture
def drip(server: str) -> Iterator[str]:
    """Address of the site behind a slow connection."""
    handler = type("DripOfThisSite", (Drip,), {"site": server})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as slow:
        thread = threading.Thread(target=slow.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{slow.server_port}"
        slow.shutdown()
        thread.join(timeout=10)


@pytest.mark.parametrize("device_of", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_moves(device: Opener, drip: str, device_of: dict[str, Any]) -> None:
    page: Page = device(**device_of, **MOVING, expect_errors=True)  # sockets do not come through
    page.add_init_script(_WATCH)
    paths = [*PAGES]
    for begin in (browser_actions.start_alone, lambda page: browser_actions.start_local(page, "Anna", "Ben")):
        begin(page)
        browser_actions.roll(page)
        paths.append(page.url.removeprefix(page.url[: page.url.index("/g/")]))
    browser_actions.play_on(browser_actions.table(page, "code"), until=78)
    moved = {}
    for path in paths:
        page.goto(drip + path)
        moved[path] = page.evaluate("new Promise((done) => setTimeout(() => done(window.moved), 300))")
    assert {path: shifts for path, shifts in moved.items() if shifts} == {}
