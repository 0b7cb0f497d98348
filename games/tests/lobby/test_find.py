"""GET / and GET /join/: the home page, and the way from a code to its game."""

import pytest

from games.models import Seat
from games.tests.players import Person, alert, table_for_two


def test_home_has_the_forms(anna: Person) -> None:
    page = anna.page("/")
    assert [form.value("once") != "" for form in page.forms if form.action == "/games"] == [True] * 5
    assert page.form("/join/")


@pytest.mark.parametrize(
    "written",
    [
        "{code}",
        " {lower} ",
        "{head}-{tail}",
        "{head} {tail}",
        "{head}–{tail}",
        "http://testserver/g/{code}/",
        "https://elsewhere.example/spiele/g/{lower}?x=1#y",
        "(Code {head}-{tail})",
        "Code {code}",
        "code: {lower}.",
        "Hast du heute Abend Zeit? Der Code ist {head} {tail}, bis dann",
        "{head}\u200b{tail}\ufeff",
        "\u2068{wide}\u2069",
        "https://messenger.example/l.php?u=http%3A%2F%2Ftestserver%2Fg%2F{code}%2F&h=x",
        "https://messenger.example/?to=http://testserver/g/{code}&h=x",
    ],
)
def test_any_way_to_write_a_code(anna: Person, ben: Person, written: str) -> None:
    path = anna.create(mode="online", players=2)
    code = path.split("/")[2]
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    text = written.format(code=code, lower=code.lower(), head=code[:5], tail=code[5:], wide=wide)
    answer = ben.client.get("/join/", {"code": text})
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert Seat.objects.count() == 1


@pytest.mark.parametrize("text", ["ABCDEFGHJK", "x", "<img src=q>", "\0", "😀" * 200, "g/../../etc"])
def test_no_such_game(anna: Person, text: str) -> None:
    answer = anna.client.get("/join/", {"code": text})
    assert answer.status_code == 404
    assert b"<img src=q" not in answer.content and b'role="alert">' in answer.content


def test_nothing_typed(anna: Person) -> None:
    answer = anna.get("/join/")
    assert answer.status == 200 and 'role="alert">' not in answer.text


def test_only_safe_methods(anna: Person) -> None:
    assert anna.post("/join/").status == 405
    assert anna.post("/").status == 405


def test_running_games_are_ones_own(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    assert path in anna.get("/").text
    assert path in ben.get("/").text
    assert path not in carla.get("/").text


def test_alert_of_an_unknown_code_is_a_sentence(anna: Person) -> None:
    answer = anna.ask("GET", "/join/", {"code": "ABCDEFGHJK"})
    assert alert(answer) == "There is no game with this code. A code has ten letters and digits."
