"""Error pages. None of them queries the database."""

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import loader
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token

from yahtzee_site import brand, mending

logger = logging.getLogger(__name__)


def _page(request: HttpRequest, template: str, status: int) -> HttpResponse:
    return HttpResponse(loader.render_to_string(template, request=request), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request is invalid (an unknown host name, for example)."""
    return _plain(request, "400.html", 400)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: not allowed."""
    return _page(request, "403.html", 403)


@requires_csrf_token
def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing here, with links to other pages; a damaged link leads where it was meant to.

    The page about a missing game has the field for a code, with what could be read of one.
    """
    if request.method in {"GET", "HEAD"} and request.headers.get("HX-Request") != "true":
        match = request.resolver_match
        meant = mending.mended(request) if match is None or match.view_name == "games:game" else None
        if meant == f"{request.path}/":
            meant = None  # CommonMiddleware adds the slash, for good
        if meant:
            return redirect(meant)
    context = {"typed": mending.typed_code(request)}
    return HttpResponse(loader.render_to_string("404.html", context, request=request), status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: an error of the server; the page depends on nothing, so that it works when all else fails."""
    return _plain(request, "500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: nothing can be stored at the moment; try again in a few seconds."""
    response = _plain(request, "503.html", 503)
    response["Retry-After"] = "5"
    return response


def too_large(request: HttpRequest) -> HttpResponse:
    """413: the body is larger than any form of the site sends."""
    return HttpResponse(
        _("That was too much data. Nothing was changed."),
        status=413,
        content_type="text/plain; charset=utf-8",
    )


def unreadable() -> HttpResponse:
    """400: the fields of the request cannot be read, or are none that the site sends."""
    return HttpResponse(
        _("That could not be read. Nothing was changed."),
        status=400,
        content_type="text/plain; charset=utf-8",
    )


@requires_csrf_token
def too_many(request: HttpRequest, sentence: str, retry_after: int) -> HttpResponse:
    """429: over a limit; the sentence says which."""
    response = HttpResponse(
        loader.render_to_string("429.html", {"sentence": sentence}, request=request), status=429
    )
    response["Retry-After"] = str(retry_after)
    return response


def wrong_method(request: HttpRequest) -> str:
    """405: the address does not allow this method."""
    code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    return loader.render_to_string("405.html", {"code": code}, request=request)


def _plain(request: HttpRequest, template: str, status: int) -> HttpResponse:
    try:
        return HttpResponse(loader.render_to_string(template, {"site": brand.site()}), status=status)
    except Exception:  # a missing static file must not hide the original error
        logger.exception("the error page %s cannot be shown", template)
        text = _("Something went wrong. Please try again in a moment.")
        return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a stale or missing form token.

    A script reloads the page, which brings a fresh token; the seat is in another cookie and stays.
    """
    logger.warning("form token refused: %s", reason)
    if request.headers.get("HX-Request") == "true":
        text = _("This page was out of date and is reloading.")
        return HttpResponse(
            text, status=403, content_type="text/plain; charset=utf-8", headers={"HX-Refresh": "true"}
        )
    return _page(request, "403_csrf.html", 403)
