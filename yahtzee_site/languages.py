"""Which language an answer is in, and the addresses of the same page in the others. No words of the site."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from games.links import public_url

GetResponse = Callable[[HttpRequest], HttpResponse]

PARAMETER = "lang"
_SAME = {"no": "nb", "nn": "nb"}
_PUBLIC = {"games:home", "games:rules", "scores:boards"}
"""Pages search engines may know in every language, besides the pads."""


class Link(NamedTuple):
    """A page in one language; `name` is what the language calls itself."""

    code: str
    name: str
    address: str
    chosen: bool


def language_middleware(get_response: GetResponse) -> GetResponse:
    """Speak the language of `?lang=`, which is remembered, else the remembered one, the browser's, German.

    Nobody gets a cookie but who chooses.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        chosen = _asked_for(request)
        kept = known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
        language = chosen or kept or _preferred(request) or settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
        if chosen:
            _remember(response, chosen)
        return response

    return middleware


def known(tag: str) -> str | None:
    """Return the language of the site a tag such as `nl-BE` or `nn` is served in, None when there is none."""
    primary = tag.lower().replace("_", "-").partition("-")[0]
    code = _SAME.get(primary, primary)
    return code if code in dict(settings.LANGUAGES) else None


def _asked_for(request: HttpRequest) -> str | None:
    try:
        return known(request.GET.get(PARAMETER, ""))
    except (BadRequest, SuspiciousOperation):  # answered further in, in a sentence that needs a language
        return None


def _preferred(request: HttpRequest) -> str | None:
    accepted = parse_accept_lang_header(request.headers.get("accept-language", ""))
    return next((code for tag, weight in accepted if weight and (code := known(tag))), None)


def _remember(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


def links(request: HttpRequest) -> Iterator[Link]:
    """Lead to the present page in every language, from the answer to a button to the page it belongs to."""
    page = page_of(request)
    query = request.GET.copy() if page == request.path else request.GET.__class__(mutable=True)
    for code, name in settings.LANGUAGES:
        query[PARAMETER] = code
        yield Link(code, name, f"{page}?{query.urlencode()}", code == translation.get_language())


def alternates(request: HttpRequest) -> list[tuple[str, str]]:
    """Return language and full address of this page in all languages where it is one for everybody."""
    match = request.resolver_match
    if match is None or match.view_name not in _PUBLIC and not match.route.startswith("pads/"):
        return []
    found = [(link.code, public_url(request, link.address)) for link in links(request)]
    return [*found, ("x-default", public_url(request, request.path))]


def page_of(request: HttpRequest) -> str:
    """Return where a browser can ask for this page again: pages end with a slash, deeds do not."""
    match = request.resolver_match
    if match is None or request.path.endswith("/"):
        return request.path
    code = match.kwargs.get("code")
    return reverse("games:game", args=[code]) if code else reverse("games:home")


def context(request: HttpRequest) -> dict[str, Any]:
    """Give templates the links between languages; they cost nothing where none is shown."""
    return {"language_links": partial(links, request), "alternates": partial(alternates, request)}
