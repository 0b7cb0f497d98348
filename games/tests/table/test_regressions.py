"""Known mistakes of other games that concern several pages or sites."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import rules
from games.tests.conftest import person
from games.tests.players import Person, form_token, play_out, set_moves, table_for_two
from scores.models import HighScore


def a_bonus_decides(anna: Person, ben: Person) -> str:
    """Set up a game before Ben's last entry, which wins only by its bonus."""
    path = table_for_two(anna, ben, rules="yahtzee")
    moves: list[str] = []
    for category in rules.get("yahtzee").categories:
        if category.id not in ("yahtzee", "sixes"):
            for seat in (0, 1):
                moves += [f"{seat} roll - 12346", f"{seat} score {category.id} 1"]
    moves += ["0 roll - 66666", "0 score yahtzee 1", "1 roll - 66666", "1 score yahtzee 1"]
    moves += ["0 roll - 66661", "0 score sixes 1", "1 roll - 66666"]
    set_moves(path, *moves)
    return path


def test_everything_at_the_end_reads_the_same_totals(anna: Person, ben: Person, carla: Person) -> None:
    """Winner, end text, confetti, record and high scores all include the bonus of the last move."""
    path = a_bonus_decides(anna, ben)
    before = anna.page(path).totals
    assert ben.do(path, "score", box="sixes", column=1).status == 200
    answers = {who.name: who.get(path) for who in (anna, ben, carla)}
    texts = {name: answer.text for name, answer in answers.items()}
    pages = {name: answer.page for name, answer in answers.items()}
    grand = {seat: pages["Carla"].totals[seat, "grand", ""] for seat in (0, 1)}
    assert grand[1] - before[1, "grand", ""] == 30 + 100
    assert grand[1] > grand[0] > before[1, "grand", ""] + 30 - 100
    for name, text in texts.items():
        assert f"Ben wins with {grand[1]} points." in text, name
        assert pages[name].totals == pages["Carla"].totals
    assert [name for name, text in texts.items() if "data-won" in text] == ["Ben"]
    record = carla.get(f"{path}record.json").data
    assert [seat["totals"]["grand"] for seat in record["seats"]] == [grand[0], grand[1]]
    assert record["moves"][-1] == ["score", 1, "sixes", 1, 30, 100]
    rows = dict(HighScore.objects.values_list("seat", "points"))
    assert rows == grand
    assert str(grand[1]) in carla.get("/scores/?board=yahtzee").text


def test_the_end_page_again_and_again_is_one_row(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    play_out(path, anna, ben)
    for _ in range(5):
        for who in (anna, ben):
            who.get(path)
            who.do(path, "score", box="chance", column=1)
            who.post(f"{path}score", {"version": 1, "points": 9999, "game": "x"})
    assert HighScore.objects.count() == 2


FOREIGN = {
    "sessionid": "x" * 32,
    "csrftoken": "y" * 32,
    "messages": "bad:signature",
    "django_language": "fr",
    "yahtzee": "?",
}


@pytest.mark.parametrize("admin", [False, True])
def test_another_site_with_the_usual_cookie_names(db: None, admin: bool) -> None:
    """Cookies of another site are neither accepted nor changed."""
    client = Client(enforce_csrf_checks=True)
    for name, value in FOREIGN.items():
        client.cookies[name] = value
    client.cookies["yahtzee_lang"] = "en"
    anna = Person("Anna", client)
    if admin:
        User.objects.create_superuser("root", password="pw")
        login = reverse("admin:login")
        token = client.get(login).context["csrf_token"]
        form = {"username": "root", "password": "pw", "csrfmiddlewaretoken": str(token)}
        assert client.post(login, form).status_code == 302
        assert client.get(reverse("admin:index")).status_code == 200
    else:
        client.defaults["HTTP_X_CSRFTOKEN"] = form_token(client.get("/").content.decode())
        path = anna.create()
        assert anna.roll(path).roll == 1
    assert {name: client.cookies[name].value for name in FOREIGN} == FOREIGN
    assert {name for name in client.cookies if name not in FOREIGN} <= {
        "yahtzee_csrf",
        "yahtzee_lang",
        "yahtzee_player",
        "yahtzee_session",
    }


def test_a_cookie_of_somebody_else_is_no_seat(anna: Person, ben: Person) -> None:
    """Neither is a cookie with another name in it, nor a truncated one."""
    path = table_for_two(anna, ben)
    token, stamp, signature = anna.client.cookies["yahtzee_player"].value.split(":")
    others = ben.client.cookies["yahtzee_player"].value.split(":")[0]
    thief = person("Carla")
    for value in (
        f"{others}:{stamp}:{signature}",
        f"{token}:{stamp}:{signature[:-1]}",
        f"{token}:zzzzzz:{signature}",
        token,
        ":::",
        "x" * 4000,
    ):
        thief.client.cookies["yahtzee_player"] = value
        assert thief.page(path).you == [], value
        assert thief.do(path, "roll").status == 403
