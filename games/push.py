"""Tells the browsers that watch a game that there is something new. May never fail a move."""

import logging
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game

logger = logging.getLogger(__name__)


def group(code: str) -> str:
    """Return the name of the channel group of everybody who watches this game."""
    return f"game.{code}"


def announce(game: Game) -> None:
    """After the commit, send the game's version to everybody who watches it."""
    transaction.on_commit(partial(_send, game.code, game.version), robust=True)


def _send(code: str, version: int) -> None:
    try:
        send = async_to_sync(get_channel_layer().group_send)
        send(group(code), {"type": "game.version", "version": version})
    except Exception:
        logger.warning("watchers of a game could not be told", exc_info=True)
