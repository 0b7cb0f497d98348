"""Middleware for all requests and answers: address, id, limits, policies."""

import logging
import time
from collections.abc import Callable
from http import cookies
from typing import Any

from csp.constants import HEADER, NONE
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.utils.deprecation import MiddlewareMixin

from games.session.limits import TooMany
from games.words import notices
from yahtzee_site import errors, logs, proxies

GetResponse = Callable[[HttpRequest], HttpResponse]

# Python knows this cookie attribute since 3.14.
cookies.Morsel._reserved.setdefault("partitioned", "Partitioned")  # type: ignore[attr-defined]
cookies.Morsel._flags.add("partitioned")  # type: ignore[attr-defined]

error_log = logging.getLogger("yahtzee_site.errors")


def is_admin(request: HttpRequest) -> bool:
    """Tell whether the request is for the admin."""
    return request.path_info.startswith(f"/{settings.ADMIN_PATH}")


def partitioned_cookies_middleware(get_response: GetResponse) -> GetResponse:
    """Mark every cookie `Partitioned` where the site is shown in a frame of a foreign site."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.COOKIE_PARTITIONED:
            for morsel in response.cookies.values():
                morsel["partitioned"] = True
        return response

    return middleware


def client_address_middleware(get_response: GetResponse) -> GetResponse:
    """Set `request.client_ip`; remove forwarded headers unless they come from a trusted proxy.

    `request.hides_client` tells that one was removed: the address may be that of a proxy not configured.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        peer = request.META.get("REMOTE_ADDR") or ""
        trusted = proxies.is_trusted(peer, settings.TRUSTED_PROXIES)
        hidden = not trusted and ("HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META)
        request.hides_client = hidden  # type: ignore[attr-defined]
        if not trusted:
            for header in ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"):
                request.META.pop(header, None)
        forwarded_for = request.headers.get("x-forwarded-for", "")
        client_ip = proxies.client_ip(peer, forwarded_for, settings.TRUSTED_PROXIES)
        request.client_ip = client_ip  # type: ignore[attr-defined]
        return get_response(request)

    return middleware


def request_id_middleware(get_response: GetResponse) -> GetResponse:
    """Give the request an id (a trusted proxy's, else a new one) and write an access line."""

    def middleware(request: HttpRequest) -> HttpResponse:
        offered = request.headers.get("X-Request-ID", "")
        trusted = proxies.is_trusted(request.META.get("REMOTE_ADDR") or "", settings.TRUSTED_PROXIES)
        current = logs.new_request_id(offered if trusted else "")
        token = logs.request_id.set(current)
        started = time.perf_counter()
        try:
            response = get_response(request)
            match = request.resolver_match
            seconds = time.perf_counter() - started
            client: str = request.client_ip  # type: ignore[attr-defined]
            logs.answered(
                request.method or "", match.route if match else "", response.status_code, seconds, client
            )
        finally:
            logs.request_id.reset(token)
        response["X-Request-ID"] = current
        return response

    return middleware


def content_security_policy_middleware(get_response: GetResponse) -> GetResponse:
    """The site's policy on every answer, written once; the admin may never be framed."""
    policy = build_policy()
    policy_of_admin = build_policy(replace={"frame-ancestors": [NONE]})

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        pages_of_django = settings.DEBUG and response.status_code in {404, 500}
        if not pages_of_django:
            response.headers.setdefault(HEADER, policy_of_admin if is_admin(request) else policy)
        return response

    return middleware


class _ForAdmin(MiddlewareMixin):
    """Makes a middleware of Django work for the admin only; the site has no sessions and no accounts."""

    def __call__(self, request: HttpRequest) -> Any:
        return super().__call__(request) if is_admin(request) else self.get_response(request)


class AdminSessionMiddleware(_ForAdmin, SessionMiddleware):
    """Sessions for the admin."""


class AdminAuthenticationMiddleware(_ForAdmin, AuthenticationMiddleware):
    """Users for the admin."""


class AdminMessageMiddleware(_ForAdmin, MessageMiddleware):
    """Messages for the admin."""


class AdminXFrameOptionsMiddleware(_ForAdmin, XFrameOptionsMiddleware):
    """`X-Frame-Options` for the admin. It knows no list of sites: elsewhere `frame-ancestors` decides."""


class DatabaseTroubleMiddleware:
    """Answer 503 with a plain sentence while the database cannot be written (restart, full disk, locked).

    The transaction of the request is rolled back, so the same click works later.
    A request that has waited too long for a thread is not tried (`overdue`, see yahtzee_site/threads.py).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if getattr(request, "overdue", False):
            error_log.error("others have held the database for too long")
            return errors.unavailable(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Handle errors of the database connection; other errors stay 500."""
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        error_log.error("the database failed: %s", exception)
        return errors.unavailable(request)


class TooManyMiddleware:
    """Answer 429 with a plain sentence when a limit was exceeded and the view did not handle it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Handle TooMany of `games.session.limits`."""
        if not isinstance(exception, TooMany):
            return None
        return errors.too_many(request, notices.sentence(exception.reason), exception.retry_after)


def body_limit_middleware(get_response: GetResponse) -> GetResponse:
    """Refuse a body over the limit with 413. (`gateway.BodyLimit` keeps it from being received.)"""

    def middleware(request: HttpRequest) -> HttpResponse:
        limit = settings.MAX_ADMIN_BODY_BYTES if is_admin(request) else settings.MAX_BODY_BYTES
        try:
            length = int(request.headers.get("content-length") or 0)
        except ValueError:
            length = 0
        if length > limit:
            return errors.too_large(request)
        return get_response(request)

    return middleware


def readable_request_middleware(get_response: GetResponse) -> GetResponse:
    """Refuse fields that cannot be read (a broken form, too many) with 400, before any other code reads them.

    Otherwise the error would come up in the middle of an answer, for example when the page for an unknown
    address looks for a form token, and become a 500.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            request.GET.keys()
            request.POST.keys()
        except (BadRequest, MultiPartParserError, SuspiciousOperation):
            return errors.unreadable()
        return get_response(request)

    return middleware


def wrong_method_middleware(get_response: GetResponse) -> GetResponse:
    """Give a 405 a page with links: reloading the answer to a form can lead to it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and not response.content:
            response.content = errors.wrong_method(request)
        return response

    return middleware
