"""Pages that are rendered once.

`static_page` and `for_everybody` mark views of pages that are the same for everybody: no player, token or
cookie, cached by browsers. `render_filled` renders a page of which little belongs to a visitor.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from typing import Any, NamedTuple

from django.core.signals import setting_changed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.remembered import placeholders, to_form

View = Callable[..., HttpResponse]

_MOST = 256
"""Pages that are remembered; one takes up to 60 KB."""
_GZIP = re.compile(r"\bgzip\b")


class _Page(NamedTuple):
    """A page as it is sent: with the same bytes and the same tag whoever asks."""

    body: bytes
    gzipped: bytes
    tag: str


_pages: dict[Hashable, _Page] = {}
_forms: dict[Hashable, str] = {}


@receiver(setting_changed)
def forget(**_signal: Any) -> None:
    """Forget all pages: for tests, which change settings, words or rules of a running process."""
    _pages.clear()
    _forms.clear()


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

    `offline.pages` lists it, and its template extends `static_base.html`, which has no form token. It is
    rendered and compressed once for each language, address and host.
    """

    @wraps(view)
    def remembered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.META.get("QUERY_STRING"):  # which the links to the other languages repeat
            return view(request, *args, **kwargs)
        key = _key(request)
        page = _pages.get(key)
        if page is None:
            response = view(request, *args, **kwargs)
            if response.status_code != 200:
                return response
            page = _remember(key, response.content)
        return _answer(request, page)

    page = for_everybody(remembered)
    page.static_page = True  # type: ignore[attr-defined]
    return page


def render_filled(
    request: HttpRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    values: Mapping[str, SafeString],
) -> HttpResponse:
    """Render a page that is the same for everybody but for these values and the form token.

    The template may only print a value, not test it. `context` gives the rest when the page is drawn: once
    for each language, address and host.
    """
    filled = {**values, "csrf_token": SafeString(get_token(request))}
    if request.META.get("QUERY_STRING"):
        return render(request, template, {**context(), **filled})
    key = template, _key(request)
    form = _forms.get(key)
    if form is None:
        if len(_forms) >= _MOST:
            _forms.clear()
        html = render_to_string(template, {**context(), **placeholders(filled)}, request)
        form = _forms[key] = to_form(html)
    return HttpResponse(form % filled)


def _key(request: HttpRequest) -> Hashable:
    """Return all of a request that such a page may depend on."""
    chosen = getattr(request, "language_is_chosen", False)  # handed on to a tab of its own
    framed = getattr(request, "framed", False)
    return request.scheme, request.get_host(), request.path, get_language(), chosen, framed


def _remember(key: Hashable, body: bytes) -> _Page:
    if len(_pages) >= _MOST:
        _pages.clear()
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    page = _pages[key] = _Page(body, gzip.compress(body, mtime=0), tag)
    return page


def _answer(request: HttpRequest, page: _Page) -> HttpResponse:
    zipped = bool(_GZIP.search(request.headers.get("Accept-Encoding", "")))
    response = HttpResponse(page.gzipped if zipped else page.body)
    if zipped:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = page.tag
    patch_vary_headers(response, ("Accept-Encoding",))
    conditional = get_conditional_response(request, etag=page.tag, response=response)
    answer = conditional if isinstance(conditional, HttpResponse) else response
    answer.static_match = request.resolver_match  # type: ignore[attr-defined]  # yahtzee_site/kept_answers.py
    return answer
