"""Views of the pictures for link previews and QR codes.

They take no seat and show no more than the page itself.
"""

import io

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.session import seats
from games.session.links import invite_url
from games.share import pictures, previews
from games.share.card_picture import draw as card_picture_of
from games.share.cards import final
from games.static_pages import for_everybody


@for_everybody
@cache_control(public=True, max_age=24 * 3600)
def picture(request: HttpRequest, language: str) -> HttpResponse:
    """The preview picture of the site."""
    with translation.override(_known(language)):
        return _png(previews.site_title())


@for_everybody
@cache_control(public=True, max_age=300)
def game_picture(request: HttpRequest, code: str, language: str) -> HttpResponse:
    """The preview picture of a game: who invites to it."""
    seated = seats.find_game(request, code)
    with translation.override(_known(language)):
        return _png(previews.game_title(seated, previews.drawn))


@for_everybody
@cache_control(public=True, max_age=300)
def card_picture(request: HttpRequest, code: str, seat: int, language: str) -> HttpResponse:
    """The picture of a card of a game that is over, to be shared."""
    seated = seats.find_game(request, code)
    state = final(seated)
    if state is None or seat >= len(seated.seats):
        raise Http404("no finished card")
    with translation.override(_known(language)):
        card = previews.of_card(request, seated, state, seat)
    return HttpResponse(card_picture_of(card), content_type="image/png")


@require_safe
@cache_control(private=True, max_age=300)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The invitation link as a QR code."""
    seated = seats.find_game(request, code)
    picture = io.BytesIO()
    segno.make(invite_url(request, seated.game), error="m").save(picture, kind="svg", border=2, scale=4)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _known(language: str) -> str:
    if language not in dict(settings.LANGUAGES):
        raise Http404("no such language")
    return language


def _png(text: str) -> HttpResponse:
    return HttpResponse(pictures.draw(previews.site_name(), text), content_type="image/png")
