"""Tells whether this process hears at once of moves made in other processes. If not, pages have to ask.

With a channel layer it does as long as a message to itself comes back; that it could subscribe once says
little. Without one it does while it is the only process, which can be known of those on one SQLite file.
"""

import asyncio
import contextlib
import fcntl
import logging
import os
import secrets
import uuid
from collections.abc import Callable, Coroutine
from typing import Any

from channels.layers import get_channel_layer
from django.db import connection

from games.session import push

logger = logging.getLogger(__name__)

CHECK_SECONDS = 0.5
PATIENCE_SECONDS = 0.8


class Processes:
    """The processes that use one SQLite file: each locks one byte of a file beside it, until it ends."""

    def __init__(self, database: str) -> None:
        self.file = os.open(f"{database}-processes", os.O_RDWR | os.O_CREAT, 0o600)
        self.place = secrets.randbelow(2**31) + 1
        fcntl.lockf(self.file, fcntl.LOCK_EX, 1, self.place)

    def are_one(self) -> bool:
        """Tell whether there is no process but this one; its own lock is not in its way."""
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # all of it
        except OSError:
            return False
        fcntl.lockf(self.file, fcntl.LOCK_UN, self.place, 0)
        fcntl.lockf(self.file, fcntl.LOCK_UN, 0, self.place + 1)
        return True


_processes: dict[str, Processes] = {}  # by database; closing the file would give the lock up


def is_alone() -> bool:
    """Tell whether no other process can make moves; False if nobody knows. Makes this process known."""
    database = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite":
        return False  # there may be others on other machines
    if ":memory:" in database or "mode=memory" in database:
        return True
    try:
        if database not in _processes:
            _processes[database] = Processes(database)
        return _processes[database].are_one()
    except OSError:  # a full disk, for example
        return False


class Reach:
    """Looks all the time whether moves of other processes arrive here; calls `changed` after a change."""

    def __init__(self, changed: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.arrive = False
        self.known = asyncio.Event()
        self.changed = changed
        self.layer = get_channel_layer()
        self.group = f"reach.{uuid.uuid4().hex}"
        self.channel = ""
        self.joined = False
        self.number = 0
        self.heard = asyncio.Event()
        self.tasks = [asyncio.create_task(self._watch())]

    async def close(self) -> None:
        """Stop looking."""
        for task in self.tasks:
            task.cancel()
        if self.joined:
            with contextlib.suppress(Exception):
                await push.in_time(self.layer.group_discard(self.group, self.channel))

    async def _watch(self) -> None:
        while True:
            before, self.arrive = self.arrive, await self._check()
            if self.known.is_set() and self.arrive != before:
                logger.warning("moves of other processes %s", "arrive" if self.arrive else "do not arrive")
                push.in_background(self.changed())
            self.known.set()
            await asyncio.sleep(CHECK_SECONDS)

    async def _check(self) -> bool:
        if self.layer is None:
            return is_alone()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._hears_itself()
        except Exception:  # Redis is away, in one of many ways
            return False

    async def _hears_itself(self) -> bool:
        if not self.channel:
            self.channel = await self.layer.new_channel()
            self.tasks.append(asyncio.create_task(self._receive()))
        if not self.joined:
            await self.layer.group_add(self.group, self.channel)
            self.joined = True
        self.number += 1
        self.heard.clear()
        await self.layer.group_send(self.group, {"type": "reach", "number": self.number})
        return await self.heard.wait()

    async def _receive(self) -> None:
        while True:
            if (await self.layer.receive(self.channel))["number"] == self.number:
                self.heard.set()
