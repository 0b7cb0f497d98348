"""The commands of a game, one POST address each, such as join, start, roll, score, undo."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models import Game
from games.session import housekeeping, limits, play, seats
from games.session.seats import SeatedGame
from games.table import answers, forms
from games.words import notices
from scores.names import clean_name

View = Callable[..., HttpResponse]
Command = Callable[[HttpRequest, SeatedGame], HttpResponse | None]


def command(run: Command) -> View:
    """Turn a command into a view: POST only; the answer is the table, with a sentence if it was refused."""

    @never_cache
    @require_POST
    @wraps(run)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        seated = seats.find_game(request, code)
        try:
            other = run(request, seated)
        except (play.Refused, limits.TooMany) as error:
            fresh = seats.find_game(request, code)
            answer = answers.answer(request, fresh, notices.sentence(error.reason), error.status)
            return answers.retry_later(error, answer) if isinstance(error, limits.TooMany) else answer
        if isinstance(other, HttpResponse):
            return other
        return answers.answer(request, seated)

    return view


@command
def join(request: HttpRequest, seated: SeatedGame) -> None:
    name = clean_name(request.POST.get("name", ""), "")
    player = seats.player_of(request)
    try:
        play.join(seated=seated, name=name, player_hash=player.hash)
    except play.Refused as error:
        if error.reason == "already_seated":  # by another click, whose answer has not arrived yet
            seats.remember(request, player)
        raise
    seats.remember(request, player)
    seated.player_hash = player.hash


@command
def start(request: HttpRequest, seated: SeatedGame) -> None:
    play.start(seated=seated, version=_version(request))


@command
def roll(request: HttpRequest, seated: SeatedGame) -> None:
    held = forms.read_held(request.POST)
    if held is None:
        raise play.Refused("unknown_die", 422)
    play.roll(seated=seated, version=_version(request), held=held)


@command
def score(request: HttpRequest, seated: SeatedGame) -> None:
    category, column = forms.read_box(request.POST)
    play.score(seated=seated, version=_version(request), category=category, column=column)


@command
def undo(request: HttpRequest, seated: SeatedGame) -> None:
    play.undo(seated=seated, version=_version(request))


@command
def seal(request: HttpRequest, seated: SeatedGame) -> None:
    play.seal(seated=seated, version=_version(request))


@command
def name(request: HttpRequest, seated: SeatedGame) -> None:
    chosen = clean_name(request.POST.get("name", ""), "")
    play.name_player(seated=seated, seat=forms.read_int(request.POST, "seat"), name=chosen)


@command
def bot(request: HttpRequest, seated: SeatedGame) -> None:
    play.bot_step(seated=seated, version=_version(request))
    if request.POST.get("turns") == "all":
        play.bots_on(seated=seated)


@command
def rematch(request: HttpRequest, seated: SeatedGame) -> HttpResponse:
    if seated.you and seated.game.status == Game.Status.FINISHED:
        seats.check_new_game(request)
    return answers.to_game(request, play.rematch(seated=seated))


@command
def leave(request: HttpRequest, seated: SeatedGame) -> HttpResponse:
    housekeeping.leave(seated=seated)
    return HttpResponseRedirect(reverse("games:home"), status=303)


def _version(request: HttpRequest) -> int:
    return forms.read_int(request.POST, "version")
