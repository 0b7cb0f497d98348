"""Tells the browsers that watch a game that there is something new. May never fail or delay a move.

Those of this process hear it from here, those of others through the channel layer, where there is one.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game

logger = logging.getLogger(__name__)

TIMEOUT_SECONDS = 0.5
# After a message that did not get through in time, the next moves send theirs without waiting for them.
HURRY_SECONDS = 3.0
GIVE_UP_SECONDS = 10.0

Result = TypeVar("Result")
Listener = Callable[[int], object]

_hurry_until = 0.0
_on_the_way: set[asyncio.Task[None]] = set()  # a loop alone does not keep its tasks
_listeners: dict[str, tuple[asyncio.AbstractEventLoop, Listener]] = {}


def group(code: str) -> str:
    """Return the name of the channel group of everybody who watches this game."""
    return f"game.{code}"


def listen(code: str, listener: Listener) -> None:
    """From now on call this, on the running loop, with every version the game gets in this process."""
    _listeners[code] = asyncio.get_running_loop(), listener


def unlisten(code: str) -> None:
    """Take the listener of this game away."""
    _listeners.pop(code, None)


def announce(game: Game) -> None:
    """After the commit, send the game's version to everybody who watches it."""
    transaction.on_commit(partial(_send, game.code, game.version), robust=True)


def in_background(what: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Begin this on the running loop; nobody needs to wait for it."""
    task = asyncio.create_task(what)
    _on_the_way.add(task)
    task.add_done_callback(_on_the_way.discard)
    return task


async def in_time(what: Awaitable[Result]) -> Result:
    """Wait for the channel layer, but not for long; raises TimeoutError."""
    return await asyncio.wait_for(what, TIMEOUT_SECONDS)


def _send(code: str, version: int) -> None:
    if code in _listeners:
        loop, listener = _listeners[code]
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(listener, version)
    if get_channel_layer() is not None:
        _send_elsewhere(code, version)


def _send_elsewhere(code: str, version: int) -> None:
    global _hurry_until
    hurry = time.monotonic() < _hurry_until
    try:
        settled = async_to_sync(_tell)(code, version, 0 if hurry else TIMEOUT_SECONDS)
    except Exception as error:
        logger.warning("watchers of a game could not be told: %r", error)
        return
    if not (settled or hurry):
        _hurry_until = time.monotonic() + HURRY_SECONDS
        logger.warning("watchers of a game could not be told in time")


async def _tell(code: str, version: int, seconds: float) -> bool:
    """Start telling, and return whether that was settled within so many seconds; otherwise it goes on."""
    done, _late = await asyncio.wait({in_background(_deliver(code, version))}, timeout=seconds)
    return bool(done)


async def _deliver(code: str, version: int) -> None:
    message = {"type": "game.version", "version": version}
    try:
        async with asyncio.timeout(GIVE_UP_SECONDS):
            await get_channel_layer().group_send(group(code), message)
    except Exception as error:
        logger.warning("watchers of a game could not be told: %r", error)
