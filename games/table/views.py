"""Views of a game without its commands: page, table, record, check of the dice."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from games.models import Game
from games.session import seats, signs
from games.session.codes import read_code
from games.table import answers, forms
from games.table.dice_check import check
from games.table.present import TableView
from games.table.record import write_record

SILENT = "X-Silent"
"""The header of a poll with the seconds for which each person has been silent."""


@never_cache
@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a game: table, waiting room or invitation."""
    if code != read_code(code):
        canonical = read_code(code)
        if canonical:
            return redirect("games:game", code=canonical)
    return answers.page(request, seats.find_game(request, code))


@never_cache
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table, or 204 when the asking browser has the present version already."""
    since = forms.read_int(request.GET, "since", 0)
    seated = seats.find_game(request, code)
    if answers.is_opened_as_a_page(request):
        return answers.to_game(request, seated.game)
    silent = heard(seated)
    if since < seated.game.shown_version:
        response = answers.fragment(request, seated, since=since)
    else:
        response = HttpResponse(status=204)
        response.unchanged_match = request.resolver_match  # type: ignore[attr-defined]  # see yahtzee_site/polls.py
    response[SILENT] = silent
    return response


def heard(seated: seats.SeatedGame) -> str:
    """Note that the asking browser is here; return who has been silent for how long, as a header says it."""
    now = timezone.now()
    signs.note((seat for seat in seated.seats if seat.index in seated.you), now)
    return ",".join(f"{seat}:{seconds}" for seat, seconds in seats.silent_seconds(seated, now).items())


@never_cache
@require_GET
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The public data of the game."""
    return JsonResponse(write_record(seats.find_game(request, code)))


@never_cache
@require_safe
def dice(request: HttpRequest, code: str) -> HttpResponse:
    """The page that checks the dice: the hash of the seed; after the sealed end the seed with every throw."""
    view = TableView(seats.find_game(request, code))
    seed = view.game.open_seed
    throws = check(view) if seed else []
    context = {
        "view": view,
        "game": view.game,
        "seed": seed,
        "open_end": view.status == Game.Status.FINISHED and not view.sealed,
        "throws": throws,
        "right": all(throw.right for throw in throws),
    }
    return render(request, "table/dice.html", context)
