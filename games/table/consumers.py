"""Sockets: tell watching browsers which version a game is at. No game data goes this way.

A browser gets the version when it connects, after every move and every few seconds; it fetches
the table itself. Each watched game has one room per process, whatever the number of sockets: with one
timer, and one channel to hear of moves in other processes.
"""

import asyncio
import json
import logging
from typing import Any, NoReturn

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import DatabaseError
from django.http.cookie import parse_cookie
from django.utils import timezone

from games.models import Seat
from games.session import housekeeping, push
from games.session.codes import read_code
from games.session.limits import Pace
from games.session.seats import SeatedGame, read_player, silent_seconds

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 10
SEND_SECONDS = 5
MAX_MESSAGE = 2048
MAX_MESSAGES, MESSAGES_SECONDS = 20, 10
# Why a socket was closed; the page opens another after all but the first.
NO_SUCH_GAME, TOO_LARGE, TOO_MANY, TRY_AGAIN_LATER = 4404, 4413, 4429, 1013


class Room:
    """The sockets of this process that watch one game."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.sockets: set[WatchConsumer] = set()
        self.version = 0
        self.layer = get_channel_layer()
        self.channel = ""
        self.joined = self.layer is None
        self.joining = asyncio.Lock()
        self.tasks = [asyncio.create_task(self._beat())]
        push.listen(code, self.hear)

    async def close(self) -> None:
        """End the timer, and hear no more."""
        push.unlisten(self.code)
        for task in self.tasks:
            task.cancel()
        if self.channel:
            try:
                await push.in_time(self.layer.group_discard(push.group(self.code), self.channel))
            except Exception as error:
                logger.warning("a room could not leave its group: %r", error)

    async def join(self) -> None:
        """Hear of moves in other processes, too; until that works the heartbeat alone brings them."""
        async with self.joining:
            if self.joined:
                return
            if not self.channel:
                self.channel = await self.layer.new_channel()
                self.tasks.append(asyncio.create_task(self._hear_others()))
            try:
                await push.in_time(self.layer.group_add(push.group(self.code), self.channel))
                self.joined = True
            except Exception as error:
                logger.warning("a room could not join its group: %r", error)

    async def _hear_others(self) -> None:
        while True:
            self.hear((await self.layer.receive(self.channel))["version"])

    def hear(self, version: int) -> None:
        """Pass a version on to everybody here, the first time it is heard of."""
        if version > self.version:
            self.version = version
            push.in_background(self._tell_all({"version": version}))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self.tell()
            except Exception as error:
                logger.warning("heartbeat of a game failed: %r", error)

    async def tell(self) -> None:
        """Send everybody here the version of the game and who is there; join if that did not work before."""
        await self.join()
        seats = {index for socket in self.sockets for index in socket.seats}
        news = await read_news(self.code, sorted(seats))
        if news is not None:
            await self._tell_all(news)

    async def _tell_all(self, news: dict[str, Any]) -> None:
        await asyncio.gather(*(self._tell_one(socket, news) for socket in tuple(self.sockets)))

    async def _tell_one(self, socket: "WatchConsumer", news: dict[str, Any]) -> None:
        """Send news to one socket; who is gone or reads nothing keeps nobody waiting, and hears no more."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_news(news)
        except Exception:
            self.sockets.discard(socket)


_rooms: dict[str, Room] = {}


@database_sync_to_async
def read_news(code: str, present_seats: list[int]) -> dict[str, Any] | None:
    """Return what a heartbeat says, noting that these seats' browsers are there."""
    seats = list(Seat.objects.watched(code))
    if not seats:
        return None
    now = timezone.now()
    game = seats[0].game
    if present_seats:
        housekeeping.seen(game_id=game.pk, seats=present_seats, now=now)
        for index in present_seats:
            seats[index].last_seen_at = now
    silent = silent_seconds(SeatedGame(game, seats, None), now)
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

    channel_layer_alias = "none"  # its room has the channel
    code: str = ""
    seats: list[int] = []
    pace: Pace

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Leave the room however the socket ends: some browsers go without a word, even ungreeted."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def connect(self) -> None:
        code = read_code(self.scope["url_route"]["kwargs"]["code"])
        headers = dict(self.scope["headers"])
        player = read_player(parse_cookie(headers.get(b"cookie", b"").decode("latin-1")))
        try:
            seats = await own_seats(code, player.hash if player else None) if code else None
        except DatabaseError as error:
            logger.warning("a socket could not be opened: %s", error)
            await self.accept()
            await self.show_out(TRY_AGAIN_LATER)
        if code is None or seats is None:
            await self.accept()
            await self.show_out(NO_SUCH_GAME)
        self.code, self.seats = code, seats
        self.pace = Pace(MAX_MESSAGES, MESSAGES_SECONDS)
        await self.accept()
        room = _rooms.get(code)
        if room is None:
            room = _rooms[code] = Room(code)
        room.sockets.add(self)
        await room.join()
        try:
            news = await read_news(code, seats)
        except DatabaseError as error:
            logger.warning("a socket could not be greeted: %s", error)
            await self.show_out(TRY_AGAIN_LATER)
        if news is not None:
            await self.send_news(news)

    async def show_out(self, code: int) -> NoReturn:
        """Close the socket; whatever still comes in is not read."""
        await self.close(code=code)
        raise StopConsumer

    async def leave(self) -> None:
        """Forget this socket, and the room with the last one."""
        if not self.code:
            return
        if room := _rooms.get(self.code):
            room.sockets.discard(self)
            if not room.sockets:
                del _rooms[self.code]
                await room.close()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Browsers have nothing to say here; whoever talks a lot is shown out."""
        size = len(bytes_data or b"") or len((text_data or "").encode())
        if size > MAX_MESSAGE:
            await self.show_out(TOO_LARGE)
        elif not self.pace.allows():
            await self.show_out(TOO_MANY)

    async def send_news(self, news: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(news))
