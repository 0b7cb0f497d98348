"""The channel layer through which processes notify each other by Redis; works while Redis is away."""

import asyncio
import uuid

from channels_redis.pubsub import RedisPubSubChannelLayer


class GroupLayer(RedisPubSubChannelLayer):
    """A channel layer that uses Redis for groups only.

    The channel of a game's watchers is a queue in this process, since no other process sends to it. So
    sockets can be opened without Redis, and every watched game needs one subscription less.
    """

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a new channel of this process."""
        layer = self._get_layer()
        channel = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        layer.channels[channel] = asyncio.Queue()
        return channel
