"""The secret of a link to another device, and the token encrypted by it. No database, no page."""

import hashlib
import secrets

_SALT = b"games.handovers"


def new_secret() -> str:
    """Return 128 random bits as text for an address."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """Return the digest of a secret, which is what the database stores."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seal(token: str, secret: str) -> str:
    """Return a token (up to 64 ASCII characters), encrypted by the secret."""
    return _mix(token.encode(), secret).hex()


def unseal(sealed: str, secret: str) -> str:
    """Return the decrypted token."""
    return _mix(bytes.fromhex(sealed), secret).decode()


def _mix(text: bytes, secret: str) -> bytes:
    """XOR a text with a one-time pad derived from the secret; doing it twice returns the text."""
    pad = hashlib.sha512(_SALT + secret.encode()).digest()
    return bytes(one ^ other for one, other in zip(text, pad, strict=False))
