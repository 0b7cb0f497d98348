"""Game codes: ten characters, accepted in upper or lower case, with blanks, or inside a link."""

import re
import secrets
import unicodedata
from urllib.parse import unquote

from django.utils.crypto import salted_hmac

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 10
CANONICAL = f"[{ALPHABET}]{{{LENGTH}}}"
"""A code as pages write it, as a regular expression."""
_CODE = re.compile(CANONICAL)
_GAP = r"[\s\-–—_.]"
_IN_TEXT = re.compile(rf"(?<!\w)([{ALPHABET}]{{5}}){_GAP}*([{ALPHABET}]{{5}})(?!\w)")
_IN_LINK = re.compile(r"/g/([^/?#&]+)")
# What messengers put between letters and around links.
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def new_code() -> str:
    """Return an unpredictable code (49 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_for(text: str) -> str:
    """Return the code that belongs to a text, unpredictable without the secret key of the site."""
    number = int.from_bytes(salted_hmac("games.codes", text, algorithm="sha256").digest(), "big")
    letters = []
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def read_code(text: str) -> str | None:
    """Return the code in a typed or pasted text, the last of several, None when there is none.

    >>> read_code(" abcde-fgh jk "), read_code("https://example.org/spiele/g/ABCDEFGHJK/?x=1")
    ('ABCDEFGHJK', 'ABCDEFGHJK')
    >>> read_code("(Code ABCDE-FGHJK)")
    'ABCDEFGHJK'
    >>> read_code("https://messenger.example/?u=https%3A%2F%2Fexample.org%2Fg%2FABCDEFGHJK%2F&h=x")
    'ABCDEFGHJK'
    """
    if _CODE.fullmatch(text):
        return text
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", unquote(text[:500])))
    if link := _IN_LINK.search(text):
        text = link.group(1)
    text = text.upper()
    code = re.sub(_GAP, "", text)
    if _CODE.fullmatch(code):
        return code
    found = _IN_TEXT.findall(text)
    return "".join(found[-1]) if found else None


def spaced(code: str) -> str:
    """Return the code as it is shown, in two groups.

    >>> spaced("ABCDEFGHJK")
    'ABCDE-FGHJK'
    """
    return f"{code[:5]}-{code[5:]}"
