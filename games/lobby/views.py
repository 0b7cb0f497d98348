"""Views before a game: the start page, the form for another game, making one, finding one by its code."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import remembered, rules
from games.lobby import forms
from games.lobby.own_games import OwnGame, to_go_on_with
from games.lobby.sample import sample
from games.models import MAX_MATCH
from games.pads.overview import pad_offers
from games.session import limits, play, seats
from games.session.codes import read_code
from games.share import previews
from games.static_pages import render_filled, static_page
from games.table import answers
from games.words import labels, notices
from scores import services as scores


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page: a game to go on with, the usual new games, join, own games, best scores."""
    return _home(request)


@never_cache
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """Another game: the form with rules, options, seats, coach and match."""
    return _new(request)


@static_page
def about(request: HttpRequest) -> HttpResponse:
    """What this site is, its version, and who made it."""
    games = [(name, words, rules.get(name).cells) for name, words in labels.GAMES.items()]
    return render(request, "lobby/about.html", {"games": games})


@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Make a game and redirect to it."""
    form = forms.read_new_game(request)
    if form.errors:
        return _new(request, notice=notices.sentence(form.errors[0]), status=422)
    try:
        seats.check_new_game(request)
    except limits.TooMany as error:
        return answers.retry_later(
            error, _home(request, notice=notices.sentence(error.reason), status=error.status)
        )
    player = seats.player_of(request)
    game = play.create(
        once=request.POST.get("once", "")[:64],
        rules_id=form.rules_id,
        mode=form.mode,
        players=form.players,
        names=form.names,
        bots=form.bots,
        roll_off=form.roll_off,
        match_to=form.match_to,
        coach=form.coach,
        player_hash=player.hash,
        reuse="reuse" in request.POST,
    )
    seats.remember(request, player)
    return answers.to_game(request, game)


@never_cache
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Redirect to the game whose code or link was typed."""
    text = request.GET.get("code", "")
    code = read_code(text)
    if not text.strip():
        return _home(request)
    try:
        if seats.knows_code(request, code, text):
            return redirect("games:game", code=code)
    except limits.TooMany as error:
        answer = _home(request, join_error=error.reason, status=error.status, typed=text[:100])
        return answers.retry_later(error, answer)
    return _home(request, join_error="unknown_code", status=404, typed=text[:100])


def _home(
    request: HttpRequest, notice: str = "", status: int = 200, typed: str = "", join_error: str = ""
) -> HttpResponse:
    """The start page with a notice, or with the reason why the code that was typed leads nowhere."""
    own = seats.player_hash(request)
    running = [OwnGame(seated) for seated in seats.running(own)]
    leaders = scores.leaders(board=rules.RULE_SETS[0].name, player_hash=own)
    values = {
        "resume": _part("lobby/_resume.html", game=to_go_on_with(running)),
        "running": _part("lobby/_running.html", request, games=running) or _sample(),
        "results": _part("lobby/_results.html", results=scores.own_scores(own)),
        "leaders": remembered.render("lobby/_leaders.html", {}, leaders=tuple(leaders)),
    }
    if notice or join_error:
        said = {"notice": notice, "typed": typed, "join_error": join_error and notices.sentence(join_error)}
        page = {**_same_for_all(request), **values, **said}
        return render(request, "lobby/home.html", page, status=status)
    return render_filled(request, "lobby/home.html", lambda: _same_for_all(request), values)


def _sample() -> SafeString:
    """A card to look at, the same for all browsers without a running game."""
    key = "sample", get_script_prefix()
    return remembered.once(key, lambda: render_to_string("lobby/_sample.html", sample()))


def _part(template: str, request: HttpRequest | None = None, **content: Any) -> SafeString:
    """Return a part of the page about this browser; nothing where there is nothing to say."""
    if not any(content.values()):
        return SafeString()
    return render_to_string(template, content, request)


def _new(request: HttpRequest, notice: str = "", status: int = 200) -> HttpResponse:
    """The form for another game, with a notice."""
    if notice:
        page = {**_choices(request), "notice": notice}
        return render(request, "lobby/new.html", page, status=status)
    return render_filled(request, "lobby/new.html", lambda: _choices(request), {})


def _same_for_all(request: HttpRequest) -> dict[str, Any]:
    return {
        "games": labels.GAMES,
        "levels": labels.LEVELS,
        "pads": pad_offers(),
        "hours": settings.GAME_MAX_AGE_HOURS,
        "preview": previews.of_site(request),
    }


def _choices(request: HttpRequest) -> dict[str, Any]:
    return {
        "games": labels.GAMES,
        "rule_sets": rules.RULE_SETS,
        "options": labels.OPTIONS,
        "levels": labels.LEVELS,
        "seat_numbers": range(1, rules.MAX_SEATS + 1),
        "match_numbers": range(1, MAX_MATCH + 1),
        "preview": previews.of_site(request),
    }
