"""Websockets that tell watching browsers the version of a game; they carry no game data.

A browser gets the version when it connects, after every move and every few seconds, and is told whether it
will hear of every move; it fetches the table itself. Each watched game has one Watchers object per process,
whatever the number of sockets: with one timer, and one channel for moves made in other processes.
"""

import asyncio
import contextlib
import json
import logging
from typing import Any, NoReturn

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import DatabaseError
from django.utils import timezone

from games.models import Seat
from games.session import push, signs
from games.session.codes import read_code
from games.session.limits import Pace
from games.session.reach import Reach
from games.session.seats import SeatedGame, read_players, silent_seconds

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 8  # a page waits eleven for it (static/js/table/socket.js)
SEND_SECONDS = 5
MAX_MESSAGE = 2048
MAX_MESSAGES, MESSAGES_SECONDS = 20, 10
# Close codes; the page reconnects after all but the first.
NO_SUCH_GAME, TOO_LARGE, TOO_MANY, TRY_AGAIN_LATER = 4404, 4413, 4429, 1013


class Watchers:
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
        push.listen(code, self.on_version)

    async def close(self) -> None:
        """Stop the timer, and leave the channel group."""
        push.unlisten(self.code)
        for task in self.tasks:
            task.cancel()
        if self.channel:
            try:
                await push.in_time(self.layer.group_discard(push.group(self.code), self.channel))
            except Exception as error:
                logger.warning("watchers of a game could not leave their group: %r", error)

    @property
    def hears_all(self) -> bool:
        """Whether moves of other processes reach these sockets."""
        return self.joined and _reach is not None and _reach.arrive

    async def join(self) -> None:
        """Join the channel group for moves of other processes; until then only the heartbeat reports them."""
        async with self.joining:
            if self.joined:
                return
            if not self.channel:
                self.channel = await self.layer.new_channel()
                self.tasks.append(asyncio.create_task(self._receive()))
            try:
                await push.in_time(self.layer.group_add(push.group(self.code), self.channel))
                self.joined = True
            except Exception as error:
                logger.warning("watchers of a game could not join their group: %r", error)

    async def _receive(self) -> None:
        while True:
            self.on_version((await self.layer.receive(self.channel))["version"])

    def on_version(self, version: int) -> None:
        """Send a new version to all sockets, unless it has been sent already."""
        if version > self.version:
            self.version = version
            push.in_background(self._send_to_all({"version": version}))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self.send_status()
            except Exception as error:
                logger.warning("heartbeat of a game failed: %r", error)

    async def send_status(self) -> None:
        """Send all sockets what a greeting says, too; retry joining the group if that failed."""
        if _reach and _reach.arrive:  # or it would fail, after a while
            await self.join()
        seats = {index for socket in self.sockets for index in socket.seats}
        message = await read_status(self.code, sorted(seats))
        if message is not None:
            await self._send_to_all({**message, "pushes": self.hears_all})

    async def _send_to_all(self, message: dict[str, Any]) -> None:
        """Send a message to all sockets; drop those where that fails or is too slow."""
        text = json.dumps(message)
        sending = {asyncio.create_task(socket.send_text(text)): socket for socket in self.sockets}
        if not sending:
            return
        _sent, late = await asyncio.wait(sending, timeout=SEND_SECONDS)
        for task, socket in sending.items():
            if task in late:
                task.cancel()
            if task in late or task.exception():
                self.sockets.discard(socket)


_watchers: dict[str, Watchers] = {}
_reach: Reach | None = None  # while there are watchers


async def send_status_to_all() -> None:
    """Send a heartbeat to the sockets of all games."""
    for watchers in tuple(_watchers.values()):
        with contextlib.suppress(DatabaseError):  # the next heartbeat makes good for it
            await watchers.send_status()


@database_sync_to_async
def read_status(code: str, present_seats: list[int]) -> dict[str, Any] | None:
    """Return the message of a heartbeat, and store that the browsers of these seats are online."""
    seats = list(Seat.objects.watched(code))
    if not seats:
        return None
    now = timezone.now()
    game = seats[0].game
    signs.note((seats[index] for index in present_seats), now)
    silent = silent_seconds(SeatedGame(game, seats, None), now)
    return {"version": game.shown_version, "silent": {str(seat): s for seat, s in silent.items()}}


@database_sync_to_async
def own_seats(code: str, players: list[str]) -> list[int] | None:
    """Return the seats of a browser in a game, as the first of its players with one; None without a game."""
    seats = list(Seat.objects.filter(game__code=code).values_list("index", "player_hash"))
    if not seats:
        return None
    owners = {owner for _index, owner in seats}
    you = next((player for player in players if player in owners), None)
    return [index for index, owner in seats if you and owner == you]


class WatchConsumer(AsyncWebsocketConsumer):
    """One browser that watches one game."""

    channel_layer_alias = "none"  # the channel belongs to Watchers
    code: str = ""
    seats: list[int] = []
    pace: Pace

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Leave the watchers however the socket ends: some browsers disconnect without closing it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def connect(self) -> None:
        code = read_code(self.scope["url_route"]["kwargs"]["code"])
        headers = dict(self.scope["headers"])
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        players = [player.hash for player in read_players(cookies)]
        try:
            seats = await own_seats(code, players) if code else None
        except DatabaseError as error:
            logger.warning("a socket could not be opened: %s", error)
            await self.accept()
            await self.shut(TRY_AGAIN_LATER)
        if code is None or seats is None:
            await self.accept()
            await self.shut(NO_SUCH_GAME)
        self.code, self.seats = code, seats
        self.pace = Pace(MAX_MESSAGES, MESSAGES_SECONDS)
        await self.accept()
        watchers = _watchers.get(code)
        if watchers is None:
            watchers = _watchers[code] = Watchers(code)
        watchers.sockets.add(self)
        global _reach
        if _reach is None:
            _reach = Reach(send_status_to_all)
        await asyncio.gather(watchers.join(), _reach.known.wait())
        try:
            message = await read_status(code, seats)
        except DatabaseError as error:
            logger.warning("a socket could not be greeted: %s", error)
            await self.shut(TRY_AGAIN_LATER)
        if message is not None:
            await self.send_text(json.dumps({**message, "pushes": watchers.hears_all}))

    async def shut(self, code: int) -> NoReturn:
        """Close the socket and stop reading."""
        await self.close(code=code)
        raise StopConsumer

    async def leave(self) -> None:
        """Remove this socket from the watchers, and the watchers with the last socket."""
        global _reach
        if not self.code:
            return
        if watchers := _watchers.get(self.code):
            watchers.sockets.discard(self)
            if not watchers.sockets:
                del _watchers[self.code]
                reach = None
                if not _watchers:
                    reach, _reach = _reach, None
                await watchers.close()
                if reach:
                    await reach.close()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages of browsers, but close the socket after too many or too large ones."""
        size = len(bytes_data or b"") or len((text_data or "").encode())
        if size > MAX_MESSAGE:
            await self.shut(TOO_LARGE)
        elif not self.pace.allows():
            await self.shut(TOO_MANY)

    async def send_text(self, text: str) -> None:
        """Send a text as it is, past the layers of channels: with every move, to all."""
        await self.base_send({"type": "websocket.send", "text": text})
