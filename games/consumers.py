"""Sockets: tell watching browsers which version a game is at. No game data goes this way.

A browser gets the version when it connects, after every move and every few seconds; it fetches
the table itself. Each watched game has one timer per process, whatever the number of sockets.
"""

import asyncio
import json
import logging
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http.cookie import parse_cookie
from django.utils import timezone

from games import play, present, push
from games.codes import read_code
from games.models import Seat
from games.seats import Table, read_player

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 10
MAX_MESSAGE = 2048


class Room:
    """The sockets of this process that watch one game."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.sockets: set[WatchConsumer] = set()
        self.timer = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self.tell()
            except Exception:
                logger.warning("heartbeat of a game failed", exc_info=True)

    async def tell(self) -> None:
        """Send everybody here the version of the game and who is there."""
        seats = {index for socket in self.sockets for index in socket.seats}
        news = await read_news(self.code, sorted(seats))
        if news is not None:
            for socket in tuple(self.sockets):
                await socket.send_news(news)


_rooms: dict[str, Room] = {}


@database_sync_to_async
def read_news(code: str, present_seats: list[int]) -> dict[str, Any] | None:
    """Return what a heartbeat says, noting that these seats' browsers are there."""
    seats = list(Seat.objects.filter(game__code=code).select_related("game").defer("game__moves"))
    if not seats:
        return None
    now = timezone.now()
    game = seats[0].game
    if present_seats:
        play.seen(game_id=game.pk, seats=present_seats, now=now)
        for index in present_seats:
            seats[index].last_seen_at = now
    silent = present.silent_seconds(Table(game, seats, None), now)
    return {"version": game.version, "silent": {str(seat): s for seat, s in silent.items()}}


@database_sync_to_async
def own_seats(code: str, player_hash: str | None) -> list[int] | None:
    """Return the seats of a browser in a game, None when there is no such game."""
    seats = list(Seat.objects.filter(game__code=code).values_list("index", "player_hash"))
    if not seats:
        return None
    return [index for index, owner in seats if player_hash and owner == player_hash]


class WatchConsumer(AsyncWebsocketConsumer):
    """One browser that watches one game."""

    code: str = ""
    seats: list[int] = []

    async def connect(self) -> None:
        code = read_code(self.scope["url_route"]["kwargs"]["code"])
        headers = dict(self.scope["headers"])
        player = read_player(parse_cookie(headers.get(b"cookie", b"").decode("latin-1")))
        seats = await own_seats(code, player.hash if player else None) if code else None
        if code is None or seats is None:
            await self.accept()
            await self.close(code=4404)
            return
        self.code, self.seats = code, seats
        await self._join_group()
        await self.accept()
        room = _rooms.get(code)
        if room is None:
            room = _rooms[code] = Room(code)
        room.sockets.add(self)
        news = await read_news(code, seats)
        if news is not None:
            await self.send_news(news)

    async def disconnect(self, code: int) -> None:
        room = _rooms.get(self.code)
        if room is None:
            return
        room.sockets.discard(self)
        if not room.sockets:
            room.timer.cancel()
            _rooms.pop(self.code, None)
        try:
            await self.channel_layer.group_discard(push.group(self.code), self.channel_name)
        except Exception:
            logger.warning("a socket could not leave its group", exc_info=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Browsers have nothing to say here; whoever talks a lot is shown out."""
        if len(text_data or bytes_data or "") > MAX_MESSAGE:
            await self.close(code=4413)

    async def send_news(self, news: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(news))

    async def game_version(self, event: dict[str, Any]) -> None:
        await self.send_news({"version": event["version"]})

    async def _join_group(self) -> None:
        """Join the group; without a working channel layer the heartbeat alone brings the news."""
        try:
            await self.channel_layer.group_add(push.group(self.code), self.channel_name)
        except Exception:
            logger.warning("a socket could not join its group", exc_info=True)
