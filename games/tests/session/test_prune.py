"""manage.py prune_games: deletes games without actions, and nothing else."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Seat
from games.session import housekeeping, play
from games.session.seats import SeatedGame
from games.tests.players import Person, game_at, play_out, table_for_two
from scores.models import HighScore

pytestmark = pytest.mark.database


def prune(*arguments: str) -> str:
    out = io.StringIO()
    call_command("prune_games", *arguments, stdout=out)
    return out.getvalue()


def age(path: str, **ago: float) -> None:
    Game.objects.filter(pk=game_at(path).pk).update(last_action_at=timezone.now() - timedelta(**ago))


def is_there(path: str) -> bool:
    return Game.objects.filter(code=path.split("/")[2]).exists()


@pytest.fixture
def begun(anna: Person) -> str:
    path = anna.create()
    anna.roll(path)
    return path


def test_by_the_last_action(anna: Person, begun: str) -> None:
    age(begun, hours=23.9)
    assert prune() == "0 games deleted, 1 left.\n"
    age(begun, hours=24.1)
    assert prune() == "1 games deleted, 0 left.\n"
    assert not Seat.objects.exists()
    assert anna.get(begun).status == 404


def test_creation_and_watching_do_not_count(anna: Person, begun: str) -> None:
    Game.objects.update(created_at=timezone.now() - timedelta(days=90))
    prune()
    assert is_there(begun)
    age(begun, hours=25)
    Seat.objects.update(last_seen_at=timezone.now() - timedelta(hours=1))
    anna.get(f"{begun}table?since=99")
    prune()
    assert not is_there(begun)


def test_finished_games_too_but_never_high_scores(anna: Person, finished: str) -> None:
    row = HighScore.objects.get()
    age(finished, hours=25)
    prune()
    assert not is_there(finished)
    left = HighScore.objects.get()
    assert (left.pk, left.points, left.game_url) == (row.pk, row.points, "")
    assert anna.get("/scores/").status == 200


def test_nobody_came_and_never_begun_go_sooner(anna: Person, ben: Person) -> None:
    unjoined, unbegun = anna.create(mode="online", players=2), anna.create()
    joined, local = anna.create(mode="online", players=3), anna.create(mode="local", players=2)
    ben.join(joined)
    for path in (unjoined, unbegun, joined, local):
        age(path, hours=4)
    prune()
    assert [is_there(path) for path in (unjoined, unbegun, joined, local)] == [True, False, True, True]
    for path in (unjoined, joined, local):
        age(path, hours=13)
    prune()
    assert [is_there(path) for path in (unjoined, joined, local)] == [False, True, True]


def test_the_setting(begun: str, settings: Any) -> None:
    settings.GAME_MAX_AGE_HOURS = 2
    age(begun, hours=3)
    from games.management.commands.prune_games import Command

    assert Command().create_parser("manage.py", "prune_games").parse_args([]).older_than == 2


def test_older_than(begun: str) -> None:
    age(begun, hours=2)
    assert "0 games deleted" in prune("--older-than", "3")
    assert "1 games deleted" in prune("--older-than", "1.5")


def test_dry_run(begun: str) -> None:
    age(begun, hours=30)
    assert prune("--dry-run") == "1 games would be deleted (1 playing).\n"
    assert game_at(begun).code in prune("--dry-run", "--verbosity", "2")
    assert is_there(begun)


def test_how_much_it_says(begun: str) -> None:
    age(begun, hours=30)
    assert prune("--verbosity", "0") == ""
    assert not is_there(begun)
    assert "so far" not in prune("--verbosity", "2")


def test_a_negative_age_is_an_error(db: None) -> None:
    with pytest.raises(SystemExit) as error:
        prune("--older-than", "-1")
    assert error.value.code == 2


def test_the_rematch_of_a_pruned_game_goes_on(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    play_out(path, anna, ben)
    again = anna.post(f"{path}rematch").target
    age(path, hours=25)
    prune()
    assert not is_there(path) and ben.page(again).status == "playing"
    assert ben.roll(again).roll == 1


def test_somebody_who_acts_on_a_pruned_game_is_told(anna: Person, begun: str) -> None:
    age(begun, hours=25)
    version = game_at(begun).version
    prune()
    for what in ("roll", "score", "undo", "seal", "join", "start", "bot", "rematch"):
        assert anna.post(begun + what, {"version": version}).status == 404


def test_in_small_batches_and_few_queries(anna: Person) -> None:
    long_ago = timezone.now() - timedelta(days=2)
    games = [
        Game(code=f"{n:010}", rules_id="yacht", mode="solo", status="playing", players=1, seed=bytes(32))
        for n in range(120)
    ]
    for game in games:
        game.last_action_at, game.moves = long_ago, ["0 roll - 12345"] * 300
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(Seat(game=game, index=0, name="x") for game in games)
    kept = anna.create()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert list(housekeeping.prune(age=timedelta(hours=24))) == [50, 50, 20]
    assert len(queries) <= 40
    assert [game.code for game in Game.objects.all()] == [game_at(kept).code]


def test_a_game_pruned_during_a_join_is_no_error(anna: Person) -> None:
    path = anna.create(mode="online", players=3)
    game = game_at(path)
    seated = SeatedGame(game, list(game.seats.all()), "ben")
    Game.objects.all().delete()
    with pytest.raises(play.Refused):
        play.join(seated=seated, name="Ben", player_hash="ben")
    assert not Seat.objects.exists()
