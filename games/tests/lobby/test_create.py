"""POST /games."""

import pytest
from django.test import Client

from games.models import Game, Seat
from games.tests.players import Person, form_token, game_at, play_out
from scores.models import HighScore

pytestmark = pytest.mark.database


def test_solo_starts_at_once(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    page = anna.page(path)
    assert (page.status, page.turn_seat, page.roll, page.you) == ("playing", 0, 0, [0])
    assert page.get("rules") == "triple_yahtzee"
    assert len(page.boxes) == 39


def test_local_seats_everybody_on_this_device(anna: Person) -> None:
    page = anna.page(anna.create(mode="local", players=3, name=["Anna", "Ben", ""]))
    assert (page.status, page.you) == ("playing", [0, 1, 2])
    names = Seat.objects.order_by("index").values_list("name", flat=True)
    assert list(names) == ["Anna", "Ben", ""]
    assert "Player 3" in page.text
    assert "Spieler 3" in anna.page(f"/g/{page.code}/?lang=de").text, "in the language of who reads it"


def test_online_waits(anna: Person) -> None:
    path = anna.create(mode="online", players=4)
    page = anna.page(path)
    assert (page.status, page.you, page.turn_seat, page.get("roll")) == ("waiting", [0], None, "0")
    assert f"http://testserver{path}" in anna.get(path).text


def test_computers_take_the_last_seats(anna: Person) -> None:
    path = anna.create(mode="solo", bot=["easy", "hard"])
    assert [seat.bot for seat in game_at(path).seats.all()] == ["", "easy", "hard"]
    assert anna.page(path).status == "playing"


def test_options_by_rules_id_and_by_tick_boxes(anna: Person) -> None:
    one = anna.create(rules="triple_yahtzee+left_to_right+no_yahtzee_bonus")
    two = anna.create(rules="triple_yahtzee", option=["no_yahtzee_bonus", "left_to_right"])
    assert game_at(one).rules_id == game_at(two).rules_id == "triple_yahtzee+left_to_right+no_yahtzee_bonus"


def test_options_of_other_games_are_left_out(anna: Person) -> None:
    assert game_at(anna.create(rules="yacht", option=["left_to_right"])).rules_id == "yacht"


def test_with_htmx_the_browser_is_sent_on(anna: Person) -> None:
    answer = anna.post("/games", {"rules": "yacht", "mode": "solo"})
    assert answer.status == 204 and answer.target.startswith("/g/")


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": ""},
        {"rules": "poker"},
        {"rules": "Yacht"},
        {"rules": "yacht+left_to_right"},
        {"rules": "triple_yahtzee+nonsense"},
        {"rules": "triple_yahtzee", "option": "nonsense"},
        {"mode": ""},
        {"mode": "Solo"},
        {"mode": "solo", "bot": "genius"},
        {"mode": "solo", "bot": ["easy"] * 6},
        {"mode": "local", "players": 0},
        {"mode": "local", "players": 7},
        {"mode": "local", "players": "two"},
        {"mode": "local", "players": -2},
        {"mode": "local", "name": ["x"] * 7},
        {"mode": "online", "players": 1},
        {"mode": "online", "players": 7},
        {"mode": "online", "players": "٣"},
        {"mode": "online", "players": 2, "bot": ["easy"]},
        {"match": 0},
        {"match": 10},
        {"match": "x"},
    ],
)
def test_nonsense_is_refused_in_a_sentence(anna: Person, wrong: dict[str, object]) -> None:
    answer = anna.post("/games", {"rules": "yacht", "mode": "solo", "name": "Anna", **wrong}, htmx=False)
    assert answer.status == 422
    assert 'role="alert">' in answer.text
    assert not Game.objects.exists()
    assert "yahtzee_player" not in anna.client.cookies


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE"])
def test_only_post(anna: Person, method: str) -> None:
    assert anna.ask(method, "/games").status == 405
    assert not Game.objects.exists()


def test_a_token_of_the_form_is_needed(anna: Person) -> None:
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post("/games", {"rules": "yacht", "mode": "solo"}).status_code == 403
    assert not Game.objects.exists()


