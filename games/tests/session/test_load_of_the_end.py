"""The end of games on two processes: undo, seal, report and rematch at once, and double clicks."""

import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from games.tests.contract_page import Answer, Fields, HttpBrowser, statuses
from games.tests.site import Site

pytestmark = [pytest.mark.socket, pytest.mark.database]

PAIRS = 40
RACES = 24
ENDED_GAMES = """
import json
from datetime import timedelta
from django.core import signing
from django.utils import timezone
from games import rules
from games.models import Game
from games.session import play
from games.session.seats import Player, SeatedGame
player = Player("token-of-a-test")
codes = []
moves = []
for category in rules.get("yacht").categories:
    moves += ["0 roll - 12346", f"0 score {category.id} 1"]
for number in range(%d):
    game = play.create(rules_id="yacht", mode="solo", players=1, names=["Anna"], player_hash=player.hash)
    game.moves = moves[:-1]
    Game.objects.filter(pk=game.pk).update(moves=game.moves)
    seated = SeatedGame(game, list(game.seats.all()), player.hash)
    play.score(seated=seated, version=1, category="yacht", column=1)
    codes.append(game.code)
# On a busy machine more than a minute may pass before the end of the test.
Game.objects.update(finished_at=timezone.now() + timedelta(seconds=55))
print(json.dumps([signing.TimestampSigner(salt="player").sign(player.token), codes]))
"""
STATE = """
import json
from games.models import Game
from scores.models import HighScore
rows = list(HighScore.objects.values_list("game_code", flat=True))
games = Game.objects.filter(code__in=%r)
found = {
    game.code: [
        game.status, len(game.moves), game.sealed, game.finished_at is not None,
        rows.count(game.code), Game.objects.filter(previous=game).count(),
    ]
    for game in games
}
print(json.dumps(found))
"""
LAST = 24
"""Moves of a game."""


def seated(base: str, cookie: str) -> HttpBrowser:
    """Return the browser of the player in these games."""
    browser = HttpBrowser(base, timeout=60)
    browser.ask("GET", "/")
    browser.close()
    browser.cookies["yahtzee_player"] = cookie
    return browser


def at_once(player: HttpBrowser, requests: list[tuple[str, Fields]]) -> list[Answer]:
    """Send requests of one browser at the same time."""
    gate = threading.Barrier(len(requests))

    def send(path: str, data: Fields) -> Answer:
        with contextlib.closing(player.copy()) as browser:
            gate.wait(timeout=60)
            return browser.ask("POST", path, data, htmx=True)

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, *zip(*requests, strict=True)))


def test_the_last_entry_twice_at_once(shared: Site) -> None:
    """Many pairs of each command: one effect each; a game that is sealed already is no refusal."""
    cookie, codes = json.loads(shared.shell(ENDED_GAMES % PAIRS))
    player = seated(shared.base, cookie)
    score: Fields = {"box": "yacht", "column": 1}

    def play(code: str) -> list[list[int]]:
        seen = []
        version = 2
        for what, data in (("undo", {}), ("score", score), ("seal", {})):
            answers = at_once(player, [(f"/g/{code}/{what}", {"version": version, **data})] * 2)
            seen.append(statuses(answers))
            version = next(answer.page.version for answer in answers if answer.status == 200)
        return seen

    with ThreadPoolExecutor(8) as pool:
        for seen in pool.map(play, codes):
            assert seen == [[200, 409], [200, 409], [200, 200]]
    state = json.loads(shared.shell(STATE % (codes,)))
    assert list(state.values()) == [["finished", LAST, True, True, 1, 0]] * PAIRS
    shared.manage("check_scores")


def test_undo_seal_report_and_rematch_at_once(shared: Site) -> None:
    """Either the game goes on and nothing else has happened, or it is sealed and stays as it is."""
    cookie, codes = json.loads(shared.shell(ENDED_GAMES % RACES))
    player = seated(shared.base, cookie)

    def race(code: str) -> list[Answer]:
        version = {"version": 2}
        asked: list[tuple[str, Fields]] = [
            ("undo", version),
            ("seal", version),
            ("report/", {}),
            ("rematch", {}),
        ]
        return at_once(player, [(f"/g/{code}/{what}", data) for what, data in asked])

    with ThreadPoolExecutor(8) as pool:
        answers = dict(zip(codes, pool.map(race, codes), strict=True))
    state: dict[str, Any] = json.loads(shared.shell(STATE % (codes,)))
    for code, (undo, *others) in answers.items():
        assert {answer.status for answer in (undo, *others)} <= {200, 204, 409}
        if undo.status == 200:
            assert [answer.status for answer in others] == [409] * 3
            assert state[code] == ["playing", LAST - 1, False, False, 0, 0]
        else:
            seal, report, rematch = (answer.status for answer in others)
            assert (seal, rematch) == (200, 204) and report in {200, 204}
            assert state[code] == ["finished", LAST, True, True, 1, 1]
    shared.manage("check_scores")
