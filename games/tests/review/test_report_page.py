"""The page of a report and the replay: made once on request, stored, shown for every rule set."""

import random
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from games import bots, rules
from games.models import Game, Seat
from games.review import jobs, reports, verdicts
from games.review.page import ReportPage
from games.session import housekeeping
from games.session.codes import new_code
from games.session.seats import SeatedGame
from games.table.present import TableView
from games.tests.bots.games import random_move
from games.tests.players import Person, game_at, play_out, table_for_two
from scores.models import HighScore

on_any_database = pytest.mark.database

ALL = pytest.mark.parametrize("rules_id", [r.rules_id for r in rules.all_rules()])


class QueueExecutor(Executor):
    """An executor that stores its tasks until `run_all` is called."""

    def __init__(self, at_once: bool) -> None:
        self.at_once = at_once
        self.tasks: list[Callable[[], None]] = []

    def submit(self, task: Any, /, *args: Any, **fields: Any) -> Future[Any]:
        self.tasks.append(lambda: task(*args, **fields))
        if self.at_once:
            self.run_all()
        return Future()

    def run_all(self) -> None:
        while self.tasks:
            self.tasks.pop(0)()


@pytest.fixture(autouse=True)
def immediate_reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reports are made at once, in the thread of the test."""
    monkeypatch.setattr(jobs, "executor", QueueExecutor(at_once=True))
    monkeypatch.setattr(jobs, "connections", Mock())  # the test still needs its own
    yield
    jobs._jobs.clear()


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> QueueExecutor:
    """Reports are made only by `queue.run_all()`."""
    queue = QueueExecutor(at_once=False)
    monkeypatch.setattr(jobs, "executor", queue)
    return queue


def stored(rules_id: str = "yacht", seats: int = 1, seed: int = 1, **fields: Any) -> str:
    """Store a random game of other people that is over for good; return the path of its page."""
    rule_set = rules.get(rules_id)
    state, moves, chance = rules.start(rule_set, seats=seats), [], random.Random(seed)
    while state.status == "playing":
        move = random_move(state, chance)
        moves.append(rules.format_move(move))
        state = state.apply(move)
    game = Game.objects.create(
        code=new_code(),
        rules_id=rules_id,
        mode="solo" if seats == 1 else "local",
        status="finished",
        players=seats,
        moves=moves,
        seed=b"s" * 32,
        started_at=timezone.now(),
        finished_at=timezone.now(),
        sealed=True,
        **fields,
    )
    Seat.objects.bulk_create(
        Seat(game=game, index=index, name=f"Player {index}", player_hash=f"{index}" * 64)
        for index in range(seats)
    )
    return f"/g/{game.code}/"


def report(who: Person, path: str) -> str:
    """Make the report and return its page."""
    assert who.post(f"{path}report/", htmx=False).status == 303
    answer = who.get(f"{path}report/")
    assert answer.status == 200
    return answer.text


def sums(text: str) -> list[dict[str, float]]:
    """Return the sums a page shows, seat by seat."""
    found = re.findall(r'<div class="account" data-seat="\d">(.*?)</div>', text, re.S)
    shown = []
    for part in found:
        written = re.findall(r'data-sum="(\w+)">([\d.,]+)<', part)
        figures = {name: float(value.replace(",", "")) for name, value in written}
        if "bad luck" in part:
            figures["luck"] *= -1
        shown.append(figures)
    return shown


# --- what it says ----------------------------------------------------------------------------------


@ALL
def test_the_shown_sums_add_up_in_every_game(carla: Person, rules_id: str) -> None:
    path = stored(rules_id, seats=2)
    text = report(carla, path)
    outcome = rules.replay(
        rules.get(rules_id), [rules.parse_move(text) for text in game_at(path).moves], seats=2
    ).outcome()
    assert outcome is not None
    shown = sums(text)
    assert sorted(each["final"] for each in shown) == sorted(outcome.points)
    for each in shown:
        assert each["par"] + each["luck"] - each["mistakes"] == each["final"]
    assert ("near-optimal" in text) == (len(rules.get(rules_id).columns) > 1)


def test_a_row_for_every_turn_and_three_costly_decisions(anna: Person) -> None:
    text = report(anna, stored("yacht", seats=2))
    assert text.count('<tr role="row" class=') == 2 * 12
    assert text.count('<p class="at">') == 6
    assert "That would have averaged" in text
    assert text.count("<polyline") == 2
    assert "Better: " in text


def test_the_text_to_share_tells_no_dice(anna: Person) -> None:
    path = stored("yacht")
    text = report(anna, path)
    shared = re.search(r"<textarea[^>]*>(.*?)</textarea>", text, re.S)
    assert shared
    lines = shared[1].splitlines()
    assert lines[0] == "Yacht"
    assert len(lines[2]) == 12 and set(lines[2]) <= set("🟩🟡🔶❌")
    assert "of 12 turns without a flaw" in lines[3]
    assert len(lines) == 4


def test_own_seats_come_first(ben: Person, anna: Person) -> None:
    path = table_for_two(anna, ben)
    play_out(path, anna, ben)
    for who, other in ((anna, "Ben"), (ben, "Anna")):
        text = report(who, path).partition("Turn by turn")[2]
        assert text.index(who.name) < text.index(other)


def test_it_begins_with_a_verdict_and_tells_where_the_game_turned(anna: Person) -> None:
    path = stored(seats=2)
    text = report(anna, path)
    verdict, equation = text.index('<p class="verdict">'), text.index('<p class="equation">')
    share, replay = text.index('id="invitation"'), text.index('id="replay"')
    assert verdict < equation < share < replay
    page = ReportPage(TableView(table_of(path)), reports.unpack(game_at(path).report))
    swings = {
        (turn.seat, turn.turn): turn.luck - turn.loss for seat in page.report.seats for turn in seat.turns
    }
    (seat, turn), points = max(swings.items(), key=lambda one: abs(one[1]))
    with override("en"):
        turned = page.turning_point
    assert turned is not None
    assert turned.text.startswith(f"Turning point: turn {turn + 1} (")
    assert f" Player {seat} {round(abs(points))} point" in turned.text
    assert ("more than expected" in turned.text) == (points > 0)
    move = rules.parse_move(game_at(path).moves[turned.move - 1])
    assert isinstance(move, rules.Roll) and move.seat == seat


def table_of(path: str) -> SeatedGame:
    game = game_at(path)
    return SeatedGame(game, list(game.seats.all()), None)


@pytest.mark.parametrize(
    ("mistakes", "luck", "said"),
    [
        (0.01, 0.0, "Nearly perfect play. The dice were fair."),
        (0.05, 0.2, "Well played, with a few mistakes. The dice were kind."),
        (0.15, -0.2, "Some points were left on the table. The dice were unkind."),
        (0.3, 0.0, "Many points were left on the table. The dice were fair."),
    ],
)
def test_verdicts(mistakes: float, luck: float, said: str) -> None:
    seat = Mock(par=200.0, mistakes=200 * mistakes, luck=200 * luck)
    with override("en"):
        assert verdicts.verdict(seat) == said


def test_german_figures(anna: Person) -> None:
    path = stored("yacht")
    report(anna, path)
    anna.client.cookies["yahtzee_lang"] = "de"
    text = anna.get(f"{path}report/").text
    assert '<b data-sum="par">192</b>' in text
    assert re.search(r'<polyline points="34\.?0?,\d', text)


# --- made once -------------------------------------------------------------------------------------


@on_any_database
def test_looking_makes_nothing(carla: Person) -> None:
    path = stored()
    answer = carla.get(f"{path}report/")
    assert answer.status == 200
    assert "Create the report" in answer.text
    assert game_at(path).report is None
    assert jobs.progress(game_at(path).pk) is None


@on_any_database
def test_asked_for_twice_it_is_made_once(anna: Person, carla: Person, queue: QueueExecutor) -> None:
    path = stored()
    for who in (anna, carla, anna):
        assert who.post(f"{path}report/", htmx=False).status == 303
    assert len(queue.tasks) == 1
    queue.run_all()
    kept = game_at(path).report
    assert anna.post(f"{path}report/", htmx=False).status == 303
    assert queue.tasks == []
    assert game_at(path).report == kept


@on_any_database
def test_the_first_of_two_reports_stays_and_no_move_is_made(carla: Person) -> None:
    path = stored()
    before = game_at(path)
    report(carla, path)
    game = game_at(path)
    assert (game.version, game.last_action_at) == (before.version, before.last_action_at)
    other = {**game.report, "exact": "of another process"}
    about = {"game_id": game.pk, "version": game.version}
    assert housekeeping.keep_report(**about, data=other, summaries=()) is False
    assert game_at(path).report == game.report


@on_any_database
def test_a_report_of_another_version_is_made_anew(carla: Person) -> None:
    path = stored(report={"version": 0, "old": True})
    assert "Create the report" in carla.get(f"{path}report/").text
    assert sums(report(carla, path))
    assert game_at(path).report["version"] == 1


def test_a_running_game_keeps_no_report(anna: Person) -> None:
    path = anna.create()
    data = {"version": 1, "seats": [], "exact": True}
    game = game_at(path)
    about = {"game_id": game.pk, "version": game.version}
    assert housekeeping.keep_report(**about, data=data, summaries=()) is False


def test_progress_with_and_without_script(carla: Person, queue: QueueExecutor) -> None:
    path = stored("yacht", seats=2)
    answer = carla.post(f"{path}report/")
    assert answer.status == 200
    assert 'hx-trigger="every 400ms"' in answer.text
    assert "<html" not in answer.text
    whole = carla.get(f"{path}report/").text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in whole
    assert "<progress" in whole
    job = jobs.progress(game_at(path).pk)
    assert job is not None
    job.done, job.total = 5, 24
    told = carla.get(f"{path}report/progress", htmx=True).text
    assert 'value="5" max="24"' in told
    assert "5 of 24 turns" in told
    queue.run_all()
    assert (job.done, job.total) == (24, 24)
    done = carla.get(f"{path}report/progress", htmx=True)
    assert done.status == 204
    assert done.headers["hx-trigger"] == "report:made"
    assert "<noscript>" not in carla.get(f"{path}report/").text
    assert carla.get(f"{path}report/progress").status == 303


@on_any_database
def test_a_report_kept_while_the_page_is_made_is_on_it(
    carla: Person, queue: QueueExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored("yacht", seats=2)
    carla.post(f"{path}report/")
    asked = jobs.progress

    def ends_meanwhile(game_id: int) -> jobs.Progress | None:
        queue.run_all()
        return asked(game_id)

    monkeypatch.setattr(jobs, "progress", ends_meanwhile)
    assert "Create the report" not in carla.get(f"{path}report/").text


def test_progress_nobody_started_here_offers_to_start(carla: Person) -> None:
    answer = carla.get(f"{stored()}report/progress", htmx=True)
    assert answer.status == 200
    assert 'hx-trigger="submit, load"' in answer.text


def test_before_the_end_progress_leads_to_the_page_that_says_so(anna: Person) -> None:
    path = anna.create()
    answer = anna.get(f"{path}report/progress", htmx=True)
    assert (answer.status, answer.headers["hx-redirect"]) == (204, f"{path}report/")
    assert "as soon as the game is over" in anna.get(f"{path}report/").text


def test_a_failure_is_told_and_can_be_tried_again(carla: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stored()
    with monkeypatch.context() as broken:
        broken.setattr(bots, "analyse", lambda *args: 1 / 0)
        carla.post(f"{path}report/")
    text = carla.get(f"{path}report/").text
    assert "could not be created" in text
    assert 'hx-trigger="submit"' in text
    assert sums(report(carla, path))


def test_failures_are_not_collected_for_ever(carla: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_FAILURES_KEPT", 1)
    for number in range(-5, 0):
        jobs._jobs[number] = jobs.Progress(failed=True)
    report(carla, stored())
    assert list(jobs._jobs) == [-1]


@pytest.mark.django_db(transaction=True)
def test_it_is_made_in_a_thread_of_its_own(carla: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(jobs, "executor", pool)
        monkeypatch.setattr(jobs, "connections", connections)
        path = stored("yacht", seats=2)
        carla.post(f"{path}report/")
        until = time.monotonic() + 20
        while jobs.progress(game_at(path).pk) and time.monotonic() < until:
            time.sleep(0.02)
    assert len(sums(carla.get(f"{path}report/").text)) == 2


# --- who and when ----------------------------------------------------------------------------------


def test_before_the_end_it_says_when(anna: Person, carla: Person) -> None:
    path = anna.create()
    for who in (anna, carla):
        answer = who.get(f"{path}report/")
        assert answer.status == 200
        assert "as soon as the game is over" in answer.text
        assert "Turn 1 of 12" in answer.text
        assert who.post(f"{path}report/", htmx=False).status == 409
    assert game_at(path).report is None


def test_in_the_waiting_room_it_says_when(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    assert "as soon as the game is over" in anna.get(f"{path}report/").text


def test_no_such_game(carla: Person) -> None:
    for what in ("report/", "report/progress", "report/?move=3"):
        assert carla.get(f"/g/AAAAAAAAAA/{what}").status == 404


@pytest.mark.parametrize("moves", [["0 score ones 1"], ["nonsense"], [], ["0 roll - 12345"]])
def test_a_broken_game_is_closed(carla: Person, moves: list[str]) -> None:
    path = stored()
    Game.objects.update(moves=moves)
    assert "Game closed" in carla.get(f"{path}report/").text
    assert carla.post(f"{path}report/", htmx=False).status == 409


def test_other_methods_are_refused(carla: Person) -> None:
    path = stored()
    assert carla.ask("PUT", f"{path}report/").status == 405
    assert carla.post(f"{path}report/progress").status == 405


def test_the_result_links_to_the_report(anna: Person) -> None:
    path = anna.create()
    play_out(path, anna)
    assert f'href="{path}report/"' in anna.get(path).text


# --- the sums stay ---------------------------------------------------------------------------------


@on_any_database
def test_a_pruned_game_leaves_its_sums_with_the_score(anna: Person) -> None:
    path = anna.create()
    play_out(path, anna)
    shown = sums(report(anna, path))[0]
    row = HighScore.objects.get(game_code=game_at(path).code)
    Game.objects.update(last_action_at=timezone.now() - timedelta(days=3))
    assert list(housekeeping.prune(age=timedelta(days=2))) == [1]
    row.refresh_from_db()
    assert row.summary is not None
    assert row.summary.pop("exact") is True
    assert row.summary["par"] != shown["par"], "tenths are stored, whole points shown"
    for key in ("par", "luck", "mistakes"):
        assert abs(row.summary[key] - shown[key]) <= 1, key
    assert row.points == shown["final"]
    text = anna.get("/scores/?board=yacht").text
    par, luck, mistakes = (round(row.summary[key]) for key in ("par", "luck", "mistakes"))
    said = f"bad luck {-luck}" if luck < 0 else f"luck {luck}"
    assert f"Par {par} · {said} · mistakes {mistakes}" in text


def test_a_computer_has_no_score_to_keep_sums_with(anna: Person) -> None:
    path = anna.create(bot=["easy"])
    while game_at(path).status != "finished":
        page = anna.page(path)
        if page.turn_seat == 1:
            anna.do(path, "bot")
        else:
            anna.roll(path)
            anna.score(path)
    report(anna, path)
    row = HighScore.objects.get(game_code=game_at(path).code)
    assert row.summary is not None


# --- the replay ------------------------------------------------------------------------------------


def test_the_replay_shows_every_position(carla: Person) -> None:
    path = stored("yahtzee", seats=2)
    moves = game_at(path).moves
    parsed = [rules.parse_move(text) for text in moves]
    for number in (0, 1, 2, len(moves) // 2, len(moves) - 1, len(moves)):
        state = rules.replay(rules.get("yahtzee"), parsed[:number], seats=2)
        page = carla.get(f"{path}report/?move={number}", htmx=True).page
        for seat, card in enumerate(state.scorecards):
            filled = {
                (box, column): int(found["data-points"])
                for (owner, box, column), found in page.boxes.items()
                if owner == seat and found["data-state"] in {"filled", "struck"}
            }
            assert filled == dict(card.cells)


def test_a_step_is_a_fragment_and_a_page(carla: Person) -> None:
    path = stored()
    fragment = carla.get(f"{path}report/?move=7", htmx=True).text
    assert "<html" not in fragment
    assert 'id="replay"' in fragment
    whole = carla.get(f"{path}report/?move=7").text
    assert 'data-move="7"' in whole
    assert 'href="?move=6#replay"' in whole and 'href="?move=8#replay"' in whole


@pytest.mark.parametrize(("asked", "shown"), [("", 1), ("x", 1), ("-3", 1), ("99999", None), ("1e3", 1)])
def test_a_move_that_is_none(carla: Person, asked: str, shown: int | None) -> None:
    path = stored()
    shown = len(game_at(path).moves) if shown is None else shown
    assert f'class="replay pane" data-move="{shown}"' in carla.get(f"{path}report/?move={asked}").text


def test_the_replay_names_the_better_choice(carla: Person) -> None:
    path = stored()
    report(carla, path)
    texts = [
        carla.get(f"{path}report/?move={number}", htmx=True).text
        for number, move in enumerate(game_at(path).moves, start=1)
        if " roll " in move
    ]
    assert any("Better: " in text for text in texts)
    assert any("was the best one" in text for text in texts)


def test_a_replay_offers_nothing_to_press(anna: Person) -> None:
    path = anna.create()
    play_out(path, anna)
    anna.do(path, "seal")
    fragment = anna.get(f"{path}report/?move=1", htmx=True).text
    assert "<button" not in fragment and "<form" not in fragment


# --- queries ---------------------------------------------------------------------------------------


def queries(who: Person, path: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert who.get(path).status in {200, 204, 303}
    return len(counted)


@on_any_database
def test_queries_do_not_grow_with_the_seats(carla: Person) -> None:
    found = []
    for seats in (1, 6):
        path = stored("yacht", seats=seats, seed=seats)
        report(carla, path)
        found.append([queries(carla, f"{path}report/{rest}") for rest in ("", "?move=5", "progress")])
    assert found[0] == found[1]
    assert max(found[0]) <= 2
