"""The verdict on a game, records and own figures."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from games import rules
from games.table.ending import Ending
from games.tests.players import Person
from games.tests.table.test_result import end_with_200, others
from scores import services
from scores.models import HighScore
from scores.services import OwnScores, Placing


def ending(*points: int, you: tuple[int, ...] = (0,), **known: Any) -> Ending:
    best = max(points)
    outcome = rules.Outcome(points, tuple(seat for seat, each in enumerate(points) if each == best))
    summary = known.pop("summary", None)
    rank, rows = known.pop("rank", 7), known.pop("others", 20)
    places = [Placing(seat, "yacht", each, rank, 1, rows, summary) for seat, each in enumerate(points)]
    return Ending(outcome, "The plain result.", you, places, **known)


def report(luck: float = 0.0, mistakes: float = 20.0) -> dict[str, Any]:
    return {"par": 200.0, "luck": luck, "mistakes": mistakes, "exact": True}


@pytest.mark.parametrize(
    ("points", "summary", "verdict"),
    [
        ((213, 127), None, "213:127. You win!"),
        ((213, 127), report(mistakes=5), "213:127, and hardly a mistake."),
        ((213, 208), report(), "213:208. That was close!"),
        ((213, 127), report(luck=60), "213:127, with luck on your side."),
        ((127, 213), None, "127:213. Maybe next time."),
        ((127, 213), report(mistakes=5), "127:213. It was not your play."),
        ((127, 213), report(luck=-60), "127:213. The dice were against you."),
        ((208, 213), None, "208:213. So close."),
        ((1204, 1204), None, "1,204:1,204, a draw."),
    ],
)
def test_against_one_other(points: tuple[int, int], summary: Any, verdict: str) -> None:
    with override("en"):
        assert ending(*points, summary=summary).verdict == verdict


@pytest.mark.parametrize(
    ("points", "summary", "earlier", "verdict"),
    [
        (1204, None, None, "The plain result."),
        (1204, None, (1, 100, 100), "The plain result."),
        (1204, None, (2, 1203, 900), "1,204 points, your best game so far!"),
        (1204, report(mistakes=5), (2, 1300, 900), "1,204 points, and hardly a mistake."),
        (1204, report(luck=-60), None, "1,204 points in spite of bad luck."),
        (1204, report(luck=60), None, "1,204 points, with luck on your side."),
        (1204, report(mistakes=60), None, "1,204 points. There was more in it."),
        (1204, report(), (3, 1300, 900), "1,204 points, better than your average."),
        (800, report(), (3, 1300, 900), "The plain result."),
    ],
)
def test_alone(points: int, summary: Any, earlier: Any, verdict: str) -> None:
    with override("en"):
        own = OwnScores(*earlier) if earlier else None
        assert ending(points, summary=summary, earlier=own).verdict == verdict


@pytest.mark.parametrize("you", [(), (0, 1)])
def test_for_others_and_around_one_device_it_is_the_result(you: tuple[int, ...]) -> None:
    assert ending(213, 127, you=you).verdict == "The plain result."
    assert ending(213, 127, you=you).place is None
    assert ending(213, 127, 90).verdict == "The plain result."


def test_who_has_a_record() -> None:
    assert ending(213, 127, rank=1).records == (0,)
    assert ending(127, rank=1, others=4).records == ()
    assert ending(127, 213, rank=1).records == (1,), "who has lost has none"


def test_own_figures_stand_beside_the_points(anna: Person, ben: Person) -> None:
    first = end_with_200(anna)
    assert "Your best" not in anna.get(first).text
    row = HighScore.objects.get()
    HighScore.objects.filter(pk=row.pk).update(finished_at=timezone.now() - timedelta(days=1), points=301)
    others(3, 250)
    path = end_with_200(anna)
    text = " ".join(anna.page(path).text.split())
    assert "All time No. 5 This month" in text
    assert "Your best 301 Your average 301" in text
    assert "Your best" not in ben.page(path).text


def test_games_around_one_device_are_not_own_figures(anna: Person) -> None:
    before = timezone.now() - timedelta(days=1)
    row = {"board": "yacht", "name": "", "points": 90, "finished_at": before, "seat": 0, "player_hash": "h"}
    for mode in ("local", "online", "solo"):
        services.submit(mode=mode, game_code=mode, **row)
    found = services.own_before(player_hash="h", board="yacht", moment=timezone.now())
    assert found == OwnScores(games=2, best=90, average=90)
    assert services.own_before(player_hash="h", board="yacht", moment=before) is None
