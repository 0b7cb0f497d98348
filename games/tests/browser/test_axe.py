"""Accessibility by axe, and overflow, for every page in every state.

All states are walked through in one language a day, in turns, and each state is judged in one of the four
combinations of width and light. Both move on by one from day to day, the combinations once more after a round
of languages: after four days every language has had its turn, after sixteen every state has been judged in
each language and combination. A language changes words, which axe hardly looks at; whether they have room at
320 px is measured with every state. ``AXE=all`` before the command tries all of it at once: before a release.
Of the admin the pages of moderators are judged.
"""

import json
import os
import random
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.template import loader
from django.test import RequestFactory
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import override
from playwright.sync_api import Frame, Page, Route, expect
from pytest_django import Settings

from games import rules
from games.models import Game
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import roll, rolled, scored, table, wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.layout_checks import COMBINATIONS, begin_axe, bring_axe, end_axe, show, too_wide
from games.tests.browser.pad_actions import document
from games.tests.pages import page_addresses
from scores.services import submit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LANGUAGES = [code for code, _name in site_settings.LANGUAGES]
AT_ONCE = 3
ALL = os.environ.get("AXE") == "all"
ROUND, TODAY = divmod(date.today().toordinal(), len(LANGUAGES))
LONG = "W" * 20

Visit = tuple[Page | Frame, str] | tuple[Page | Frame, str, str]
"""A page as it stands, what state it is in, and the part to look at where the rest was looked at before."""
Area = Callable[[Callable[[], Page]], Iterator[Visit | None]]
"""A walk through some states; nothing instead of a visit where it has to wait."""


class Judge:
    """Checks states in one language, each in the combination of width and theme whose turn it is."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.states: list[str] = []
        self.views: set[str] = set()
        self.wrong: list[str] = []

    def begin(self, where: Page | Frame, state: str, within: str = "") -> None:
        self.states.append(state)
        self.views.add(resolve(urlsplit(where.url).path).view_name)
        page = where if isinstance(where, Page) else where.page
        page.wait_for_load_state()
        turn = (zlib.crc32(state.encode()) + self.turn) % len(COMBINATIONS)
        if ALL:
            for width, scheme in COMBINATIONS[:turn] + COMBINATIONS[turn + 1 :]:
                show(page, width, scheme)
                begin_axe(where, within)
                self.end(where, f"{state} {width} {scheme}")
        width, scheme = COMBINATIONS[turn]
        for size in sorted({320, width}, key=lambda size: size == width):
            show(page, size, scheme)
            self.wrong += [f"{state} {size}: {one}" for one in too_wide(where)]
        begin_axe(where, within)

    def end(self, where: Page | Frame, state: str, _within: str = "") -> None:
        self.wrong += [f"{state}: {one}" for one in end_axe(where)]


def walk(areas: list[Iterator[Visit | None]], judge: Judge) -> None:
    """Go through all areas, some at once: while axe is busy with one page another goes to its next state."""
    waiting, going = deque(areas), deque[tuple[Iterator[Visit | None], Visit | None]]()
    while waiting or going:
        while waiting and len(going) < AT_ONCE:
            going.append((waiting.popleft(), None))
        area, visit = going.popleft()
        if visit:
            judge.end(*visit)
        try:
            visit = next(area)
        except StopIteration:
            continue
        if visit:
            judge.begin(*visit)
        going.append((area, visit))


@pytest.mark.parametrize("language", LANGUAGES if ALL else [LANGUAGES[TODAY]])
def test_every_state_of_every_page(device: Opener, settings: Settings, language: str) -> None:
    settings.BRAND_NAME, settings.BRAND_URL = "rentho", "https://example.org/"
    settings.IMPRINT_URL, settings.PRIVACY_URL = "https://example.org/imprint", "https://example.org/privacy"

    def open_page() -> Page:
        page = device(reduced_motion="reduce", expect_errors=True, locale=language)
        page.set_default_timeout(30000)  # a long walk, and axe is at work meanwhile
        bring_axe(page)
        return page

    judge = Judge(LANGUAGES.index(language) + ROUND)
    walk([area(open_page) for area in AREAS], judge)
    assert judge.wrong == [], "\n".join(judge.wrong)
    assert len(set(judge.states)) == len(judge.states), "two states of one name"
    pages = page_addresses(code="-", secret="-", rule_set="-")
    assert pages.keys() <= judge.views, "a page without a state"


def test_every_combination_gets_its_turn() -> None:
    assert len(LANGUAGES) >= len(COMBINATIONS)


# --- helpers --------------------------------------------------------------------------------------------


def make_game(page: Page, rules: str = "yacht", **fields: Any) -> str:
    """Make a game, go there, and return its code."""
    return go(page, browser_actions.make_game(page, rules, **fields))


def go(page: Page, address: str) -> str:
    """Go to a game, where keys work at once, and return its code."""
    page.goto(address)
    page.wait_for_load_state("domcontentloaded")
    return table(page, "code")


def stand(page: Page, *moves: str) -> None:
    """Replace the moves of the page's game."""
    game = browser_actions.game_of(page)
    Game.objects.filter(pk=game.pk).update(moves=list(moves), version=game.version + 2)
    go(page, page.url)


