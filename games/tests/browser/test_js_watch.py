"""Two browsers at one table: how fast a move is seen, and recovery after lost connections and sleep."""

import statistics
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.models import Game, Seat
from games.table import consumers
from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import PHONE, box, faces, marked, roll, table, wait_for
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON_MS = 6000  # 1.6 s on a quiet machine, and sooner than any heartbeat

# Notes when the roll button is pressed and when another version of the table is on the page; the clocks of
# two pages on one machine are the same.
_CLOCK = """
window.seen = {};
document.addEventListener("click", (event) => {
  if (event.target.closest("button.roll")) window.pressed = Date.now();
}, true);
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  window.seen[document.getElementById("table").dataset.version] ??= Date.now();
}).observe(document.body, { attributes: true, subtree: true, attributeFilter: ["data-version"] }));
"""

_ASK_AGAIN = """
htmx.ajax("GET", document.getElementById("watch").dataset.table + "?since=0",
          { source: "#table", target: "#table", swap: "morph:outerHTML" }).then(() => 0)
"""


def measure(anna: Page, ben: Page, turns: int) -> list[int]:
    """Return for each of Anna's rolls how many milliseconds later Ben's page shows it."""
    delays = []
    for turn in range(turns):
        box_of_turn = browser_actions.boxes(anna).nth(turn)
        for number in (1, 2, 3):
            roll(anna)
            version = table(anna, "version")
            wait_for(ben, version=version)
            delays.append(ben.evaluate(f"window.seen['{version}']") - anna.evaluate("window.pressed"))
            assert number == int(table(ben, "roll"))
        box_of_turn.click()
        box_of_turn.click()
        wait_for(ben, entries=turn * 2 + 1)
        roll(ben)
        wait_for(anna, roll=1)
        browser_actions.boxes(ben).nth(turn).click()
        browser_actions.boxes(ben).nth(turn).click()
        wait_for(anna, entries=turn * 2 + 2)
    return delays


def report(what: str, delays: list[int]) -> None:
    """Print the times; script/bench judges them, on a quiet machine."""
    ordered = sorted(delays)
    median, p95 = statistics.median(ordered), ordered[int(len(ordered) * 0.95) - 1]
    print(f"\n{what}: median {median:.0f} ms, p95 {p95:.0f} ms, worst {ordered[-1]} ms, n = {len(ordered)}")


def two_clocks(device: Opener, blocked: bool) -> tuple[Page, Page]:
    anna, ben = device(), device(**PHONE)
    for page in (anna, ben):
        page.add_init_script(_CLOCK)
        if blocked:
            browser_actions.block_sockets(page)
    browser_actions.sit_down(anna, ben)
    return anna, ben


def test_a_move_arrives_through_the_socket(device: Opener, capfd: pytest.CaptureFixture[str]) -> None:
    anna, ben = two_clocks(device, blocked=False)
    for page in (anna, ben):
        browser_actions.connected(page)
    asked = questions(ben)
    delays = measure(anna, ben, 3)
    with capfd.disabled():
        report("click to the other browser, socket", delays)
    assert len(asked) == 3 * 4, "one question for every move of hers that the socket told of, and no other"


def test_a_move_arrives_by_polling(device: Opener, capfd: pytest.CaptureFixture[str]) -> None:
    anna, ben = two_clocks(device, blocked=True)
    delays = measure(anna, ben, 1)
    with capfd.disabled():
        report("click to the other browser, sockets blocked", delays)
    # 1.6 s on a quiet machine.
    assert max(delays) <= 5000


