"""The pages for what went wrong. None of them asks the database."""

import logging

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token

from yahtzee_site import brand

logger = logging.getLogger(__name__)


def _page(request: HttpRequest, template: str, status: int) -> HttpResponse:
    return HttpResponse(loader.render_to_string(template, request=request), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request makes no sense (a host name that is not ours, for example)."""
    return _plain(request, "400.html", 400)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: not allowed."""
    return _page(request, "403.html", 403)


@requires_csrf_token
def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing here, and the way on."""
    return _page(request, "404.html", 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault; the page stands on its own so that it works while everything else does not."""
    return _plain(request, "500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: nothing can be stored at the moment; worth another try in a few seconds."""
    response = _plain(request, "503.html", 503)
    response["Retry-After"] = "5"
    return response


def too_large(request: HttpRequest) -> HttpResponse:
    """413: more was sent than any form of the site sends."""
    return HttpResponse(
        _("That was too much data. Nothing was changed."),
        status=413,
        content_type="text/plain; charset=utf-8",
    )


def unreadable() -> HttpResponse:
    """400: fields no form of the site sends, or in no form that can be read."""
    return HttpResponse(
        _("That could not be read. Nothing was changed."),
        status=400,
        content_type="text/plain; charset=utf-8",
    )


@requires_csrf_token
def too_many(request: HttpRequest, sentence: str, retry_after: int) -> HttpResponse:
    """429: asked too much; the sentence says of what."""
    response = HttpResponse(
        loader.render_to_string("429.html", {"sentence": sentence}, request=request), status=429
    )
    response["Retry-After"] = str(retry_after)
    return response


def wrong_method(request: HttpRequest) -> str:
    """405: the page for an address that is there, but not to be asked for in this way."""
    code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    return loader.render_to_string("405.html", {"code": code}, request=request)


def _plain(request: HttpRequest, template: str, status: int) -> HttpResponse:
    try:
        return HttpResponse(loader.render_to_string(template, {"site": brand.site()}), status=status)
    except Exception:  # a missing static file must not hide the first error
        logger.exception("the error page %s cannot be shown", template)
        text = _("Something went wrong. Please try again in a moment.")
        return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a stale or missing form token.

    A page loads itself again, which brings a fresh token; the seat is in a cookie of its own and stays.
    """
    logger.warning("form token refused: %s", reason)
    if request.headers.get("HX-Request") == "true":
        text = _("This page was out of date and loads again.")
        return HttpResponse(
            text, status=403, content_type="text/plain; charset=utf-8", headers={"HX-Refresh": "true"}
        )
    return _page(request, "403_csrf.html", 403)