def menus(page: Page, state: str) -> Iterator[Visit]:
    for number, menu in enumerate(page.locator(".menubar summary").all()):
        menu.click()
        yield page, f"{state}, menu {number}", ".menubar"
    page.keyboard.press("Escape")


# --- the areas ------------------------------------------------------------------------------------------


def home(open_page: Callable[[], Page]) -> Iterator[Visit]:
    page, other = open_page(), open_page()
    page.goto("/")
    yield page, "home, first visit"
    yield from menus(page, "home")
    page.locator(".menubar summary").nth(1).click()
    page.locator(".menubar form[data-begin=online] button").click()
    expect(page.locator("#who")).to_be_visible()
    yield page, "asked for a name", "#who"
    page.keyboard.press("Escape")
    page.goto("/new/")
    yield page, "another game"
    browser_actions.step(page, 2)
    page.locator("#new input[value=local]").check()
    page.locator("#new select[name=people]").select_option("6")
    yield page, "new game on one device", "#new"
    browser_actions.step(page, 2)
    page.locator("#new input[value=online]").check()
    yield page, "new game by a link", "#new"
    page.goto("/device/")
    yield page, "nothing for another device"
    make_game(page, mode="local", players=6, name=[LONG] * 6)
    yield page, "six players"
    browser_actions.play_on(make_game(page, "triple_yahtzee", mode="solo"), until=39)
    page.goto("/")
    page.locator(".drop summary").first.click()
    yield page, "home with a running game and a leader, asked whether to delete it"
    phone = open_page()
    phone.set_viewport_size(browser_actions.PHONE["viewport"])
    phone.goto("/new/")
    for number in (1, 2, 3):
        browser_actions.step(phone, number)
        yield phone, f"another game on a phone, step {number}"
    page.goto("/join/?code=nonsense")
    yield page, "home with a notice"
    page.goto("/device/")
    yield page, "another device"
    page.locator("main form button").click()
    yield page, "a link for another device"
    make_game(other, mode="solo")
    other.goto(urlsplit(page.locator("#invitation").input_value()).path)
    yield other, "invited to go on here"
    other.goto("/device/nonsense/")
    yield other, "a link that is used up"


def table_for_two(open_page: Callable[[], Page]) -> Iterator[Visit]:
    page, guest, visitor = open_page(), open_page(), open_page()
    make_game(page, "triple_yahtzee", mode="online", players=3, name=LONG)
    yield page, "waiting as host"
    visitor.goto(page.url)
    yield visitor, "invited"
    guest.goto(page.url)
    guest.locator("form[action$=join] input[name=name]").fill("Ben")
    guest.locator("form[action$=join] button").click()
    expect(guest.locator("#invite")).to_be_visible()
    yield guest, "waiting as guest"
    page.locator("form[action$=start] button").click()
    wait_for(guest, status="playing")
    yield guest, "opponent's turn"
    roll(page)
    wait_for(guest, roll=1)
    yield guest, "opponent has rolled"
    wait_for(visitor, roll=1)
    yield visitor, "watching", "#table"


