"""The end of a game where several act at once, or somebody has decided about its high scores."""

from collections.abc import Callable

import pytest
from django.core.management import call_command

from games.models import Game
from games.session import play
from games.session.seats import SeatedGame
from games.tests.players import Person, assert_refused, game_at, stored
from scores import moderation
from scores.models import HighScore

pytestmark = pytest.mark.database

OVER = "This game is over."


def as_seen(path: str, person: str) -> SeatedGame:
    """The game as a request finds it that others will overtake."""
    game = game_at(path)
    seats = list(game.seats.all())
    return SeatedGame(game, seats, next(seat.player_hash for seat in seats if seat.name == person))


Command = Callable[[SeatedGame], object]
LATE: dict[str, Command] = {
    "undo": lambda seated: play.undo(seated=seated, version=seated.game.version),
    "seal": lambda seated: play.seal(seated=seated, version=seated.game.version),
    "report": lambda seated: play.seal(seated=seated),
    "rematch": lambda seated: play.rematch(seated=seated),
}


@pytest.mark.parametrize("late", ["seal", "report", "rematch"])
def test_an_entry_taken_back_first(ben: Person, ended: str, late: str) -> None:
    seated = as_seen(ended, "Anna")
    ben.do(ended, "undo")
    before = stored(ended)
    with pytest.raises(play.Refused, match="not_finished"):
        LATE[late](seated)
    assert stored(ended) == before and Game.objects.count() == 1


@pytest.mark.parametrize("late", ["undo", "seal", "report", "rematch"])
@pytest.mark.parametrize("first", ["seal", "report", "rematch"])
def test_sealed_first(ben: Person, anna: Person, ended: str, first: str, late: str) -> None:
    seated = as_seen(ended, "Ben")
    LATE[first](as_seen(ended, "Anna"))
    if late == "undo":
        with pytest.raises(play.Refused, match="stale"):
            LATE[late](seated)
    else:
        LATE[late](seated)
    assert game_at(ended).sealed and game_at(ended).status == "finished"
    assert Game.objects.count() == 1 + ("rematch" in (first, late))
    assert HighScore.objects.count() == 2


def test_a_rematch_asked_for_between_two_ends(ben: Person, anna: Person, ended: str) -> None:
    """Its wins are those of the end that stays."""
    seated = as_seen(ended, "Anna")
    ben.do(ended, "undo")
    ben.score(ended)
    made = play.rematch(seated=seated)
    assert isinstance(made, Game) and game_at(ended).sealed
    assert Game.objects.get(previous=game_at(ended)).pk == made.pk


# --- decisions about rows, and data that is deleted ------------------------------------------------


def row_of(name: str) -> HighScore:
    return HighScore.objects.get(name=name)


def decide_oneself(anna: Person, action: str) -> None:
    form = {"action": action, "row": row_of("Anna").pk, "confirm": "yes"}
    assert anna.post("/scores/mine/", form, htmx=False).status == 303


def hide(anna: Person) -> None:
    moderation.hide(rows=[row_of("Anna").pk], by="mod", reason="x")


def remove_name(anna: Person) -> None:
    decide_oneself(anna, "remove_name")


def delete_row(anna: Person) -> None:
    decide_oneself(anna, "delete_row")


@pytest.mark.parametrize("decide", [hide, remove_name, delete_row])
def test_what_was_decided_about_a_row_stays(
    anna: Person, ben: Person, ended: str, decide: Callable[[Person], None]
) -> None:
    shown = list(HighScore.objects.public().values_list("name"))
    decide(anna)
    after = list(HighScore.objects.public().values_list("name"))
    assert after != shown
    assert_refused(ended, ben.do(ended, "undo"), 409, OVER, stored(ended))
    assert list(HighScore.objects.public().values_list("name")) == after
    call_command("check_scores")


def test_who_deletes_everything_is_not_brought_back(anna: Person, ben: Person, ended: str) -> None:
    anna.post("/scores/mine/", {"action": "delete_all", "confirm": "yes"}, htmx=False)
    assert game_at(ended).sealed
    assert_refused(ended, ben.do(ended, "undo"), 409, OVER, stored(ended))
    assert not HighScore.objects.filter(name="Anna").exists()


def test_a_game_pruned_meanwhile(ben: Person, ended: str) -> None:
    seated = as_seen(ended, "Ben")
    Game.objects.all().delete()
    for command in LATE.values():
        with pytest.raises(play.Refused):
            command(seated)
    assert HighScore.objects.count() == 2