def questions(page: Page) -> list[str]:
    """Return a list to which every later polling request of this page is added."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/table" in request.url else None)
    return asked


def test_an_unwatched_move_costs_no_question(anna: Page, ben: Page) -> None:
    browser_actions.sit_down(anna, ben)
    asked = questions(anna)
    roll(anna)
    browser_actions.enter(anna, "chance")
    anna.wait_for_timeout(2500)
    assert asked == []


def test_nothing_polls_when_nothing_can_change(anna: Page, device: Opener) -> None:
    browser_actions.block_sockets(anna)
    browser_actions.start_alone(anna)
    asked = questions(anna)
    anna.wait_for_timeout(3500)
    assert asked == []


def test_after_the_end_nobody_polls_and_a_rematch_is_seen(device: Opener) -> None:
    anna, ben = device(), device()
    browser_actions.sit_down(anna, ben)
    browser_actions.play_on(table(anna, "code"), until=78)
    for page in (anna, ben):
        page.reload()
        wait_for(page, status="finished")
    asked = questions(anna)
    anna.wait_for_timeout(3500)
    assert asked == []
    ben.get_by_role("button", name="Rematch").click()
    wait_for(ben, status="playing")
    anna.get_by_role("link", name="Go to the rematch").click()
    wait_for(anna, status="playing", code=table(ben, "code"))


def test_a_cut_line_heals_by_itself(device: Opener) -> None:
    anna, ben = device(), device()
    line = browser_actions.tap_line(ben)
    browser_actions.sit_down(anna, ben)
    browser_actions.connected(ben)
    line.cut()
    roll(anna)
    wait_for(ben, roll=1)
    for _ in range(80):
        if line.open:
            break
        ben.wait_for_timeout(100)
    assert line.open, "the socket has not come back"
    roll(anna)
    wait_for(ben, roll=2)


def test_a_page_asks_where_its_server_does_not_hear_of_every_move(device: Opener) -> None:
    anna, ben = device(), device()
    line = browser_actions.tap_line(ben)
    line.pushes, line.greets_only = False, True
    browser_actions.sit_down(anna, ben)
    ben.wait_for_timeout(1000)
    sockets = len(line.open)
    roll(anna)
    ben.wait_for_selector("#table[data-roll='1']", timeout=SOON_MS)
    assert len(line.open) == sockets, "the socket is well and stays"


def test_a_socket_that_falls_silent_is_found_out(device: Opener) -> None:
    """And no other is believed until it has spoken again after its greeting."""
    anna, ben = device(), device()
    line = browser_actions.tap_line(ben)
    browser_actions.sit_down(anna, ben)
    browser_actions.connected(ben)
    line.greets_only = True
    roll(anna)
    since = time.monotonic()
    wait_for(ben, roll=1)
    assert time.monotonic() - since < 15  # 12 s at most on a quiet machine
    browser_actions.until(ben, "!window.socket.live()")
    asked = questions(ben)
    for _ in range(100):
        if len(line.open) > 1 and asked:
            break
        ben.wait_for_timeout(100)
    roll(anna)
    ben.wait_for_selector("#table[data-roll='2']", timeout=SOON_MS)
    line.greets_only = False
    browser_actions.connected(ben)


def asleep(page: Page) -> Callable[[], None]:
    """Put a page to sleep, like a phone in a pocket; call the result to wake it and wait for its request."""
    page.evaluate("void Object.defineProperty(document, 'hidden', { value: true, configurable: true })")

    def wake() -> None:
        page.evaluate(
            """delete document.hidden;
            let asked = 0;
            document.body.addEventListener("htmx:beforeSend", () => { asked += 1; }, { once: true });
            document.dispatchEvent(new Event("visibilitychange"));
            if (!asked) throw new Error("asks later");"""
        )

    return wake


def test_a_phone_that_slept_is_right_at_once(device: Opener) -> None:
    anna, phone = device(), device(**PHONE)
    line = browser_actions.tap_line(phone)
    browser_actions.sit_down(anna, phone)
    wake = asleep(phone)
    line.deaf = True
    browser_actions.take_turn(anna, "chance")
    phone.wait_for_timeout(2500)
    assert table(phone, "entries") == "0"
    wake()
    wait_for(phone, entries=1)
    roll(phone)


@pytest.mark.parametrize("blocked", [False, True])
def test_a_swap_keeps_mark_focus_and_menu(device: Opener, blocked: bool) -> None:
    anna, ben = device(), device()
    if blocked:
        browser_actions.block_sockets(anna)
    browser_actions.sit_down(anna, ben)
    roll(anna)
    anna.locator("#table label.die").nth(1).click()
    box(anna, "fours", 2).click()
    box(anna, "sixes", 3).focus()
    version = int(table(anna, "version"))
    browser_actions.touch(anna)
    anna.evaluate("window.dispatchEvent(new Event('online'))")
    wait_for(anna, version=version + 2)
    assert marked(anna) == ["fours:2"]
    assert browser_actions.focused(anna) == "sixes:3"
    assert browser_actions.held(anna) == ["1"]
    anna.locator("summary", has_text="Options").click()
    anna.get_by_label("Dice animation").focus()
    browser_actions.touch(anna)
    anna.evaluate("window.dispatchEvent(new Event('online'))")
    wait_for(anna, version=version + 4)
    expect(anna.get_by_label("Dice animation")).to_be_visible()
    expect(anna.get_by_label("Dice animation")).to_be_focused()
    box(anna, "fours", 2).click(force=True)


def test_a_swap_keeps_running_dice(device: Opener) -> None:
    anna, ben = device(**browser_actions.MOVING), device()
    browser_actions.sit_down(anna, ben)
    anna.evaluate("window.cubes = () => [...document.querySelectorAll('.cube')]")
    with browser_actions.slow_motion(anna):
        anna.locator("button.roll").click()
        expect(anna.locator(".cube")).to_have_count(5)
        anna.evaluate("window.first = window.cubes()")
        version = int(table(anna, "version"))
        browser_actions.touch(anna)
        anna.evaluate("window.dispatchEvent(new Event('online'))")
        wait_for(anna, version=version + 2)
        running = "window.cubes().filter((cube) => window.first.includes(cube)).length"
        kept = anna.evaluate(f"[window.first.length, {running}]")
    assert kept == [5, 5]
    browser_actions.still(anna)


def test_a_swap_keeps_what_somebody_types(device: Opener) -> None:
    anna, ben, carla = device(), device(), device()
    browser_actions.invite(anna, people=3)
    carla.goto(anna.url)
    carla.locator("form[action$=join] input[name=name]").press_sequentially("Car")
    browser_actions.join(ben, anna.url)
    expect(carla.locator(".seatlist")).to_contain_text("Ben")
    carla.keyboard.type("la")
    carla.keyboard.press("Enter")
    wait_for(anna, status="playing")
    expect(anna.locator(".players")).to_contain_text("Carla")


def test_the_last_seat_is_given_once(device: Opener) -> None:
    anna, ben, carla = device(), device(), device()
    browser_actions.invite(anna)
    browser_actions.block_sockets(carla)
    carla.route("**/table?since=*", lambda route: route.abort("aborted"))
    carla.goto(anna.url)
    carla.locator("form[action$=join] input[name=name]").fill("Carla")
    browser_actions.join(ben, anna.url)
    wait_for(ben, status="playing")
    carla.get_by_role("button", name="Join").click()
    expect(carla.locator("#table .notice")).to_be_visible()
    wait_for(carla, status="playing", you="")
    assert [seat.name for seat in browser_actions.game_of(anna).seats.all()] == ["Anna", "Ben"]


def test_a_fragment_older_than_the_one_shown_is_ignored(device: Opener) -> None:
    anna, ben = device(), device()
    browser_actions.block_sockets(ben)
    held_back: list[Route] = []
    browser_actions.sit_down(anna, ben)
    ben.route("**/table?since=*", lambda route: route.continue_() if held_back else held_back.append(route))
    roll(anna)
    for _ in range(40):
        if held_back:
            break
        ben.wait_for_timeout(100)
    late = held_back[0].fetch()
    browser_actions.enter(anna, "chance")
    newest = table(anna, "version")
    ben.evaluate(_ASK_AGAIN)
    wait_for(ben, version=newest)
    held_back[0].fulfill(response=late)
    ben.wait_for_timeout(500)
    assert table(ben, "version") == newest


def ask_now(page: Page) -> None:
    """Let a page ask for the table, and wait for the answer."""
    with page.expect_response("**/table?*"):
        page.evaluate("window.dispatchEvent(new Event('online'))")


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_error_leaves_the_board_usable(device: Opener, status: int) -> None:
    """What a command of one's own has come to is said until the next one, whatever comes in between."""
    page = device(expect_errors=True)
    browser_actions.start_alone(page)
    page.route("**/roll", lambda route: route.fulfill(status=status, body="oops"))
    page.locator("button.roll").click()
    words = "Nothing can be stored" if status == 503 else "That did not work"
    expect(page.locator("#offline")).to_contain_text(words)
    for _ in range(3):
        ask_now(page)
    expect(page.locator("#offline")).to_contain_text(words)
    assert page.evaluate("window.said").count(page.locator("#offline").text_content()) == 1
    page.unroute("**/roll")
    roll(page)
    expect(page.locator("#offline")).to_be_hidden()


