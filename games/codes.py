"""Game codes: ten characters that can be read out loud, in any case, with blanks or as a link."""

import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 10
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_IN_LINK = re.compile(r"/g/([^/?#]+)")


def new_code() -> str:
    """Return an unpredictable code (49 bits)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


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