def turn(open_page: Callable[[], Page]) -> Iterator[Visit]:
    page = open_page()
    make_game(page, "triple_yahtzee", mode="local", players=2, name=["Anna", LONG])
    yield page, "before the roll"
    roll(page)
    page.evaluate("document.getElementById('sound-question').hidden = false")
    yield page, "sound offered"
    page.evaluate("document.getElementById('sound-question').hidden = true")
    page.locator("#table label.die").first.click()
    browser_actions.boxes(page).nth(4).click()
    yield page, "held and marked"
    yield from menus(page, "held and marked")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    yield page, "keys", "#keys"
    page.keyboard.press("Escape")
    browser_actions.until(page, "!history.state?.dialogs")
    stand(page, rolled(0, (4, 4, 4, 4, 4)), scored(0, "yahtzee", 1), rolled(1, (1, 2, 3, 4, 6)))
    stand(page, *browser_actions.game_of(page).moves, scored(1, "chance", 1), rolled(0, (4, 4, 4, 4, 4)))
    yield page, "joker", "#table"

    code = make_game(page, mode="local", players=2, name=["Anna", LONG])
    for number in (1, 2, 3):
        roll(page)
        yield page, f"roll {number}"
    browser_actions.enter(page, "chance")
    yield page, "can be taken back"
    page.locator("#text-mode input").focus()
    page.keyboard.type("s\n")
    expect(page.locator("#text-mode li")).to_have_count(1)
    page.keyboard.type("?\n")
    expect(page.locator("#text-mode dl")).to_be_visible()
    yield page, "text mode in use", "#text-mode"
    browser_actions.choose(page, text=True, left=True)
    yield page, "text mode switched on, left-handed"
    browser_actions.choose(page, text=False, left=False)
    page.evaluate("document.activeElement.blur()")
    page.route("**/roll", lambda route: route.continue_(post_data="version=99"))
    page.locator("button.roll").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield page, "refused"
    page.route("**/roll", lambda route: route.abort())
    page.locator("button.roll").click()
    expect(page.locator("#offline")).to_be_visible()
    yield page, "no connection"
    page.unroute_all(behavior="ignoreErrors")
    for address in ("roll", "dice/", "report/"):
        page.goto(f"/g/{code}/{address}")
        yield page, f"{address} of a running game"
    go(page, f"/g/{code}/")
    stand(page, "nonsense")
    yield page, "a game that is broken"


