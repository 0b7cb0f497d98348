"""The budgets that do not depend on the machine: bytes, requests, queries, templates rendered."""

import contextlib
import gzip
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tests.contract_page import HttpBrowser, Page, read
from games.tests.page_weight import first_visit, scripts
from games.tests.players import Person, game_at, play_on, play_out, table_for_two
from games.tests.site import Site, site

KB = 1000


def mid_game(anna: Person, seats: int) -> str:
    """Fill half the boxes of every player, and roll."""
    path = anna.create(rules="triple_yahtzee", mode="local", players=seats, name=["W" * 20] * seats)
    play_on(path.split("/")[2], until=20 * seats)
    return path


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_answer_to_a_move(anna: Person, seats: int) -> None:
    path = mid_game(anna, seats)
    anna.client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    for what in ("roll", "score"):
        version = game_at(path).version
        data = {"version": version, "cell": "chance:1"}
        answer = anna.client.post(path + what, data, headers={"hx-request": "true"})
        if answer.status_code == 409:
            box, column = next(iter(plain_offers(anna, path)))
            data["cell"] = f"{box}:{column}"
            answer = anna.client.post(path + what, data, headers={"hx-request": "true"})
        assert answer.status_code == 200 and answer["Content-Encoding"] == "gzip"
        assert len(answer.content) <= 8 * KB, f"{what} with {seats} seats: {len(answer.content)} bytes"


def plain_offers(anna: Person, path: str) -> dict[tuple[str, int], int]:
    del anna.client.defaults["HTTP_ACCEPT_ENCODING"]
    offers = anna.page(path).offers
    anna.client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    return offers


def queries(person: Person, path: str) -> int:
    person.get(path)
    with CaptureQueriesContext(connection) as found:
        person.get(path)
    return len(found)


def test_queries_of_a_game_page_do_not_grow(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    fresh = queries(anna, path)
    for _ in range(3):
        for person in (anna, ben):
            person.roll(path)
            person.score(path)
    assert queries(anna, path) == queries(ben, path) == fresh <= 2
    assert queries(anna, anna.create(mode="local", players=6)) == fresh


def test_queries_of_the_home_page_do_not_grow(anna: Person, ben: Person) -> None:
    table_for_two(anna, ben)
    few = queries(anna, "/")
    for seats in (2, 3, 6):
        path = anna.create(mode="local", players=seats)
        anna.roll(path)
    assert queries(anna, "/") == few <= 4


def test_queries_of_a_finished_game_do_not_grow(anna: Person, finished: str) -> None:
    alone = queries(anna, finished)
    path = anna.create(mode="local", players=4)
    play_out(path, anna)
    assert queries(anna, path) <= alone <= 7


class Work(NamedTuple):
    """What the answer to one request of a running game took."""

    what: str
    queries: list[str]
    """Without signs of life, which a server collects and writes behind."""
    bytes: int
    templates: list[str | None]


MOST = {"roll": (2, 3500), "score": (2, 3500), "fragment": (1, 3500), "poll": (1, 0)}
"""Queries and compressed bytes."""


class WatchedGame:
    """An online game of two, and what each of their requests took."""

    def __init__(self, people: tuple[Person, Person], rules: str, rendered: list[str | None]) -> None:
        self.people, self.rendered = people, rendered
        self.path = table_for_two(*people, rules=rules)
        self.work: list[Work] = []

    def play(self, turns: int) -> list[Work]:
        """Take turns of three moves; the other player fetches each, then polls once more."""
        page = self.people[0].page(self.path)
        for _turn in range(turns):
            page = self._move(page, "roll")
            page = self._move(page, "roll", hold=[0, 1])
            box, column = next(iter(page.offers))
            page = self._move(page, "score", cell=f"{box}:{column}")
        assert page.status == "playing"
        return self.work

    def _move(self, page: Page, what: str, **data: Any) -> Page:
        mover, other = self.people if page.turn_seat == 0 else self.people[::-1]
        shown = self._ask(mover, what, "post", what, {"version": page.version, **data})
        self._ask(other, "fragment", "get", f"table?since={page.version}")
        self._ask(other, "poll", "get", f"table?since={shown.version}", status=204)
        return shown

    def _ask(
        self, who: Person, what: str, method: str, path: str, data: Any = None, status: int = 200
    ) -> Page:
        self.rendered.clear()
        headers = {"hx-request": "true", "accept-encoding": "gzip"}
        with CaptureQueriesContext(connection) as found:
            answer = getattr(who.client, method)(self.path + path, data, headers=headers)
        assert answer.status_code == status, answer.content
        asked = [query["sql"] for query in found if not query["sql"].startswith('UPDATE "games_seat"')]
        self.work.append(Work(what, asked, len(answer.content), list(self.rendered)))
        return read(gzip.decompress(answer.content).decode()) if answer.content else Page()


@pytest.mark.parametrize("rules", ["yahtzee", "triple_yahtzee"])
def test_what_a_move_takes(
    anna: Person,
    ben: Person,
    carla: Person,
    rules: str,
    rendered: list[str | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once shapes are known no template is rendered for another table with other names.

    With other dice only those are that were not seen at their place before.
    """
    monkeypatch.setattr("games.dice_stream.new_seed", lambda: bytes(32))
    first = WatchedGame((anna, ben), rules, rendered).play(turns=6)
    assert any(work.templates for work in first)
    carla.name = "Carla & <Co>"
    again = WatchedGame((carla, ben), rules, rendered).play(turns=6)
    assert [work for work in again if work.templates] == []
    monkeypatch.setattr("games.dice_stream.new_seed", lambda: bytes([1] * 32))
    other = WatchedGame((carla, anna), rules, rendered).play(turns=6)
    assert {name for work in other for name in work.templates} <= {"table/_die.html"}
    for what, (queries, size) in MOST.items():
        for work in (*first, *again, *other):
            if work.what == what:
                assert len(work.queries) <= queries, work
                assert work.bytes <= size, work


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site"), manifest=True) as found:
        found.start()
        yield found


@pytest.mark.socket
@pytest.mark.parametrize("encoding", ["br, gzip", "gzip"])
def test_the_first_visit_to_a_running_game(served: Site, encoding: str) -> None:
    with contextlib.closing(HttpBrowser(served.base)) as browser:
        browser.ask("GET", "/")
        form = {"rules": "triple_yahtzee", "mode": "local", "players": 2, "name": ["Anna", "Ben"]}
        path = browser.ask("POST", "/games", form).target
        browser.ask("POST", f"{path}roll", {"version": 1})
    loads = first_visit(served.base, path, encoding=encoding)
    assert len(loads) <= 13, [load.path for load in loads]
    assert sum(load.bytes for load in loads) <= 80 * KB, loads
    assert scripts(loads) <= 35 * KB, [load for load in loads if load.path.endswith(".js")]


@pytest.mark.socket
def test_static_files_are_loaded_once(served: Site) -> None:
    with contextlib.closing(HttpBrowser(served.base)) as browser:
        browser.ask("GET", "/")
        path = browser.ask("POST", "/games", {"rules": "yacht", "mode": "solo"}).target
        for load in first_visit(served.base, path)[1:]:
            assert "immutable" in browser.ask("GET", load.path).headers["cache-control"], load.path
