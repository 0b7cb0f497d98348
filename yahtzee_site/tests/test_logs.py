"""The content of log lines, and what they must not contain."""

import json
import logging
import sys
from datetime import UTC, datetime

import pytest

from yahtzee_site import logs


def line(message: str, *args: object, **extra: object) -> dict[str, object]:
    record = logging.LogRecord("games", logging.INFO, __file__, 1, message, args, None)
    record.__dict__.update(extra)
    text = logs.JsonFormatter().format(record)
    assert "\n" not in text
    parsed: dict[str, object] = json.loads(text)
    return parsed


def test_time_is_utc() -> None:
    moment = datetime.fromisoformat(str(line("hello")["time"]))
    assert moment.utcoffset() is not None
    assert abs((datetime.now(UTC) - moment).total_seconds()) < 60


def test_request_id() -> None:
    assert "request_id" not in line("hello")
    token = logs.request_id.set("abc")
    try:
        assert line("hello")["request_id"] == "abc"
    finally:
        logs.request_id.reset(token)


def test_extras() -> None:
    entry = line("answered", method="GET", status=200, ms=1.5, password="no")
    assert (entry["method"], entry["status"], entry["ms"]) == ("GET", 200, 1.5)
    assert "password" not in entry


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028", "\x85"])
def test_lines_cannot_be_forged(end: str) -> None:
    record = logging.LogRecord(
        "x", logging.INFO, __file__, 1, "name %s", (f'a{end}{{"level":"ERROR"}}',), None
    )
    text = logs.JsonFormatter().format(record)
    assert len(text.splitlines()) == 1
    assert json.loads(text)["level"] == "INFO"


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("Not Found: /g/ABCDEFGH23/roll", "ABCDEFGH23"),
        ("seed=0011aabb", "0011aabb"),
        ("Cookie: yahtzee_player=xyz", "xyz"),
        ("{'csrfmiddlewaretoken': 'longtoken'}", "longtoken"),
        ("from 192.0.2.77 again", "192.0.2.77"),
    ],
)
def test_no_tokens_and_no_full_addresses(message: str, gone: str) -> None:
    assert gone not in str(line(message)["message"])


def test_exceptions_are_one_line_and_scrubbed() -> None:
    try:
        raise ValueError("bad address /g/ABCDEFGH23/")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    text = logs.JsonFormatter().format(record)
    assert "\n" not in text
    assert "ABCDEFGH23" not in text
    assert "ValueError" in json.loads(text)["exception"]


def test_addresses_of_this_machine_are_nobodys() -> None:
    said = logs.scrub("running on http://127.0.0.1:8000 and 0.0.0.0, asked by 192.0.2.77")
    assert said == "running on http://127.0.0.1:8000 and 0.0.0.0, asked by 192.0.2.0"
