"""Pads and rules without a network: servers that are killed, a browser that is closed and opened again."""

import contextlib
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, Request, expect

from games.lobby import offline
from games.tests.prepared import copy_static_files
from games.tests.site import ROOT, Site

pytestmark = pytest.mark.browser

PREFIX = "/spiele/yahtzee"
PATIENCE_MS = 60000
PAGES = offline.pages()
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return found;
}"""
PART = """async ([address, part]) => {
  const answer = await fetch(address, part ? { headers: { Range: part } } : {});
  const size = (await answer.arrayBuffer()).byteLength;
  return [answer.status, size, answer.headers.get("Content-Range")];
}"""
GONE = """async () => {
  const left = () => navigator.serviceWorker.getRegistrations();
  await (await left())[0]?.update();
  for (let i = 0; i < 100 && (await left()).length; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (await left()).length;
}"""
NEW_RELEASE = """async (known) => {
  const registration = await navigator.serviceWorker.ready;
  for (let i = 0; i < 100; i += 1) {
    const { installing, waiting, active } = await registration.update();
    const name = (await caches.keys()).at(-1);
    if (!known.includes(name) && !installing && !waiting && active.state === "activated") return name;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("no new release");
}"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the templates and static files, to be changed like a new release."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("yahtzee_site", "static", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    for name in ("games", "scores"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "manage.py", folder)
    return folder


@pytest.fixture(scope="module")
def data(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    site = site_of(source, folder)
    site.make_tables()
    copy_static_files(folder)
    return folder


def site_of(source: Path, data: Path, **settings: str) -> Site:
    site = Site(data, STATIC_MANIFEST="1", **settings)
    site.source = source
    return site


def publish(site: Site) -> None:
    """Mark a page, a stylesheet and a script, and gather the static files again."""
    for name, text in (
        ("templates/lobby/offline.html", "{% block body_class %}new-release{% endblock %}"),
        ("static/css/site.css", "h1 { outline: 1px solid; }"),
        ("static/js/site/menu.js", "document.documentElement.dataset.newRelease = 1;"),
    ):
        written = (ROOT / name).read_text(encoding="utf-8")
        (site.source / name).write_text(f"{written}\n{text}\n", encoding="utf-8")
    site.manage("collectstatic", "--noinput", "--verbosity", "0", "--ignore", "admin")


class Visitor:
    """A browser with a profile of its own, which can be closed and opened again."""

    def __init__(self, kind: BrowserType, arguments: dict[str, Any], profile: Path, base: str) -> None:
        self.kind, self.arguments, self.profile, self.base = kind, arguments, profile, base
        self.open()

    def open(self) -> None:
        self.context: BrowserContext = self.kind.launch_persistent_context(
            self.profile, locale="en-GB", base_url=self.base, **self.arguments
        )
        self.page: Page = self.context.pages[0]
        self.errors: list[str] = []
        self.missed: list[str] = []
        self.page.on("requestfailed", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # left before it was there
            self.missed.append(request.url)

    def close(self) -> None:
        self.context.close()
        assert self.errors == []

    def go(self, path: str, heading: str = "") -> None:
        """Open a page of the site."""
        answer = self.page.goto(self.base + path)
        assert answer is not None and answer.status == 200
        if heading:
            expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)

    def wait_for_release(self, *known: str) -> str:
        """Return the name of a new release, once it is stored completely."""
        return str(self.page.evaluate(NEW_RELEASE, known))

    def kept(self) -> dict[str, list[str]]:
        """Return the stored addresses by release, the latest last."""
        return dict(self.page.evaluate(KEPT))


class _BadGateway(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(502)

    do_HEAD = do_GET

    def log_message(self, *_what: object) -> None:
        """Keep standard error clean."""


@contextlib.contextmanager
def proxy_without_a_site(port: int) -> Iterator[None]:
    """Answer 502 to everything, as a proxy does while the site behind it is away."""
    with ThreadingHTTPServer(("127.0.0.1", port), _BadGateway) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield
        server.shutdown()
        thread.join()


Opener = Callable[[Site], Visitor]


@pytest.fixture
def visit(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> Iterator[Opener]:
    """Opens a browser for a site: ``visit(site)``. No error of a script passes."""
    visitors: list[Visitor] = []

    def open_browser(site: Site) -> Visitor:
        visitors.append(Visitor(browser_type, browser_type_launch_args, tmp_path / "profile", site.base))
        return visitors[-1]

    yield open_browser
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def below(source: Path, data: Path) -> Iterator[Site]:
    """The site below a path of its host."""
    site = site_of(source, data, SITE_ROOT=PREFIX)
    site.start()
    yield site
    site.stop()


def test_static_pages_work_without_a_server(below: Site, visit: Opener) -> None:
    site, visitor = below, visit(below)
    page, missed = visitor.page, visitor.missed
    visitor.go("/")
    name = visitor.wait_for_release()
    kept = visitor.kept()[name]
    assert name.startswith(f"yahtzee:{PREFIX}/:en:")
    pages = {path.removeprefix(PREFIX) for path in kept if not path.startswith(f"{PREFIX}/static/")}
    assert pages == {*PAGES, "/manifest.webmanifest"}

    page.get_by_role("button", name="Solo", exact=True).click()
    expect(page.locator("#table")).to_be_visible()
    game = page.url.removeprefix(site.base)
    page.wait_for_load_state("networkidle")  # some of its scripts come after everything else
    assert visitor.kept() == {name: kept}  # nothing of it
    site.kill()

    missed.clear()
    for path in PAGES:
        visitor.go(path)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.locator(".menubar summary", has_text="Options").click()
        expect(page.get_by_label("Sound")).to_be_visible()
    visitor.go("/pads/", "Pads for real dice")
    page.get_by_role("link", name="Match counter").click()
    page.get_by_role("button", name="Start counting").click()
    for games in ("1", "2", "3"):
        page.locator(".half").first.click()
        expect(page.locator(".half .number").first).to_have_text(games)
    expect(page.locator("canvas.confetti")).to_be_attached()
    sound = next(path for path in kept if path.endswith(".mp3"))
    whole = page.evaluate(PART, [sound, ""])[1]
    for part, answer in (
        ("bytes=0-", [206, whole, f"bytes 0-{whole - 1}/{whole}"]),
        ("bytes=10-19", [206, 10, f"bytes 10-19/{whole}"]),
        (f"bytes={whole}-", [416, 0, f"bytes */{whole}"]),
    ):
        assert page.evaluate(PART, [sound, part]) == answer
    for path in (game, "/", "/scores/", "/pads/nothing/"):
        visitor.go(path, "No connection")
        assert page.url == site.base + path
    assert not [url for url in missed if "/static/" in url or url.endswith("webmanifest")]

    visitor.close()
    visitor.open()
    page = visitor.page
    visitor.go("/pads/match/")
    expect(page.locator(".half .number").first).to_have_text("3")
    visitor.go(game, "No connection")
    assert visitor.kept() == {name: kept}

    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    with proxy_without_a_site(site.port):
        visitor.go(game, "No connection")
        page.wait_for_timeout(3000)  # it asks at least once
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    site.start()
    # By itself, although the browser was online all the time; no later than half a minute afterwards.
    expect(page.locator("#table")).to_be_visible(timeout=PATIENCE_MS)
    visitor.context.set_offline(True)
    visitor.go(game, "No connection")
    visitor.context.set_offline(False)  # not every Chromium tells this page
    expect(page.locator("#table")).to_be_visible(timeout=PATIENCE_MS)
    site.send(signal.SIGSTOP)  # there, but without an answer
    visitor.go("/rules/yacht/", "Rules of Yacht")
    site.send(signal.SIGCONT)

    names = [name]
    for language in ("nl", "nb"):  # not what the browser asks for
        visitor.go(f"/pads/?lang={language}")
        names.append(visitor.wait_for_release(*names))
    assert list(visitor.kept()) == names[1:]  # the one before stays, for pages that are still open
    site.kill()
    visitor.go("/rules/yacht/")
    expect(page.locator("html")).to_have_attribute("lang", "nb")


def test_a_new_release_comes_whole(source: Path, data: Path, visit: Opener) -> None:
    """Page, styles and scripts are of one release, with the server and, as soon as it is kept, without it."""
    site = site_of(source, data)
    visitor = visit(site)

    def look(release: int) -> None:
        visitor.go("/offline/", "No connection")
        page = visitor.page
        expect(page.locator("h1")).to_have_css("outline-style", "solid" if release else "none")
        expect(page.locator("body.new-release")).to_have_count(release)
        expect(page.locator("html[data-new-release]")).to_have_count(release)

    names: list[str] = []
    for release in range(2):
        if release:
            publish(site)
        with site:
            visitor.context.request.get(f"{site.base}/offline/")  # its first answer takes a moment
            look(release)
            names.append(visitor.wait_for_release(*names))
        look(release)
        assert list(visitor.kept()) == names

    site.settings["STATIC_MANIFEST"] = "0"
    with site:
        visitor.go("/offline/", "No connection")
        assert visitor.page.evaluate(GONE) == 0
        assert visitor.kept() == {}
