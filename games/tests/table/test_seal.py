"""POST /g/<code>/seal, and the end of a game, whose last entry can be taken back until it is sealed."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Game
from games.session import housekeeping, play
from games.tests.players import (
    Person,
    alert,
    assert_refused,
    game_at,
    play_out,
    set_moves,
    stored,
    table_for_two,
)
from scores.models import HighScore, Tally

pytestmark = pytest.mark.database

BEFORE_CHANCE = {
    "ones": "11223", "twos": "22213", "threes": "33312", "fours": "44412", "fives": "55512", "sixes": "66612",
    "four_of_a_kind": "12345", "full_house": "33322", "small_straight": "12345", "large_straight": "23456",
    "yacht": "22222",
}  # fmt: skip
"""All boxes of Yacht but one, with 170 points."""
OVER, NOT_OVER = "This game is over.", "This game is not over yet."


def pass_time(path: str, seconds: float) -> None:
    """Let the game have ended this long ago."""
    Game.objects.filter(pk=game_at(path).pk).update(finished_at=timezone.now() - timedelta(seconds=seconds))


def is_sealed(person: Person, path: str) -> bool:
    page = person.page(path)
    return page.table is not None and "sealed" in page.table


def buttons(person: Person, path: str) -> list[str]:
    """The commands offered for the end, by their addresses."""
    form = person.page(path).form("/seal")
    return [button.get("formaction", form.action) for button in form.buttons] if form else []


def board_points() -> list[int]:
    return sorted(HighScore.objects.values_list("points", flat=True))


def check_scores() -> None:
    out = io.StringIO()
    call_command("check_scores", stdout=out)
    assert "All numbers are right" in out.getvalue()


# --- taking the last entry back --------------------------------------------------------------------


def test_finish_with_200_and_then_with_180(anna: Person) -> None:
    path = anna.create()
    moves = [
        move for box, faces in BEFORE_CHANCE.items() for move in (f"0 roll - {faces}", f"0 score {box} 1")
    ]
    set_moves(path, *moves, "0 roll - 66666")
    page = anna.score(path, "chance")
    assert (page.status, board_points()) == ("finished", [200])
    assert "All time No. 1" in " ".join(anna.page(path).text.split())
    page = anna.do(path, "undo").page
    assert (page.status, page.faces, page.roll, board_points()) == ("playing", [6] * 5, 1, [])
    assert not Tally.objects.exclude(period="zone").exists()
    game = game_at(path)
    assert (game.finished_at, game.report, game.sealed) == (None, None, False)
    set_moves(path, *game.moves, "0 roll - 11233")
    anna.score(path, "chance")
    assert board_points() == [180]
    assert {row.points for row in Tally.objects.filter(step=1)} == {180}
    check_scores()
    assert game_at(path).finished_at is not None


def test_it_is_offered_to_who_made_the_entry(anna: Person, ben: Person, carla: Person, ended: str) -> None:
    assert buttons(ben, ended) == [f"{ended}undo", f"{ended}seal"]
    assert buttons(anna, ended) == buttons(carla, ended) == []
    refusal = "Only the player who made the entry can undo it."
    for person in (anna, carla):
        assert_refused(ended, person.do(ended, "undo"), 403, refusal, stored(ended))
    assert ben.do(ended, "undo").page.turn_seat == 1
    assert "Entry undone." in anna.page(ended).get("event")
    assert HighScore.objects.count() == 0


def test_the_rest_of_the_turn_is_played(anna: Person, ben: Person, ended: str) -> None:
    faces = ben.do(ended, "undo").page.faces
    again = ben.roll(ended, 0, 1)
    assert again.faces[:2] == faces[:2] and again.roll == 2
    assert ben.score(ended).status == "finished"
    assert HighScore.objects.count() == 2
    assert ben.do(ended, "undo").page.roll == 2, "and once more"


@pytest.mark.parametrize("fields", [{"mode": "solo"}, {"mode": "local", "players": 3}, {"coach": "on"}])
def test_on_one_device(anna: Person, fields: dict[str, Any]) -> None:
    path = anna.create(**fields)
    play_out(path, anna)
    rows = HighScore.objects.count()
    assert buttons(anna, path) == [f"{path}undo", f"{path}seal"]
    assert anna.do(path, "undo").page.status == "playing"
    assert HighScore.objects.count() == 0
    anna.score(path)
    assert HighScore.objects.count() == rows


def end_against_computer(anna: Person, first: int) -> str:
    path = anna.create(bot=["easy"])
    Game.objects.update(first_seat=first)
    while (page := anna.page(path)).status == "playing":
        if page.turn_seat == 1:
            anna.do(path, "bot")
        else:
            anna.roll(path)
            anna.score(path)
    return path


def test_with_a_computer(anna: Person) -> None:
    path = end_against_computer(anna, first=1)
    assert not is_sealed(anna, path)
    assert anna.do(path, "undo").page.turn_seat == 0
    assert HighScore.objects.count() == 0
    anna.score(path)
    assert HighScore.objects.get().mode == "computer"


def test_an_end_by_a_computer_is_sealed_at_once(anna: Person) -> None:
    path = end_against_computer(anna, first=0)
    assert is_sealed(anna, path) and buttons(anna, path) == []
    assert_refused(path, anna.do(path, "undo"), 409, OVER, stored(path))
    assert anna.get(f"{path}record.json").data["seed"]


def test_the_match_counts_the_new_end(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben, match=2)
    moves = []
    for box, faces in {**BEFORE_CHANCE, "chance": "11112"}.items():
        for seat in (0, 1):
            moves += [f"{seat} roll - {faces}", f"{seat} score {box} 1"]
    set_moves(path, *moves[:-2], "1 roll - 11111")
    ben.score(path, "chance")
    assert "Anna 1" in anna.get(path).text.replace("\u2068", "").replace("\u2069", "")
    ben.do(path, "undo")
    set_moves(path, *game_at(path).moves, "1 roll - 66666")
    ben.score(path, "chance")
    assert "Ben 1" in anna.get(path).text.replace("\u2068", "").replace("\u2069", "")
    assert game_at(anna.post(f"{path}rematch").target).wins == [0, 1]


def test_without_scripts(anna: Person) -> None:
    path = anna.create()
    play_out(path, anna)
    form = anna.page(path).form("/seal")
    assert form is not None
    sent = dict(form.fields)
    assert anna.post(form.buttons[0]["formaction"], sent, htmx=False).status == 303
    assert anna.page(path).status == "playing"
    anna.score(path)
    form = anna.page(path).form("/seal")
    assert form is not None
    assert anna.post(form.action, dict(form.fields), htmx=False).status == 303
    assert is_sealed(anna, path)


def test_after_a_change_of_device(ben: Person, carla: Person, ended: str) -> None:
    link = ben.client.post("/device/", headers={"accept": "application/json"}).json()["url"]
    carla.post(link.removeprefix("http://testserver"), htmx=False)
    assert carla.page(ended).you == [1]
    assert carla.do(ended, "undo").page.status == "playing"
    carla.score(ended)
    assert HighScore.objects.count() == 2


# --- what is open only when it is sealed -----------------------------------------------------------


def everything(person: Person, path: str) -> Iterator[str]:
    """What the game shows: its pages, data and pictures."""
    addresses = ("", "table?since=0", "record.json", "dice/", "report/", "report/?move=3", "report/progress")
    for address in addresses:
        for htmx in (False, True):
            answer = person.get(path + address, htmx=htmx)
            yield f"{address}: {answer.text} {json.dumps(answer.headers)}"


def test_nothing_from_the_seed_is_shown_before(anna: Person, ben: Person, carla: Person, ended: str) -> None:
    seed = bytes(game_at(ended).seed).hex()
    for person in (anna, ben, carla):
        for text in everything(person, ended):
            assert seed not in text and 'id="replay"' not in text and 'class="equation"' not in text, text
        assert "can still be undone" in person.get(f"{ended}dice/").text
        assert person.get(f"{ended}record.json").data["status"] == "finished"
    page = carla.get(ended).text
    assert 'property="og:description" content="Open the link to watch."' in page
    anna.do(ended, "seal")
    for address in ("record.json", "dice/"):
        assert seed in carla.get(ended + address).text
    assert 'id="replay"' in carla.get(f"{ended}report/").text
    assert "with" in carla.get(ended).text.partition('og:description" content="')[2].partition('"')[0]


def test_the_report_page_seals_for_players_only(anna: Person, ben: Person, carla: Person, ended: str) -> None:
    text = carla.get(f"{ended}report/").text
    assert "can still be undone, for a minute at most" in text and "Refresh" in text
    assert "<form" not in text.partition("<main")[2].partition("</main")[0]
    for htmx in (False, True):
        assert carla.post(f"{ended}report/", htmx=htmx).status == 409
    assert not is_sealed(carla, ended)
    text = anna.get(f"{ended}report/").text
    assert 'hx-trigger="submit, load"' in text and "the result is final" in text
    assert not is_sealed(carla, ended), "looking seals nothing"
    answer = anna.post(f"{ended}report/")
    assert (answer.status, answer.headers["hx-redirect"]) == (204, f"{ended}report/")
    assert is_sealed(carla, ended)
    assert_refused(ended, ben.do(ended, "undo"), 409, OVER, stored(ended))


def test_a_report_asked_for_after_the_entry_was_taken_back(anna: Person, ben: Person, ended: str) -> None:
    ben.do(ended, "undo")
    answer = anna.post(f"{ended}report/")
    assert (answer.status, answer.headers["hx-redirect"]) == (409, f"{ended}report/")
    assert anna.post(f"{ended}report/", htmx=False).status == 409
    assert game_at(ended).status == "playing"


def test_a_report_is_kept_for_its_version_only(anna: Person, ben: Person, ended: str) -> None:
    game = game_at(ended)
    data: dict[str, Any] = {"version": 1, "seats": [], "exact": True}
    ben.do(ended, "undo")
    ben.score(ended)
    about: dict[str, Any] = {"game_id": game.pk, "data": data, "summaries": ()}
    assert not housekeeping.keep_report(version=game.version, **about)
    assert game_at(ended).report is None
    assert housekeeping.keep_report(version=game_at(ended).version, **about)
    ben.do(ended, "undo")
    assert game_at(ended).report is None


# --- sealing ---------------------------------------------------------------------------------------


def test_every_player_may_seal(anna: Person, ben: Person, carla: Person, ended: str) -> None:
    sentence = "You are only watching this game."
    assert_refused(ended, carla.do(ended, "seal"), 403, sentence, stored(ended))
    version = game_at(ended).version
    answer = anna.do(ended, "seal")
    assert answer.status == 200 and answer.page.version == version + 1
    assert buttons(ben, ended) == [] and is_sealed(ben, ended)
    news = carla.get(f"{ended}table?since={version}")
    assert news.status == 200 and "sealed" in (news.page.table or {})
    before = stored(ended)
    assert ben.do(ended, "seal").status == 200 and stored(ended) == before, "once is enough"


def test_an_end_that_is_no_more_is_not_sealed(anna: Person, ben: Person, ended: str) -> None:
    seen = game_at(ended).version
    ben.do(ended, "undo")
    for person in (anna, ben):
        assert_refused(ended, person.post(f"{ended}seal", {"version": seen}), 409, NOT_OVER, stored(ended))
    ben.score(ended)
    answer = anna.post(f"{ended}seal", {"version": seen})
    assert answer.status == 409 and "moved on" in alert(answer)
    assert not is_sealed(anna, ended)


def test_before_the_end(anna: Person) -> None:
    for path in (anna.create(), anna.create(mode="online", players=2)):
        assert_refused(path, anna.do(path, "seal"), 409, NOT_OVER, stored(path))


def test_wrong_method_and_missing(anna: Person, ended: str) -> None:
    assert anna.get(f"{ended}seal").status == 405
    assert anna.post("/g/ABCDEFGHJK/seal").status == 404


def test_a_rematch_seals(anna: Person, ben: Person, ended: str) -> None:
    version = game_at(ended).version
    anna.post(f"{ended}rematch")
    assert is_sealed(ben, ended)
    answer = ben.post(f"{ended}undo", {"version": version})
    assert_refused(ended, answer, 409, OVER, stored(ended))
    assert HighScore.objects.count() == 2


def test_after_a_minute(anna: Person, ben: Person, carla: Person, ended: str) -> None:
    version = ben.page(ended).version
    pass_time(ended, 59)
    assert not is_sealed(ben, ended) and carla.get(f"{ended}table?since={version}").status == 204
    pass_time(ended, 60)
    news = carla.get(f"{ended}table?since={version}")
    assert news.status == 200 and "sealed" in (news.page.table or {}), "watchers without a socket are told"
    assert carla.get(f"{ended}table?since={news.page.version}").status == 204
    assert ben.post(f"{ended}undo", {"version": version}).status == 409
    assert carla.get(f"{ended}record.json").data["seed"]
    ben.post(f"{ended}rematch")
    again = carla.get(f"{ended}table?since={news.page.version}")
    assert again.status == 200 and "/g/" in again.text


def test_almost_a_minute(ben: Person, ended: str) -> None:
    pass_time(ended, 59)
    assert ben.do(ended, "undo").status == 200


def test_what_takes_too_long_is_not_taken_back(
    ben: Person, ended: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile others may have read the seed."""

    def slow(**fields: Any) -> bool:
        monkeypatch.setattr(play, "SEALED_AFTER", timedelta())
        return True

    before = stored(ended)
    monkeypatch.setattr(play.scores, "withdraw", slow)
    assert_refused(ended, ben.do(ended, "undo"), 409, OVER, before)
    assert HighScore.objects.count() == 2


@pytest.mark.parametrize("ahead", [timedelta(days=1), timedelta(seconds=0.2)])
def test_a_clock_that_was_set_back(ben: Person, ended: str, ahead: timedelta) -> None:
    pass_time(ended, -ahead.total_seconds())
    assert is_sealed(ben, ended) == (ahead > timedelta(minutes=1))


def test_games_from_before_this_rule(ben: Person, ended: str) -> None:
    Game.objects.update(finished_at=None)
    assert is_sealed(ben, ended) and buttons(ben, ended) == []
