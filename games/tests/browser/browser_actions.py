"""Actions of browser tests on the page of a game: open, start, join, roll, enter. Real clicks only."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Frame,
    JSHandle,
    Locator,
    Page,
    Request,
    WebSocketRoute,
    expect,
)

from games.models import Game
from games.rules import Roll, Score, format_move
from games.session import play
from games.session.seats import SeatedGame
from games.tests import players

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""For tests of what moves. Others ask for reduced motion: tumbling dice are half of a browser's work."""
SOCKETS = re.compile(r"/ws/g/")
# Long enough for a busy machine; waiting ends as soon as the condition is met.
PATIENCE_MS = 20000

expect.set_options(timeout=PATIENCE_MS)

# Everything the live region has announced since the page was loaded, one item per line.
_LISTEN = """
window.said = [];
document.addEventListener("DOMContentLoaded", () => {
  const live = document.getElementById("live");
  if (!live) return;
  new MutationObserver(() => live.textContent && window.said.push(live.textContent))
    .observe(live, { childList: true, characterData: true, subtree: true });
});
"""

# The question whether sound is wanted has been asked before.
_ASKED = """
try {
  localStorage["yahtzee.options"] ??= JSON.stringify({ asked: true });
} catch { /* nothing can be stored */ }
"""


@dataclass
class Device:
    """One browser with its own cookies."""

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)


def open_device(browser: Browser, base: str, **options: Any) -> Device:
    """Open a browser set to English that records every error its page logs.

    It has no service worker, which would store fifteen pages for each test; `test_offline.py` is about it.
    """
    expected = options.pop("expect_errors", False)
    asked = options.pop("asked", True)
    common = {**DESKTOP, "base_url": base, "locale": "en-GB", "service_workers": "block"}
    common["reduced_motion"] = "reduce"
    context = browser.new_context(**{**common, **options})
    context.add_init_script(_LISTEN)
    if asked:
        context.add_init_script(_ASKED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    device = Device(context, page)
    # With scripts disabled Chromium refuses modulepreload and logs "csp".
    harmless = {"net::ERR_ABORTED", "" if options.get("java_script_enabled", True) else "csp"}
    if not expected:
        page.on("console", lambda line: _note(device, line.type, line.text))
        page.on("requestfailed", lambda request: _note_failed(device, request, harmless))
    page.on("pageerror", lambda error: device.complaints.append(f"error: {error}"))
    return device


def _note(device: Device, kind: str, text: str) -> None:
    # A refused command answers 409: the browser logs it, the player reads a sentence.
    if kind in {"error", "warning"} and "409 (Conflict)" not in text:
        device.complaints.append(f"{kind}: {text}")


def _note_failed(device: Device, request: Request, harmless: set[str]) -> None:
    if request.failure not in harmless:
        device.complaints.append(f"failed: {request.url} {request.failure}")


def block_sockets(page: Page) -> None:
    """Close every socket of this page immediately."""
    page.route_web_socket(SOCKETS, lambda socket: socket.close())


@dataclass
class Line:
    """The sockets of one page, controlled by the test."""

    open: list[WebSocketRoute] = field(default_factory=list)
    deaf: bool = False
    greets_only: bool = False
    pushes: bool = True

    def cut(self) -> None:
        for socket in self.open:
            socket.close(code=3000)
        self.open.clear()


def tap_line(page: Page) -> Line:
    """Route this page's sockets through the test: ``cut`` disconnects them, ``deaf`` drops their messages.

    With ``greets_only`` the first message of each passes. Without ``pushes`` they say that no moves arrive.
    """
    line = Line()

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        line.open.append(socket)
        greeted = False

        def hear(text: str | bytes) -> None:
            nonlocal greeted
            if line.deaf or (line.greets_only and greeted):
                return
            greeted = True
            news = json.loads(text)
            if "pushes" in news:
                news["pushes"] = news["pushes"] and line.pushes
            socket.send(json.dumps(news))

        server.on_message(hear)

    page.route_web_socket(SOCKETS, route)
    return line


# --- the table -------------------------------------------------------------------------------------


def send(page: Page, path: str, **fields: Any) -> APIResponse:
    """Send a form without its page, whose look costs ten times as much as its answer."""
    browser = page.context
    cookies = {one["name"]: one["value"] for one in browser.cookies()}
    if settings.CSRF_COOKIE_NAME not in cookies:
        browser.request.get("/")
        cookies = {one["name"]: one["value"] for one in browser.cookies()}
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-CSRFToken": cookies[settings.CSRF_COOKIE_NAME],
    }
    return browser.request.post(path, data=urlencode(fields, doseq=True), headers=headers, max_redirects=0)


