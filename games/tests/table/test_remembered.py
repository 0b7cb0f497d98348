"""Remembered scorecards: the bytes of a fresh one, in every game, language and brand, for every viewer."""

from random import Random

import pytest
from django.utils.translation import get_language, override
from pytest_django import Settings

from games import rules
from games.models import Game, Seat
from games.session.seats import SeatedGame
from games.table import remembered
from games.table.present import TableView
from games.tests.rules.random_play import play_on

OWNERS = ("anna", "ben")


def view_of(rules_id: str, moves: list[str], viewer: str | None, status: str) -> TableView:
    game = Game(
        rules_id=rules_id, mode=Game.Mode.ONLINE, players=2, status=status, seed=bytes(32), moves=moves
    )
    seats = [Seat(index=index, name=owner.title(), player_hash=owner) for index, owner in enumerate(OWNERS)]
    return TableView(SeatedGame(game, seats, viewer))


def afresh(card: remembered.Card, cards: int, seconds: int | None, settings: Settings) -> str:
    """Return what card_html() would, with nothing remembered."""
    brand = (settings.NEUTRAL, settings.FIVE_OF_A_KIND_LABEL)
    before, after = remembered._drawn.__wrapped__(card, cards, get_language(), brand)
    shown = remembered.presence(card.seat, seconds) if card.elsewhere and seconds is not None else ""
    return f"{before}{shown}{after}"


@pytest.mark.parametrize("neutral_site", [False, True])
@pytest.mark.parametrize("rules_id", [variant.rules_id for variant in rules.all_rules()])
def test_a_remembered_card_is_the_one_drawn_afresh(
    rules_id: str, neutral_site: bool, settings: Settings
) -> None:
    settings.NEUTRAL = neutral_site
    rng = Random(f"{rules_id} {neutral_site}")
    played = [rules.format_move(move) for move, _ in play_on(rng, rules.start(rules.get(rules_id), seats=2))]
    lengths = sorted({0, 2, len(played), *(rng.randrange(len(played)) for _ in range(3))})
    for number, length in enumerate(lengths):
        status = Game.Status.FINISHED if length == len(played) else Game.Status.PLAYING
        with override(("de", "en", "nb", "nl")[number % 4]):
            for viewer in (None, *OWNERS):
                view = view_of(rules_id, played[:length], viewer, status)
                for card in view.cards:
                    for seconds in (None, 75):
                        found = remembered.card_html(card, 2, seconds)
                        assert found == afresh(card, 2, seconds, settings)


def test_a_roll_draws_no_card_of_the_others(db: None) -> None:
    """Of the cards on a watcher's page only the one on turn is new after a roll."""
    remembered._drawn.cache_clear()
    before = view_of("yacht", ["0 roll - 11234"], "ben", Game.Status.PLAYING)
    after = view_of("yacht", ["0 roll - 11234", "0 roll 01 11555"], "ben", Game.Status.PLAYING)
    for view in (before, after):
        for card in view.cards:
            remembered.card_html(card, 2, 0)
    assert remembered._drawn.cache_info().misses == 3


def test_what_is_remembered_is_bounded() -> None:
    assert remembered._drawn.cache_info().maxsize == 1024
