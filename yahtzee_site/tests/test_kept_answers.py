"""Answers of static pages that are kept: the same as those of Django, for whoever may have them."""

import logging
from collections.abc import Mapping
from typing import Any

import pytest
from prometheus_client import REGISTRY

from games.lobby import offline
from yahtzee_site import kept_answers
from yahtzee_site.gateway import OneThreadHandler
from yahtzee_site.tests.test_gateway import call

pytestmark = [pytest.mark.socket, pytest.mark.django_db(transaction=True)]

PAGE = "/rules/yacht/"
VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"accept-encoding": "gzip"},
    {"accept-language": "nl"},
    {"cookie": "yahtzee_language=nb; other=1"},
    {"cookie": "a=1; yahtzee_language=en", "accept-encoding": "gzip, br"},
    {"cookie": "yahtzee_language=~en", "sec-fetch-dest": "iframe"},
    {"sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site"},
    {"host": "127.0.0.1"},
)


def ask(
    handler: OneThreadHandler, path: str, headers: Mapping[str, str], query: bytes = b"", method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers (by lower-case name) and body of an answer."""
    pairs = [
        (name.encode(), value.encode()) for name, value in ({"host": "testserver"} | dict(headers)).items()
    ]
    scope: dict[str, Any] = {
        **{"type": "http", "method": method, "path": path, "query_string": query, "root_path": ""},
        **{"headers": pairs, "scheme": "http", "client": ("127.0.0.1", 5), "server": ("testserver", 80)},
    }
    start, body = call(handler, scope)
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    assert len(found) == len(start["headers"])
    return start["status"], found, body["body"]


def kept() -> int:
    return len(kept_answers._answers)


@pytest.mark.parametrize("path", offline.pages())
def test_what_is_kept_is_what_django_answers(handler: OneThreadHandler, path: str) -> None:
    for variant in VARIANTS:
        kept_answers.forget()
        first = ask(handler, path, variant)
        assert (first[0], kept()) == (200, 1)
        again = ask(handler, path, variant)
        assert first[1].pop("x-request-id") != again[1].pop("x-request-id")
        assert again == first
        assert "set-cookie" not in first[1]


def test_whoever_asks_gets_their_own_page(handler: OneThreadHandler) -> None:
    """Asked in any order, every kind of visitor gets what a site that keeps nothing would answer."""
    fresh = []
    for variant in VARIANTS:
        kept_answers.forget()
        fresh.append(ask(handler, PAGE, variant)[2])
    kept_answers.forget()
    for _time in range(2):
        for variant, body in zip(VARIANTS, fresh, strict=True):
            assert ask(handler, PAGE, variant)[2] == body
    assert kept() == len(VARIANTS)
    assert ask(handler, PAGE, {"host": "elsewhere.example"})[0] == 400


def test_visitors_who_differ_in_nothing_that_counts_share_an_answer(handler: OneThreadHandler) -> None:
    for number in range(3):
        cookie = f"yahtzee_player={number}; csrftoken={number}; yahtzee_language=nl"
        ask(handler, PAGE, {"user-agent": f"Browser {number}", "cookie": cookie, "referer": f"/{number}"})
    assert kept() == 1


def test_only_static_pages_are_kept(handler: OneThreadHandler) -> None:
    for path in ("/healthz", "/scores/", "/", "/rules/canasta/", "/g/ABCDEFGHJK/"):
        ask(handler, path, {})
    ask(handler, PAGE, {}, query=b"lang=nl")
    ask(handler, PAGE, {}, method="OPTIONS")
    ask(handler, PAGE, {"x-long": "x" * 3000})
    assert kept() == 0


def test_an_unchanged_page_is_not_sent_again(handler: OneThreadHandler) -> None:
    tag = ask(handler, PAGE, {})[1]["etag"]
    for _time in range(2):
        assert ask(handler, PAGE, {"if-none-match": tag})[::2] == (304, b"")
        assert ask(handler, PAGE, {}, method="HEAD")[0] == 200


def test_a_kept_answer_is_logged_and_counted_like_any_other(
    handler: OneThreadHandler, caplog: pytest.LogCaptureFixture
) -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("yahtzee_request_seconds_count", {"route": "games:rules"}) or 0

    before = counted()
    caplog.set_level(logging.INFO, "yahtzee_site.access")
    for _time in range(2):
        ask(handler, PAGE, {})
    lines = [record.__dict__ for record in caplog.records if record.name == "yahtzee_site.access"]
    first, again = [[line[name] for name in ("method", "route", "status", "client")] for line in lines]
    assert first == again == ["GET", "rules/<rules:rule_set>/", 200, "127.0.0.0"]
    assert counted() == before + 2


def test_memory_is_bounded(handler: OneThreadHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_answers, "_MOST", 3)
    for number in range(6):
        ask(handler, PAGE, {"accept": str(number)})
    assert kept() == 3