def make_game(page: Page, rules: str = "triple_yahtzee", **fields: Any) -> str:
    """Make a game as the form for another game does, and return its address."""
    answer = send(page, "/games", rules=rules, **fields)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def begin(page: Page, rules: str = "yacht", *, entries: int = 0, **fields: Any) -> str:
    """Make a game alone or as the fields say, play on until so many entries, go there; return its code."""
    game = make_game(page, rules, **{"mode": "solo", **fields})
    code = game.split("/")[-2]
    if entries:
        play_on(code, until=entries)
    page.goto(game)
    wait_for(page, status=Game.objects.get(code=code).status)
    return code


def start_alone(page: Page) -> None:
    begin(page, "triple_yahtzee")


def step(page: Page | Frame, number: int) -> None:
    """Go to a step of the form for another game, where the steps come one after the other."""
    page.wait_for_load_state()  # without its styles it has no steps
    tab = page.locator("#new .steps label").nth(number - 1)
    if tab.is_visible():
        tab.click()


def start_local(page: Page, *names: str) -> None:
    begin(page, "triple_yahtzee", mode="local", people=len(names), name=names)


def start_game(page: Page, game: str, *, bots: int = 0, coach: bool = False) -> None:
    """Begin a game and roll; a game with computers is stopped after the first of them has rolled."""
    page.route("**/bot", lambda _route: None)
    helped = {"coach": "on"} if coach else {}
    begin(page, game, bot=["hard"] * bots, **helped)
    roll(page)
    if bots:
        moves = [
            rolled(0, (1, 2, 2, 4, 6)),
            scored(0, "chance", 1),
            rolled(1, (4, 1, 4, 5, 4)),
        ]
        Game.objects.filter(code=table(page, "code")).update(moves=moves, version=100)
        page.reload()
        wait_for(page, version=100)


def invite(page: Page, name: str = "Anna", people: int = 2) -> None:
    begin(page, "triple_yahtzee", mode="online", people=people, name=name)


def join(page: Page, url: str, name: str = "Ben") -> None:
    page.goto(url)
    page.locator("form[action$=join] input[name=name]").fill(name)
    page.get_by_role("button", name="Join").click()


def sit_down(anna: Page, ben: Page) -> None:
    """Anna invites, Ben joins; the game has started and it is Anna's turn."""
    game = make_game(anna, mode="online", people=2, name="Anna")
    answer = send(ben, f"{game}join", name="Ben")
    assert answer.status == 303, answer.text()
    for page in (anna, ben):
        page.goto(game)
        wait_for(page, status="playing")


def table(page: Page | Frame, name: str) -> str:
    """Return one of the table's data attributes."""
    return page.locator("#table").get_attribute(f"data-{name}") or ""


def wait_for(page: Page | Frame, **wanted: object) -> None:
    """Wait until the table has these data attributes and the scripts of its page have loaded."""
    page.wait_for_selector("#table" + "".join(f'[data-{key}="{value}"]' for key, value in wanted.items()))
    page.wait_for_load_state("domcontentloaded")


def until(page: Page | Frame, condition: str) -> None:
    """Wait until this script returns true. (wait_for_function needs eval, forbidden by the CSP.)"""
    page.evaluate(
        f"""new Promise((done, fail) => {{
          const end = performance.now() + {PATIENCE_MS};
          const late = () => performance.now() > end;
          const look = () => ({condition}) ? done() : late() ? fail("never") : setTimeout(look, 20);
          look();
        }})"""
    )


def module(page: Page, name: str) -> JSHandle:
    """Return a script of the page that it names for loading early, such as site/options."""
    return page.evaluate_handle(
        "name => import(document.querySelector(`link[rel=modulepreload][href*='js/${name}.']`).href)", name
    )


def choose(page: Page, **options: object) -> None:
    """Set an option of the menu Options without opening it."""
    module(page, "site/options").evaluate(
        "(module, chosen) => { for (const each of Object.entries(chosen)) module.set(...each); }", options
    )


def has_loaded(name: str) -> str:
    """Return a condition: whether a script that is loaded later, such as table/sound, has arrived."""
    return f"performance.getEntriesByType('resource').some((one) => one.name.includes('js/{name}.'))"


