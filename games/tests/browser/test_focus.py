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


def test_the_coach_speaks_in_the_same_breath_and_computers_one_by_one(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(LISTEN)
    page.goto("/")
    page.locator("#new input[value=yacht]").check()
    page.locator("#new input[name=coach]").check()
    page.locator("#new details.more summary").click()
    page.locator("#new select[name=bot]").first.select_option("easy")
    browser_actions.choose(page, speed="instant")
    page.get_by_role("button", name="Start game").click()
    wait_for(page, status="playing")
    roll(page)
    (line,) = heard(page)
    assert re.match(r"Player, roll 1: [\d\s]+\. Best: .*\.$", line), line
    page.get_by_role("checkbox", name="Die 1").check()
    (line,) = heard(page)
    assert line == page.locator("#coach .cost").inner_text()
    browser_actions.box(page, "chance", 1).click()
    (line,) = heard(page)
    assert line.startswith("Marked: Chance") and line.endswith(page.locator("#coach .cost").inner_text())
    browser_actions.box(page, "chance", 1).focus()
    page.keyboard.press("Enter")
    wait_for(page, entries=2)
    focused(page, "button", "Roll #1")
    rolls = len(browser_actions.game_of(page).moves) - 3
    said = [line.split(":")[0] for line in heard(page)]
    computer = "Computer (Easy)"
    assert said == ["Player", *[f"{computer}, roll {number}" for number in range(1, rolls + 1)], computer]
