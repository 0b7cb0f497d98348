"""Game codes: ten characters that can be read out loud, in any case, with blanks or as a link."""

import re
import secrets

from django.utils.crypto import salted_hmac

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 10
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_IN_LINK = re.compile(r"/g/([^/?#]+)")


def new_code() -> str:
    """Return an unpredictable code (49 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_for(text: str) -> str:
    """Return the code that belongs to a text, unpredictable for whoever does not know the site's key."""
    number = int.from_bytes(salted_hmac("games.codes", text, algorithm="sha256").digest(), "big")
    letters = []
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def read_code(text: str) -> str | None:
    """Return the code somebody typed or pasted, None when there is none in it.

    >>> read_code(" abcde-fgh jk "), read_code("https://example.org/spiele/g/ABCDEFGHJK/?x=1")
    ('ABCDEFGHJK', 'ABCDEFGHJK')
    """
    text = text[:500]
    if link := _IN_LINK.search(text):
        text = link.group(1)
    code = re.sub(r"[\s\-–—_.]+", "", text).upper()
    return code if _CODE.fullmatch(code) else None


def spaced(code: str) -> str:
    """Return the code as shown to people, in two groups.

    >>> spaced("ABCDEFGHJK")
    'ABCDE-FGHJK'
    """
    return f"{code[:5]}-{code[5:]}"
