"""Rate limits per browser and per address. Knows no page and no game.

Counts are in Redis if there is one, so that all processes count together; otherwise, and while Redis does not
answer, each process counts alone. Addresses are stored as keyed hashes, for the length of a time window.
"""

import ipaddress
import logging
import math
import time
from collections import deque
from functools import lru_cache

from django.conf import settings
from django.utils.crypto import salted_hmac
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage, Storage
from limits.strategies import MovingWindowRateLimiter

logger = logging.getLogger(__name__)

OFF = "off"
_WITHOUT_REDIS_SECONDS = 5.0
_REDIS_TIMEOUT_SECONDS = 0.3
_CLOCKS_DIFFER_SECONDS = 5  # between the machines that count in one Redis
# When the whole site gets too many wrong codes, an address is refused after this number of its own.
WRONG_CODES_UNDER_ATTACK = 3


class TooMany(Exception):
    """A limit was exceeded. ``reason`` names the sentence, ``retry_after`` the seconds to wait."""

    status = 429

    def __init__(self, reason: str, retry_after: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after


def check_new_game(*, address: str, open_games: int) -> None:
    """Count a new game of an address; TooMany for too many, or when the browser has too many open games."""
    if 0 < settings.LIMIT_OPEN_GAMES <= open_games:
        raise TooMany("too_many_open", 3600)
    _count(settings.LIMIT_NEW_GAMES, "new-game", address, "too_many_new")


def check_new_link(*, address: str) -> None:
    """Count a link to another device made from this address; TooMany when there are too many."""
    _count(settings.LIMIT_DEVICE_LINKS, "device-link", address, "too_many_links")


def count_wrong_code(*, address: str, code: str) -> None:
    """Count a code without a game; TooMany for an address that has tried too many.

    The same one again (the open page of a deleted game) does not count. Right codes are never asked about.
    """
    limit = _limit(settings.LIMIT_WRONG_CODES)
    if limit is None:
        return
    key = _address_key(address)
    site = _limit(settings.LIMIT_WRONG_CODES_SITE)
    left = _counter.left(limit, "wrong-code", key)
    strict = left <= limit.amount - WRONG_CODES_UNDER_ATTACK
    if left == 0 or (strict and site and _counter.left(site, "wrong-code-site") == 0):
        raise TooMany("too_many_codes", _counter.seconds_left(limit, "wrong-code", key))
    once = type(limit)(1, limit.multiples)
    if _counter.hit(once, "this-wrong-code", key, _digest(code)):
        _counter.hit(limit, "wrong-code", key)
        if site:
            _counter.hit(site, "wrong-code-site")


class Pace:
    """A limit of messages within some seconds, for one connection."""

    def __init__(self, messages: int, seconds: float) -> None:
        self.times: deque[float] = deque(maxlen=messages)
        self.seconds = seconds

    def allows(self, now: float | None = None) -> bool:
        """Count one message; return whether it is within the limit."""
        now = time.monotonic() if now is None else now
        full = len(self.times) == self.times.maxlen
        allowed = not full or now - self.times[0] >= self.seconds
        self.times.append(now)
        return allowed


# --- inside ---------------------------------------------------------------------------------------


class _Counter:
    """Counts in Redis, or in this process while Redis is missing."""

    def __init__(self) -> None:
        self.own = MovingWindowRateLimiter(MemoryStorage())
        self.shared: MovingWindowRateLimiter | None = None
        self.url = ""
        self.without_until = 0.0

    def _strategies(self) -> list[MovingWindowRateLimiter]:
        if self.url != settings.REDIS_URL:
            self.url = settings.REDIS_URL
            self.shared = MovingWindowRateLimiter(_redis(self.url)) if self.url else None
        if self.shared is None or time.monotonic() < self.without_until:
            return [self.own]
        return [self.shared, self.own]

    def _ask(self, question: str, limit: RateLimitItem, key: tuple[str, ...]) -> object:
        for strategy in self._strategies():
            try:
                return getattr(strategy, question)(limit, *key)
            except Exception as error:
                if strategy is self.own:
                    raise
                self.without_until = time.monotonic() + _WITHOUT_REDIS_SECONDS
                logger.warning("limits are counted without Redis: %s", error)
        return None

    def hit(self, limit: RateLimitItem, *key: str) -> bool:
        """Count one event; False when it is over the limit."""
        if self._ask("hit", limit, key):
            return True
        self._stats(limit, key)
        return bool(self._ask("hit", limit, key))

    def left(self, limit: RateLimitItem, *key: str) -> int:
        """Return how many events are left within the limit."""
        return self._stats(limit, key)[1]

    def seconds_left(self, limit: RateLimitItem, *key: str) -> int:
        """Return the seconds until one more event is allowed, at least 1."""
        return max(1, math.ceil(self._stats(limit, key)[0] - time.time()))

    def _stats(self, limit: RateLimitItem, key: tuple[str, ...]) -> tuple[float, int]:
        """Return when the first event is forgotten, and how many are left; forget events of the future.

        Those were counted before a wrong clock was set right, and would lock an address out until then.
        """
        found = self._ask("get_window_stats", limit, key)
        assert isinstance(found, tuple)
        if float(found[0]) > time.time() + limit.get_expiry() + _CLOCKS_DIFFER_SECONDS:
            self._ask("clear", limit, key)
            return time.time(), limit.amount
        return float(found[0]), int(found[1])

    def forget(self) -> None:
        """Forget what this process has counted. For tests."""
        self.own.storage.reset()


def _redis(url: str) -> Storage:
    return RedisStorage(
        url,
        key_prefix=f"{settings.REDIS_PREFIX}-limits",
        socket_timeout=_REDIS_TIMEOUT_SECONDS,
        socket_connect_timeout=_REDIS_TIMEOUT_SECONDS,
    )


_counter = _Counter()
forget = _counter.forget


def _count(setting: str, what: str, address: str, reason: str) -> None:
    """Count one event of an address; TooMany when that is over the limit of the setting."""
    limit = _limit(setting)
    key = _address_key(address)
    if limit and not _counter.hit(limit, what, key):
        raise TooMany(reason, _counter.seconds_left(limit, what, key))


@lru_cache(maxsize=16)
def _limit(text: str) -> RateLimitItem | None:
    """Return the limit in a setting such as ``30 per 10 minutes``, None when it is off."""
    return None if text == OFF else parse(text)


def _address_key(address: str) -> str:
    """Return the key of an address. IPv6 addresses count by their /64, since one user has all of it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return _digest(address)
    if found.version == 6:
        return _digest(str(ipaddress.ip_network(f"{found}/64", strict=False)))
    return _digest(str(found))


def _digest(text: str) -> str:
    return salted_hmac("games.limits", text, algorithm="sha256").hexdigest()[:32]
