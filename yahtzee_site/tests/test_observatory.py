"""The headers of every address, judged offline by the public rules of the Mozilla Observatory."""

import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http.response import HttpResponseBase
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver

LEAST = 120
SIX_MONTHS = 15_768_000
SAFE_REFERRERS = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
HTTPS = {
    "SECURE_HSTS_SECONDS": SIX_MONTHS,
    "SECURE_SSL_REDIRECT": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "LANGUAGE_COOKIE_SECURE": True,
    "COOKIE_SECURE": True,
}
_POLICY = settings.CONTENT_SECURITY_POLICY
_AROUND = {**_POLICY["DIRECTIVES"], "frame-ancestors": ["'self'", "https://www.example.net"]}
FRAMED = {
    **HTTPS,
    "CONTENT_SECURITY_POLICY": {**_POLICY, "DIRECTIVES": _AROUND},
    "EMBED_ORIGINS": ["https://www.example.net"],
    "COOKIE_PARTITIONED": True,
    **{name: "None" for name in dir(settings) if name.endswith("COOKIE_SAMESITE")},
}


def policy(answer: HttpResponseBase) -> dict[str, list[str]]:
    """Return the content security policy by directive."""
    parts = [part.split() for part in answer.headers.get("Content-Security-Policy", "").split(";")]
    return {part[0]: part[1:] for part in parts if part}


def points(answer: HttpResponseBase) -> int:
    """Return what the Observatory gives for an answer: 100, less penalties, plus bonuses from 90 on."""
    found = [*cookies(answer), csp(answer), hsts(answer), *others(answer)]
    score = 100 + sum(points for points in found if points < 0)
    return score + sum(points for points in found if points > 0) if score >= 90 else score


def cookies(answer: HttpResponseBase) -> list[int]:
    """+5 when all are Secure, HttpOnly and kept from other sites; nothing for those of a frame elsewhere."""
    if not answer.cookies:
        return []
    worst = 5
    for morsel in answer.cookies.values():
        if not morsel["secure"]:
            worst = min(worst, -20)
        if not morsel["httponly"]:
            worst = min(worst, -30)
        if morsel["samesite"] not in {"Lax", "Strict"}:
            worst = min(worst, 0 if morsel["samesite"] == "None" and morsel["partitioned"] else -20)
    return [worst]


def csp(answer: HttpResponseBase) -> int:
    """+10 for default-src 'none' and nothing unsafe."""
    found = policy(answer)
    if not found:
        return -25
    sources = [source for values in found.values() for source in values]
    if any(source.startswith("'unsafe-") for source in sources) or "data:" in found.get("script-src", []):
        return -20
    if any(source in {"*", "http:", "https:"} for source in sources):
        return -20
    return 10 if found.get("default-src") == ["'none'"] else 5


def hsts(answer: HttpResponseBase) -> int:
    """Nothing from six months on."""
    for part in answer.headers.get("Strict-Transport-Security", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == "max-age" and value.isdecimal():
            return 0 if int(value) >= SIX_MONTHS else -10
    return -20


def others(answer: HttpResponseBase) -> Iterator[int]:
    """Referrer, sniffing, framing, use by other sites."""
    referrer = answer.headers.get("Referrer-Policy")
    yield (5 if referrer in SAFE_REFERRERS else -5) if referrer else 0
    yield 0 if answer.headers.get("X-Content-Type-Options") == "nosniff" else -5
    ancestors = policy(answer).get("frame-ancestors")
    yield 5 if ancestors and "*" not in ancestors else -20
    yield {"same-origin": 10, "same-site": 10, "cross-origin": 5}.get(
        answer.headers.get("Cross-Origin-Resource-Policy", ""), 0
    )
    if answer.headers.get("Access-Control-Allow-Origin") == "*":
        yield -50


def addresses(code: str) -> list[str]:
    """Return every address of the site, with this game in place of codes."""
    known = {"code": code, "rule_set": "yacht", "secret": "nothing", "language": "de", "seat": "0"}

    def walk(resolver: URLResolver, before: str) -> Iterator[str]:
        for entry in resolver.url_patterns:
            path = before + str(entry.pattern).lstrip("^").rstrip("$")
            for name in entry.pattern.converters:
                path = re.sub(rf"<\w+:{name}>", known[name], path)
            if isinstance(entry, URLResolver):
                if path != settings.ADMIN_PATH:
                    yield from walk(entry, path)
            elif isinstance(entry, URLPattern):
                yield f"/{path}"

    return list(walk(get_resolver(), ""))


@pytest.mark.django_db
@pytest.mark.parametrize("site", [HTTPS, FRAMED], ids=["alone", "in a frame elsewhere"])
def test_every_address_gets_the_best_grade(site: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    with override_settings(**site):
        game = client.post("/games", {"rules": "yacht", "mode": "solo"}, secure=True)
        code = game["Location"].strip("/").rpartition("/")[2]
        files = ("css/site.css", "js/site/menu.js", "img/icon.svg", "nothing.js")
        static = [f"/static/{name}" for name in files]
        admin = [f"/{settings.ADMIN_PATH}", f"/{settings.ADMIN_PATH}login/", f"/{settings.ADMIN_PATH}nothing"]
        asked = [*addresses(code), *static, *admin, "/nothing/here", "/g/NOTHING000/"]
        assert len(asked) > 30
        judged = {path: client.get(path, secure=True) for path in asked}
        judged["refused"] = client.post(f"/g/{code}/roll", {"version": 99}, secure=True)
        judged["created"] = game
        for trouble in (RuntimeError(), OperationalError()):
            monkeypatch.setattr("yahtzee_site.health.HttpResponse", Mock(side_effect=trouble))
            judged[repr(trouble)] = client.get("/healthz", secure=True)
        short = {path: points(answer) for path, answer in judged.items() if points(answer) < LEAST}
        assert short == {}
        assert {answer.status_code for answer in judged.values()} >= {200, 302, 303, 404, 405, 409, 500, 503}
        assert game.cookies[settings.PLAYER_COOKIE_NAME]["samesite"] == settings.COOKIE_SAMESITE
