"""The coach: only in solo games that asked for it, only for the browser on turn, on no board."""

import json
from html import unescape

import pytest

from games import bots
from games.bots import Advice
from games.session.positions import position
from games.tests.players import Person, game_at, play_out
from scores.models import HighScore


def coached(who: Person, **fields: object) -> str:
    return who.create(coach="on", **fields)


def advised(path: str) -> Advice:
    return bots.advise(position(game_at(path), 1))


def coach_tag(who: Person, path: str) -> dict[str, str]:
    """Return the attributes of the coach's place on the page."""
    return next(found for _, found in who.page(path).tags if found.get("id") == "coach")


@pytest.mark.parametrize("rules_id", ["yacht", "triple_yahtzee", "yahtzee", "yatzy"])
def test_every_choice_has_its_worth(anna: Person, rules_id: str) -> None:
    path = coached(anna, rules=rules_id)
    anna.roll(path)
    answer = anna.get(f"{path}advice")
    assert answer.status == 200
    told, known = answer.data, advised(path)
    assert len(told["holds"]) == 31
    assert told["version"] == game_at(path).version
    assert {tuple(box.split(":")) for box in told["boxes"]} == {
        (one.placement.category, str(one.placement.column)) for one in known.placements
    }
    assert max([*told["holds"].values(), *told["boxes"].values()]) == pytest.approx(told["value"])
    assert told["holds"]["".join(map(str, told["best_hold"]))] == max(told["holds"].values())
    assert told["boxes"][told["best_box"]] == max(told["boxes"].values())


def test_after_the_last_roll_there_is_nothing_to_hold(anna: Person) -> None:
    path = coached(anna)
    for _ in range(3):
        anna.roll(path)
    told = anna.get(f"{path}advice").data
    assert told["holds"] == {} and told["best_hold"] is None
    assert len(told["boxes"]) == 12


def test_before_the_first_roll_only_the_average_is_known(anna: Person) -> None:
    path = coached(anna)
    told = anna.get(f"{path}advice").data
    assert told["value"] == pytest.approx(191.761, abs=0.01)
    assert told["holds"] == told["boxes"] == {}
    assert "191.8 points expected" in anna.get(path).text


def test_without_script_the_best_choice_stands_there(anna: Person) -> None:
    path = coached(anna)
    anna.roll(path)
    best = anna.get(f"{path}advice").data["best"]
    assert best and f"Best: {best}" in anna.get(path).page.text


def test_the_page_knows_what_every_choice_costs(anna: Person) -> None:
    path = coached(anna)
    anna.roll(path)
    tag, known = coach_tag(anna, path), advised(path)
    holds = json.loads(unescape(tag["data-holds"]))
    boxes = json.loads(unescape(tag["data-boxes"]))
    assert len(holds) == 31
    for hold in known.holds:
        shown = holds["".join(map(str, hold.slots))]
        assert shown == (f"{hold.cost:.1f}" if hold.cost >= 0.05 else "")
    for one in known.placements:
        shown = boxes[f"{one.placement.category}:{one.placement.column}"]
        assert float(shown or 0) == pytest.approx(one.cost, abs=0.051)


def test_the_answer_to_a_roll_brings_the_new_advice(anna: Person) -> None:
    path = coached(anna)
    assert 'id="coach"' in anna.do(path, "roll").text


# --- who may ask -----------------------------------------------------------------------------------


def test_nobody_else_is_told(anna: Person, ben: Person, carla: Person) -> None:
    path = coached(anna)
    anna.roll(path)
    for who in (ben, carla):
        assert who.get(f"{path}advice").status == 403
        text = who.get(path).text
        assert "Best: " not in text and "data-holds" not in text
        assert "With the coach" in text


def test_no_coach_in_other_games(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    assert anna.get(f"{path}advice").status == 404
    assert 'id="coach"' not in anna.get(path).text
    assert "coach.js" not in anna.get(path).text


@pytest.mark.parametrize("mode", ["local", "online"])
def test_only_solo_games_have_a_coach(anna: Person, mode: str) -> None:
    path = coached(anna, mode=mode, players=2)
    assert game_at(path).coach is False
    assert anna.get(f"{path}advice").status == 404


def test_not_on_the_computers_turn(anna: Person) -> None:
    path = coached(anna, bot=["easy"])
    anna.roll(path)
    anna.score(path)
    anna.do(path, "bot")
    assert anna.get(f"{path}advice").status == 403
    assert "Best: " not in anna.get(path).text


def test_other_methods_and_games(anna: Person) -> None:
    path = coached(anna)
    assert anna.post(f"{path}advice").status == 405
    assert anna.get("/g/AAAAAAAAAA/advice").status == 404


# --- no board --------------------------------------------------------------------------------------


def test_a_game_with_the_coach_is_marked_and_on_no_board(anna: Person) -> None:
    path = coached(anna)
    play_out(path, anna)
    assert "not in the high scores" in anna.get(path).text
    assert not HighScore.objects.exists()
    assert anna.get(f"{path}advice").status == 403
    again = anna.post(f"{path}rematch", htmx=False).target
    assert game_at(again).coach is True


def test_the_dialog_offers_the_coach_unticked(anna: Person) -> None:
    boxes = [found for tag, found in anna.page("/new/").tags if found.get("name") == "coach"]
    assert len(boxes) == 1
    assert "checked" not in boxes[0]
