"""The previews of links in chat programs: title, description, picture. Reads, never writes."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import rules
from games.models import Game
from games.session.links import public_url
from games.session.positions import rules_of
from games.session.seats import SeatedGame
from games.share import pictures
from games.share.cards import CardText, card_text, final
from games.words import figures, labels
from games.words.names import between_marks, isolated


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a page; `address` and `picture` are full addresses."""

    title: str
    description: str
    address: str
    picture: str


def site_name() -> str:
    """Return the name of the site."""
    return settings.SITE_NAME or _("Triple Yahtzee")


def site_title() -> str:
    """Return the name of the site with a short description."""
    return " – ".join((site_name(), _("dice games for the browser")))


def of_site(request: HttpRequest) -> Preview:
    """Return the preview of the start page."""
    description = _("Alone, around one device or with friends through a link. Free, without an account.")
    picture = reverse("games:picture", args=[get_language()])
    return Preview(site_title(), description, *_addresses(request, reverse("games:home"), picture))


def of_game(request: HttpRequest, seated: SeatedGame, ending: str = "") -> Preview:
    """Return the preview of a game: an invitation while a seat is open, then its players, then its result.

    ``ending`` is the sentence with the result, empty until the game is sealed.
    """
    code = seated.game.code
    picture = reverse("games:game_picture", args=[code, get_language()])
    addresses = _addresses(request, reverse("games:game", args=[code]), picture)
    if _invites(seated):
        description = _("Open the link, type your name and play. No account, no download.")
    else:
        description = ending or _("Open the link to watch.")
    return Preview(game_title(seated), description, *addresses)


def game_title(seated: SeatedGame, name: Callable[[str], str] = isolated) -> str:
    """Return who invites to which game, or who plays it, after the end with their points.

    `name` changes a name; empty ones are omitted.
    """
    names = _ranked(seated, name) or [shown for each in seated.names if (shown := name(each))]
    host = name(seated.names[seated.host])
    game = str(labels.board_label(rules_of(seated.game)))
    words = {"name": host, "names": ", ".join(names), "game": game}
    if not _invites(seated):
        return _("%(game)s: %(names)s") % words if names else game
    if host:
        return _("%(name)s invites you to a game of %(game)s.") % words
    return _("You are invited to a game of %(game)s.") % words


def _ranked(seated: SeatedGame, name: Callable[[str], str]) -> list[str]:
    """Return the names with their points, the best first; empty until a game is over for good."""
    state = final(seated) if seated.game.is_sealed else None
    outcome = state.outcome() if state else None
    if outcome is None:
        return []
    order = sorted(range(len(seated.names)), key=lambda seat: -outcome.points[seat])
    return [f"{name(seated.names[seat])} {figures.whole(outcome.points[seat])}".strip() for seat in order]


def of_card(request: HttpRequest, seated: SeatedGame, state: rules.GameState, seat: int) -> CardText:
    """Return what the picture of a finished card says."""
    site = f"{site_name()} · {urlsplit(public_url(request, '/')).netloc}"
    return card_text(state, seat, name=drawn(seated.names[seat]), site=site)


def result_text(request: HttpRequest, seated: SeatedGame) -> str:
    """Return the result as a text for others, with the address of the game."""
    title = str(labels.board_label(rules_of(seated.game)))
    state = final(seated)
    outcome = state.outcome() if state else None
    points = outcome.points if outcome else ()
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    lines = [f"{isolated(seated.names[seat])}: {figures.whole(points[seat])}" for seat in order]
    address = public_url(request, reverse("games:game", args=[seated.game.code]))
    return "\n".join([title, *lines, address])


def drawn(name: str) -> str:
    """Return a name for a picture, empty where the font has no letters for it."""
    return between_marks(name) if pictures.can_draw(name) else ""


def _invites(seated: SeatedGame) -> bool:
    return seated.game.status == Game.Status.WAITING and seated.open_seats > 0


def _addresses(request: HttpRequest, *paths: str) -> list[str]:
    return [public_url(request, path) for path in paths]
