"""ASGI wrappers around the site: sub-path, client address, body limit, origin of sockets.

They handle raw scopes and bytes. What must answer with a page is in `middleware.py`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from io import BytesIO
from typing import IO, Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from yahtzee_site import errors, kept_answers, logs, metrics, polls, proxies, threads

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


def header(scope: Scope, name: bytes) -> str:
    """Return a header of the scope, several of the same name joined by commas; empty when absent."""
    return ", ".join(value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name)


class OneThreadHandler(ASGIHandler):
    """Django's ASGI handler, with all of a request in one thread of a lane (yahtzee_site/threads.py).

    Views and middleware here are all synchronous. By default Django starts a thread for each request,
    switches to it three times or more, and opens a database connection, which doubles the time of a small
    request. A disconnect of the browser is not watched for, since a view could not be stopped anyway.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain of middleware for synchronous use in any case."""
        super().load_middleware(is_async=False)

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Refuse what makes Django fail before there is a request: a bad charset, too many fields."""
        try:
            return super().create_request(scope, body_file)
        except (BadRequest, SuspiciousOperation):
            refusal = errors.unreadable()  # past all middleware
            refusal["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
            return None, refusal

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request whose body comes in one message, as BodyLimit hands it on."""
        started = time.perf_counter()
        body = (await receive()).get("body", b"")
        key = kept_answers.key_of(scope)
        kept = kept_answers.find(key)
        if kept is not None:
            await _send_again(kept, scope, send, started)
            return
        poll = polls.read(scope)
        lane = threads.lane_of(scope["method"], scope["path"].removeprefix(settings.SITE_ROOT))
        response = await lane.run(partial(self._answer, scope, body, poll))
        if isinstance(response, kept_answers.Answer):
            await _send_again(response, scope, send, started)
            return
        if response.streaming:
            await self.send_response(response, send)
            response.close()
            return
        headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        for cookie in response.cookies.values():
            headers.append((b"Set-Cookie", cookie.OutputString().encode("ascii")))
        if key is not None:
            match = getattr(response, "static_match", None)
            kept_answers.keep(key, response, match, headers, response.content)
        if poll is not None:
            polls.keep(poll, response, headers)
        await _send(send, response.status_code, headers, response.content)

    def _answer(self, scope: Scope, body: bytes, poll: polls.Poll | None, seconds_left: float) -> Any:
        """Do what Django does from the first signal of a request to the last.

        Return its response, or the kept answer to a poll that brings nothing new.
        """
        if poll is not None:
            unchanged = polls.unchanged(poll, header(scope, b"cookie"))
            if unchanged is not None:
                return unchanged
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, BytesIO(body))
        if request is not None:
            request.overdue = not seconds_left and request.method == "POST"  # type: ignore[attr-defined]
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__
        if not response.streaming:
            response.close()
        return response


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _send_again(kept: kept_answers.Answer, scope: Scope, send: Send, started: float) -> None:
    """Send an answer that was kept, and do for it what middleware does for all others: id, log, figures."""
    peer = (scope.get("client") or ("",))[0] or ""
    trusted = proxies.is_trusted(peer, settings.TRUSTED_PROXIES)
    current = logs.new_request_id(header(scope, b"x-request-id") if trusted else "")
    await _send(send, kept.status, [*kept.headers, (b"X-Request-ID", current.encode())], kept.body)
    seconds = time.perf_counter() - started
    client = proxies.client_ip(peer, header(scope, b"x-forwarded-for"), settings.TRUSTED_PROXIES)
    token = logs.request_id.set(current)
    logs.answered(scope["method"], kept.route, kept.status, seconds, client)
    logs.request_id.reset(token)
    metrics.count(scope["method"], kept.view, kept.status, seconds)


class SubPath:
    """Lets the site live below `root`, behind proxies that keep the prefix and those that strip it."""

    def __init__(self, application: Application, root: str) -> None:
        self.application = application
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.root and scope["type"] in {"http", "websocket"}:
            path = scope["path"]
            if path == self.root:
                path += "/"
            elif not path.startswith(f"{self.root}/"):
                path = self.root + path
            scope = {**scope, "path": path, "root_path": self.root}
        await self.application(scope, receive, send)


class ClientAddress:
    """Sets `scope["client_ip"]` for consumers; requests get theirs from `client_address_middleware`."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            peer = (scope.get("client") or ("", 0))[0]
            forwarded_for = header(scope, b"x-forwarded-for")
            scope = {**scope, "client_ip": proxies.client_ip(peer, forwarded_for, settings.TRUSTED_PROXIES)}
        await self.application(scope, receive, send)


BODY_SECONDS = 20.0
"""A body must have arrived within this time: the forms of the site fit into a few packets."""


_BARE = frozenset({"GET", "HEAD"})
_ANNOUNCE_A_BODY = frozenset({b"content-length", b"transfer-encoding"})


class BodyLimit:
    """Never receives more of a body than the limit, whatever its headers say, and waits no longer than that.

    The request then continues without a body but with a Content-Length over the limit, and
    `body_limit_middleware` answers 413 with a page like any other.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        announced = any(name in _ANNOUNCE_A_BODY for name, _value in scope["headers"])
        if scope["method"] in _BARE and not announced:
            await self.application(scope, _Body(receive, b""), send)
            return
        limit = self._limit(scope)
        declared = header(scope, b"content-length")
        if declared.isdecimal() and int(declared) > limit:
            await self.application(scope, _Body(receive, b""), send)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await self._whole(receive, limit)
        except TimeoutError:
            await _too_slow(send)
            return
        if body is None:
            return  # the client has disconnected
        if len(body) > limit:
            headers = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
            headers.append((b"content-length", str(len(body)).encode()))
            scope, body = {**scope, "headers": headers}, b""
        await self.application(scope, _Body(receive, body), send)

    @staticmethod
    async def _whole(receive: Receive, limit: int) -> bytes | None:
        """Return a body, or as much of it as is enough to know that it is too long; None without a client."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if len(body) > limit or not message.get("more_body", False):
                return bytes(body)

    @staticmethod
    def _limit(scope: Scope) -> int:
        path = scope["path"].removeprefix(settings.SITE_ROOT)
        is_admin = path.startswith(f"/{settings.ADMIN_PATH}")
        return int(settings.MAX_ADMIN_BODY_BYTES if is_admin else settings.MAX_BODY_BYTES)


async def _too_slow(send: Send) -> None:
    """Answer 408 past Django, and have the server close the connection."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b"The request took too long. Nothing was changed.\n"})


class _Body:
    """A `receive` that returns one body and then the messages of the server (a disconnect)."""

    def __init__(self, receive: Receive, body: bytes) -> None:
        self.receive = receive
        self.body: bytes | None = body

    async def __call__(self) -> Message:
        if self.body is not None:
            body, self.body = self.body, None
            return {"type": "http.request", "body": body, "more_body": False}
        while (message := await self.receive())["type"] == "http.request":
            pass
        return message


class OriginCheck:
    """Refuses sockets opened by pages of other sites, and unknown hosts."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        allowed = is_allowed_origin(host=header(scope, b"host"), origin=header(scope, b"origin"))
        application = self.application if allowed else WebsocketDenier()
        await application(scope, receive, send)


def is_allowed_origin(*, host: str, origin: str) -> bool:
    """Tell whether a socket may be opened: a known host, and a page of this site (or no Origin: no browser).

    Behind a TLS proxy scheme and port of the origin differ from those of the server: only names are compared.
    """
    allowed_hosts = settings.ALLOWED_HOSTS
    if settings.DEBUG and not allowed_hosts:
        allowed_hosts = [".localhost", "127.0.0.1", "[::1]"]
    host_name, _port = split_domain_port(host)
    if not host_name or not validate_host(host_name, allowed_hosts):
        return False
    if not origin or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        origin_name, _port = split_domain_port(urlsplit(origin).netloc)
    except ValueError:
        return False
    return bool(origin_name) and (origin_name == host_name or validate_host(origin_name, allowed_hosts))
