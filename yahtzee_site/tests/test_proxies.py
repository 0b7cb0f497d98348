"""Which forwarded headers determine the address of a client."""

import pytest

from yahtzee_site.proxies import client_ip, is_trusted, mask

PROXY = ["10.0.0.0/8", "127.0.0.1"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "expected"),
    [
        ("192.0.2.7", "", [], "192.0.2.7"),
        ("192.0.2.7", "203.0.113.9", [], "192.0.2.7"),
        ("192.0.2.7", "203.0.113.9", PROXY, "192.0.2.7"),
        ("127.0.0.1", "203.0.113.9", PROXY, "203.0.113.9"),
        ("127.0.0.1", "6.6.6.6, 203.0.113.9, 10.1.2.3", PROXY, "203.0.113.9"),
        ("127.0.0.1", "6.6.6.6, nonsense, 10.1.2.3", PROXY, "10.1.2.3"),
        ("127.0.0.1", "", PROXY, "127.0.0.1"),
        ("127.0.0.1", "10.0.0.4, 10.0.0.5", PROXY, "10.0.0.4"),
        ("127.0.0.1", "203.0.113.9:4711", PROXY, "203.0.113.9"),
        ("127.0.0.1", '"[2001:db8::5]:4711"', PROXY, "2001:db8::5"),
        ("127.0.0.1", "2001:db8::5", PROXY, "2001:db8::5"),
        ("::ffff:127.0.0.1", "203.0.113.9", PROXY, "203.0.113.9"),
        ("", "203.0.113.9", ["unix"], "203.0.113.9"),
        ("", "203.0.113.9", PROXY, ""),
    ],
)
def test_client_ip(peer: str, forwarded: str, trusted: list[str], expected: str) -> None:
    assert client_ip(peer, forwarded, trusted) == expected


def test_unix_socket_is_trusted_only_by_name() -> None:
    assert is_trusted("", ["unix"])
    assert not is_trusted("", ["127.0.0.1"])
    assert not is_trusted("rubbish", ["unix"])


@pytest.mark.parametrize(
    ("address", "masked"),
    [
        ("192.0.2.77", "192.0.2.0"),
        ("2001:db8:1:2::7", "2001:db8:1::"),
        ("::ffff:192.0.2.77", "192.0.2.0"),
        ("", "-"),
        ("x\ny", "-"),
    ],
)
def test_mask(address: str, masked: str) -> None:
    assert mask(address) == masked