def test_trouble_with_asking_is_another_trouble(device: Opener) -> None:
    """It shows for as long as it lasts, and hides no failed command for good."""
    page = device(expect_errors=True)
    browser_actions.start_alone(page)
    page.route("**/table?*", lambda route: route.fulfill(status=502, body="oops"))
    page.locator("button.roll").wait_for()
    ask_now(page)
    expect(page.locator("#offline")).to_contain_text("No connection")
    page.route("**/roll", lambda route: route.fulfill(status=502, body="oops"))
    page.locator("button.roll").click()
    expect(page.locator("#offline")).to_contain_text("No connection")
    page.unroute("**/table?*")
    expect(page.locator("#offline")).to_contain_text("did not work")
    page.unroute("**/roll")
    roll(page)
    expect(page.locator("#offline")).to_be_hidden()


def test_an_answer_that_got_lost_is_fetched(device: Opener) -> None:
    page = device(expect_errors=True)
    browser_actions.block_sockets(page)
    browser_actions.start_alone(page)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route("**/roll", lose)
    page.locator("button.roll").click()
    wait_for(page, roll=1)
    game = browser_actions.game_of(page)
    assert len(game.moves) == 1
    page.unroute("**/roll")
    roll(page)
    assert all(faces(page))


_NO_ONLINE_EVENT = "window.addEventListener('online', (event) => event.stopImmediatePropagation(), true);"


