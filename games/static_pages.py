"""Decorators for pages that are the same for everybody: no player, token or cookie, cached by browsers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponse]


def for_everybody(view: View) -> View:
    """Hide the player from a view, so that no cookie is set; by default browsers revalidate the answer."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.player = None  # type: ignore[attr-defined]
        response = view(request, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    return answer


def static_page(view: View) -> View:
    """Mark the view of a page that is the same for everybody and stored by browsers.

    `offline.pages` lists it, and its template extends `static_base.html`, which has no form token.
    """
    page = for_everybody(view)
    page.static_page = True  # type: ignore[attr-defined]
    return page
