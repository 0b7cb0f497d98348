"""Views of the boards and of the data of the asking browser. `standings` reads, `own` writes."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scores import boards, own, privacy, services
from scores.histogram import HEIGHT, WIDTH, histogram
from scores.models import Mode
from scores.periods import PERIODS
from scores.standings import standings

ROWS_SHOWN = 100
_ACTIONS = ("remove_name", "delete_row", "remove_all_names", "delete_all")


def _player_hash(request: HttpRequest) -> str | None:
    player = getattr(request, "player", None)
    return player.hash if player else None


def _choice(request: HttpRequest, name: str, choices: list[str]) -> str:
    value = request.GET.get(name, "")
    return value if value in choices else choices[0]


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 1


@require_safe
@never_cache
def boards_page(request: HttpRequest) -> HttpResponse:
    """Show one board: `?board=&mode=&period=&page=`; by default all time of the first board."""
    ids = boards.registered()
    asked = request.GET.get("board", "")
    board = boards.inside(asked) or (ids[0] if ids else "")
    if ids and board not in ids:
        raise Http404("no such board")
    mode = _choice(request, "mode", ["all", *Mode.values])
    period = _choice(request, "period", list(PERIODS))
    player_hash = _player_hash(request)
    shown = standings(board=board, mode=mode, period=period, page=_page(request), player_hash=player_hash)

    here = reverse("scores:boards")

    def address(**changes: str | int) -> str:
        query = {"board": boards.outside(board), "mode": mode, "period": period, **changes}
        return f"{here}?{urlencode(query)}"

    if asked and asked != boards.outside(board):
        return redirect(address())

    periods = {
        "all": pgettext("period of high scores", "All time"),
        "year": pgettext("period of high scores", "Year"),
        "month": pgettext("period of high scores", "Month"),
        "today": pgettext("period of high scores", "Today"),
    }
    modes = {"all": pgettext("mode of a game", "All"), **dict(Mode.choices)}

    def picks() -> list[tuple[str, object, list[Any]]]:
        """Return title, choice and choices of each menu; called where they are not remembered."""
        games = [(boards.label(each), address(board=boards.outside(each)), each == board) for each in ids]
        ways = [(label, address(mode=key), key == mode) for key, label in modes.items()]
        return [
            (pgettext("what is played", "Game"), boards.label(board), games),
            (_("Mode"), modes[mode], ways),
        ]

    last = shown.pages
    mine = None
    if shown.own and player_hash:
        mine = services.own_before(player_hash=player_hash, board=board, moment=timezone.now())
    context = {
        "board": boards.outside(board),
        "board_label": boards.label(board),
        "picks": picks,
        "mode": mode,
        "period": period,
        "period_label": periods[period],
        "periods": lambda: [(key, label, address(period=key)) for key, label in periods.items()],
        "standings": shown,
        "mine": mine,
        "histogram": histogram(shown.distribution, shown.own.points if shown.own else None, shown.step),
        "drawing": {"width": WIDTH, "height": HEIGHT, "bottom": HEIGHT + 1, "total_height": HEIGHT + 30},
        "own_address": address(page=shown.own.page) + "#you" if shown.own else "",
        "previous": address(page=shown.page - 1) if shown.page > 1 else "",
        "next": address(page=shown.page + 1) if shown.page < last else "",
        "first": address(page=1) if shown.page > 2 else "",
        "last": address(page=last) if shown.page < last - 1 else "",
    }
    return render(request, "scores/boards.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """Show the data of this browser; by POST remove names from rows, delete rows, or delete everything.

    A POST without `confirm` changes nothing but asks for confirmation, so that it works without JavaScript.
    """
    if request.method == "POST":
        return _change_mine(request)
    player_hash = _player_hash(request) or ""
    rows = own.rows_of(player_hash)
    parts = [(part.title(), part.lines(player_hash)) for part in privacy.providers()] if player_hash else []
    done = {
        "remove_name": _("Your name was removed."),
        "remove_all_names": _("Your name was removed from all your scores."),
        "delete_row": _("The score was deleted."),
        "delete_all": _("Everything kept for this browser was deleted."),
    }
    context = {
        "known": bool(player_hash),
        "rows": [(row, boards.label(row.board)) for row in rows[:ROWS_SHOWN]],
        "more": max(0, len(rows) - ROWS_SHOWN),
        "named": any(row.name for row in rows),
        "parts": [(title, lines) for title, lines in parts if lines],
        "cookies": [settings.PLAYER_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME],
        "done": done.get(request.GET.get("done", ""), ""),
    }
    return render(request, "scores/mine.html", context)


def _change_mine(request: HttpRequest) -> HttpResponse:
    action = request.POST.get("action", "")
    player_hash = _player_hash(request)
    if action not in _ACTIONS or player_hash is None:
        raise Http404("nothing to change")
    row = None
    if action in ("remove_name", "delete_row"):
        wanted = request.POST.get("row", "")
        row = next((each for each in own.rows_of(player_hash) if str(each.pk) == wanted), None)
        if row is None:
            raise Http404("no such score of this browser")
    if request.POST.get("confirm") != "yes":
        label = boards.label(row.board) if row else ""
        return render(
            request, "scores/mine_confirm.html", {"action": action, "row": row, "board_label": label}
        )
    with transaction.atomic():
        if action == "delete_all":  # games before scores, as when a game ends: see `tallies.lock`
            for part in privacy.providers():
                part.delete(player_hash)
        if action in ("remove_name", "remove_all_names"):
            own.remove_name(player_hash=player_hash, row=row.pk if row else None)
        else:
            own.delete_rows(player_hash=player_hash, row=row.pk if row else None)
    response = redirect(f"{reverse('scores:mine')}?done={action}")
    response.status_code = 303
    if action == "delete_all":
        request.player = None  # type: ignore[attr-defined]  # or the cookie would be renewed on the way out
        response.delete_cookie(
            settings.PLAYER_COOKIE_NAME,
            path=settings.PLAYER_COOKIE_PATH,
            samesite=settings.COOKIE_SAMESITE,  # type: ignore[arg-type]
        )
    return response
