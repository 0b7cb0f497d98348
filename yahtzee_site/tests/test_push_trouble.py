"""A channel layer that hangs or fails neither fails nor delays a move; sockets keep their limits."""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.conf import settings as site_settings
from django.test import Client
from pytest_django import Settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from games.models import Game
from games.session import push
from games.table import consumers
from games.tests.contract_page import HttpBrowser
from games.tests.players import Person

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def awake(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(push, "_hurry_until", 0.0)
    yield
    push._hurry_until = 0.0


@pytest.fixture
def channel_layer(settings: Settings) -> None:
    """As with Redis, moves are told through a channel layer, too."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


@pytest.fixture
def elsewhere(channel_layer: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets hear of moves through the channel layer alone, as from another process."""
    monkeypatch.setattr(push, "listen", lambda code, listener: None)


class Hanging:
    """A channel layer that never answers."""

    calls = 0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.calls += 1
        await asyncio.sleep(60)


class Broken:
    """A channel layer that is not there."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("refused")


@pytest.fixture
def anna(transactional_db: None) -> Person:
    client = Client()
    client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = "en"
    return Person("Anna", client)


@pytest.mark.socket
def test_a_hanging_layer_delays_one_move_a_little(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    layer = Hanging()
    path = anna.create()
    monkeypatch.setattr(push, "get_channel_layer", lambda: layer)
    started = time.monotonic()
    assert anna.roll(path).roll == 1
    assert 0.4 < time.monotonic() - started < 3
    started = time.monotonic()
    for number in (2, 3):
        assert anna.roll(path).roll == number
    assert time.monotonic() - started < 2 * push.TIMEOUT_SECONDS, "after that nobody waits for a while"
    assert layer.calls == 3


@pytest.mark.socket
def test_a_missing_layer_is_no_matter(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    path = anna.create()
    monkeypatch.setattr(push, "get_channel_layer", Broken)
    assert anna.roll(path).roll == 1
    monkeypatch.undo()
    assert anna.roll(path).roll == 2


@pytest.mark.socket
def test_a_socket_hears_of_a_move_while_the_layer_hangs(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens in a process its own sockets hear at once: before the move is answered."""
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 600)
    layer = Hanging()
    monkeypatch.setattr(push, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(push, "TIMEOUT_SECONDS", 5)
    with watch(server) as (browser, path, wire):
        version = Game.objects.get().version
        roll = partial(browser.ask, "POST", f"{path}roll", {"version": version})
        move = threading.Thread(target=roll)
        move.start()
        assert json.loads(wire.recv(timeout=4)) == {"version": version + 1}
        assert move.is_alive(), "the move itself waits for a while"
        move.join()
    assert layer.calls == 1


@pytest.mark.socket
def test_a_slow_layer_loses_no_news(server: str, elsewhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves after one that was slow to send are sent as well, not only by the next heartbeat."""
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 600)
    layer: Any = get_channel_layer()
    works = layer.group_send

    async def group_send(group: str, message: dict[str, Any]) -> None:
        await asyncio.sleep(0.7)
        await works(group, message)

    monkeypatch.setattr(layer, "group_send", group_send)
    with watch(server) as (browser, path, wire):
        for _roll in range(3):
            version = Game.objects.get().version
            assert browser.ask("POST", f"{path}roll", {"version": version}).status == 303
            assert json.loads(wire.recv(timeout=10))["version"] == version + 1
    assert push._hurry_until > time.monotonic()


# --- What sockets are told of it -------------------------------------------------------------------------


def pushes(wire: ClientConnection) -> bool:
    """Return what the next greeting or heartbeat says: whether this socket hears of every move."""
    while "pushes" not in (news := json.loads(wire.recv(timeout=10))):
        pass
    return bool(news["pushes"])


@pytest.mark.socket
@pytest.mark.parametrize("trouble", ["gone", "hanging", "deaf"])
def test_sockets_are_told_whether_moves_arrive(
    server: str, channel_layer: None, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """At once, not with the next heartbeat: a page has to ask from then on."""
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 600)
    layer: Any = get_channel_layer()
    works = layer.group_send
    well = True

    async def group_send(group: str, message: dict[str, Any]) -> None:
        if well:
            await works(group, message)
        elif trouble == "gone":
            raise ConnectionError("refused")
        elif trouble == "hanging":
            await asyncio.sleep(60)

    monkeypatch.setattr(layer, "group_send", group_send)
    with watch(server) as (_browser, path, wire):
        with connect(f"{server.replace('http', 'ws')}/ws{path}", proxy=None) as other:
            assert pushes(other) is True
        well = False
        started = time.monotonic()
        assert pushes(wire) is False
        assert time.monotonic() - started < 5  # 1.3 s on a quiet machine
        with connect(f"{server.replace('http', 'ws')}/ws{path}", proxy=None) as other:
            assert pushes(other) is False
        well = True
        assert pushes(wire) is True


@pytest.mark.socket
def test_who_has_not_joined_is_told_so(
    server: str, channel_layer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer: Any = get_channel_layer()
    works = layer.group_add

    async def group_add(group: str, channel: str) -> None:
        if group.startswith("game."):
            raise ConnectionError("refused")
        await works(group, channel)

    monkeypatch.setattr(layer, "group_add", group_add)
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 0.3)
    with watch(server) as (_browser, _path, wire):
        assert [pushes(wire) for _ in range(3)] == [False] * 3


# --- Limits of a socket ----------------------------------------------------------------------------------


@contextlib.contextmanager
def watch(server: str) -> Iterator[tuple[HttpBrowser, str, ClientConnection]]:
    browser = HttpBrowser(server)
    browser.ask("GET", "/")
    path = browser.ask("POST", "/games", {"rules": "yacht", "mode": "solo", "name": "Anna"}).target
    with connect(f"{server.replace('http', 'ws')}/ws{path}", proxy=None) as wire:
        assert json.loads(wire.recv(timeout=10))["version"] == Game.objects.get().version
        yield browser, path, wire
    browser.close()


def closing_code(wire: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed):
        for _ in range(5):
            wire.recv(timeout=10)
    return wire.close_code


@pytest.mark.socket
@pytest.mark.parametrize("message", ["x" * 2049, "ä" * 1025, b"x" * 2049])
def test_long_messages_close_the_socket(server: str, message: str | bytes) -> None:
    with watch(server) as (_browser, _path, wire):
        wire.send("x" * 2048)
        wire.send(message)
        assert closing_code(wire) == consumers.TOO_LARGE


@pytest.mark.socket
def test_many_messages_close_the_socket(server: str) -> None:
    with watch(server) as (_browser, _path, wire):
        for _ in range(consumers.MAX_MESSAGES):
            wire.send("hello")
        wire.send("one more")
        assert closing_code(wire) == consumers.TOO_MANY


@pytest.mark.socket
def test_who_could_not_join_is_let_in_later(
    server: str, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis was away when the socket opened: the heartbeat makes good for it."""
    layer: Any = get_channel_layer()
    works = layer.group_add
    tries = 0

    async def group_add(group: str, channel: str) -> None:
        nonlocal tries
        if group.startswith("game."):
            tries += 1
            if tries == 1:
                raise ConnectionError("refused")
        await works(group, channel)

    monkeypatch.setattr(layer, "group_add", group_add)
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 0.3)
    with watch(server) as (browser, path, wire):
        wire.recv(timeout=10)
        monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 600)
        time.sleep(0.5)
        version = Game.objects.get().version
        assert browser.ask("POST", f"{path}roll", {"version": version}).status == 303
        while json.loads(wire.recv(timeout=10))["version"] != version + 1:
            pass
    assert tries == 2


@pytest.mark.socket
def test_all_sockets_of_a_game_share_one_channel(
    server: str, channel_layer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many watchers cost one subscription and one message per process; each hears of a version once."""
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 600)
    with watch(server) as (browser, path, wire):
        address = f"{server.replace('http', 'ws')}/ws{path}"
        with contextlib.ExitStack() as stack:
            wires = [wire, *(stack.enter_context(connect(address, proxy=None)) for _ in range(9))]
            for other in wires[1:]:
                other.recv(timeout=10)
            groups = get_channel_layer().groups  # type: ignore[union-attr]
            (channels,) = (groups[name] for name in groups if name.startswith("game."))
            assert len(channels) == 1
            for _roll in range(2):
                version = Game.objects.get().version
                browser.ask("POST", f"{path}roll", {"version": version})
                for other in wires:
                    assert json.loads(other.recv(timeout=10)) == {"version": version + 1}
