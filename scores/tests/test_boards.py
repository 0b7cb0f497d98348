"""`/scores/`: boards, modes, periods, pages, ranks, the own rows, the drawing."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from scores import moderation, periods
from scores.histogram import histogram
from scores.models import HighScore
from scores.tests.conftest import OTHER_BOARD, Person, utc

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]
ROW = re.compile(
    r"<tr[^>]*>\s*<td class=\"number\">(?:<b[^>]*>)?(\d+)(?:</b>)?</td>"
    r"\s*<td[^>]*>(?:<bdi>(.*?)</bdi>|<i>(.*?)</i>)",
    re.S,
)


def ranks(client: Client, **query: Any) -> list[tuple[int, str]]:
    page = client.get("/scores/", query)
    assert page.status_code == 200
    return [(int(rank), name or anonymous) for rank, name, anonymous in ROW.findall(page.content.decode())]


def test_ties_share_a_rank(submit: Submit, english: Client) -> None:
    for name, points in (("Anna", 900), ("Ben", 900), ("Carla", 800)):
        submit(name, points)
    assert ranks(english) == [(1, "Anna"), (1, "Ben"), (3, "Carla")]


def test_boards_are_apart(submit: Submit, english: Client) -> None:
    submit("Anna", 900)
    submit("Ben", 900, board=OTHER_BOARD)
    assert ranks(english) == [(1, "Anna")]
    assert ranks(english, board=OTHER_BOARD) == [(1, "Ben")]
    assert "Left to right" in english.get("/scores/").content.decode()


def test_unknown_board(english: Client, db: None) -> None:
    assert english.get("/scores/", {"board": "poker"}).status_code == 404


def test_modes(submit: Submit, english: Client) -> None:
    for mode in ("solo", "local", "online", "computer"):
        submit(mode, 900, mode=mode)
    for mode in ("solo", "local", "online", "computer"):
        assert ranks(english, mode=mode) == [(1, mode)]
    assert len(ranks(english, mode="all")) == len(ranks(english, mode="nonsense")) == 4


def test_periods_on_the_page(submit: Submit, english: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = utc(2026, 7, 15, 12)
    monkeypatch.setattr(timezone, "now", lambda: now)
    submit("today", 4, finished_at=now)
    submit("month", 3, finished_at=now - timedelta(days=2))
    submit("year", 2, finished_at=now - timedelta(days=60))
    submit("ever", 1, finished_at=now - timedelta(days=600))
    assert [name for _, name in ranks(english)] == ["today", "month", "year", "ever"]
    assert [name for _, name in ranks(english, period="year")] == ["today", "month", "year"]
    assert [name for _, name in ranks(english, period="month")] == ["today", "month"]
    assert [name for _, name in ranks(english, period="today")] == ["today"]


def test_periods_begin_in_the_time_zone_of_the_site(settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    timezone.get_default_timezone.cache_clear()
    berlin = ZoneInfo("Europe/Berlin")
    # 23:30 UTC on New Year's Eve is New Year in Berlin.
    assert periods.bounds("year", utc(2026, 12, 31, 23, 30)) == (
        datetime(2027, 1, 1, tzinfo=berlin),
        datetime(2028, 1, 1, tzinfo=berlin),
    )
    # The day the clocks go forward has 23 hours.
    start, end = periods.bounds("today", utc(2026, 3, 29, 12)) or (None, None)
    assert (
        start
        and end
        and end.astimezone(ZoneInfo("UTC")) - start.astimezone(ZoneInfo("UTC")) == timedelta(hours=23)
    )
    assert periods.bounds("month", utc(2026, 12, 5)) == (
        datetime(2026, 12, 1, tzinfo=berlin),
        datetime(2027, 1, 1, tzinfo=berlin),
    )
    assert periods.bounds("all") is None


def test_pages(submit: Submit, english: Client) -> None:
    for points in range(60):
        submit(f"P{points}", points)
    assert len(ranks(english)) == 25
    assert ranks(english, page=2)[0] == (26, "P34")
    assert ranks(english, page=3) == ranks(english, page=99)
    assert (
        ranks(english, page="-1")
        == ranks(english, page="x")
        == ranks(english, page="9" * 30)
        == ranks(english)
    )
    text = english.get("/scores/", {"page": 2}).content.decode()
    assert "Page 2 of 3" in text
    assert 'rel="next"' in text and 'rel="prev"' in text


def test_a_tie_across_pages_keeps_its_rank(submit: Submit, english: Client) -> None:
    for number in range(30):
        submit(f"P{number}", 500)
    assert {rank for rank, _ in ranks(english, page=2)} == {1}


def test_own_rows_are_marked(submit: Submit, anna: Person, ben: Person, english: Client) -> None:
    submit("Anna", 900, player_hash=anna.hash)
    for points in (800, 700, 600, 500):
        submit("Ben", points, player_hash=ben.hash)
    text = anna.client.get("/scores/").content.decode()
    assert text.count('<tr class="own" id="you">') == 1
    assert "Your best, 900 points, is rank 1, ahead of 4" in text
    assert 'class="own"' not in english.get("/scores/").content.decode()


@pytest.mark.parametrize(("luck", "said"), [(12.3, "· luck 12 ·"), (-7.8, "· bad luck 8 ·")])
def test_luck_has_a_word_for_either_side(submit: Submit, english: Client, luck: float, said: str) -> None:
    submit("Anna", 900, summary={"par": 190.5, "luck": luck, "mistakes": 1.0})
    assert said in english.get("/scores/").content.decode()


def test_the_way_to_the_own_row(submit: Submit, anna: Person) -> None:
    for points in range(100, 160):
        submit(f"P{points}", points)
    submit("Anna", 110, player_hash=anna.hash)
    text = anna.client.get("/scores/").content.decode()
    address = re.search(r'href="(/scores/\?[^"]*page=(\d)#you)"', text)
    assert address and address[2] == "3"
    assert 'id="you"' in anna.client.get(address[1].replace("&amp;", "&")).content.decode()


def test_own_best_and_average_stand_above_the_list(submit: Submit, anna: Person, english: Client) -> None:
    submit("Ben", 1200)
    for points in (1100, 900):
        submit("Anna", points, player_hash=anna.hash)
    submit("Anna", 100, player_hash=anna.hash, mode="local")  # others play in such games, too
    text = " ".join(re.sub("<[^>]+>", " ", anna.client.get("/scores/").content.decode()).split())
    assert "Your best 1,100 No. 2 Your average 1,000 2 games" in text
    assert "Your best" not in english.get("/scores/").content.decode()


def test_the_first_three_have_medals(submit: Submit, english: Client) -> None:
    for points in (500, 500, 400, 300, 200):
        submit("Anna", points)
    text = english.get("/scores/").content.decode()
    assert re.findall(r'class="medal" data-place="(\d)">(\d)<', text) == [("1", "1"), ("1", "1"), ("3", "3")]


def test_boards_and_modes_are_links(submit: Submit, english: Client) -> None:
    text = english.get("/scores/?period=year&mode=solo").content.decode()
    assert "<form" not in text.partition("<main")[2].partition("</main>")[0]
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/scores/\?[^"]+)"', text)]
    wanted = "/scores/?board=triple_yahtzee%2Bleft_to_right&mode=solo&period=year"
    assert wanted in links and english.get(wanted).status_code == 200
    assert "/scores/?board=triple_yahtzee&mode=online&period=year" in links


def test_held_names_are_shown_to_their_player_alone(submit: Submit, anna: Person, ben: Person) -> None:
    submit("Scheiße", 900, player_hash=anna.hash)
    assert ranks(ben.client) == [(1, "Anonymous")]
    assert "Scheiße" not in ben.client.get("/scores/").content.decode()
    assert ranks(anna.client) == [(1, "Scheiße")]
    assert "until a moderator" in anna.client.get("/scores/").content.decode()


def test_hidden_rows_are_gone_at_the_next_request(submit: Submit, english: Client, anna: Person) -> None:
    row = submit("Anna", 900, player_hash=anna.hash)
    submit("Ben", 800)
    assert ranks(english)[0] == (1, "Anna")
    moderation.hide(rows=[row.pk], by="mo", reason="test")
    assert ranks(english) == ranks(anna.client) == [(1, "Ben")]
    assert "no-cache" in english.get("/scores/")["Cache-Control"]


def test_names_are_text(submit: Submit, english: Client) -> None:
    submit("<b onx=1>&'\"</b>", 900)
    text = english.get("/scores/").content.decode()
    assert "<b onx" not in text
    assert "&lt;b onx=1&gt;" in text


def test_an_empty_board(english: Client, db: None) -> None:
    text = english.get("/scores/").content.decode()
    assert "Nobody is on this board yet" in text
    assert '<svg viewBox="0 0 300' not in text


def test_only_reading(english: Client, submit: Submit) -> None:
    assert (
        english.post("/scores/", {"points": 99999, "name": "Mallory", "board": "triple_yahtzee"}).status_code
        == 405
    )
    assert english.head("/scores/").status_code == 200
    assert not HighScore.objects.exists()


def test_the_drawing_has_a_text(submit: Submit, anna: Person) -> None:
    for points in (100, 110, 300):
        submit("Ben", points)
    assert 'role="img"' not in anna.client.get("/scores/").content.decode(), "three say nothing"
    for points in (290, 300):
        submit("Anna", points, player_hash=anna.hash)
    text = anna.client.get("/scores/").content.decode()
    assert 'role="img" aria-labelledby="histogram-text"' in text
    assert 'id="histogram-text"' in text
    assert "5 scores" in text
    assert "style=" not in text and "onclick" not in text


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((47, 47, 47, 60, 61), "most often with 47 points."),
        ((1, 1, 1, 1, 1), "most often with 1 point."),
        ((200, 201, 300, 400, 500), "most often from 200 to 219 points."),
    ],
)
def test_the_highest_bar_in_words(
    submit: Submit, english: Client, points: tuple[int, ...], sentence: str
) -> None:
    for each in points:
        submit("Anna", each)
    text = english.get("/scores/").content.decode()
    assert sentence in text
    assert not re.search(r"<title>(\d+)–\1:", text)


@pytest.mark.parametrize(
    "distribution", [[(0, 5)], [(5, 5)], [(1911, 4), (277, 1)], [(n, 1) for n in range(3000)]]
)
def test_bars(distribution: list[tuple[int, int]]) -> None:
    drawing = histogram(distribution, distribution[0][0])
    assert drawing is not None
    assert sum(bar.count for bar in drawing.bars) == sum(number for _, number in distribution)
    assert 1 <= len(drawing.bars) <= 24
    assert drawing.own is not None and drawing.own.low <= distribution[0][0] <= drawing.own.high
    assert all(0 <= bar.y <= 96 and bar.x + bar.width <= 300 for bar in drawing.bars)
    assert histogram([]) is None and histogram([(0, 3), (9, 1)]) is None


def test_the_level_of_the_computer_is_shown(submit: Callable[..., HighScore], english: Client) -> None:
    submit("Anna", mode="computer", level="easy")
    submit("Ben", mode="computer", level="hard", rules_version=2)
    submit("Carla", mode="computer")
    text = " ".join(english.get("/scores/").content.decode().split())
    for shown in ("Against the computer (Easy)", "Against the computer (Hard)", "Against the computer"):
        assert shown in text
    assert set(HighScore.objects.values_list("rules_version", flat=True)) == {1, 2}
