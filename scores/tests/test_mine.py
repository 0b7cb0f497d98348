"""`/scores/mine/`: the data of this browser, and its deletion. Never the rows of others."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scores import privacy
from scores.models import HighScore
from scores.tests.conftest import Person

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]
MINE = "/scores/mine/"


class Games:
    """The data of another app."""

    deleted: list[str]

    def __init__(self) -> None:
        self.deleted = []

    def title(self) -> str:
        return "Games <here>"

    def lines(self, player_hash: str) -> list[privacy.Line]:
        return [] if self.deleted else [privacy.Line("A seat in game ABCDE as <Anna>.")]

    def delete(self, player_hash: str) -> None:
        self.deleted.append(player_hash)


@pytest.fixture
def games() -> Games:
    part = Games()
    privacy.register(part)
    privacy.register(part)
    return part


def change(person: Person, action: str, row: HighScore | None = None, confirm: str = "yes") -> Any:
    fields = {"action": action, "confirm": confirm} | ({"row": str(row.pk)} if row else {})
    return person.client.post(MINE, fields)


def test_everything_is_listed(submit: Submit, anna: Person, games: Games) -> None:
    submit("Anna", 700, player_hash=anna.hash, summary={"par": 1, "luck": 2, "mistakes": 3})
    submit("Scheiße", 600, player_hash=anna.hash)
    submit("Ben", 500, player_hash="b" * 64)
    text = anna.client.get(MINE).content.decode()
    assert "Anna" in text and "700" in text and "Scheiße" in text
    assert "with an analysis" in text and "until a moderator" in text
    assert "Games &lt;here&gt;" in text and text.count("A seat in game ABCDE as &lt;Anna&gt;.") == 1
    assert "Ben" not in text
    assert "yahtzee_player" in text


def test_the_way_to_a_game_while_it_is_there(submit: Submit, anna: Person) -> None:
    submit(player_hash=anna.hash, game_code="HERE", game_url="/g/HERE/")
    submit(player_hash=anna.hash, game_code="GONE")
    text = anna.client.get(MINE).content.decode()
    assert '<a href="/g/HERE/">Game&nbsp;HERE</a>' in text
    assert "Game&nbsp;GONE" in text and "Game&nbsp;GONE</a>" not in text


def test_a_browser_that_never_played(english: Client, submit: Submit, games: Games) -> None:
    submit("Anna")  # without a player
    text = english.get(MINE).content.decode()
    assert "Nothing is kept for this browser" in text
    assert "Anna" not in text
    for action in ("delete_all", "remove_all_names"):
        assert english.post(MINE, {"action": action, "confirm": "yes"}).status_code == 404
    assert HighScore.objects.get().name == "Anna"


def test_reading_changes_nothing(submit: Submit, anna: Person) -> None:
    row = submit("Anna", player_hash=anna.hash)
    assert anna.client.get(MINE, {"action": "delete_all", "confirm": "yes"}).status_code == 200
    assert anna.client.head(MINE).status_code == 200
    row.refresh_from_db()
    assert row.name == "Anna"


@pytest.mark.parametrize("action", ["remove_name", "delete_row", "remove_all_names", "delete_all"])
def test_it_asks_first(submit: Submit, anna: Person, games: Games, action: str) -> None:
    row = submit("Anna", player_hash=anna.hash)
    page = change(anna, action, row, confirm="")
    assert page.status_code == 200
    assert "Are you sure?" in page.content.decode()
    assert f'name="action" value="{action}"' in page.content.decode()
    row.refresh_from_db()
    assert row.name == "Anna"
    assert not games.deleted


def test_remove_the_name_of_one_row(submit: Submit, anna: Person, english: Client) -> None:
    row, other = submit("Anna", player_hash=anna.hash), submit("Anna", player_hash=anna.hash)
    answer = change(anna, "remove_name", row)
    assert (answer.status_code, answer["Location"]) == (303, f"{MINE}?done=remove_name")
    row.refresh_from_db()
    other.refresh_from_db()
    assert (row.name, row.skeleton, row.name_removed, row.status) == ("", "", True, "shown")
    assert other.name == "Anna"
    assert "Your name was removed." in anna.client.get(answer["Location"]).content.decode()


def test_remove_all_names(submit: Submit, anna: Person) -> None:
    held = submit("Scheiße", player_hash=anna.hash)
    submit("Anna", player_hash=anna.hash)
    hidden = submit("Anna", player_hash=anna.hash)
    HighScore.objects.filter(pk=hidden.pk).update(status="hidden")
    ben = submit("Ben", player_hash="b" * 64)
    change(anna, "remove_all_names")
    assert set(HighScore.objects.exclude(pk=ben.pk).values_list("name", flat=True)) == {""}
    held.refresh_from_db()
    hidden.refresh_from_db()
    assert (held.status, held.held_reason) == ("shown", "")
    assert hidden.status == "hidden"
    ben.refresh_from_db()
    assert ben.name == "Ben"


def test_delete_one_row(submit: Submit, anna: Person) -> None:
    row, other = submit("Anna", player_hash=anna.hash), submit("Anna", player_hash=anna.hash)
    assert change(anna, "delete_row", row).status_code == 303
    assert HighScore.objects.get().pk == other.pk


def test_delete_everything(submit: Submit, anna: Person, games: Games) -> None:
    submit("Anna", player_hash=anna.hash)
    ben = submit("Ben", player_hash="b" * 64)
    answer = change(anna, "delete_all")
    assert answer.status_code == 303
    assert HighScore.objects.get().pk == ben.pk
    assert games.deleted == [anna.hash]
    cookie = answer.cookies["yahtzee_player"]
    assert (cookie.value, cookie["max-age"]) == ("", 0)
    page = anna.client.get(answer["Location"]).content.decode()
    assert "was deleted" in page and "Nothing is kept for this browser" in page


def test_a_failing_part_keeps_everything(
    submit: Submit, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Games):
        def delete(self, player_hash: str) -> None:
            raise RuntimeError("broken")

    privacy.register(Broken())
    row = submit("Anna", player_hash=anna.hash)
    with pytest.raises(RuntimeError):
        change(anna, "delete_all")
    row.refresh_from_db()
    assert row.name == "Anna"


@pytest.mark.parametrize("action", ["remove_name", "delete_row"])
def test_rows_of_others_are_out_of_reach(submit: Submit, anna: Person, carla: Person, action: str) -> None:
    row = submit("Anna", player_hash=anna.hash)
    anonymous = submit("Dora")
    for target in (row, anonymous):
        assert change(carla, action, target).status_code == 404
    fields = {
        "action": action,
        "confirm": "yes",
        "row": row.pk,
        "player_hash": anna.hash,
        "name": "x",
        "points": 9,
    }
    assert carla.client.post(MINE, fields).status_code == 404
    row.refresh_from_db()
    assert (row.name, row.points) == ("Anna", 1000)


def test_all_means_the_own(submit: Submit, anna: Person, carla: Person) -> None:
    row = submit("Anna", player_hash=anna.hash)
    nobody = submit("Dora", player_hash="")
    for action in ("remove_all_names", "delete_all"):
        assert change(carla, action).status_code == 303
    for each in (row, nobody):
        each.refresh_from_db()
        assert each.name


@pytest.mark.parametrize(
    "fields", [{}, {"action": "explode"}, {"action": "delete_row"}, {"action": "delete_row", "row": "x"}]
)
def test_nonsense(submit: Submit, anna: Person, fields: dict[str, str]) -> None:
    submit("Anna", player_hash=anna.hash)
    assert anna.client.post(MINE, {**fields, "confirm": "yes"}).status_code == 404
    assert HighScore.objects.count() == 1


def test_a_token_is_needed(submit: Submit, anna: Person) -> None:
    submit("Anna", player_hash=anna.hash)
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = anna.client.cookies
    assert forged.post(MINE, {"action": "delete_all", "confirm": "yes"}).status_code == 403
    assert HighScore.objects.get().name == "Anna"


def test_a_forged_cookie_is_nobody(submit: Submit, anna: Person, english: Client) -> None:
    submit("Anna", player_hash=anna.hash)
    english.cookies["yahtzee_player"] = "anna-token:forged:signature"
    assert "Nothing is kept" in english.get(MINE).content.decode()
    assert english.post(MINE, {"action": "delete_all", "confirm": "yes"}).status_code == 404


def test_many_rows(submit: Submit, anna: Person) -> None:
    for _ in range(103):
        submit("Anna", player_hash=anna.hash)
    text = anna.client.get(MINE).content.decode()
    assert "And 3 older scores." in text
