"""The site in frames of other sites, by docs/embedding.md, in a browser without third-party cookies."""

import contextlib
import re
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Frame, Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import table
from games.tests.site import ROOT, Site
from yahtzee_site.tests.services import Caddy, Nginx, TlsSite, certificate

GUIDE = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
SAME, FOREIGN, STRANGER = "www.example.org", "club.example.net", "evil.example.net"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}


def snippet(chapter: int, language: str) -> str:
    """Return a block of code from a chapter of the guide."""
    text = GUIDE.partition(f"\n## {chapter}. ")[2].partition("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found, f"chapter {chapter} shows no {language}"
    return found[1]


def settings(chapter: int) -> dict[str, str]:
    lines = [line.partition("=") for line in snippet(chapter, "sh").splitlines()]
    return {name: value for name, _, value in lines}


# --- In frames -------------------------------------------------------------------------------------------


class Around:
    """The pages around the frames: each host shows the snippet of one chapter, with the ports of the test."""

    def __init__(self, site: TlsSite) -> None:
        self.pages: dict[str, str] = {}
        around = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host = self.headers["Host"].partition(":")[0]
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                shown = around.pages.get(host + self.path) or around.pages[host]
                page = f'<!doctype html><title>Around</title><link rel="icon" href="data:,">{shown}'
                self.wfile.write(page.encode())

            def log_message(self, *_arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        key, signed = certificate(site.folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(signed, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def address(self, host: str) -> str:
        return f"https://{host}:{self.server.server_port}"


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, Any]]:
    """Two sites, with the settings of chapters 2 and 3, and the pages around them."""
    with contextlib.ExitStack() as stack:
        sites: dict[int, Any] = {}
        for chapter in (2, 3):
            site = TlsSite(tmp_path_factory.mktemp(f"chapter{chapter}"))
            around = Around(site)
            stack.callback(around.stop)
            site.settings |= settings(chapter)
            for name in ("PUBLIC_URL", "EMBED_ORIGINS"):
                site.settings[name] = with_ports(site.settings[name], site, around)
            if chapter == 2:  # and, against the advice, on a foreign site, too
                site.settings["EMBED_ORIGINS"] += f" {around.address(FOREIGN)}"
            page = with_ports(snippet(chapter, "html"), site, around)
            around.pages = dict.fromkeys((SAME, FOREIGN, STRANGER), page)
            site.make_tables()
            stack.enter_context(site)
            sites[chapter] = site, around
        yield sites


def with_ports(text: str, site: TlsSite, around: Around) -> str:
    text = text.replace("//dice.example.org", f"//dice.example.org:{site.port}")
    return re.sub(rf"//({SAME}|{FOREIGN})", rf"//\1:{around.server.server_port}", text)


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, whole_browser_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that can be without third-party cookies, which the small one cannot."""
    whole = browser_type.launch(**whole_browser_launch_args)
    yield whole
    whole.close()


@pytest.fixture
def people(browser: Browser) -> Iterator[Any]:
    """Opens browsers of their own; no error in a console passes."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(**options: Any) -> Page:
        context = browser.new_context(ignore_https_errors=True, **{"locale": "en-GB", **PHONE, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: line.type == "error" and complaints.append(line.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [line for line in complaints if "frame-ancestors" not in line] == []


def frame_of(page: Page) -> Frame:
    """Return the game inside the page."""
    frame = page.locator("iframe[data-dice]").element_handle().content_frame()
    assert frame
    frame.wait_for_load_state()
    return frame


def invite(frame: Frame, name: str) -> str:
    """Begin a game for two, and return the link to send."""
    # By keyboard: a frame that still grows to its height takes a tap to another place.
    frame.locator("a.other").press("Enter")
    frame.locator("#new input[name=rules][value=yacht]").press("Space")
    browser_actions.step(frame, 2)
    frame.locator("#new input[value=online]").press("Space")
    frame.locator("#new select[name=people]").select_option("2")
    browser_actions.step(frame, 3)
    frame.locator("#new input[name=name]").first.fill(name)
    frame.locator("#new button:not([type=button])").last.click()
    return frame.locator(".invite input.link").input_value()


def take_turn(page: Page | Frame) -> None:
    """Roll once, and enter the dice in the first box that is offered."""
    browser_actions.wait_for(page, **{"turn-seat": table(page, "you")}, roll=0)
    browser_actions.roll(page)
    entries = int(table(page, "entries"))
    box = page.locator("#table td[data-state=possible]").first.get_attribute("data-box")
    button = page.locator(f"#table td[data-box={box}] button")
    button.press("Enter")  # by keyboard, as in `invite`
    button.press("Enter")
    browser_actions.wait_for(page, entries=entries + 1)


def height(page: Page) -> float:
    return float(page.evaluate("document.querySelector('iframe[data-dice]').getBoundingClientRect().height"))


def own_tab(page: Page, frame: Frame) -> Page:
    """Leave the frame for a tab of its own, and go on there."""
    frame.wait_for_load_state()
    with page.expect_popup() as opened:
        frame.locator("a.owntab").press("Enter")
    tab = opened.value
    tab.get_by_role("button", name="Continue here").click()
    return tab


def fits(page: Page, frame: Frame) -> bool:
    """Tell whether the frame is as high as what it shows, which does not follow it."""
    needed = frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
    return bool(abs(needed - height(page)) <= 1 and needed < 900 and frame.evaluate("scrollY === 0"))


@pytest.mark.browser
def test_a_whole_game_on_a_foreign_site(framed: dict[int, Any], people: Any) -> None:
    """Create, invite, join elsewhere, three turns each; a reload keeps the seat, a tab takes it along."""
    site, around = framed[3]
    anna, ben = people(), people()
    anna.goto(around.address(FOREIGN))
    frame = frame_of(anna)
    expect(frame.locator("html")).to_have_class(re.compile("embedded"))
    expect(frame.locator("#no-cookies")).to_be_hidden()
    assert frame.evaluate("(() => { try { return typeof localStorage } catch (e) { return e.name } })()") == (
        "SecurityError"
    ), "third-party storage is blocked here"
    link = invite(frame, "Anna")
    assert link.startswith(f"https://dice.example.org:{site.port}/g/")

    ben.goto(link)
    assert ben.url == link
    ben.locator("form[action$=join] input[name=name]").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    browser_actions.wait_for(frame, status="playing")
    for _turn in range(3):
        take_turn(frame)
        take_turn(ben)
    browser_actions.wait_for(frame, entries=6)
    assert fits(anna, frame)
    partitions = {
        cookie.get("partitionKey") for cookie in anna.context.cookies() if "player" in cookie["name"]
    }
    assert partitions == {"https://example.net"}

    anna.reload()
    frame = frame_of(anna)
    frame.locator(".running a").click()
    browser_actions.wait_for(frame, you=0)
    tab = own_tab(anna, frame)
    browser_actions.wait_for(tab, you=0, entries=6)
    assert tab.url == link
    take_turn(tab)
    browser_actions.wait_for(frame, you=0, entries=7)

    tab.context.clear_cookies()
    anna.goto(around.address(FOREIGN))
    frame = frame_of(anna)
    invite(frame, "Anna")
    frame.goto(f"https://dice.example.org:{site.port}/rules/yacht/")
    before = len(anna.context.pages)
    with anna.expect_popup() as opened:
        frame.locator("a.owntab").evaluate("(link) => { link.click(); link.click() }")
    opened.value.get_by_role("button", name="Continue here").click()
    expect(opened.value.locator(".running li")).to_have_count(1)
    assert len(anna.context.pages) == before + 1, "pressed twice: a second link would end the first"

    frame.evaluate("window.open = () => null")
    frame.locator("a.owntab").press("Enter")
    frame.get_by_role("button", name="Create the link").press("Enter")
    expect(frame.get_by_role("link", name="Open it here, in a tab of its own")).to_be_visible()


@pytest.mark.browser
def test_on_a_subdomain_of_the_same_site(framed: dict[int, Any], people: Any) -> None:
    """The frame has the cookies of the site; look and height are what the page around it wants and knows."""
    site, around = framed[2]
    anna = people()
    anna.goto(around.address(SAME))
    frame = frame_of(anna)
    expect(frame.locator("html")).to_have_attribute("data-theme", "night")
    expect(frame.locator(".foot nav")).to_be_hidden()
    expect(frame.locator("#no-cookies")).to_be_hidden()
    anna.wait_for_function("document.querySelector('iframe[data-dice]').style.height !== ''")
    assert height(anna) > 1500
    frame.locator(".solo button").click()
    browser_actions.wait_for(frame, status="playing")
    expect(frame.locator("html")).to_have_attribute("data-theme", "night")
    browser_actions.roll(frame)
    assert fits(anna, frame)
    before = height(anna)
    anna.evaluate("window.postMessage({ type: 'dice:height', height: 5000 }, '*')")
    anna.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert height(anna) == before, "only the frame itself is believed"

    anna.reload()
    frame = frame_of(anna)
    frame.locator(".running a").click()
    browser_actions.wait_for(frame, you=0, roll=1)
    with anna.expect_popup() as opened:
        frame.locator("a.owntab").press("Enter")
    browser_actions.wait_for(opened.value, you=0, roll=1)
    expect(opened.value.locator("a.owntab")).to_be_hidden()
    assert opened.value.url.startswith(f"https://dice.example.org:{site.port}/g/")


@pytest.mark.browser
def test_a_tab_of_its_own_speaks_as_the_frame_does(framed: dict[int, Any], people: Any) -> None:
    """The browser is German, the page around asks for Dutch, somebody chooses English."""
    _site, around = framed[3]
    around.pages[f"{FOREIGN}/dutch"] = around.pages[FOREIGN].replace("lang=en", "lang=nl")
    anna = people(locale="de-DE")
    anna.goto(f"{around.address(FOREIGN)}/dutch")
    frame = frame_of(anna)
    with anna.expect_popup() as opened:
        frame.locator("a.owntab").press("Enter")
    expect(opened.value.locator("html")).to_have_attribute("lang", "nl")
    opened.value.close()

    frame.locator(".menubar summary").nth(2).press("Enter")
    frame.get_by_role("link", name="English").press("Enter")
    expect(frame.locator("html")).to_have_attribute("lang", "en")
    invite(frame, "Anna")
    tab = own_tab(anna, frame)
    browser_actions.wait_for(tab, you=0)
    expect(tab.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 760])
def test_a_frame_as_high_as_its_content(framed: dict[int, Any], people: Any, width: int) -> None:
    """It shrinks again and comes to rest; dialogs open in sight. Without parent.js the dice are in reach."""
    site, around = framed[2]
    anna = people(viewport={"width": width, "height": 844})
    anna.goto(around.address(SAME))
    anna.wait_for_function("document.querySelector('iframe[data-dice]').style.height !== ''")
    for pad, button in (("farkle", "#pad .btn.default"), ("match", ".new-match .btn.default")):
        frame = frame_of(anna)
        frame.goto(f"https://dice.example.org:{site.port}/pads/{pad}/")
        frame.locator(button).last.click()
        frame.wait_for_selector(".hand, .board")
        anna.wait_for_timeout(400)
        rest = height(anna)
        anna.wait_for_timeout(400)
        assert height(anna) == rest < 3600, pad
        if pad == "farkle":
            frame.locator(".judged button").click()
            expect(frame.locator("#dialog")).to_be_in_viewport(ratio=1)
            anna.keyboard.press("Escape")
            browser_actions.until(frame, "!history.state?.dialogs")  # on its way out of the history
    assert frame.evaluate("document.featurePolicy.allowsFeature('screen-wake-lock')")

    frame.goto(f"https://dice.example.org:{site.port}/")
    frame.locator(".solo button").click()
    browser_actions.wait_for(frame, status="playing")
    anna.wait_for_timeout(200)
    assert fits(anna, frame)
    anna.evaluate("document.querySelector('iframe').removeAttribute('style')")
    anna.evaluate("document.querySelector('iframe').height = 600")
    expect(frame.locator("button.roll")).to_be_in_viewport(ratio=1)


@pytest.mark.browser
def test_a_new_page_begins_in_sight(framed: dict[int, Any], people: Any) -> None:
    """What somebody presses far down is answered where they look; nothing else moves the page around."""
    _site, around = framed[3]
    anna = people(viewport={"width": 360, "height": 700})
    around.pages[f"{FOREIGN}/long"] = (
        f"<p>Above{around.pages[FOREIGN]}<p id=below style='height: 2000px; scroll-margin: 300px'>Below"
    )

    def top() -> float:
        return float(anna.evaluate("document.querySelector('iframe').getBoundingClientRect().top"))

    def scrolled(by: str) -> float:
        """Scroll the page around, and return where the frame begins now."""
        anna.evaluate(f"window.scrollTo(0, {by})")
        return top()

    def settled(frame: Frame) -> float:
        anna.wait_for_timeout(400)
        needed = frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
        anna.wait_for_function(f"document.querySelector('iframe').style.height === '{needed}px'")
        return top()

    anna.goto(f"{around.address(FOREIGN)}/long#below")
    frame = frame_of(anna)
    assert settled(frame) < -300, "the first page is not somebody's wish"
    frame.locator(".against button").last.scroll_into_view_if_needed()
    anna.evaluate("window.scrollBy(0, 250)")
    assert top() < -300
    frame.locator(".against button").last.click()
    browser_actions.wait_for(frame, status="playing")
    assert 0 <= settled(frame) < 100

    before = scrolled("300")
    assert before < -200
    frame.evaluate("document.querySelector('main').style.paddingBottom = '400px'")
    assert settled(frame) == before, "the same page, but higher"
    frame.evaluate("document.documentElement.dataset.old = 1; location.reload()")
    frame.wait_for_selector("html:not([data-old]) main")
    assert settled(frame_of(anna)) == before, "the same page again"
    before = scrolled("10")
    assert before > 0
    frame.locator(".apple summary").press("Enter")
    frame.locator(".apple a[href$='/']").last.press("Enter")
    frame.wait_for_selector(".hero")
    assert settled(frame) == before, "in sight already"


@pytest.mark.browser
def test_without_cookies_the_page_says_so_first(framed: dict[int, Any], people: Any) -> None:
    """With the settings for a subdomain a foreign site keeps no cookie: a sentence and the way out."""
    _site, around = framed[2]
    anna = people()
    anna.goto(around.address(FOREIGN))
    frame = frame_of(anna)
    warning = frame.locator("#no-cookies")
    expect(warning).to_be_visible()
    expect(warning).to_contain_text("keeps no cookies in this frame")
    with anna.expect_popup() as opened:
        warning.get_by_role("link").press("Enter")
    opened.value.locator(".solo button").click()
    browser_actions.wait_for(opened.value, you=0)


@pytest.mark.browser
def test_nobody_else_may_frame_it(framed: dict[int, Any], people: Any) -> None:
    _site, around = framed[3]
    anna = people()
    with anna.expect_console_message(lambda line: "frame-ancestors" in line.text):
        anna.goto(around.address(STRANGER))
    assert frame_of(anna).locator("#table, .hero").count() == 0


# --- Below a path ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "sample"), [("nginx", "nginx/sub-path.conf"), ("caddy", "caddy/Caddyfile.sub-path")]
)
def test_the_guide_shows_the_samples(language: str, sample: str) -> None:
    lines = {line.strip() for line in (ROOT / "deploy" / sample).read_text().splitlines()}
    shown = [line.strip() for line in snippet(1, language).splitlines()]
    assert [line for line in shown if line not in lines] == []


@pytest.fixture(params=["nginx", "caddy"])
def below(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Address of a site with the settings of chapter 1, behind a proxy that speaks TLS."""
    site = Site(tmp_path, **settings(1))
    if request.param == "nginx":
        proxy: Nginx | Caddy = Nginx(tmp_path, [site.port], "sub-path.conf", tls=True)
    else:
        proxy = Caddy(tmp_path, site.port)
    base = site.settings["PUBLIC_URL"].replace(SAME, f"{SAME}:{proxy.port}")
    site.settings["PUBLIC_URL"] = base
    site.make_tables()
    with site, proxy:
        yield base


@pytest.mark.services
def test_below_a_path(below: str, people: Any) -> None:
    """A game from the start page on: links, styles, scripts, sockets, reload and invitation."""
    anna, ben = people(), people()
    anna.goto(below)
    assert anna.url == f"{below}/"
    link = invite(anna.main_frame, "Anna")
    assert link.startswith(f"{below}/g/")
    ben.goto(link)
    ben.locator("form[action$=join] input[name=name]").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    browser_actions.wait_for(anna, status="playing")
    for page in (anna, ben):
        browser_actions.connected(page)
        take_turn(page)
    anna.reload()
    take_turn(anna)
    browser_actions.wait_for(ben, entries=3)
    kept = [cookie for cookie in anna.context.cookies() if cookie["name"].startswith("yahtzee_")]
    assert {(cookie["path"], cookie["secure"]) for cookie in kept} == {("/spiele/yahtzee/", True)}
