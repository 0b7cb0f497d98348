"""How processes tell each other about moves through Redis, made to stand its absence. No game knowledge."""

import asyncio
import uuid

from channels_redis.pubsub import RedisPubSubChannelLayer


class GroupLayer(RedisPubSubChannelLayer):
    """Redis is asked for groups only.

    The channel of a single room is a queue in this process: nobody sends to it from elsewhere, so a socket
    opens without Redis, too, and every room costs one subscription less.
    """

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a new channel of this process."""
        layer = self._get_layer()
        channel = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        layer.channels[channel] = asyncio.Queue()
        return channel
