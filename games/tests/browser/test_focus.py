"""The focus after every swap, and announcements: one per event, checked by the
accessibility tree. The successors are those of docs/contract.md."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import roll, table, wait_for
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# All changes of live regions of the page, including alerts and statuses.
LISTEN = """
window.heard = [];
document.addEventListener("DOMContentLoaded", () => {
  const live = "[aria-live], [role=alert], [role=status], [role=log], output";
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const change of changes) {
      const at = change.target.nodeType === 1 ? change.target : change.target.parentElement;
      if (at?.closest(live)) regions.add(at.closest(live));
      for (const node of change.addedNodes) if (node.matches?.(live)) regions.add(node);
    }
    for (const { isConnected, textContent } of regions) {
      if (isConnected && textContent) window.heard.push(textContent.trim());
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
});
"""


def heard(page: Page) -> list[str]:
    """Return the announcements since the last call."""
    found: list[str] = page.evaluate("window.heard.splice(0)")
    return found


@pytest.fixture
def two(device: Opener) -> tuple[Page, Page]:
    """Anna and Ben in the waiting room of a game for three; all announcements are recorded."""
    anna, ben = device(reduced_motion="reduce"), device(reduced_motion="reduce")
    for page in (anna, ben):
        page.add_init_script(LISTEN)
    browser_actions.invite(anna, people=3)
    browser_actions.join(ben, anna.url)
    for page in (anna, ben):
        wait_for(page, seats=2)
    return anna, ben


def test_a_rematch_is_announced_to_who_has_not_asked_for_it(device: Opener) -> None:
    anna, ben = device(), device()
    for page in (anna, ben):
        page.add_init_script(LISTEN)
    browser_actions.sit_down(anna, ben)
    browser_actions.play_on(table(anna, "code"), until=78)
    for page in (anna, ben):
        page.reload()
        wait_for(page, status="finished")
        heard(page)
    anna.get_by_role("button", name="Rematch").click()
    wait_for(anna, status="playing")
    expect(ben.locator(".result p", has_text="Anna is ready for the rematch.")).to_be_visible()
    expect(ben).to_have_title("● Rematch – Triple Yahtzee")
    assert heard(ben) == ["Anna is ready for the rematch."]
    assert heard(anna) == []
    anna.go_back()
    wait_for(anna, status="finished")
    expect(anna.get_by_role("link", name="Go to the rematch")).to_be_visible()
    assert heard(anna) == []


def focused(page: Page, role: str, name: str) -> None:
    expect(page.get_by_role(role, name=name, exact=True)).to_be_focused()  # type: ignore[arg-type]


def ask(page: Page) -> None:
    """Make the page fetch a table without a change, and wait for it."""
    version = int(table(page, "version"))
    browser_actions.touch(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    wait_for(page, version=version + 2)


def test_the_focus_of_two_players_through_a_game(two: tuple[Page, Page]) -> None:
    anna, ben = two
    for page in two:
        assert heard(page) == ["Ben has joined. 2 of 3 players are here."]
    focused(ben, "region", "Triple Yahtzee")  # joined: nothing to do yet
    anna.get_by_role("button", name="Start now").focus()
    anna.keyboard.press("Enter")
    focused(anna, "button", "Roll #1")
    focused(ben, "form", "Dice")
    for page in two:
        assert heard(page) == ["It is Anna's turn."]
    for number in (1, 2):
        anna.keyboard.press("Enter")
        wait_for(ben, roll=number)
        wait_for(anna, roll=number)
        focused(anna, "button", f"Roll #{number + 1}")
        focused(ben, "form", "Dice")
    said = [f"Anna, roll {number}: " for number in (1, 2)]
    for page in two:
        assert [line[: len(said[0])] for line in heard(page)] == said
    die = anna.get_by_role("checkbox", name="Die 2")
    die.focus()
    ask(anna)
    expect(die).to_be_focused()
    assert heard(anna) == [], "nothing has happened"
    anna.keyboard.press("r")
    for page in two:
        wait_for(page, roll=3)
    first = anna.get_by_role("button", name="Ones ×1: ")
    expect(first).to_be_focused()  # no die can be held and nothing rolled any more
    anna.keyboard.press("ArrowDown")
    anna.keyboard.press("Enter")
    ask(anna)
    expect(anna.get_by_role("button", name="Twos ×1: ")).to_be_focused()
    assert [line.split(":")[0] for line in heard(anna)] == ["Anna, roll 3", "Marked"]
    anna.keyboard.press("Enter")
    wait_for(anna, entries=1)
    focused(anna, "form", "Dice")
    focused(ben, "button", "Roll #1")  # it is Ben's turn: from the resting place to the roll
    (entered,) = heard(anna)
    assert entered.startswith("Anna: Twos ×1, ") and entered.endswith(". It is Ben's turn.")
    assert [line.split(":")[0] for line in heard(ben)] == ["Anna, roll 3", "Anna"]
    anna.get_by_role("button", name="Undo").focus()
    anna.keyboard.press("Enter")
    wait_for(anna, entries=0, roll=3)
    expect(first).to_be_focused()
    focused(ben, "form", "Dice")
    for page in two:
        assert heard(page) == [f"Entry undone. Anna, roll 3: {browser_actions.row(anna)}"]
    browser_actions.enter(anna, "ones")
    focused(ben, "button", "Roll #1")
    ben.keyboard.press("Enter")
    wait_for(ben, roll=1)
    focused(ben, "button", "Roll #2")
    wait_for(anna, roll=1)
    focused(anna, "form", "Dice")
    assert [line.split(":")[0] for line in heard(ben)] == ["Anna", "Ben, roll 1"]
    assert [line.split(":")[0] for line in heard(anna)] == ["Marked", "Anna", "Ben, roll 1"]
    browser_actions.play_on(table(anna, "code"), until=77)
    for page in two:
        page.evaluate("window.dispatchEvent(new Event('online'))")
        wait_for(page, entries=77)
    heard(anna), heard(ben)
    browser_actions.play_on(table(anna, "code"), until=78)
    for page in two:
        page.evaluate("window.dispatchEvent(new Event('online'))")
        wait_for(page, status="finished")
        focused(page, "region", "Result")
        *before, last = heard(page)
        assert last == page.locator("#table").get_attribute("data-event")
        assert [line.split(":")[0] for line in before] in ([], ["Ben, roll 1"]), "each event once, in order"


def test_a_refusal_and_a_cut_line_are_said_once_each(device: Opener) -> None:
    page = device(expect_errors=True, reduced_motion="reduce")
    page.add_init_script(LISTEN)
    browser_actions.start_alone(page)
    rolling = page.get_by_role("button", name="Roll #1")
    rolling.focus()
    page.route("**/roll", lambda route: route.continue_(post_data="version=99"))
    for _ in range(2):
        with page.expect_response("**/roll"):
            page.keyboard.press("Enter")
        browser_actions.until(page, "window.heard.length")
        assert len(heard(page)) == 1, "also when it is the same sentence again"
        expect(rolling).to_be_focused()
    page.route("**/roll", lambda route: route.abort())
    page.route("**/table?*", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(page.locator("#offline")).to_be_visible()
    page.wait_for_timeout(3200)  # two more questions fail
    assert heard(page) == ["No connection. Your game is safe; we keep trying."]


def with_a_computer(page: Page, **options: object) -> None:
    """Begin a game of Yacht with the coach and a computer that plays at once."""
    page.add_init_script(LISTEN)
    page.goto("/about/")
    browser_actions.choose(page, speed="instant", **options)
    browser_actions.begin(page, coach="on", bot="easy")


def test_the_coach_speaks_in_the_same_breath(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    with_a_computer(page)
    roll(page)
    (line,) = heard(page)
    assert re.match(r"Roll 1: [\d\s]+\. 2 rolls left\.( [^!.]+!)* Best: [^.]+\. \w.*\.$", line), (
        "each sentence has its end"
    )
    page.get_by_role("checkbox", name="Die 1").check()
    (line,) = heard(page)
    assert line.rstrip(".") == page.locator("#coach .cost").inner_text().rstrip(".")
    browser_actions.box(page, "chance", 1).click()
    (line,) = heard(page)
    cost = page.locator("#coach .cost").inner_text().rstrip(".")
    assert line.startswith("Marked: Chance") and line.endswith(f". {cost}.")


@pytest.mark.parametrize("why", [True, False])
def test_a_computer_says_one_thing_a_turn(device: Opener, why: bool) -> None:
    page = device(reduced_motion="reduce")
    with_a_computer(page, why=why)
    browser_actions.until(page, browser_actions.has_loaded("table/computers"))
    roll(page)
    browser_actions.box(page, "chance", 1).click()
    heard(page)
    browser_actions.box(page, "chance", 1).focus()
    page.keyboard.press("Enter")
    wait_for(page, entries=2)
    focused(page, "button", "Roll #1")
    own, computer = heard(page)
    assert " in Chance. It is Computer (Easy)'s turn." in own
    rolls = len(browser_actions.game_of(page).moves) - 3
    assert re.search(r"Computer \(Easy\): [\w ]+, \d+ points?\. It is your turn\.", computer)
    reasons = computer.split("Computer (Easy): ")[0]
    assert reasons.count("Computer (Easy) ") == (rolls if why else 0), computer
    assert ": +" not in reasons or reasons.endswith(". ")


def test_dice_held_by_a_key_are_said(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(LISTEN)
    browser_actions.start_alone(page)
    roll(page)
    heard(page)
    page.get_by_role("button", name="Roll #2").focus()
    face = browser_actions.faces(page)[1]
    for said in (f"Die 2 held: {face}", f"Die 2 released: {face}"):
        page.keyboard.press("2")
        assert heard(page) == [said]
    focused(page, "button", "Roll #2")
    page.get_by_role("checkbox", name="Die 2").focus()
    page.keyboard.press("Space")
    assert heard(page) == [], "the screen reader says it by itself"


def test_keys_lead_to_the_card_and_back(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(LISTEN)
    browser_actions.start_alone(page)
    page.keyboard.press("c")
    expect(page.locator("body")).to_be_focused()  # no box can be chosen yet
    page.keyboard.press("r")
    wait_for(page, roll=1)
    page.keyboard.press("c")
    first, last = browser_actions.boxes(page).first, browser_actions.boxes(page).last
    expect(first).to_be_focused()
    for key, goal in (
        ("ArrowUp", "chance:1"),
        ("ArrowDown", "ones:1"),
        ("ArrowLeft", "ones:3"),
        ("ArrowRight", "ones:1"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.value") == goal, key
    page.keyboard.press("End")
    expect(last).to_be_focused()
    before = page.locator("#event").inner_text()
    page.keyboard.press("Enter")
    assert browser_actions.marked(page) == ["chance:3"]
    heard(page)
    page.keyboard.press("Escape")
    assert browser_actions.marked(page) == [] and heard(page) == ["Nothing is marked."]
    assert page.locator("#event").inner_text() == before
    expect(last).to_be_focused()
    page.keyboard.press("d")
    expect(page.get_by_role("checkbox", name="Die 1")).to_be_focused()
    page.keyboard.press("c")
    expect(last).to_be_focused()  # where it was left
    page.keyboard.press("t")
    expect(page.locator("#text-mode input")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    shown = page.locator("#keys").inner_text()
    for text in ("Home", "End", "Esc", "C D", "T\n"):
        assert text in shown


def test_a_turn_takes_a_dozen_keys(device: Opener) -> None:
    """Three rolls and an entry in a box further down and to the right, from a page that has just loaded."""
    page = device(reduced_motion="reduce")
    browser_actions.start_alone(page)
    keys = ["r", "r", "r", "c", "ArrowDown", "ArrowDown", "ArrowRight", "Enter", "Enter"]
    for number, key in enumerate(keys):
        page.keyboard.press(key)
        if key == "r":
            wait_for(page, roll=number + 1)
            browser_actions.still(page)
    wait_for(page, entries=1)
    assert len(keys) <= 12
    entered = page.locator("#table td.fresh")
    assert (entered.get_attribute("data-box"), entered.get_attribute("data-column")) == ("threes", "2")
    focused(page, "button", "Roll #1")
