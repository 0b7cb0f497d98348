"""Sockets that end badly: nothing of them stays behind, and nobody else notices."""

import asyncio
import contextlib
import json
import socket
import struct
import time
from collections.abc import Iterator

import pytest
from channels.layers import get_channel_layer
from django.db import connection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from games.table import consumers
from games.tests.contract_page import HttpBrowser

pytestmark = [pytest.mark.socket, pytest.mark.database]


@pytest.fixture
def address(server: str) -> Iterator[str]:
    """Address of the socket of a new game."""
    browser = HttpBrowser(server)
    browser.ask("GET", "/")
    path = browser.ask("POST", "/games", {"rules": "yacht", "mode": "solo", "name": "Anna"}).target
    yield f"{server.replace('http', 'ws')}/ws{path}"
    browser.close()


def watch(address: str) -> connect:
    return connect(address, proxy=None)


def break_off(wire: ClientConnection) -> None:
    """Go without a word, as a phone does that has lost its network."""
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.socket.close()


def wait_for_no_watchers() -> None:
    for _ in range(100):
        if not consumers._watchers:
            return
        time.sleep(0.05)
    raise AssertionError(f"still watched: {list(consumers._watchers)}")


def test_whoever_goes_before_the_greeting_leaves_nothing(address: str) -> None:
    for _ in range(10):
        with watch(address) as wire:
            break_off(wire)
    wait_for_no_watchers()


def flood(wire: ClientConnection) -> int | None:
    """Talk without end; return what the socket was closed with."""
    with pytest.raises(ConnectionClosed):
        for _ in range(10_000):
            wire.send("hello")
        while True:
            wire.recv(timeout=10)
    return wire.close_code


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [line.getMessage() for line in caplog.records if line.levelname == "ERROR"]


def test_a_flood_is_cut_off_once(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with watch(address) as wire:
        assert flood(wire) == consumers.TOO_MANY
    wait_for_no_watchers()
    assert errors(caplog) == []


def test_talking_to_a_game_that_is_not_there(server: str, caplog: pytest.LogCaptureFixture) -> None:
    with watch(f"{server.replace('http', 'ws')}/ws/g/ABCDEFGHJK/") as wire:
        assert flood(wire) == consumers.NO_SUCH_GAME
    assert errors(caplog) == []


@pytest.mark.parametrize("trouble", ["gone", "deaf"])
def test_one_bad_socket_keeps_no_news_from_the_others(
    address: str, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr(consumers, "SEND_SECONDS", 0.2)
    with watch(address) as bad, watch(address) as good:
        bad.recv(timeout=10)
        good.recv(timeout=10)
        (watchers,) = consumers._watchers.values()
        works = consumers.WatchConsumer.send_text
        first = next(iter(watchers.sockets))

        async def send_text(self: consumers.WatchConsumer, text: str) -> None:
            if self is not first:
                await works(self, text)
            elif trouble == "gone":
                raise ConnectionError("gone")
            else:
                await asyncio.sleep(60)

        monkeypatch.setattr(consumers.WatchConsumer, "send_text", send_text)
        heard = dict.fromkeys((bad, good), 0)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            for wire in heard:
                with contextlib.suppress(TimeoutError):
                    assert json.loads(wire.recv(timeout=0.05))["version"] == 1
                    heard[wire] += 1
        assert max(heard.values()) >= 4, "the good one hears every heartbeat"
        assert watchers.sockets == watchers.sockets - {first}
    wait_for_no_watchers()


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/g/ABCDEFGHJK", "/g/ABCDEFGHJK/", "/ws/g/%2F../"])
def test_other_addresses_have_no_socket(server: str, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, watch(server.replace("http", "ws") + path):
        pass
    assert refused.value.response.status_code == 403


def test_a_process_alone_hears_of_every_move(address: str) -> None:
    with watch(address) as wire:
        news = json.loads(wire.recv(timeout=10))
    arrive = connection.vendor == "sqlite" or get_channel_layer() is not None
    assert news == {"version": 1, "silent": {"0": 0}, "pushes": arrive}
