"""The secret of a link to another device, and what it seals. Knows no page and no database."""

import hashlib
import secrets

_SALT = b"games.handovers"


def new_secret() -> str:
    """Return 128 bits by chance, fit for an address."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """Return what the database keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seal(token: str, secret: str) -> str:
    """Return a token (up to 64 ASCII characters) in a form that says nothing without the secret."""
    return _mix(token.encode(), secret).hex()


def unseal(sealed: str, secret: str) -> str:
    """Return the token again."""
    return _mix(bytes.fromhex(sealed), secret).decode()


def _mix(text: bytes, secret: str) -> bytes:
    """Combine a text with a pad that belongs to this secret alone; twice gives the text again."""
    pad = hashlib.sha512(_SALT + secret.encode()).digest()
    return bytes(one ^ other for one, other in zip(text, pad, strict=False))