def helped_and_finished(open_page: Callable[[], Page]) -> Iterator[Visit | None]:
    page = open_page()
    page.route("**/bot", lambda _route: None)
    make_game(page, mode="solo", bot=["hard", "medium"])
    stand(page, rolled(0, (1, 2, 2, 4, 6)), scored(0, "chance", 1), rolled(1, (4, 1, 4, 5, 4)))
    yield page, "computer's turn"
    make_game(page, mode="solo", coach="on")
    yield page, "coach before the roll", "#table"
    roll(page)
    yield page, "coach"
    browser_actions.boxes(page).first.click()
    yield page, "coach and a mark", "#table"

    code = make_game(page, mode="local", players=2, name=["Anna", LONG], match=3)
    browser_actions.play_on(code, until=24)
    go(page, page.url)
    expect(page.locator(".last-word")).to_be_visible()
    yield page, "the end of a game of a match"
    Game.objects.filter(code=code).update(finished_at=timezone.now())
    page.goto(f"/g/{code}/dice/")
    yield page, "dice before the end is sealed"
    Game.objects.filter(code=code).update(finished_at=timezone.now())
    page.route(
        "**/report/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.goto(f"/g/{code}/report/")
    yield page, "report that seals the end"
    page.unroute_all(behavior="ignoreErrors")
    browser_actions.seal(code)
    page.goto(f"/g/{code}/dice/")
    expect(page.locator("#check-result.good")).to_be_visible()
    yield page, "checked dice"
    held: list[Route] = []
    page.route("**/report/progress", lambda route: held.append(route))
    page.goto(f"/g/{code}/report/")
    expect(page.locator("#report-bar")).to_be_visible()
    while not held:
        page.wait_for_timeout(50)
        yield None
    yield page, "report under way"
    held[0].continue_()
    page.unroute("**/report/progress")
    while not page.locator(".equation").count():
        page.wait_for_timeout(50)
        yield None
    page.wait_for_load_state("domcontentloaded")
    yield page, "report"
    page.goto(f"/g/{code}/report/?move=7")
    yield page, "replay", "#replay"
    browser_actions.play_on(make_game(page, mode="solo", name="Anna"), until=12)
    go(page, page.url)
    yield page, "the end of a game alone", "#table"
    browser_actions.play_on(make_game(page, mode="solo"), until=12)
    go(page, page.url)
    expect(page.locator(".naming")).to_be_visible()
    yield page, "the end of a game without a name", "#table"
    for address in ("?board=yacht", "?period=today&mode=online", "?board=nothing", "mine/"):
        page.goto(f"/scores/{address}")
        yield page, f"scores {address}"
    page.locator("main form button").first.click()
    yield page, "asks before deleting"


def words(open_page: Callable[[], Page]) -> Iterator[Visit]:
    page = open_page()
    for game in ("triple_yahtzee+left_to_right", "yahtzee", "yacht", "yatzy"):
        page.goto(f"/rules/{game}/")
        yield page, f"rules {game}"
    for address in ("/about/", "/offline/", "/g/ABCDEFGHJK/", "/scores/mine/"):
        page.goto(address)
        yield page, f"{address} for somebody new"
    for status in ("400", "403", "403_csrf", "404", "429", "500", "503"):
        language = page.locator("html").get_attribute("lang") or ""
        visit_as(page, "/rules/fault/", error_page(status, language))
        yield page, f"error {status}"
    frame_of_it = '<iframe src="/?embed=1" title="x" width="100%" height="700">'
    visit_as(page, "/around", f'<html lang="en"><title>x</title><main><h1>x</h1>{frame_of_it}</main>')
    frame = page.frames[1]
    frame.wait_for_selector("html.embedded")
    yield frame, "home in a frame"
    frame.locator(".solo button").click()
    wait_for(frame, status="playing")
    frame.locator("#no-cookies").evaluate("warning => { warning.hidden = false; }")
    yield frame, "a game in a frame, without cookies"


def visit_as(page: Page, path: str, html: str) -> None:
    """Go to an address and find this page there."""
    page.route(f"**{path}", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(path)
    page.unroute(f"**{path}")


def error_page(name: str, language: str) -> str:
    """Return an error page of the site."""
    request = RequestFactory().get("/rules/fault/")
    request.user, request.player = AnonymousUser(), None  # type: ignore[attr-defined]
    with override(language):
        return loader.render_to_string(f"{name}.html", {"sentence": "…"}, request=request)


def pads(open_page: Callable[[], Page]) -> Iterator[Visit]:
    page = open_page()
    page.goto("/pads/")
    yield page, "pads"
    page.goto("/pads/triple_yahtzee/")
    yield page, "a new sheet"
    names = [LONG, "Ben", "Carla", "Dora", "Emil", "Fritz"]
    for game, people, left in (
        ("triple_yahtzee", 2, 25),
        ("yahtzee", 6, 60),
        ("yatzy", 1, 3),
        ("yacht", 2, 0),
    ):
        keep_sheet(page, game, names[:people], left)
        page.goto(f"/pads/{game}/")
        yield page, f"pad {game}"
    page.goto("/pads/triple_yahtzee/")
    page.locator("td[data-box=chance]:not(:has(s)) button:visible").last.click()
    expect(page.locator("#dialog")).to_be_visible()
    yield page, "picker", "#dialog"
    page.keyboard.press("Escape")
    show(page, 320)
    page.locator(".tray .toggle").click()
    for _ in range(5):
        page.locator(".faces [data-face='6']").click()
    yield page, "dice tapped", "#pad :is(.tray, table)"
    for number in (0, 2, 3):
        page.locator(".sheet-actions .btn").nth(number).click()
        yield page, f"dialog {number} of a pad", "#dialog"
        page.keyboard.press("Escape")
        browser_actions.until(page, "!history.state?.dialogs")  # on its way out of the history
    yield from other_pads(page)


def keep_sheet(page: Page, game: str, names: list[str], left: int) -> None:
    """Put a sheet that was filled by the rules into the browser's storage, but for so many steps."""
    doc, _totals = document(rules.get(game), random.Random(8), names)
    doc["at"] -= left
    page.evaluate(
        "([kind, id, text]) => { for (const [key, value] of [[id, text], ['current', id]])"
        " localStorage.setItem(`yahtzee.pad.${kind}.${key}`, value); }",
        [game, doc["id"], json.dumps(doc)],
    )


def other_pads(page: Page) -> Iterator[Visit]:
    page.goto("/pads/farkle/")
    page.locator("#pad details.more summary").first.click()
    yield page, "a new game of Farkle"
    page.locator("#pad .btn.default").click()
    for dice, action in (("111111", "bank"), ("", "farkle"), ("115236", "")):
        for face in dice:
            page.locator(f".faces [data-face='{face}']").click()
        if action:
            page.locator(f".hand .acts .{action}").click()
    yield page, "Farkle"
    page.locator(".judged .btn").click()
    yield page, "Farkle by hand", "#dialog"
    page.locator("#dialog input").fill("9000")
    page.keyboard.press("Enter")
    page.locator(".hand .acts .bank").click()
    page.locator(".hand .acts .farkle").click()
    expect(page.locator(".ranking")).to_be_visible()
    yield page, "Farkle is over"
    page.goto("/pads/match/")
    yield page, "a new match"
    page.locator(".new-match [name=target]").select_option("2")
    page.locator(".new-match .btn.default").click()
    yield page, "a match before the roll"
    page.locator(".between .btn.default").click()
    page.locator(".half").first.click()
    yield page, "a match"
    page.locator(".half").first.click()
    yield page, "a match is won"
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    yield page, "keys of a match", "#keys"


def moderation(open_page: Callable[[], Page]) -> Iterator[Visit]:
    page = open_page()
    moderator = User.objects.create_user("mo", password="pw", is_staff=True)
    moderator.groups.add(Group.objects.get_or_create(name="moderators")[0])
    moderator.user_permissions.set(Permission.objects.filter(content_type__app_label="scores"))
    for number, name in enumerate(["Scheiße", LONG, "Anna"]):
        submit(
            board="triple_yahtzee", mode="solo", name=name, points=1000, finished_at=timezone.now(),
            game_code=f"GAME{number}", seat=0,
        )  # fmt: skip
    page.goto(f"/{site_settings.ADMIN_PATH}login/")
    yield page, "login of moderators"
    for password in ("wrong", "pw"):
        page.locator("[name=username]").fill("mo")
        page.locator("[name=password]").fill(password)
        page.locator("[type=submit]").click()
        yield page, "a failed login" if password == "wrong" else "start page of moderators"
    page.locator("#held .button").click()
    yield page, "names that wait"
    page.goto(reverse("admin:scores_highscore_changelist"))
    yield page, "all scores, for moderators"
    page.locator("#result_list .acts a").first.click()
    yield page, "a reason"
    page.locator(".submit-row [type=submit]").click()
    yield page, "a name is released"
    page.locator("#result_list tbody th a").first.click()
    yield page, "one score"
    for model in ("bannedname", "moderationlog"):
        page.goto(reverse(f"admin:scores_{model}_changelist"))
        yield page, model
    page.goto(reverse("admin:scores_bannedname_add"))
    yield page, "ban by hand"


AREAS: list[Area] = [moderation, helped_and_finished, turn, home, pads, table_for_two, words]
