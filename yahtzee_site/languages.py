"""Chooses the language of an answer, and gives the addresses of a page in the other languages."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from games.session.links import public_url
from yahtzee_site import frames
from yahtzee_site.policies import INDEXED

GetResponse = Callable[[HttpRequest], HttpResponse]

PARAMETER = "lang"
WISH = "~"
"""Marks a language that the visitor has not chosen: in the address of a tab opened from a frame, and in the
cookie, where it counts in frames only."""
_LONGEST_TAG = 35
"""Characters of a language tag (RFC 5646 asks for room for so many)."""
_SAME = {"no": "nb", "nn": "nb"}


def language_middleware(get_response: GetResponse) -> GetResponse:
    """Activate the language of `?lang=` (then stored in a cookie), of the cookie, of the browser, or German.

    Only a choice of the visitor gets a long-lived cookie. What a page around a frame asks for is no choice:
    it counts after the choice of the visitor, and is remembered in frames only, until the browser is closed.
    The link to a separate tab hands it on, marked as no choice.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        asked, is_wish = _asked_for(request)
        kept, framed = known(cookie), frames.is_framed(request)
        chosen, wished = (None, asked) if is_wish else (asked, None)
        around = known(cookie.removeprefix(WISH)) if framed else None
        request.framed = framed  # type: ignore[attr-defined]
        request.language_is_chosen = bool(chosen or kept)  # type: ignore[attr-defined]
        language = chosen or kept or wished or around or _preferred(request) or settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Cookie", "Accept-Language", "Sec-Fetch-Dest"))
        if asked:
            patch_vary_headers(response, ("Sec-Fetch-Site",))
        if chosen:
            _remember(response, chosen, settings.LANGUAGE_COOKIE_AGE)
        elif wished and not kept:
            _remember(response, WISH * framed + wished, None)
        return response

    return middleware


def handed_on(request: HttpRequest) -> str:
    """Return the present language for the address of a separate tab, marked if it is no choice."""
    mark = "" if getattr(request, "language_is_chosen", False) else WISH
    return f"{mark}{translation.get_language()}"


def known(tag: str) -> str | None:
    """Return the language of the site for a tag such as `nl-BE` or `nn`, None when there is none."""
    return _known(tag) if tag and len(tag) <= _LONGEST_TAG else None


@lru_cache(maxsize=1024)
def _known(tag: str) -> str | None:
    primary = tag.lower().replace("_", "-").partition("-")[0]
    code = _SAME.get(primary, primary)
    return code if code in dict(settings.LANGUAGES) else None


def _asked_for(request: HttpRequest) -> tuple[str | None, bool]:
    """Return the language in the address, and whether it is not a choice of the visitor."""
    try:
        text = request.GET.get(PARAMETER, "")
    except (BadRequest, SuspiciousOperation):  # another middleware refuses it, with a sentence in a language
        return None, False
    return known(text.removeprefix(WISH)), text.startswith(WISH) or frames.is_asked_around(request)


def _preferred(request: HttpRequest) -> str | None:
    accepted = parse_accept_lang_header(request.headers.get("accept-language", ""))
    return next((code for tag, weight in accepted if weight and (code := known(tag))), None)


def _remember(response: HttpResponse, language: str, seconds: int | None) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=seconds,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


def address(request: HttpRequest) -> str:
    """Return the address of the present page in another language, whose code must be added at the end.

    From the answer to a form it leads to that form's page.
    """
    page = page_of(request)
    if not request.META.get("QUERY_STRING") or page != request.path:
        return f"{page}?{PARAMETER}="
    query = request.GET.copy()
    for name in (PARAMETER, frames.PARAMETER):  # following one of these links is a choice
        query.pop(name, None)
    return f"{page}?{query.urlencode()}{'&' * bool(query)}{PARAMETER}="


def is_indexed(request: HttpRequest) -> bool:
    """Return whether this is a page for search engines."""
    match = request.resolver_match
    return match is not None and match.view_name in INDEXED


def page_of(request: HttpRequest) -> str:
    """Return the address at which this page can be reloaded: pages end with a slash, commands do not."""
    match = request.resolver_match
    if match is None or request.path.endswith("/"):
        return request.path
    code = match.kwargs.get("code")
    return reverse("games:game", args=[code]) if code else reverse("games:home")


def context(request: HttpRequest) -> dict[str, Any]:
    """Context for templates: the languages, and what the links between them need, computed only when used."""
    return {
        "languages": settings.LANGUAGES,
        "language_address": partial(address, request),
        "full_address": lambda: public_url(request, request.path),
        "full_language_address": lambda: public_url(request, address(request)),
        "indexed": partial(is_indexed, request),
    }
