"""The previews of links in chat programs: title, description, picture. Reads, never writes."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Game
from games.session.links import public_url
from games.session.positions import rules_of
from games.session.seats import SeatedGame
from games.share import pictures
from games.words import labels
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
    """Return who invites to which game, or who plays it. `name` changes a name; empty ones are omitted."""
    names = [shown for each in seated.names if (shown := name(each))]
    host = name(seated.names[seated.host])
    game = str(labels.board_label(rules_of(seated.game)))
    words = {"name": host, "names": ", ".join(names), "game": game}
    if not _invites(seated):
        return _("%(game)s: %(names)s") % words if names else game
    if host:
        return _("%(name)s invites you to a game of %(game)s.") % words
    return _("You are invited to a game of %(game)s.") % words


def drawn(name: str) -> str:
    """Return a name for a picture, empty where the font has no letters for it."""
    return between_marks(name) if pictures.can_draw(name) else ""


def _invites(seated: SeatedGame) -> bool:
    return seated.game.status == Game.Status.WAITING and seated.open_seats > 0


def _addresses(request: HttpRequest, *paths: str) -> list[str]:
    return [public_url(request, path) for path in paths]
