"""The answers of a game: its whole page, the table alone, or a redirect."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from games.session import limits, seats
from games.session.codes import spaced
from games.session.links import invite_url
from games.session.seats import SeatedGame
from games.share import previews
from games.table import forms
from games.table.ending import Ending
from games.table.fragment import table_html
from games.table.present import TableView
from games.words import notices
from scores import services as scores


def retry_later(error: limits.TooMany, answer: HttpResponse) -> HttpResponse:
    """Set ``Retry-After`` in the answer."""
    answer["Retry-After"] = str(error.retry_after)
    return answer


def to_game(request: HttpRequest, to: Game) -> HttpResponse:
    """Redirect to a game's page, for htmx as well as for plain requests."""
    url = reverse("games:game", args=[to.code])
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def is_opened_as_a_page(request: HttpRequest) -> bool:
    """Tell whether somebody has opened the address of a fragment in a tab (a restored one, a copied link).

    Scripts ask for it without `HX-Request`, too, but do not prefer HTML to everything else.
    """
    if request.htmx:  # type: ignore[attr-defined]
        return False
    mode = request.headers.get("Sec-Fetch-Mode")
    return mode == "navigate" if mode else request.headers.get("Accept", "").startswith("text/html")


def answer(request: HttpRequest, seated: SeatedGame, notice: str = "", status: int = 200) -> HttpResponse:
    """Answer a command: the fragment for htmx, the page (or a redirect to it) for plain forms."""
    if request.htmx:  # type: ignore[attr-defined]
        return fragment(request, seated, notice, status, since=forms.read_int(request.POST, "version"))
    if status == 200:
        url = reverse("games:game", args=[seated.game.code])
        return HttpResponseRedirect(url, status=303)
    return page(request, seated, notice, status)


def fragment(
    request: HttpRequest, seated: SeatedGame, notice: str = "", status: int = 200, *, since: int
) -> HttpResponse:
    """Return the table alone, for a browser that shows this version (0 or less: nobody knows)."""
    context = _context(request, seated, notice, since if since > 0 else None)
    return HttpResponse(table_html(request, context["view"], context), status=status)


def page(request: HttpRequest, seated: SeatedGame, notice: str = "", status: int = 200) -> HttpResponse:
    """Return the whole page of a game."""
    context = _context(request, seated, notice)
    view = context["view"]
    ending = view.result or notices.sentence("broken") if view.sealed else ""
    context["table"] = table_html(request, view, context)
    context["preview"] = previews.of_game(request, seated, ending)
    return render(request, "table/game.html", context, status=status)


def _context(
    request: HttpRequest, seated: SeatedGame, notice: str, since: int | None = None
) -> dict[str, Any]:
    now = timezone.now()
    finished = seated.game.status == Game.Status.FINISHED
    again = None
    if finished:
        again = Game.objects.filter(previous=seated.game).only("code", "created_at").first()
    context: dict[str, Any] = {
        "view": TableView(seated, notice, again, since),
        "seated": seated,
        "game": seated.game,
        "code": spaced(seated.game.code),
        "silent": seats.silent_seconds(seated, now),
    }
    if seated.game.status == Game.Status.WAITING:
        context["invite_url"] = invite_url(request, seated.game)
    if finished:
        view: TableView = context["view"]
        context["end"] = end = _ending(view)
        context["share_text"] = previews.result_text(request, seated)
        view.records = end.records if end else ()
        view.own_best = bool(end and end.is_best)
    return context


def _ending(view: TableView) -> Ending | None:
    """Return the end as the asking browser sees it, with its places and own figures."""
    game, seated = view.game, view.seated
    if view.outcome is None:
        return None
    placing = scores.placing(game.code)
    earlier = None
    if placing and len(seated.you) == 1 and seated.player_hash and game.finished_at:
        earlier = scores.own_before(
            player_hash=seated.player_hash, board=game.rules_id, moment=game.finished_at
        )
    return Ending(view.outcome, view.result, seated.you, placing, earlier)