def test_the_cookie_is_out_of_reach(anna: Person) -> None:
    anna.create()
    cookie = anna.client.cookies["yahtzee_player"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/"
    assert int(cookie["max-age"]) == 30 * 24 * 3600
    token = cookie.value.split(":")[0]
    assert len(token) >= 32
    hashed = Seat.objects.get().player_hash
    assert token not in hashed and len(hashed) == 64


def test_a_forged_cookie_is_nobody(anna: Person, ben: Person) -> None:
    path = anna.create()
    value = anna.client.cookies["yahtzee_player"].value
    ben.client.cookies["yahtzee_player"] = value[:-1] + ("A" if value[-1] != "A" else "B")
    assert ben.page(path).you == []


def test_submitting_a_form_twice_makes_one_game(anna: Person) -> None:
    form = next(form for form in anna.page("/").forms if form.action == "/games")
    fields = {**dict(form.fields), "name": "Anna"}
    first, second = (anna.post("/games", fields, htmx=False) for _ in range(2))
    assert first.target == second.target
    assert Game.objects.count() == 1 and Seat.objects.count() == 1


@pytest.mark.django_db
def test_two_clicks_before_the_first_answer_are_one_player() -> None:
    """Neither has the player cookie yet, both come from one page."""
    first = Client(enforce_csrf_checks=True)
    page = first.get("/")
    second = Client(enforce_csrf_checks=True)
    second.cookies.load({"yahtzee_csrf": first.cookies["yahtzee_csrf"].value})
    token = form_token(page.content.decode())
    form = {"rules": "yacht", "mode": "solo", "once": token, "csrfmiddlewaretoken": token}
    assert first.post("/games", form)["Location"] == second.post("/games", form)["Location"]
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_planting_the_form_cookie_shares_no_seat() -> None:
    """An attacker who plants a form cookie in a browser gets another player, since the page differs."""
    planted = Client().get("/").cookies["yahtzee_csrf"].value
    for _ in range(2):
        client = Client(enforce_csrf_checks=True)
        client.cookies["yahtzee_csrf"] = planted
        token = form_token(client.get("/").content.decode())
        form = {"rules": "yacht", "mode": "solo", "csrfmiddlewaretoken": token}
        assert client.post("/games", form).status_code == 303
        script = Client(
            enforce_csrf_checks=True
        )  # sends the unmasked secret, as no page does, and gets no seat of a page
        script.cookies["yahtzee_csrf"] = planted
        answer = script.post("/games", {"rules": "yacht", "mode": "solo"}, headers={"x-csrftoken": planted})
        assert answer.status_code == 303
    assert Seat.objects.values("player_hash").distinct().count() == 3


def test_another_choice_or_a_later_click_makes_another_game(anna: Person) -> None:
    fields = {"rules": "yacht", "mode": "solo", "once": "abc"}
    first = anna.post("/games", fields).target
    assert anna.post("/games", {**fields, "rules": "yatzy"}).target != first
    game = game_at(first)
    Game.objects.filter(pk=game.pk).update(created_at=game.created_at.replace(year=2020))
    again = anna.post("/games", fields).target
    assert again != first and anna.page(again).you == [0]
    third = anna.post("/games", {**fields, "once": "abd"}).target
    anna.roll(third)
    assert anna.post("/games", {**fields, "once": "abd"}).target != third


def test_somebody_elses_form_makes_ones_own_game(anna: Person, ben: Person) -> None:
    fields = {"rules": "yacht", "mode": "solo", "once": "abc"}
    one, two = anna.post("/games", fields).target, ben.post("/games", fields).target
    assert one != two and ben.page(two).you == [0] and ben.page(one).you == []


def test_dice_decide_who_starts(anna: Person) -> None:
    from games import dice_stream

    path = anna.create(mode="local", players=4, starts="roll_off")
    game = game_at(path)
    expected = dice_stream.starter(dice_stream.roll_off(bytes(game.seed), seats=4))
    assert anna.page(path).turn_seat == game.first_seat == expected


def test_somebody_alone_with_computers_has_no_number(anna: Person) -> None:
    path = anna.create(mode="solo", name="", bot=["easy", "hard"])
    assert game_at(path).seats.get(index=0).name == ""
    text = anna.page(path).text
    assert "It is your turn" in text and "Player 1" not in text


def test_the_code_of_a_deleted_game_with_a_score_is_not_used_again(anna: Person) -> None:
    """The same form, sent again after the game was cleared away, makes a game whose result is counted."""
    form = {"rules": "yacht", "mode": "solo", "once": "abc", "csrfmiddlewaretoken": "a" * 64}
    first = anna.post("/games", form).target
    play_out(first, anna)
    Game.objects.all().delete()
    second = anna.post("/games", form).target
    assert second != first
    play_out(second, anna)
    assert HighScore.objects.count() == 2
