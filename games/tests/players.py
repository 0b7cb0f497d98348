"""Players for tests: browsers with methods for common actions, and helpers to set up games."""

import re
from html import unescape
from typing import Any

from django.test import Client

from games.models import Game
from games.session import play
from games.session.positions import position
from games.session.seats import SeatedGame
from games.tests.contract_page import Answer, ClientBrowser, Page


class Person(ClientBrowser):
    """A person with a browser, based on Django's test client."""

    def __init__(self, name: str, client: Client) -> None:
        super().__init__(client)
        self.name = name

    def get(self, path: str, *, htmx: bool = False) -> Answer:
        return self.ask("GET", path, htmx=htmx)

    def post(self, path: str, data: dict[str, Any] | None = None, *, htmx: bool = True) -> Answer:
        return self.ask("POST", path, data, htmx=htmx)

    def create(self, **fields: Any) -> str:
        """Make a game and return the path of its page."""
        form = {"rules": "yacht", "mode": "solo", "name": self.name, **fields}
        answer = self.post("/games", form, htmx=False)
        assert answer.status == 303, answer.text
        return answer.target

    def join(self, path: str) -> Page:
        answer = self.post(f"{path}join", {"name": self.name})
        assert answer.status == 200, answer.text
        return answer.page

    def page(self, path: str) -> Page:
        return self.get(path).page

    def do(self, path: str, what: str, **data: Any) -> Answer:
        """Send a command with the present version, as htmx would."""
        return self.post(f"{path}{what}", {"version": game_at(path).version, **data})

    def roll(self, path: str, *held: int) -> Page:
        answer = self.do(path, "roll", hold=held)
        assert answer.status == 200, answer.text
        return answer.page

    def score(self, path: str, box: str = "", column: int = 1) -> Page:
        """Enter in this box, or in the first that is offered."""
        if not box:
            box, column = next(iter(self.page(path).offers))
        answer = self.do(path, "score", box=box, column=column)
        assert answer.status == 200, answer.text
        return answer.page


def form_token(html: str) -> str:
    """Return the token of the first form of a page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert found
    return found[1]


def game_at(path: str) -> Game:
    """Return the game of a page's path as it is stored now."""
    return Game.objects.get(code=path.strip("/").split("/")[-1])


def table_for_two(anna: Person, ben: Person, **fields: Any) -> str:
    """Return the path of an online game of Anna and Ben; Anna starts."""
    path = anna.create(mode="online", players=2, **fields)
    ben.join(path)
    return path


def play_out(path: str, *people: Person) -> Page:
    """Play a game to its end: one roll per turn, the first offered box; the last turn on pages."""
    page = people[0].page(path)
    if page.status != "playing":
        return page
    play_on(page.code)
    page = people[0].page(path)
    while page.status == "playing":
        who = people[page.turn_seat or 0] if len(people) > 1 else people[0]
        offers = who.roll(path).offers
        box, column = next(iter(offers))
        page = who.score(path, box, column)
    return page


def play_on(code: str, until: int | None = None, *, best: bool = False) -> None:
    """Make moves past the pages until there are so many entries, by default all but one.

    One roll per turn, then the first offer or the best one.
    """
    game = Game.objects.get(code=code)
    seats = list(game.seats.all())
    state = position(game, len(seats))
    last = state.rules.cells * len(seats) - 1 if until is None else until
    while game.status == Game.Status.PLAYING and state.entries < last:
        seated = SeatedGame(game, seats, seats[state.seat or 0].player_hash)
        if not state.dice:
            play.roll(seated=seated, version=game.version, held=())
        else:
            offers = state.legal_placements()
            offer = max(offers, key=lambda placement: placement.points) if best else offers[0]
            play.score(seated=seated, version=game.version, category=offer.category, column=offer.column)
        game = seated.game
        state = position(game, len(seats))


def alert(answer: Answer) -> str:
    """Return the sentence of a refused command."""
    before, mark, after = answer.text.partition('role="alert">')
    assert mark, answer.text
    return unescape(after.partition("<")[0])


def set_moves(path: str, *moves: str) -> None:
    """Replace the moves of a game (in notation)."""
    game = game_at(path)
    Game.objects.filter(pk=game.pk).update(moves=list(moves), version=game.version + 1)


def stored(path: str) -> tuple[int, list[str], str]:
    """Return what must not change when a command is refused."""
    game = game_at(path)
    return game.version, game.moves, game.status


def assert_refused(path: str, answer: Answer, status: int, sentence: str, before: tuple[object, ...]) -> None:
    """Assert that the command changed nothing and was answered by the present table with this sentence."""
    assert answer.status == status, answer.text[:500]
    assert alert(answer) == sentence
    assert answer.page.version == before[0]
    assert stored(path) == before
