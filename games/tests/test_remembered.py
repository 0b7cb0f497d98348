"""Remembered templates: the HTML of a fresh one, in every game, language and brand, for every viewer."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.safestring import SafeString
from django.utils.translation import override
from pytest_django import Settings

from games import remembered, rules, static_pages
from games.models import Game, Seat
from games.session.seats import SeatedGame
from games.table import fragment, presence, scorecard
from games.table.present import TableView
from games.tests.players import Person, play_out
from games.tests.rules.random_play import play_on

OWNERS = ("anna", "ben")
RENDERERS = (fragment, presence, scorecard)


def view_of(rules_id: str, moves: list[str], viewer: str | None, **fields: Any) -> TableView:
    """A game for two people; one of them is called as no template expects it."""
    game = Game(rules_id=rules_id, mode=Game.Mode.ONLINE, players=2, seed=bytes(32), moves=moves)
    for field, value in {"code": "ABCDEFGHJK", "status": Game.Status.PLAYING, **fields}.items():
        setattr(game, field, value)
    names = ("50 % <b>Anna</b> %(seat)s", "Ben")
    seats = [
        Seat(index=index, name=name, player_hash=owner)
        for index, (name, owner) in enumerate(zip(names, OWNERS, strict=True))
    ]
    return TableView(SeatedGame(game, seats, viewer))


def html_of(view: TableView, seconds: int) -> str:
    context = {"view": view, "seated": view.seated, "game": view.game, "silent": {0: seconds, 1: 0}}
    return fragment.table_html(RequestFactory().get("/"), view, context)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Compares all that is rendered with templates rendered as usual; holds the names of the templates."""
    names = []

    def render(template: str, values: dict[str, str | int], **shape: Any) -> SafeString:
        found = remembered.render(template, values, **shape)
        assert found == render_to_string(template, {**values, **shape}).strip()
        names.append(template)
        return found

    def renderer(
        template: str, _names: tuple[str, ...], **shape: Any
    ) -> Callable[[dict[str, str | int]], SafeString]:
        return lambda values: render(template, values, **shape)

    for module in RENDERERS:
        monkeypatch.setattr(module, "render", render)
    monkeypatch.setattr(fragment, "renderer", renderer)
    return names


@pytest.mark.parametrize("neutral_site", [False, True])
@pytest.mark.parametrize("rules_id", [variant.rules_id for variant in rules.all_rules()])
def test_what_is_remembered_is_what_would_be_rendered(
    rules_id: str, neutral_site: bool, settings: Settings, compared: list[str]
) -> None:
    settings.NEUTRAL = neutral_site
    rng = Random(f"{rules_id} {neutral_site}")
    played = [rules.format_move(move) for move, _ in play_on(rng, rules.start(rules.get(rules_id), seats=2))]
    lengths = sorted({0, 2, *(rng.randrange(len(played)) for _ in range(3))})
    for number, length in enumerate(lengths):
        with override(("de", "en", "nb", "nl")[number % 4]):
            for viewer in (None, *OWNERS):
                html_of(view_of(rules_id, played[:length], viewer, roll_off=number == 1), 75 * (number % 2))
    assert {name.removeprefix("table/_").removesuffix(".html") for name in compared} == {
        *("card", "die", "log", "log_line", "player", "players", "playing", "presence", "table", "tray")
    }


def test_names_are_escaped_and_formats_are_not_read_from_them(compared: list[str]) -> None:
    html = html_of(view_of("yacht", ["0 roll - 11234"], "ben"), 0)
    assert "50 % &lt;b&gt;Anna&lt;/b&gt; %(seat)s" in html
    assert "<b>Anna" not in html


def test_the_next_move_renders_no_template(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = ["0 roll - 11234", "0 roll 01 11555", "0 score ones 1", "1 roll - 11234", "1 roll 01 11555"]
    for viewer in OWNERS:
        for length in range(len(moves)):
            html_of(view_of("yacht", moves[:length], viewer), 0)
    rendered = remembered._form.cache_info().misses
    for viewer in OWNERS:
        html_of(view_of("yacht", moves, viewer), 0)
    assert remembered._form.cache_info().misses <= rendered + 2, "at most the dice of the new roll"


PAGES = [
    "/",
    "/?lang=nb",
    "/?lang=~nl&theme=night",
    "/scores/",
    "/scores/?mode=solo",
    "/scores/mine/",
    "/device/",
]


def test_pages_are_as_if_they_were_drawn_anew(anna: Person, ben: Person) -> None:
    """Whoever has seen which pages before: with a running game, with a score, in another language."""
    path, ended = anna.create(), anna.create(rules="yacht", mode="solo")
    play_out(ended, anna)
    pages = [
        *PAGES,
        path,
        ended,
        f"{path}dice/",
        f"{ended}dice/",
        "/rules/yacht/",
        "/pads/yatzy/",
        "/g/ABCDEFGHJK/",
    ]

    def drawn() -> dict[tuple[str, str], str]:
        return {
            (each.name, page): re.sub(r"\b\w{64}\b", "TOKEN", each.get(page).text)
            for page in pages
            for each in (anna, ben)
        }

    warm = drawn(), drawn()
    fresh = {}
    for page in pages:
        for each in (anna, ben):
            remembered.forget()
            static_pages.forget()
            fresh[each.name, page] = re.sub(r"\b\w{64}\b", "TOKEN", each.get(page).text)
    assert warm[1] == fresh
    assert "TOKEN" in fresh["Anna", "/"] and "Anna" not in fresh["Ben", "/"]


def test_what_is_remembered_is_bounded() -> None:
    assert remembered._form.cache_info().maxsize == 2048
