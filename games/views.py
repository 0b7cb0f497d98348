"""The pages of a game and the answers to what people do there. Thin: rules and writes live elsewhere."""

import io
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from games import forms, limits, play, present, previews, rulebook, rules, seats, strength
from games.codes import read_code, spaced
from games.links import invite_url
from games.models import MAX_MATCH, Game
from games.pads import pad_offers
from games.record import write_record
from games.seats import Table
from games.static_pages import static_page
from games.words import labels, notices
from scores import services as scores
from scores.names import clean_name

_RUNNING_SHOWN = 12
View = Callable[..., HttpResponse]
Deed = Callable[[HttpRequest, Table], HttpResponse | None]


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Start, join, go on, look at the best."""
    return _home(request)


@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Make a game and go there."""
    form = forms.read_new_game(request)
    if form.errors:
        return _home(request, notice=notices.sentence(form.errors[0]), status=422)
    try:
        seats.check_new_game(request)
    except limits.TooMany as error:
        return _wait(error, _home(request, notice=notices.sentence(error.reason), status=error.status))
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
    )
    seats.remember(request, player)
    return _reload_page(request, game)


@never_cache
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Go to the game whose code or link somebody typed."""
    text = request.GET.get("code", "")
    code = read_code(text)
    if not text.strip():
        return _home(request)
    try:
        if seats.knows_code(request, code, text):
            return redirect("games:game", code=code)
    except limits.TooMany as error:
        answer = _home(request, notice=notices.sentence(error.reason), status=error.status, typed=text[:100])
        return _wait(error, answer)
    return _home(request, notice=notices.sentence("unknown_code"), status=404, typed=text[:100])


@never_cache
@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a game: table, waiting room or invitation, whoever looks at it."""
    if code != read_code(code):
        canonical = read_code(code)
        if canonical:
            return redirect("games:game", code=canonical)
    return _page(request, seats.find_table(request, code))


@never_cache
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table, or 204 when the asking browser has the present version already."""
    since = forms.read_int(request.GET, "since", 0)
    watch = seats.find_watch(request, code)
    now = timezone.now()
    _note_presence(watch, now)
    if since >= watch.game.version:
        response = HttpResponse(status=204)
    else:
        response = _fragment(request, seats.find_table(request, code))
    silent = seats.silent_seconds(watch, now)
    response["X-Silent"] = ",".join(f"{seat}:{seconds}" for seat, seconds in silent.items())
    return response


def _note_presence(watch: Table, now: datetime) -> None:
    """Keep the own seats' presence fresh, writing at most every few seconds (docs/decisions/0007)."""
    due = [
        seat.index
        for seat in watch.seats
        if seat.index in watch.you and (now - seat.last_seen_at).total_seconds() > 10
    ]
    if due:
        play.seen(game_id=watch.game.pk, seats=due, now=now)
        for index in due:
            watch.seats[index].last_seen_at = now


@never_cache
@require_GET
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The game as data, for everybody."""
    return JsonResponse(write_record(seats.find_table(request, code)))


@never_cache
@require_safe
def dice(request: HttpRequest, code: str) -> HttpResponse:
    """Check the dice: the promise, and after the end the seed it was made for."""
    view = present.TableView(seats.find_table(request, code))
    return render(request, "games/dice.html", {"view": view, "game": view.game})


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The invitation link as a picture to point a phone at."""
    at = seats.find_table(request, code)
    picture = io.BytesIO()
    segno.make(invite_url(request, at.game), error="m").save(picture, kind="svg", border=2, scale=4)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@static_page
def rule_page(request: HttpRequest, rule_set: str) -> HttpResponse:
    """How a game is played with the options in its name, in whatever order they are."""
    name, *options = rule_set.split("+")
    canonical = "+".join([name, *sorted(set(options))])
    try:
        chosen = rules.get(canonical)
    except rules.UnknownRuleSet:
        raise Http404("There is no such game.") from None
    address = reverse("games:rules", args=[canonical])
    if request.path != address:
        return redirect(address)
    family = next(family for family in rules.RULE_SETS if family.name == chosen.name)
    context = {
        "book": rulebook.open_book(family, chosen),
        "games": labels.GAMES,
        "levels": labels.LEVELS,
        "strength": strength.strength(chosen),
        "hours": settings.GAME_MAX_AGE_HOURS,
    }
    return render(request, "rules/page.html", context)