@pytest.mark.parametrize("told", [True, False])
def test_a_cut_network_says_so_and_goes_away(device: Opener, told: bool) -> None:
    """With the browser's word that it is online again, and without: not every page hears it."""
    anna, ben = device(), device(expect_errors=True)
    browser_actions.block_sockets(ben)
    if not told:
        ben.add_init_script(_NO_ONLINE_EVENT)
    browser_actions.sit_down(anna, ben)
    ben.context.set_offline(True)
    expect(ben.locator("#offline")).to_be_visible()
    expect(ben.locator("#offline")).to_contain_text("No connection")
    roll(anna)
    ben.context.set_offline(False)
    wait_for(ben, roll=1)
    expect(ben.locator("#offline")).to_be_hidden()
    lines = ben.evaluate("window.said")
    assert sum(line.startswith("No connection") for line in lines) == 1
    assert lines[-1] == f"Connected again. {table(ben, 'event')}"


def test_being_back_is_announced_when_nothing_else_has_happened(device: Opener) -> None:
    page = device(expect_errors=True)
    browser_actions.start_alone(page)
    page.route("**/table?*", lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/table?*")
    expect(page.locator("#offline")).to_be_hidden()
    browser_actions.until(page, "window.said.at(-1) === 'Connected again.'")


def test_a_move_gives_up_a_question_and_nobody_complains(device: Opener) -> None:
    """The question for news that is under way when somebody rolls is dropped: no error in the console."""
    anna, ben = device(), device()
    browser_actions.block_sockets(anna)
    browser_actions.sit_down(anna, ben)
    with anna.expect_request("**/table?*"):
        anna.route("**/table?*", lambda _route: None)
    roll(anna)
    anna.unroute_all(behavior="ignoreErrors")


def test_a_cut_line_while_rolling_is_no_fault_of_the_page(device: Opener) -> None:
    page = device(expect_errors=True)
    lines: list[str] = []
    page.on("console", lambda line: lines.append(line.text))
    browser_actions.start_alone(page)
    page.context.set_offline(True)
    page.locator("button.roll").click()
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_contain_text("did not work")
    ask_now(page)
    expect(page.locator("#offline")).to_contain_text("did not work")
    roll(page)
    expect(page.locator("#offline")).to_be_hidden()
    assert [line for line in lines if "ERR_INTERNET_DISCONNECTED" not in line] == []


@pytest.mark.parametrize("blocked", [False, True])
def test_the_page_says_how_long_somebody_has_been_silent(device: Opener, blocked: bool) -> None:
    anna, ben = device(), device()
    if blocked:
        browser_actions.block_sockets(anna)
    browser_actions.sit_down(anna, ben)
    expect(anna.locator('#card-1 [data-presence="1"]')).to_have_text("online")
    ben.close()
    code = table(anna, "code")
    for _ in range(200):
        if code not in consumers._watchers or all(
            1 not in one.seats for one in consumers._watchers[code].sockets
        ):
            break
        anna.wait_for_timeout(50)
    anna.wait_for_timeout(500)  # what his socket may still have begun to write
    long_ago = timezone.now() - timedelta(minutes=3, seconds=5)
    Seat.objects.filter(game__code=code, index=1).update(last_seen_at=long_ago)
    for place in ("#card-1", "nav.players"):
        mark = anna.locator(f'{place} [data-presence="1"]')
        expect(mark).to_have_text("away for 3 min", timeout=30000)
    assert table(anna, "status") == "playing"
    assert Game.objects.get(code=table(anna, "code")).status == "playing"


def test_a_computer_plays_on(anna: Page) -> None:
    anna.goto("/about/")
    browser_actions.choose(anna, speed="instant", dice="off")
    browser_actions.begin(anna, "triple_yahtzee", bot="easy")
    for turn in range(2):
        roll(anna)
        browser_actions.boxes(anna).nth(turn * 5).dblclick()
        wait_for(anna, entries=turn * 2 + 2)
        wait_for(anna, **{"turn-seat": 0})


def test_title_and_icon_tell_whose_turn_it_is(anna: Page, ben: Page) -> None:
    browser_actions.sit_down(anna, ben)
    icon = anna.locator("link[rel=icon]")
    expect(anna).to_have_title("● Your turn – Triple Yahtzee")
    expect(ben).to_have_title("Anna's turn – Triple Yahtzee")
    expect(icon).to_have_attribute(
        "href", anna.locator("link[rel=icon]").get_attribute("data-turn-icon") or "-"
    )
    browser_actions.take_turn(anna, "chance")
    expect(ben).to_have_title("● Your turn – Triple Yahtzee")
    expect(anna).to_have_title("Ben's turn – Triple Yahtzee")
    expect(icon).to_have_attribute("href", icon.get_attribute("data-icon") or "-")
