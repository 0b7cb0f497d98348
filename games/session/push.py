"""Notifies the browsers that watch a game of a new version. Must never fail or delay a move.

Watchers in this process are notified directly, those in others by the channel layer, if there is one.
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
# After a message that was not delivered in time, the next moves do not wait for theirs.
HURRY_SECONDS = 3.0
GIVE_UP_SECONDS = 10.0

Result = TypeVar("Result")
Listener = Callable[[int], object]

_hurry_until = 0.0
_tasks: set[asyncio.Task[None]] = set()  # event loops keep only weak references to tasks
_listeners: dict[str, tuple[asyncio.AbstractEventLoop, Listener]] = {}


def group(code: str) -> str:
    """Return the name of the channel group of a game's watchers."""
    return f"game.{code}"


def listen(code: str, listener: Listener) -> None:
    """Register a function that is called on the running loop with every new version made in this process."""
    _listeners[code] = asyncio.get_running_loop(), listener


def unlisten(code: str) -> None:
    """Remove the listener of a game."""
    _listeners.pop(code, None)


def announce(game: Game) -> None:
    """After the commit, send the game's version to all watchers."""
    transaction.on_commit(partial(_send, game.code, game.version), robust=True)


def in_background(what: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task on the running loop that nobody has to wait for."""
    task = asyncio.create_task(what)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


async def in_time(what: Awaitable[Result]) -> Result:
    """Wait a short time for the channel layer; raises TimeoutError."""
    return await asyncio.wait_for(what, TIMEOUT_SECONDS)


def _send(code: str, version: int) -> None:
    if code in _listeners:
        loop, listener = _listeners[code]
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(listener, version)
    if get_channel_layer() is not None:
        _send_to_other_processes(code, version)


def _send_to_other_processes(code: str, version: int) -> None:
    global _hurry_until
    hurry = time.monotonic() < _hurry_until
    try:
        settled = async_to_sync(_send_in_time)(code, version, 0 if hurry else TIMEOUT_SECONDS)
    except Exception as error:
        logger.warning("watchers of a game could not be told: %r", error)
        return
    if not (settled or hurry):
        _hurry_until = time.monotonic() + HURRY_SECONDS
        logger.warning("watchers of a game could not be told in time")


async def _send_in_time(code: str, version: int, seconds: float) -> bool:
    """Start to send; return whether that ended within these seconds. If not, it goes on in the background."""
    done, _late = await asyncio.wait({in_background(_deliver(code, version))}, timeout=seconds)
    return bool(done)


async def _deliver(code: str, version: int) -> None:
    message = {"type": "game.version", "version": version}
    try:
        async with asyncio.timeout(GIVE_UP_SECONDS):
            await get_channel_layer().group_send(group(code), message)
    except Exception as error:
        logger.warning("watchers of a game could not be told: %r", error)
