"""Full public addresses for invitations, previews and links that lead out of a frame."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from games.models import Game


def public_url(request: HttpRequest, path: str) -> str:
    """Return a path of this site as a full address: at the configured origin, else at the request's host."""
    return f"{settings.PUBLIC_ORIGIN}{path}" if settings.PUBLIC_ORIGIN else request.build_absolute_uri(path)


def invite_url(request: HttpRequest, game: Game) -> str:
    """Return the address to send to people who are invited to join or watch."""
    return public_url(request, reverse("games:game", args=[game.code]))
