"""What is kept in browsers, to be there without a network: pages that are the same for everybody.

No game, no score and nothing personal belongs here.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponse]


def static_page(view: View) -> View:
    """Mark the view of a page that is the same for everybody: it knows no player and sets no cookie.

    Its template extends `static_base.html`, which has no form token.
    """

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.player = None  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return page