def command(deed: Deed) -> View:
    """Wrap a deed on a game: POST only; the answer is the table, with a sentence when refused."""

    @never_cache
    @require_POST
    @wraps(deed)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        at = seats.find_table(request, code)
        try:
            other = deed(request, at)
        except (play.Refused, limits.TooMany) as error:
            fresh = seats.find_table(request, code)
            answer = _answer(request, fresh, notices.sentence(error.reason), error.status)
            return _wait(error, answer) if isinstance(error, limits.TooMany) else answer
        if isinstance(other, HttpResponse):
            return other
        return _answer(request, at)

    return view


@command
def join(request: HttpRequest, at: Table) -> None:
    name = clean_name(request.POST.get("name", ""), "")
    player = seats.player_of(request)
    try:
        play.join(table=at, name=name, player_hash=player.hash)
    except play.Refused as error:
        if error.reason == "already_seated":  # by another click a moment ago, whose answer is on its way
            seats.remember(request, player)
        raise
    seats.remember(request, player)
    at.player_hash = player.hash


@command
def start(request: HttpRequest, at: Table) -> None:
    play.start(table=at, version=_version(request))


@command
def roll(request: HttpRequest, at: Table) -> None:
    held = forms.read_held(request.POST)
    if held is None:
        raise play.Refused("unknown_die", 422)
    play.roll(table=at, version=_version(request), held=held)


@command
def score(request: HttpRequest, at: Table) -> None:
    category, column = forms.read_box(request.POST)
    play.score(table=at, version=_version(request), category=category, column=column)


@command
def undo(request: HttpRequest, at: Table) -> None:
    play.undo(table=at, version=_version(request))


@command
def bot(request: HttpRequest, at: Table) -> None:
    play.bot_step(table=at, version=_version(request))


@command
def rematch(request: HttpRequest, at: Table) -> HttpResponse:
    if at.you and at.game.status == Game.Status.FINISHED:
        seats.check_new_game(request)
    return _reload_page(request, play.rematch(table=at))


def _wait(error: limits.TooMany, answer: HttpResponse) -> HttpResponse:
    """Say in the answer when it is worth trying again."""
    answer["Retry-After"] = str(error.retry_after)
    return answer


def _version(request: HttpRequest) -> int:
    return forms.read_int(request.POST, "version")


def _reload_page(request: HttpRequest, to: Game) -> HttpResponse:
    """Send the browser to a game's page, whether htmx or the browser itself asked."""
    url = reverse("games:game", args=[to.code])
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def _answer(request: HttpRequest, at: Table, notice: str = "", status: int = 200) -> HttpResponse:
    """Answer a deed: the fragment for htmx, the page (or a way back to it) for plain forms."""
    if request.htmx:  # type: ignore[attr-defined]
        return _fragment(request, at, notice, status)
    if status == 200:
        url = reverse("games:game", args=[at.game.code])
        return HttpResponseRedirect(url, status=303)
    return _page(request, at, notice, status)


def _fragment(request: HttpRequest, at: Table, notice: str = "", status: int = 200) -> HttpResponse:
    return render(request, "games/_table.html", _context(request, at, notice), status=status)


def _page(request: HttpRequest, at: Table, notice: str = "", status: int = 200) -> HttpResponse:
    context = _context(request, at, notice)
    context["preview"] = previews.of_game(request, context["view"])
    return render(request, "games/game.html", context, status=status)


def _context(request: HttpRequest, at: Table, notice: str) -> dict[str, Any]:
    now = timezone.now()
    finished = at.game.status == Game.Status.FINISHED
    again = None
    if finished:
        again = Game.objects.filter(previous=at.game).only("code", "created_at").first()
    context: dict[str, Any] = {
        "view": present.TableView(at, notice, again),
        "table": at,
        "game": at.game,
        "code": spaced(at.game.code),
        "silent": seats.silent_seconds(at, now),
    }
    if at.game.status == Game.Status.WAITING:
        context["invite_url"] = invite_url(request, at.game)
    if finished:
        context["placing"] = {place.seat: place for place in scores.placing(at.game.code)}
    return context


def _home(request: HttpRequest, notice: str = "", status: int = 200, typed: str = "") -> HttpResponse:
    own = seats.player_hash(request)
    context = {
        "games": labels.GAMES,
        "rule_sets": rules.RULE_SETS,
        "options": labels.OPTIONS,
        "levels": labels.LEVELS,
        "seat_numbers": range(1, rules.MAX_SEATS + 1),
        "match_numbers": range(1, MAX_MATCH + 1),
        "pads": pad_offers(),
        "running": seats.running(own, _RUNNING_SHOWN),
        "leaders": scores.leaders(board=rules.RULE_SETS[0].name, player_hash=own),
        "notice": notice,
        "typed": typed,
        "preview": previews.of_site(request),
    }
    return render(request, "games/home.html", context, status=status)
