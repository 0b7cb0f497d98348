"""Formats log records as JSON lines in UTC, without tokens, game codes and full addresses."""

import json
import logging
import random
import re
from contextvars import ContextVar
from datetime import UTC, datetime

from yahtzee_site import proxies

access_log = logging.getLogger("yahtzee_site.access")

request_id: ContextVar[str] = ContextVar("request_id", default="")

# The link of a game lets anybody take a seat in it, so its code is as secret as a token.
_GAME_CODE = re.compile(r"(/g/)[^/\s?\"']+")
_IPV4 = re.compile(r"\b(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}\b")
_SECRETS = re.compile(r"(?i)\b(cookie|csrf\w*|seed|token|secret|password)(['\"]?\s*[:=]\s*)[^\s,;]+")

EXTRAS = ("method", "route", "status", "ms", "client")


_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def new_request_id(offered: str) -> str:
    """Return the id for a request: the one a trusted proxy offers if it looks like one, else a new one."""
    return offered if _REQUEST_ID.fullmatch(offered) else f"{random.getrandbits(64):016x}"


def answered(method: str, route: str, status: int, seconds: float, client: str) -> None:
    """Write the access line of an answer; `route` is empty for files."""
    # The route, not the path: paths carry the codes of games.
    quiet = (not route and status < 400) or status == 204
    level = logging.DEBUG if quiet else logging.INFO
    if access_log.isEnabledFor(level):
        found = (method, route or "-", status, round(seconds * 1000, 1), proxies.mask(client))
        access_log.log(level, "answered", extra=dict(zip(EXTRAS, found, strict=True)))


def scrub(text: str) -> str:
    """Remove game codes, token-like values and the last part of addresses from a text."""
    text = _GAME_CODE.sub(r"\1…", text)
    text = _SECRETS.sub(r"\1\2…", text)
    return _IPV4.sub(_masked, text)


def _masked(address: re.Match[str]) -> str:
    """Return an address without its last part, one of this machine as it is."""
    own = address[0].startswith("127.") or address[0] == "0.0.0.0"
    return address[0] if own else f"{address[1]}.0"


class JsonFormatter(logging.Formatter):
    """Formats a record as one line; line breaks in messages are escaped, so that lines cannot be forged."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        if current := request_id.get():
            line["request_id"] = current
        for name in EXTRAS:
            if (value := getattr(record, name, None)) is not None:
                line[name] = value
        # A refused request (a wrong host name, for example) is one line; a traceback would not help.
        if record.exc_info and not record.name.startswith("django.security."):
            line["exception"] = scrub(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=True, default=str)
