"""The pictures chat programs show beside a link. They take no seat and tell no more than the page itself."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.cache import cache_control

from games import pictures, previews
from games.present import TableView
from games.session import seats
from games.static_pages import for_everybody


@for_everybody
@cache_control(public=True, max_age=24 * 3600)
def picture(request: HttpRequest, language: str) -> HttpResponse:
    """The picture of the site."""
    with translation.override(_known(language)):
        return _png(previews.site_title())


@for_everybody
@cache_control(public=True, max_age=300)
def game_picture(request: HttpRequest, code: str, language: str) -> HttpResponse:
    """The picture of a game: who invites to it."""
    at = seats.find_table(request, code)
    with translation.override(_known(language)):
        return _png(previews.game_title(TableView(at), previews.drawn))


def _known(language: str) -> str:
    if language not in dict(settings.LANGUAGES):
        raise Http404("no such language")
    return language


def _png(text: str) -> HttpResponse:
    return HttpResponse(pictures.draw(previews.site_name(), text), content_type="image/png")
