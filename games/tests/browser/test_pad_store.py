"""What keeps the sheets of all pads: saving, undoing, two tabs, broken entries, no storage at all."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from games.tests.browser.hands import open_device

pytestmark = pytest.mark.browser

# A pad that adds numbers: the smallest one there can be.
_OPEN = """
window.ready = (async () => {
  const { openShelf } = await import("/static/js/pads/store.js");
  const { openJournal, replay } = await import("/static/js/pads/journal.js");
  const pad = {
    start: (setup) => setup.from,
    reduce(sum, action) {
      if (!Number.isInteger(action.plus)) throw new Error("no");
      return sum + action.plus;
    },
  };
  window.shelf = openShelf("sum", (doc) => replay(pad, doc, doc.actions.length));
  window.journal = openJournal({ kind: "sum", shelf: window.shelf, ...pad });
  window.news = [];
  window.journal.onChange((piece) => piece && window.news.push(piece));
})()
"""
_NO_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
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


def test_every_step_is_kept(context: BrowserContext) -> None:
    page = lay_out(context.new_page())
    page.evaluate("journal.begin({ from: 10 }, 'one')")
    act(page, 1, 2, 3)
    assert state(page) == 16
    page.evaluate("journal.undo(), journal.undo()")
    assert (state(page), page.evaluate("[journal.canUndo, journal.canRedo]")) == (11, [True, True])
    text = page.evaluate("localStorage['yahtzee.pad.sum.' + journal.doc.id]")
    page.close()

    page = lay_out(context.new_page())
    assert page.evaluate("localStorage['yahtzee.pad.sum.' + journal.doc.id]") == text
    page.evaluate("journal.redo()")
    assert state(page) == 13
    act(page, 100)
    assert (state(page), page.evaluate("[journal.redo(), journal.doc.actions.length]")) == (113, [False, 3])
    assert (
        page.evaluate("(() => { try { journal.act({ plus: 'x' }); } catch { return journal.state; } })()")
        == 113
    )
    page.evaluate("journal.begin({ from: 0 }, 'two'), journal.rename('zwei')")
    assert [doc["name"] for doc in page.evaluate("shelf.docs()")] == ["zwei", "one"]

    # A file brings a sheet back, and never takes the place of another one.
    file = page.evaluate("shelf.exportText(shelf.docs()[1])")
    assert page.evaluate("t => shelf.importText(t).id === shelf.docs()[1].id", file)
    act(page, 5)
    other = page.evaluate("shelf.exportText(journal.doc)")
    act(page, 6)
    assert page.evaluate("t => shelf.importText(t).id !== journal.doc.id", other)
    assert len(page.evaluate("shelf.docs()")) == 3
    strange = re.sub('"name": "[^"]+"', r'"name": "a\\u202eb\\n"', re.sub('"id": "[^"]+"', '"id": "x"', file))
    assert page.evaluate("t => shelf.importText(t).name", strange) == "ab"
    page.evaluate("shelf.remove('x')")
    page.evaluate("shelf.remove(journal.doc.id), journal.open(null)")
    assert page.evaluate("[journal.state, shelf.current(), shelf.docs().length]") == [None, None, 2]
    for wrong in (
        "",
        "null",
        "[]",
        "{}",
        file.replace('"sum"', '"other"'),
        file.replace('"plus"', '"minus"'),
        file.replace('"changed": "', '"changed": "some day, '),
        file.replace('"revision": ', '"revision": 1e999'),
        re.sub('"revision": [0-9]+', '"revision": 9007199254740991', file),
        re.sub('"revision": [0-9]+', '"revision": 0', file),
        re.sub('"id": "[^"]+"', '"id": 17', file),
        re.sub('"id": "[^"]+"', '"id": ["a"]', file),
        re.sub('"id": "[^"]+"', '"id": "current"', file),
        re.sub(r'"actions": \[', '"actions": [null,', file),
    ):
        assert (
            page.evaluate("t => { try { shelf.importText(t); } catch { return 'refused'; } }", wrong)
            == "refused"
        )
    assert page.evaluate("[shelf.kept, shelf.broken]") == [True, 0]


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
    two.evaluate("shelf.remove(journal.doc.id)")
    act(one, 1)
    assert kept(one)["both"]["at"] == 5


def test_a_full_storage_loses_nothing(context: BrowserContext) -> None:
    one = lay_out(context.new_page())
    one.evaluate("journal.begin({ from: 0 }, 'both')")
    one.evaluate(
        "{ window.put = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw 1; }; null }"
    )
    act(one, 1)
    assert (state(one), one.evaluate("shelf.kept")) == (1, False)
    one.evaluate("Storage.prototype.setItem = put, null")

    # Another tab has never seen that, and goes on further than it.
    one.evaluate(
        """() => {
          const doc = { ...journal.doc, actions: [{ plus: 10 }, { plus: 10 }], at: 2, revision: 3 };
          localStorage.setItem("yahtzee.pad.sum." + doc.id, JSON.stringify(doc));
        }"""
    )
    assert one.evaluate("journal.act({ plus: 5 })") is False
    assert (state(one), one.evaluate("news"), one.evaluate("shelf.kept")) == (20, ["copied"], True)
    assert {name: doc["at"] for name, doc in kept(one).items()} == {"both": 2, "both (2)": 1}
    act(one, 100)
    assert (state(one), one.evaluate("news")) == (120, ["copied"])


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
    lay_out(two).evaluate("id => shelf.remove(id)", sheet)
    one.wait_for_function("id => shelf.get(id) === null", arg=sheet)
    act(one, 1)
    assert on_table(one) == "A"
    one.evaluate("localStorage.clear(), sessionStorage.clear()")
    act(one, 1)
    assert on_table(one) == "A"
    one.evaluate("shelf.remove(journal.doc.id), journal.open(null)")
    assert on_table(one) is None


def test_broken_entries_are_put_aside(context: BrowserContext) -> None:
    page = lay_out(context.new_page())
    page.evaluate("journal.begin({ from: 0 }, 'good')")
    good = page.evaluate("journal.doc.id")
    broken = ["{", "17", json.dumps({**page.evaluate("journal.doc"), "actions": [{"plus": None}], "at": 1})]
    for number, text in enumerate(broken):
        page.evaluate("([n, t]) => localStorage.setItem('yahtzee.pad.sum.bad' + n, t)", [number, text])
    page.evaluate("sessionStorage.clear(), localStorage.setItem('yahtzee.pad.sum.current', 'bad0')")
    lay_out(page)
    assert page.evaluate("[journal.doc, shelf.docs().map(d => d.id), shelf.broken]") == [None, [good], 3]
    aside = page.evaluate(
        "Object.keys(localStorage).filter(k => k.startsWith('yahtzee.pad.broken.')).map(k => localStorage[k])"
    )
    assert sorted(aside) == sorted(broken)


def test_without_storage(context: BrowserContext) -> None:
    page = context.new_page()
    page.add_init_script(_NO_STORAGE)
    lay_out(page)
    page.evaluate("journal.begin({ from: 1 }, 'for now')")
    act(page, 1)
    page.evaluate("journal.undo()")
    assert (state(page), page.evaluate("shelf.kept")) == (1, False)
    assert page.evaluate("shelf.docs().length") == 1
