"""Parses pages by the page contract alone, and requests them.

Uses nothing of the project. For tests, the contract player and script/bench.
"""

import gzip
import http.client
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from lxml import etree

Fields = dict[str, Any]


@dataclass
class Form:
    """A form of a page: its address and the fields it sends, without buttons."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[dict[str, str]] = field(default_factory=list)

    def value(self, name: str) -> str | None:
        return next((value for key, value in self.fields if key == name), None)


@dataclass
class Page:
    """The content of a page or fragment, by the page contract."""

    table: dict[str, str] | None = None
    """The data attributes of ``#table``, without ``data-``."""
    dice: dict[int, dict[str, str]] = field(default_factory=dict)
    boxes: dict[tuple[int, str, int], dict[str, str]] = field(default_factory=dict)
    totals: dict[tuple[int, str, str], int] = field(default_factory=dict)
    forms: list[Form] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def get(self, name: str) -> str:
        assert self.table is not None, "there is no #table"
        return self.table[name]

    @property
    def code(self) -> str:
        return self.get("code")

    @property
    def version(self) -> int:
        return int(self.get("version"))

    @property
    def status(self) -> str:
        return self.get("status")

    @property
    def roll(self) -> int:
        return int(self.get("roll"))

    @property
    def turn_seat(self) -> int | None:
        return int(self.get("turn-seat")) if self.get("turn-seat") else None

    @property
    def you(self) -> list[int]:
        return [int(seat) for seat in self.get("you").split(",") if seat]

    @property
    def faces(self) -> list[int]:
        """Faces by slot; empty before the first roll."""
        return [int(die["data-face"]) for _, die in sorted(self.dice.items()) if die["data-face"]]

    @property
    def offers(self) -> dict[tuple[str, int], int]:
        return {
            (box, column): int(found["data-points"])
            for (_, box, column), found in self.boxes.items()
            if found["data-state"] == "possible"
        }

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def form(self, ending: str) -> Form | None:
        return next((form for form in self.forms if form.action.endswith(ending)), None)


class _Reader:
    """A target for lxml's parser."""

    def __init__(self) -> None:
        self.page = Page()
        self.form: Form | None = None
        self.text: list[str] = []

    def start(self, tag: str, attrs: Mapping[str, str]) -> None:
        self._end_text()
        found = dict(attrs)
        page = self.page
        page.tags.append((tag, found))
        if "id" in found:
            page.ids.append(found["id"])
        if found.get("id") == "table":
            page.table = {key[5:]: value for key, value in found.items() if key.startswith("data-")}
        if tag == "form":
            self.form = Form(found.get("action", ""), found.get("method", "get"))
            page.forms.append(self.form)
        if "data-box" in found:
            page.boxes[int(found["data-seat"]), found["data-box"], int(found["data-column"])] = found
        if "data-total" in found:
            key = (int(found["data-seat"]), found["data-total"], found["data-column"])
            page.totals[key] = int(found["data-points"])
        if tag == "input" and found.get("name") == "hold":
            page.dice[int(found["value"])] = found
        elif tag == "input" and self.form and "name" in found:
            self.form.fields.append((found["name"], found.get("value", "")))
        elif tag == "button" and self.form:
            self.form.buttons.append(found)

    def end(self, tag: str) -> None:
        self._end_text()
        if tag == "form":
            self.form = None

    def data(self, data: str) -> None:
        self.text.append(data)  # one text comes in pieces

    def close(self) -> Page:
        self._end_text()
        return self.page

    def _end_text(self) -> None:
        text = "".join(self.text).strip()
        self.text.clear()
        if text:
            self.page.words.append(text)


def read(html: str) -> Page:
    """Parse HTML by the page contract."""
    parser = etree.HTMLParser(target=_Reader(), encoding="utf-8")
    parser.feed(html.encode() or b" ")
    page: Page = parser.close()
    return page


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    headers: dict[str, str]
    """By lower-case name."""
    size: int = 0
    """Bytes of the body as they came over the wire."""

    @cached_property
    def page(self) -> Page:
        return read(self.text)

    @property
    def data(self) -> Any:
        return json.loads(self.text)

    @property
    def target(self) -> str:
        """The path the answer redirects to."""
        return urlsplit(self.headers.get("location") or self.headers.get("hx-redirect") or "").path


class Browser(Protocol):
    """A browser with its own cookies."""

    def ask(self, method: str, path: str, data: Fields | None = None, *, htmx: bool = False) -> Answer: ...


class ClientBrowser:
    """A browser around Django's test client."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def ask(self, method: str, path: str, data: Fields | None = None, *, htmx: bool = False) -> Answer:
        headers = {"hx-request": "true"} if htmx else {}
        found = getattr(self.client, method.lower())(path, data or {}, headers=headers)
        names = {name.lower(): value for name, value in found.headers.items()}
        return Answer(found.status_code, found.content.decode(), names, len(found.content))


_IDLE_SECONDS = 3
"""A server closes an idle connection after five; on a busy machine that much passes between two moves."""


def _text(content: bytes, encoding: str | None) -> str:
    """Return a body as text; the standard library cannot read all encodings (br), which gives none."""
    if encoding == "gzip":
        content = gzip.decompress(content)
    return content.decode(errors="replace") if encoding in {None, "gzip"} else ""


class HttpBrowser:
    """A browser for a real server: keeps cookies and the connection, follows nothing."""

    def __init__(self, base: str, *, timeout: float = 30, headers: dict[str, str] | None = None) -> None:
        parts = urlsplit(base)
        self.prefix = parts.path.rstrip("/")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.hostname or "localhost", parts.port, timeout=timeout)
        self.cookies: dict[str, str] = {}
        self.headers = headers or {}
        self.used_at = 0.0

    def ask(self, method: str, path: str, data: Fields | None = None, *, htmx: bool = False) -> Answer:
        body = urlencode(data, doseq=True) if data is not None else None
        headers = {**self.headers, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if htmx:
            headers["HX-Request"] = "true"
        if method == "POST":
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
            headers["X-CSRFToken"] = next((v for k, v in self.cookies.items() if "csrf" in k), "")
        if not path.startswith(self.prefix):
            path = self.prefix + path
        found, content = self._send(method, path, body, headers)
        for line in found.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        names = {name.lower(): value for name, value in found.headers.items()}
        return Answer(found.status, _text(content, names.get("content-encoding")), names, len(content))

    def _send(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        if monotonic() - self.used_at > _IDLE_SECONDS:
            self.connection.close()
        self.used_at = monotonic()
        try:
            self.connection.request(method, path, body, headers)
            found = self.connection.getresponse()
        except (http.client.RemoteDisconnected, BrokenPipeError):
            if method == "POST":
                raise
            self.connection.close()  # the server has closed an idle connection
            self.connection.request(method, path, body, headers)
            found = self.connection.getresponse()
        return found, found.read()

    def copy(self) -> "HttpBrowser":
        """Return a second connection of the same browser: same cookies."""
        twin = HttpBrowser(self.origin + self.prefix, timeout=self.connection.timeout or 30)
        twin.cookies, twin.headers = dict(self.cookies), dict(self.headers)
        return twin

    def close(self) -> None:
        self.connection.close()


def statuses(answers: Iterable[Answer]) -> list[int]:
    """Return the sorted status codes of some answers."""
    return sorted(answer.status for answer in answers)
