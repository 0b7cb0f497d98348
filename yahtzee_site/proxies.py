"""Finds the address of a client behind proxies. Pure functions; callers read the settings."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

UNIX = "unix"
_LONGEST = 64
"""Characters of an entry: an IPv6 address with its zone, brackets, quotes and port."""


@lru_cache(maxsize=64)
def _networks(trusted: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(entry, strict=False) for entry in trusted if entry != UNIX)


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Like `_read`, whose results are remembered, for texts of a length that an address can have."""
    return _read(text) if len(text) <= _LONGEST else None


@lru_cache(maxsize=1024)
def _read(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in one entry of X-Forwarded-For (`1.2.3.4`, `1.2.3.4:56`, `[::1]:56`), or None."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return address.ipv4_mapped
    return address


def is_trusted(peer: str, trusted: Iterable[str]) -> bool:
    """Tell whether `peer` (an address, or empty for a unix socket) is one of the trusted proxies."""
    return _is_trusted(peer, tuple(trusted))


@lru_cache(maxsize=1024)
def _is_trusted(peer: str, entries: tuple[str, ...]) -> bool:
    address = _parse(peer)
    if address is None:
        return UNIX in entries and not peer
    return any(address in network for network in _networks(entries))


def client_ip(peer: str, forwarded_for: str, trusted: Iterable[str]) -> str:
    """Return the client's address: the peer, or the right-most untrusted entry of X-Forwarded-For.

    Entries further left can be forged by the client, so they are ignored.
    """
    entries = tuple(trusted)
    if not is_trusted(peer, entries):
        return str(_parse(peer) or peer)
    nearest = str(_parse(peer) or "")
    for entry in reversed(forwarded_for.split(",")):
        address = _parse(entry)
        if address is None:
            break
        nearest = str(address)
        if not is_trusted(nearest, entries):
            break
    return nearest


@lru_cache(maxsize=1024)
def mask(ip: str) -> str:
    """Return an address without its last part (`192.0.2.0`, `2001:db8:1::`), for logs."""
    address = _parse(ip)
    if address is None:
        return "-"
    bits = 24 if address.version == 4 else 48
    return str(ip_network(f"{address}/{bits}", strict=False).network_address)
