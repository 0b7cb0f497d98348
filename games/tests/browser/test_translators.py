"""Pages under a page translator, which replaces text nodes by elements, show what is stored."""

import pytest
from playwright.sync_api import Page, expect

from games.tests.browser.browser_actions import start_game
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin, cell, pick, tap_dice, total

pytestmark = pytest.mark.browser

# Does as the translator of Chrome: takes text nodes out and puts elements in their places, also later.
_TRANSLATE = """() => {
  const untouched = "script, style, textarea, option, title, font";
  const wrap = (node) => {
    if (!node.data.trim() || !node.parentElement || node.parentElement.closest(untouched)) return;
    const [outer, inner] = ["font", "font"].map((name) => document.createElement(name));
    inner.append(node.data);
    outer.append(inner);
    node.replaceWith(outer);
  };
  const all = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    nodes.forEach(wrap);
  };
  all(document.body);
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    for (const node of added) node.nodeType === 3 ? wrap(node) : all(node);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def translate(page: Page) -> None:
    page.evaluate(_TRANSLATE)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("font font").count() > 10


def same_as_fresh(page: Page, root: str) -> None:
    """Compare the page with another tab that draws the stored sheet without a translator."""
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(root)).not_to_be_empty()
    texts = "root => document.querySelector(root).textContent.replace(/\\s+/g, ' ')"
    assert page.evaluate(texts, root) == other.evaluate(texts, root)
    other.close()


@pytest.mark.parametrize("pad", ["yahtzee", "triple_yahtzee"])
def test_a_score_pad(pad: str, device: Opener) -> None:
    page = device(reduced_motion="reduce")
    begin(page, pad, "Anna", "Ben", options=("american",))
    translate(page)
    pick(page, 1, "chance", 1, 20)
    expect(cell(page, 1, "chance")).to_have_text("20")
    pick(page, 1, "chance", 1, 25)
    expect(cell(page, 1, "chance")).to_have_text("25")
    assert total(page, 1, "lower") == 25
    expect(page.locator("[data-player='1'][data-total=grand]").last).to_contain_text("25")
    same_as_fresh(page, "#pad")
    tap_dice(page, 4, 4, 4, 4, 4)
    cell(page, 2, "fours").locator("button").click()
    same_as_fresh(page, "#pad")
    pick(page, 2, "fours", 1, 0)  # a number becomes a cross
    page.locator(".tray .undo").click()
    expect(cell(page, 2, "fours")).to_have_text("20")
    page.get_by_role("button", name="Players and rules").click()
    page.locator("#dialog input[type=text]").first.fill("Carla")
    page.locator("#dialog .add").click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".who bdi")).to_have_text(["Carla", "Ben", "Player 3"])
    same_as_fresh(page, "#pad")
    page.evaluate("window.print = () => {}; window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#paper .who").first).to_contain_text("Carla")


def test_the_farkle_pad(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/farkle/")
    for field, name in zip(page.locator(".players-editor input").all(), ["Anna", "Ben"], strict=True):
        field.fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    translate(page)
    tap_dice(page, 1, 1, 1)
    expect(page.locator(".hand .take")).to_have_text("Take 300")
    page.locator(".hand .take").click()
    tap_dice(page, 1, 1)
    page.locator(".hand .bank").click()
    expect(page.locator(".turn-head h2")).to_have_text("Ben")
    page.locator(".hand .farkle").click()
    expect(page.locator(".turn-head h2")).to_have_text("Anna")
    expect(page.locator(".totals [data-total='1']")).to_contain_text("500")
    same_as_fresh(page, "#pad")
    page.locator(".turn-head .undo").click()
    expect(page.locator(".turn-head h2")).to_have_text("Ben")
    same_as_fresh(page, "#pad")


def test_the_match_counter(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/match/")
    page.get_by_role("button", name="Start counting").click()
    translate(page)
    for number in ("1", "2", "3"):
        page.locator(".half[data-player='1']").click(delay=50)
        expect(page.locator(".half[data-player='1'] .number")).to_have_text(number)
    expect(page.locator(".between .event")).to_have_text("Player 2 wins the match 0 : 3.")
    same_as_fresh(page, "#match")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".half .number")).to_have_text(["0", "0"])
    same_as_fresh(page, "#match")


def test_the_table(device: Opener) -> None:
    """The server draws the table, and the page takes its nodes over one by one."""
    page = device(reduced_motion="reduce")
    start_game(page, "yahtzee")
    translate(page)
    for number in (2, 3):
        page.locator("button.roll").click()
        expect(page.locator("#table")).to_have_attribute("data-roll", str(number))
        same_as_fresh(page, "#table .card")
    page.locator("td[data-box=chance] button").click()
    page.locator("td[data-box=chance] button").click()
    expect(page.locator("#table")).to_have_attribute("data-entries", "1")
    same_as_fresh(page, "#table")
