"""The ASGI wrappers, each alone."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from yahtzee_site import gateway
from yahtzee_site.gateway import (
    BodyLimit,
    ClientAddress,
    OneThreadHandler,
    OriginCheck,
    SubPath,
    is_allowed_origin,
)


class Recorder:
    """An ASGI application that notes what it is called with, and reads the whole body."""

    scope: dict[str, Any]
    body: bytes | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope = scope
        if scope["type"] == "http":
            self.body = b""
            while True:
                message = await receive()
                self.body += message.get("body", b"")
                if not message.get("more_body"):
                    break


def call(application: Any, scope: dict[str, Any], *chunks: bytes) -> list[dict[str, Any]]:
    """Run one request through an application; return the messages it sent."""
    left = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, 1)
    ] or [{"type": "http.request", "body": b"", "more_body": False}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return left.pop(0) if left else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    return sent


def http(path: str = "/games", **headers: str) -> dict[str, Any]:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": "POST", "path": path, "headers": pairs, "client": ("127.0.0.1", 5)}


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/g/abc/", "/spiele/yahtzee/g/abc/"),  # the proxy stripped the prefix
        ("/spiele/yahtzee/g/abc/", "/spiele/yahtzee/g/abc/"),  # the proxy kept it
        ("/", "/spiele/yahtzee/"),
        ("/spiele/yahtzee", "/spiele/yahtzee/"),
        ("/spiele/yahtzeebuch", "/spiele/yahtzee/spiele/yahtzeebuch"),
    ],
)
def test_sub_path(kind: str, path: str, expected: str) -> None:
    recorder = Recorder()
    call(SubPath(recorder, "/spiele/yahtzee"), {**http(path), "type": kind})
    assert recorder.scope["path"] == expected
    assert recorder.scope["root_path"] == "/spiele/yahtzee"


@pytest.mark.parametrize("chunks", [[], [b"version=1"], [b"x"] * 3])
def test_a_body_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch, chunks: list[bytes]) -> None:
    monkeypatch.setattr(gateway, "BODY_SECONDS", 0.05)
    recorder, sent = Recorder(), []
    left = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]

    async def receive() -> dict[str, Any]:
        if left:
            return left.pop(0)
        await asyncio.sleep(5)
        raise AssertionError("still waiting")

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(BodyLimit(recorder)(http(content_length="50"), receive, send))
    assert recorder.body is None, "nothing is done"
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
    assert not sent[-1].get("more_body")


def test_no_sub_path() -> None:
    recorder = Recorder()
    scope = http("/g/abc/")
    call(SubPath(recorder, ""), scope)
    assert recorder.scope is scope


def test_small_bodies_pass(settings: Settings) -> None:
    recorder = Recorder()
    call(BodyLimit(recorder), http(content_length="6"), b"abc", b"def")
    assert recorder.body == b"abcdef"


def test_declared_large_body_is_not_read(settings: Settings) -> None:
    recorder = Recorder()
    call(BodyLimit(recorder), http(content_length=str(settings.MAX_BODY_BYTES + 1)), b"x" * 100)
    assert recorder.body == b""


def test_undeclared_large_body_is_cut_off(settings: Settings) -> None:
    recorder = Recorder()
    call(BodyLimit(recorder), http(), *[b"x" * 5000] * 10)
    assert recorder.body == b""
    declared = dict(recorder.scope["headers"])[b"content-length"]
    assert settings.MAX_BODY_BYTES < int(declared) < settings.MAX_BODY_BYTES + 5001


def test_admin_may_send_more(settings: Settings) -> None:
    recorder = Recorder()
    size = settings.MAX_BODY_BYTES + 1
    call(BodyLimit(recorder), http(f"/{settings.ADMIN_PATH}scores/"), b"x" * size)
    assert recorder.body is not None
    assert len(recorder.body) == size


def test_client_address_of_sockets(settings: Settings) -> None:
    scope = {**http("/ws/g/abc/", x_forwarded_for="203.0.113.9"), "type": "websocket"}
    recorder = Recorder()
    call(ClientAddress(recorder), scope)
    assert recorder.scope["client_ip"] == "127.0.0.1"
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    call(ClientAddress(recorder), scope)
    assert recorder.scope["client_ip"] == "203.0.113.9"


@pytest.mark.parametrize(
    ("host", "origin", "allowed"),
    [
        ("dice.example.org", "https://dice.example.org", True),
        ("dice.example.org:8000", "http://dice.example.org:8000", True),
        ("dice.example.org", "https://www.dice.example.org", True),
        ("192.168.1.5:8000", "http://192.168.1.5:8000", True),
        ("[fd00::5]:8000", "http://[fd00::5]:8000", True),
        ("dice.example.org", "", True),
        ("dice.example.org", "https://partner.example.net", True),
        ("dice.example.org", "https://evil.example.net", False),
        ("dice.example.org", "null", False),
        ("dice.example.org", "https://dice.example.org.evil.net", False),
        ("evil.example.net", "https://evil.example.net", False),
        ("", "", False),
    ],
)
def test_origin_of_sockets(settings: Settings, host: str, origin: str, allowed: bool) -> None:
    settings.ALLOWED_HOSTS = [".dice.example.org", "192.168.1.5", "[fd00::5]"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://partner.example.net"]
    assert is_allowed_origin(host=host, origin=origin) is allowed


def test_a_foreign_page_gets_no_socket(settings: Settings) -> None:
    scope = {**http("/ws/g/abc/", host="localhost", origin="https://evil.example.net"), "type": "websocket"}
    recorder = Recorder()

    sent: list[dict[str, Any]] = []
    left = ["websocket.connect", "websocket.disconnect"]

    async def receive() -> dict[str, Any]:
        return {"type": left.pop(0), "code": 1006}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(OriginCheck(recorder)(scope, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]
    assert not hasattr(recorder, "scope")


@pytest.mark.socket
def test_a_charset_and_very_many_fields(handler: OneThreadHandler) -> None:
    scope = http(content_type="application/x-www-form-urlencoded; charset=utf-8")
    scope |= {"query_string": b"a=1&" * 1100, "root_path": ""}
    start, *_body = call(handler, scope)
    assert start["status"] == 400
    assert b"frame-ancestors 'none'" in dict(start["headers"])[b"Content-Security-Policy"]
