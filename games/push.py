"""Tells the browsers that watch a game that there is something new. May never fail or delay a move."""

import asyncio
import logging
import time
from collections.abc import Awaitable
from functools import partial
from typing import TypeVar

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game

logger = logging.getLogger(__name__)

TIMEOUT_SECONDS = 0.5
# After a message that did not get through in time, the next moves wait for nothing: pages ask by themselves.
SILENT_SECONDS = 3.0

_silent_until = 0.0
Result = TypeVar("Result")


def group(code: str) -> str:
    """Return the name of the channel group of everybody who watches this game."""
    return f"game.{code}"


def announce(game: Game) -> None:
    """After the commit, send the game's version to everybody who watches it."""
    transaction.on_commit(partial(_send, game.code, game.version), robust=True)


async def in_time(what: Awaitable[Result]) -> Result:
    """Wait for the channel layer, but not for long; raises TimeoutError."""
    return await asyncio.wait_for(what, TIMEOUT_SECONDS)


def _send(code: str, version: int) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        async_to_sync(_tell)(code, version)
    except TimeoutError:
        _silent_until = time.monotonic() + SILENT_SECONDS
        logger.warning("watchers of a game could not be told in time")
    except Exception as error:
        logger.warning("watchers of a game could not be told: %s", error)


async def _tell(code: str, version: int) -> None:
    await in_time(get_channel_layer().group_send(group(code), {"type": "game.version", "version": version}))
