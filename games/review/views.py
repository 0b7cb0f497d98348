"""Views of a game's report with its replay, of the progress of a report, and of the coach's advice."""

from contextlib import suppress
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.models import Game
from games.review import coach, jobs, reports
from games.review.page import ReportPage
from games.review.replay import ReplayView
from games.session import play, seats
from games.session.seats import SeatedGame
from games.table import forms
from games.table.present import TableView
from games.words import notices

_FIRST_SHOWN = 1
"""The replay begins with the first roll on the table."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """The report of a game that is sealed, for everybody; POST starts making it.

    POST by somebody who plays in a game that is over also seals it.
    """
    seated = seats.find_game(request, code)
    if request.method == "POST":
        return _make(request, seated)
    view = TableView(seated)
    if not _is_over(view):
        return _wait(request, view)
    if _by_htmx(request):
        return render(request, "review/_replay.html", _replay_context(request, view, _page(view)))
    return _whole_page(request, view)


@never_cache
@require_GET
def progress(request: HttpRequest, code: str) -> HttpResponse:
    """How far the report is: an event tells htmx when it is ready, other browsers are redirected to it."""
    view = TableView(seats.find_game(request, code))
    return _progress(request, view) if _by_htmx(request) else _to_page(view.game)


@never_cache
@require_GET
def advice(request: HttpRequest, code: str) -> HttpResponse:
    """The worth of every choice as JSON, in a game with the coach, for the browser whose turn it is."""
    view = TableView(seats.find_game(request, code))
    if not view.game.coach:
        raise Http404("no coach here")
    knows = coach.coach_of(view)
    if knows is None:
        raise PermissionDenied(notices.sentence("not_your_turn"))
    return JsonResponse({"version": view.game.version, **knows.data()})


def _is_over(view: TableView) -> bool:
    """Whether the game is over for good and can be replayed."""
    return view.sealed and view.state is not None and view.state.status == "finished"


def _wait(request: HttpRequest, view: TableView, status: int = 200) -> HttpResponse:
    """Return the page that says when there will be a report."""
    context = {"view": view, "game": view.game, "over": view.game.status == Game.Status.FINISHED}
    return render(request, "review/report_wait.html", context, status=status)


def _make(request: HttpRequest, seated: SeatedGame) -> HttpResponse:
    """Seal the game and start making its report, where that is allowed."""
    was_sealed = seated.game.is_sealed
    with suppress(play.Refused):
        play.seal(seated=seated)
    view = TableView(seated)
    if not _is_over(view):
        return _load_page(view.game, 409) if _by_htmx(request) else _wait(request, view, 409)
    if reports.load(seated.game.report) is None:
        jobs.start(seated)
    if not _by_htmx(request):
        return _to_page(seated.game)
    return _progress(request, view) if was_sealed else _load_page(seated.game)


def _by_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]


def _to_page(game: Game) -> HttpResponse:
    return HttpResponseRedirect(reverse("games:report", args=[game.code]), status=303)


def _load_page(game: Game, status: int = 204) -> HttpResponse:
    """Let htmx load the whole page."""
    return HttpResponse(status=status, headers={"HX-Redirect": reverse("games:report", args=[game.code])})


def _under_way(game: Game) -> jobs.Progress | None:
    """Return how far the report is; if it is not being made, check whether it has been stored meanwhile."""
    if reports.load(game.report) is not None:
        return None
    job = jobs.progress(game.pk)
    if job is None:
        game.refresh_from_db(fields=["report"])
    return job


def _progress(request: HttpRequest, view: TableView) -> HttpResponse:
    game = view.game
    job = _under_way(game)
    if not _is_over(view):
        return _load_page(game)
    if reports.load(game.report) is not None:
        return HttpResponse(status=204, headers={"HX-Trigger": "report:made"})
    return render(request, "review/_progress.html", {"game": game, "job": job})


def _page(view: TableView) -> ReportPage | None:
    kept = reports.load(view.game.report)
    return ReportPage(view, kept) if kept else None


def _whole_page(request: HttpRequest, view: TableView) -> HttpResponse:
    job = _under_way(view.game)
    page = _page(view)
    context = {**_replay_context(request, view, page), "view": view, "page": page, "job": job}
    return render(request, "review/report.html", context)


def _replay_context(request: HttpRequest, view: TableView, page: ReportPage | None) -> dict[str, Any]:
    move = forms.read_int(request.GET, "move", _FIRST_SHOWN)
    replay = ReplayView(view.seated, move, page.moments if page else None)
    better = page.better_at(replay.move) if page else ""
    return {"game": view.game, "replay": replay, "better": better}
