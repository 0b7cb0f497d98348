"""Refuses requests for other hosts than ours, and lets the machine itself ask whether the site is well."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from yahtzee_site import errors

GetResponse = Callable[[HttpRequest], HttpResponse]

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
FOR_THE_MACHINE = frozenset({"/healthz", "/readyz", "/metrics"})
"""Addresses that health checks and Prometheus ask at the process itself."""


def host_middleware(get_response: GetResponse) -> GetResponse:
    """Answer 400 for unknown hosts, without the error that Django would log for each.

    Loopback names are always good for the addresses of the machine, and for no other: those show no link.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        allowed = settings.ALLOWED_HOSTS
        if not allowed and settings.DEBUG:
            return get_response(request)  # Django's own rule for machines of developers
        name, _port = split_domain_port(request.META.get("HTTP_HOST") or request.META["SERVER_NAME"])
        if name and validate_host(name, allowed):
            return get_response(request)
        if request.path_info in FOR_THE_MACHINE and name in LOOPBACK:
            request.META["HTTP_HOST"] = allowed[0].removeprefix(".")
            return get_response(request)
        response = errors.bad_request(request, ValueError("unknown host"))
        response._has_been_logged = True  # type: ignore[attr-defined]  # the access line is enough
        return response

    return middleware
