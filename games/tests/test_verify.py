"""manage.py verify_game: recomputes promise, dice, entries, sums and high scores."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.tests.players import Person, game_at, play_out
from scores.models import HighScore

pytestmark = pytest.mark.database


def verify(code: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command("verify_game", code, *arguments, stdout=out)
    return out.getvalue()


def test_a_finished_game(anna: Person, finished: str) -> None:
    game = game_at(finished)
    text = verify(finished)
    points = anna.page(finished).totals[0, "grand", ""]
    assert game.commitment in text and bytes(game.seed).hex() in text
    assert "12 rolls and 12 entries are as promised and allowed" in text
    assert f"seat 0: {points} points" in text
    assert verify(game.code.lower(), "--verbosity", "0") == ""


def test_a_running_game_keeps_its_seed(anna: Person) -> None:
    path = anna.create(mode="local", players=3, starts="roll_off")
    anna.roll(path)
    anna.roll(path, 2, 3)
    text = verify(path)
    assert "roll-off: seat" in text and "2 rolls and 0 entries" in text
    assert bytes(game_at(path).seed).hex() not in text


def test_held_dice_and_undo(anna: Person) -> None:
    path = anna.create(mode="local", players=2)
    play_out(path, anna)
    verify(path)
    other = anna.create()
    anna.roll(other)
    anna.roll(other, 0, 4)
    anna.score(other)
    anna.do(other, "undo")
    assert "2 rolls and 0 entries" in verify(other)


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": bytes(32)},
        {"moves": ["nonsense"]},
        {"moves": ["0 roll - 11111"]},
        {"moves": 3},
        {"rules_id": "poker"},
        {"status": "playing"},
    ],
    ids=str,
)
def test_what_does_not_fit_is_found(finished: str, fields: dict[str, object]) -> None:
    Game.objects.update(**fields)
    with pytest.raises(CommandError):
        verify(finished)


def test_a_swapped_die_is_found(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    move = game_at(path).moves[0]
    Game.objects.update(moves=[move[:-1] + str(int(move[-1]) % 6 + 1)])
    with pytest.raises(CommandError, match="move 1"):
        verify(path)


def test_a_better_high_score_is_found(finished: str) -> None:
    HighScore.objects.update(points=375)
    with pytest.raises(CommandError, match="375"):
        verify(finished)


def test_no_such_game(db: None) -> None:
    for code in ("ABCDEFGHJK", "", "x"):
        with pytest.raises(CommandError, match="no game"):
            verify(code)