def connected(page: Page) -> None:
    """Wait until the socket of a table has received a message."""
    until(page, has_loaded("table/socket"))
    page.evaluate(
        """async () => {
          const files = performance.getEntriesByType("resource").map((one) => one.name);
          window.socket = await import(files.find((name) => name.includes("js/table/socket.")));
        }"""
    )
    until(page, "window.socket.live()")


def roll(page: Page | Frame) -> None:
    page.wait_for_selector("button.roll:enabled")  # the turn may not have come here yet
    number = int(table(page, "roll")) + 1
    page.locator("button.roll").click()
    wait_for(page, roll=number)


def boxes(page: Page) -> Locator:
    """Return the boxes that can be chosen now."""
    return page.locator("#table td[data-state=possible] button")


def box(page: Page, category: str, column: int) -> Locator:
    return page.locator(f'#table td[data-box="{category}"][data-column="{column}"] button')


def enter(page: Page, category: str, column: int = 1) -> None:
    """Mark a box and choose it again."""
    entries = int(table(page, "entries"))
    box(page, category, column).click()
    box(page, category, column).click()
    wait_for(page, entries=entries + 1)


def take_turn(page: Page, category: str, column: int = 1) -> None:
    roll(page)
    enter(page, category, column)


def held(page: Page) -> list[str]:
    dice = page.locator("#table input[name=hold]:checked")
    chosen: list[str] = dice.evaluate_all("l => l.map(x => x.value)")
    return chosen


def faces(page: Page) -> list[str]:
    shown: list[str] = page.locator("#table input[name=hold]").evaluate_all("l => l.map(x => x.dataset.face)")
    return shown


def row(page: Page) -> str:
    """Return the faces as one line of text."""
    return "\N{NO-BREAK SPACE}".join(faces(page))


def marked(page: Page) -> list[str]:
    found: list[str] = page.locator("#table td.marked").evaluate_all(
        "l => l.map(x => `${x.dataset.box}:${x.dataset.column}`)"
    )
    return found


def still(page: Page) -> None:
    """Wait until no die tumbles."""
    page.wait_for_selector(".cube", state="detached")


@contextmanager
def slow_motion(page: Page) -> Iterator[None]:
    """Make all animations twenty times as slow, so that they can be checked."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
    yield
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
    devtools.detach()


def twice(page: Page, target: Locator, touching: bool, **shows: object) -> None:
    """Click or tap twice as fast as people do; on a table, wait for its answer after each time.

    For the page both come within a tenth of a second, however slow the machine is.
    """
    target.scroll_into_view_if_needed()
    place = target.bounding_box()
    assert place
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    devtools = page.context.new_cdp_session(page)
    first = time.time()
    for count in (1, 2):
        if touching:
            when = first + count / 10
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                what = {"type": kind, "touchPoints": points, "timestamp": when}
                devtools.send("Input.dispatchTouchEvent", what)
        else:
            page.mouse.move(x, y)
            page.mouse.down(click_count=count)
            page.mouse.up(click_count=count)
        if shows:
            wait_for(page, **shows)
    devtools.detach()
    page.wait_for_timeout(300)


def focused(page: Page) -> str:
    """Return what has the focus, as a short description."""
    found: str = page.evaluate(
        "(e => e.className.split(' ').pop() || e.value || e.tagName)(document.activeElement)"
    )
    return found


# --- behind the table ------------------------------------------------------------------------------


def game_of(page: Page) -> Game:
    return Game.objects.get(code=table(page, "code"))


def touch(page: Page) -> None:
    """Give the game a new version without another change, like a move and its undo."""
    game = game_of(page)
    Game.objects.filter(pk=game.pk).update(version=game.version + 2)


def play_on(code: str, until: int) -> None:
    """Roll once and enter the best offer for the player on turn, until this number of entries is made."""
    players.play_on(code, until, best=True)


def seal(code: str) -> None:
    """Seal the end of a game, for whoever sits in the first seat."""
    game = Game.objects.get(code=code)
    seats = list(game.seats.all())
    play.seal(seated=SeatedGame(game, seats, seats[0].player_hash))


def rolled(seat: int, dice: tuple[int, ...]) -> str:
    """Return a roll of all five dice in the notation of moves."""
    return format_move(Roll(seat, (), dice))


def scored(seat: int, category: str, column: int) -> str:
    return format_move(Score(seat, category, column))
