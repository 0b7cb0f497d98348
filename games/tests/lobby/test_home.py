"""GET /, GET /new/ and POST /g/<code>/leave: the usual games at one press, and the running ones."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, Seat
from games.tests.contract_page import Form, Page
from games.tests.players import Person, game_at, play_out, table_for_two


def forms(page: Page) -> list[Form]:
    return [form for form in page.forms if form.action == "/games"]


def press(person: Person, **wanted: str) -> str:
    """Press the button on the start page whose form has these fields; returns the path of the game."""
    page = person.page("/")
    form = next(form for form in forms(page) if wanted.items() <= dict(form.fields).items())
    return person.post("/games", dict(form.fields), htmx=False).target


def main(person: Person, path: str = "/") -> str:
    return person.get(path).text.partition("<main")[2]


# --- new games


def test_the_usual_games_take_one_press(anna: Person) -> None:
    alone = game_at(press(anna, mode="solo", rules="triple_yahtzee"))
    assert (alone.status, alone.players) == ("playing", 1)
    text = main(anna)
    assert [f'name="bot" value="{level}"' in text for level in ("easy", "medium", "hard")] == [True] * 3


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_computer_is_chosen_by_its_face(anna: Person, level: str) -> None:
    form = dict(forms(anna.page("/"))[-1].fields) | {"bot": level}
    game = game_at(anna.post("/games", form, htmx=False).target)
    assert (game.status, [seat.bot for seat in game.seats.all()]) == ("playing", ["", level])


def test_a_friend_is_invited_with_one_press(anna: Person) -> None:
    game = game_at(press(anna, mode="online"))
    assert (game.status, game.players, game.seats.count()) == ("waiting", 2, 1)


def test_games_in_which_nobody_has_rolled_do_not_pile_up(anna: Person, ben: Person) -> None:
    path = press(anna, mode="solo")
    Game.objects.update(last_action_at=timezone.now() - timedelta(hours=2))
    assert press(anna, mode="solo") == path
    assert timezone.now() - game_at(path).last_action_at < timedelta(minutes=1), "it would be deleted soon"
    assert press(ben, mode="solo") != path
    anna.roll(path)
    assert press(anna, mode="solo") != path


@pytest.mark.parametrize(
    "other", [{"bot": "easy"}, {"rules": "yacht"}, {"name": "Anna"}, {"coach": "on"}, {"match": 3}]
)
def test_another_game_is_not_that_game(anna: Person, other: dict[str, Any]) -> None:
    form = {"rules": "triple_yahtzee", "mode": "solo", "reuse": "on"}
    path = anna.post("/games", form, htmx=False).target
    assert anna.post("/games", form, htmx=False).target == path
    assert anna.post("/games", form | other, htmx=False).target != path


def test_who_does_not_ask_for_it_gets_a_new_game(anna: Person) -> None:
    assert anna.create() != anna.create()


def test_the_form_for_any_game(anna: Person) -> None:
    page = anna.page("/new/")
    form = next(form for form in forms(page) if form.value("starts"))
    names = {found["name"] for _tag, found in page.tags if "name" in found}
    assert {"rules", "option", "mode", "people", "bot", "name", "guest", "starts", "match", "coach"} <= names
    chosen = dict(form.fields) | {"rules": "yatzy", "mode": "solo", "starts": "roll_off", "match": "3"}
    game = game_at(anna.post("/games", chosen, htmx=False).target)
    assert (game.rules_id, game.roll_off, game.match_to) == ("yatzy", True, 3)


def test_nobody_gets_the_token_of_another(anna: Person, ben: Person) -> None:
    for path in ("/", "/new/"):
        tokens = [dict(form.fields)["csrfmiddlewaretoken"] for form in forms(anna.page(path))]
        others = [dict(form.fields)["csrfmiddlewaretoken"] for form in forms(ben.page(path))]
        assert len(set(tokens)) == len(set(others)) == 1
        assert set(tokens).isdisjoint(others)


# --- games to go on with


def test_a_game_to_go_on_with(anna: Person, ben: Person) -> None:
    assert "Continue" not in main(anna)
    path = anna.create(rules="triple_yahtzee")
    anna.roll(path)
    anna.score(path)
    points = anna.page(path).totals[0, "grand", ""]
    resume = main(anna).partition('class="resume"')[2].partition("</p>")[0]
    assert f'href="{path}"' in resume
    assert f"turn 2 · {points} point" in resume
    table = table_for_two(anna, ben)
    anna.roll(table)
    resume = main(anna).partition('class="resume"')[2].partition("</p>")[0]
    assert f'href="{table}"' in resume and "against Ben · turn 1 · 0\xa0:\xa00 · your turn" in resume
    anna.score(table)
    assert f'href="{path}"' in main(anna).partition('class="resume"')[2].partition("</p>")[0], (
        "it is Ben's turn"
    )


def test_a_waiting_room_is_no_game_to_go_on_with_while_there_is_another(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    room = anna.create(mode="online")
    assert f'href="{path}"' in main(anna).partition('class="resume"')[2].partition("</p>")[0]
    running = main(anna).partition("running")[2]
    assert running.index(room) < running.index(path), "the latest first"
    assert "1 of 2 players is here." in running


def test_the_day_of_the_last_move(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    for age, shown in ((timedelta(days=1), "yesterday"), (timedelta(days=3), "")):
        then = timezone.now() - age
        Game.objects.update(last_action_at=then)
        expected = shown or timezone.localtime(then).strftime("%B")
        assert expected in main(anna).partition("<time>")[2].partition("</time>")[0]


def test_for_how_long_a_game_waits(anna: Person, settings: Settings) -> None:
    settings.GAME_MAX_AGE_HOURS = 48
    assert "waits for you in this browser for 48 hours after the last move" in main(anna)


def test_who_has_no_running_game_sees_a_card(anna: Person, carla: Person) -> None:
    anna.create()
    assert 'class="window sample"' in main(carla) and 'class="window running"' not in main(carla)
    assert 'class="window sample"' not in main(anna) and 'class="window running"' in main(anna)
    assert "<td>30</td>" in main(carla)
    assert carla.page("/").table is None and carla.page("/").boxes == {}, "no part of the page contract"


# --- own results


def test_own_best_and_average(anna: Person, ben: Person) -> None:
    assert "your best" not in main(anna)
    reached = []
    for _ in range(2):
        path = anna.create(rules="yacht")
        play_out(path, anna)
        reached.append(anna.page(path).totals[0, "grand", ""])
    around = anna.create(rules="yacht", mode="local", players=2)
    play_out(around, anna)
    results = main(anna).partition('class="results"')[2].partition("</ul>")[0]
    assert f"<b>{max(reached)}</b>" in results and f"<b>{round(sum(reached) / 2)}</b>" in results
    assert "on average, 2 games" in results, "around one device several people play"
    assert "your best" not in main(ben)


def test_queries(anna: Person, carla: Person) -> None:
    for _ in range(3):
        anna.roll(anna.create())
    for person, most in ((carla, 1), (anna, 4)):
        person.get("/")
        with CaptureQueriesContext(connection) as asked:
            person.get("/")
        assert len(asked) <= most, [query["sql"] for query in asked]


# --- leaving a game


def leave(person: Person, path: str) -> int:
    return person.post(f"{path}leave", htmx=False).status


def test_a_game_of_ones_own_is_deleted(anna: Person) -> None:
    path = anna.create(bot=["easy"])
    text = main(anna)
    assert f'action="{path}leave"' in text and "Delete this game for good?" in text
    answer = anna.post(f"{path}leave", htmx=False)
    assert (answer.status, answer.target) == (303, "/")
    assert not Game.objects.exists() and not Seat.objects.exists()


def test_in_a_game_with_others_a_computer_goes_on(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    assert "A computer goes on with your card" in main(anna)
    assert leave(anna, path) == 303
    seats = game_at(path).seats.all()
    assert [(seat.name, seat.bot, bool(seat.player_hash)) for seat in seats] == [
        ("", "medium", False),
        ("Ben", "", True),
    ]
    assert path not in main(anna) and path in main(ben)
    version = game_at(path).version
    assert ben.post(f"{path}bot", {"version": version, "turns": "all"}, htmx=False).status == 303
    assert ben.page(path).turn_seat == 1, "Ben need not wait"


def test_who_leaves_the_waiting_room_leaves_a_computer_there(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=3)
    ben.join(path)
    assert leave(anna, path) == 303
    assert [seat.bot for seat in game_at(path).seats.all()] == ["medium", ""]
    assert ben.post(f"{path}start", {"version": game_at(path).version}, htmx=False).status == 303


def test_only_players_of_a_running_game_leave_it(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    assert leave(carla, path) == 403
    assert anna.get(f"{path}leave").status == 405
    play_out(path, anna, ben)
    assert leave(anna, path) == 409
    assert [seat.name for seat in game_at(path).seats.all()] == ["Anna", "Ben"]
    assert leave(anna, "/g/ABCDEFGHJK/") == 404
