"""Sheets of a pad in two tabs at once. A single tab is tested in games/tests/js/store.test.mjs."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from games.tests.browser.browser_actions import open_device

pytestmark = pytest.mark.browser

# A pad that adds numbers: the smallest one there can be.
_OPEN = """
window.ready = (async () => {
  const { openStore } = await import("/static/js/pads/shared/store.js");
  const { openJournal, replay } = await import("/static/js/pads/shared/journal.js");
  const pad = {
    start: (setup) => setup.from,
    reduce(sum, action) {
      if (!Number.isInteger(action.plus)) throw new Error("no");
      return sum + action.plus;
    },
  };
  window.store = openStore("sum", (doc) => replay(pad, doc, doc.actions.length));
  window.journal = openJournal({ kind: "sum", store: window.store, ...pad });
  window.news = [];
  window.journal.onChange((piece) => piece && window.news.push(piece));
})()
"""
_PREFIX = "yahtzee.pad.sum."


def lay_out(page: Page) -> Page:
    page.goto("/rules/yacht/")
    page.evaluate(_OPEN)
    return page


def kept(page: Page) -> dict[str, Any]:
    """Return the sheets in the storage, by name."""
    texts: list[str] = page.evaluate(
        "p => Object.keys(localStorage).filter(k => k.startsWith(p) && !k.endsWith('.current'))"
        ".map(k => localStorage[k])",
        _PREFIX,
    )
    return {doc["name"]: doc for doc in map(json.loads, texts)}


def act(page: Page, *numbers: int) -> None:
    page.evaluate("l => { for (const plus of l) journal.act({ plus }); }", list(numbers))


def state(page: Page) -> Any:
    return page.evaluate("journal.state")


@pytest.fixture
def context(browser: Any, server: str) -> Any:
    device = open_device(browser, server)
    device.page.close()
    yield device.context
    device.context.close()
    assert device.complaints == []


def test_two_tabs(context: BrowserContext) -> None:
    one = lay_out(context.new_page())
    one.evaluate("journal.begin({ from: 0 }, 'both')")
    act(one, 1)
    two = lay_out(context.new_page())
    act(two, 2)
    one.evaluate(
        "(async () => { while (journal.state !== 3) await new Promise((r) => setTimeout(r, 20)); })()"
    )
    assert one.evaluate("news") == ["elsewhere"]

    # The other tab went on without our noticing: the entry is refused and the other's version shown.
    one.evaluate(
        """() => {
          const doc = { ...journal.doc, actions: [...journal.doc.actions, { plus: 10 }], at: 3, revision: 9 };
          localStorage.setItem("yahtzee.pad.sum." + doc.id, JSON.stringify(doc));
        }"""
    )
    assert one.evaluate("journal.act({ plus: 100 })") is False
    assert (state(one), one.evaluate("news")) == (13, ["elsewhere", "stale"])

    # Both wrote in the same moment: what this tab has written stays as a second sheet.
    one.evaluate(
        """() => {
          const doc = { ...journal.doc, actions: [...journal.doc.actions, { plus: 20 }], at: 4 };
          localStorage.setItem("yahtzee.pad.sum." + doc.id, JSON.stringify(doc));
          window.dispatchEvent(new StorageEvent("storage", { key: "yahtzee.pad.sum." + doc.id }));
        }"""
    )
    assert (state(one), one.evaluate("news")[2:]) == (33, ["copied"])
    assert {name: doc["at"] for name, doc in kept(one).items()} == {"both": 4, "both (2)": 3}

    # Deleted over there, still on the table here: the next entry keeps it again.
    two.evaluate("store.remove(journal.doc.id)")
    act(one, 1)
    assert kept(one)["both"]["at"] == 5


def test_a_tab_comes_back_to_its_own_sheet(context: BrowserContext) -> None:
    def on_table(page: Page) -> Any:
        return lay_out(page).evaluate("journal.doc?.name")

    one = lay_out(context.new_page())
    one.evaluate("journal.begin({ from: 0 }, 'A')")
    two = lay_out(context.new_page())
    two.evaluate("journal.begin({ from: 0 }, 'B')")
    act(one, 1)
    assert (on_table(one), on_table(two)) == ("A", "B")
    act(one, 1)
    sheet = one.evaluate("journal.doc.id")
    two.wait_for_function("id => localStorage['yahtzee.pad.sum.current'] === id", arg=sheet)
    assert on_table(context.new_page()) == "A", "a new tab begins with the sheet last written on"

    # Deleted over there, or everything cleared under the page: what is written anew is found again.
    lay_out(two).evaluate("id => store.remove(id)", sheet)
    one.wait_for_function("id => store.get(id) === null", arg=sheet)
    act(one, 1)
    assert on_table(one) == "A"
    one.evaluate("localStorage.clear(), sessionStorage.clear()")
    act(one, 1)
    assert on_table(one) == "A"
    one.evaluate("store.remove(journal.doc.id), journal.open(null)")
    assert on_table(one) is None
