"""A site without trade marks (NEUTRAL=1): identifiers have another name in everything people can see.

The words come from `neutral/*.po`. What is left are ids of games and boxes such as `triple_yahtzee`. Stored
games, scores and the page contract keep them for ever, so they are renamed
on the way out and back on the way in.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict

GetResponse = Callable[[HttpRequest], HttpResponse]

MARKS = re.compile("yahtzee|kniffel", re.IGNORECASE)
INSIDE, OUTSIDE = "yahtzee", "quint"
"""How five of a kind is called in ids: in the program, and outside. The latter occurs in no other id."""

_FIELDS = ("rules", "option", "cell", "box")
_TYPES = ("text/html", "text/javascript", "application/manifest+json")


def neutral_middleware(get_response: GetResponse) -> GetResponse:
    """Rename ids in pages, addresses and forms where the site wants no trade mark."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.NEUTRAL:
            return get_response(request)
        _take_in(request)
        response = get_response(request)
        if response.get("Content-Type", "").startswith(_TYPES):
            response.content = response.content.replace(INSIDE.encode(), OUTSIDE.encode())
            if "Content-Length" in response:
                response["Content-Length"] = str(len(response.content))
        if "Location" in response:
            response["Location"] = _out(response["Location"])
        if "HX-Redirect" in response:
            response["HX-Redirect"] = _out(response["HX-Redirect"])
        return response

    return middleware


def _out(text: str) -> str:
    return text.replace(INSIDE, OUTSIDE)


def _in(text: str) -> str:
    return text.replace(OUTSIDE, INSIDE)


def _take_in(request: HttpRequest) -> None:
    request.path, request.path_info = _in(request.path), _in(request.path_info)
    query = request.META.get("QUERY_STRING", "")
    if OUTSIDE in query:
        request.META["QUERY_STRING"] = _in(query)
        request.GET = QueryDict(_in(query))  # type: ignore[assignment]
    if any(OUTSIDE in value for name in _FIELDS for value in request.POST.getlist(name)):
        fields = request.POST.copy()
        for name in _FIELDS:
            fields.setlist(name, [_in(value) for value in fields.getlist(name)])
        request.POST = fields  # type: ignore[assignment]
