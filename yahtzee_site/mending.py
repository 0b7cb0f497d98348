"""Mends links that were damaged on their way: what messengers, mails and texts append to an address.

Asked only for addresses that lead nowhere; asks no database.
"""

import re
from urllib.parse import unquote

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.urls.base import get_script_prefix

from games.session.codes import read_code

_LONGEST = 300
# Punctuation, brackets and quotes around a link, and what begins with one of them (`&utm_source=…`).
_CUT = re.compile(r"[^\w/.:~-].*", re.DOTALL)
_END = re.compile(r"[\W_]+$")
_GAME = re.compile(r"/+g(?:/+(.*))?$", re.IGNORECASE | re.DOTALL)
_CODE_ALONE = re.compile(r"\W*([^/]*?)[\W_]*", re.DOTALL)
_TEN = 10  # letters of a code
_STICKS = re.compile(r"[A-Za-z0-9]{10}[^\W\d]{1,12}")


def mended(request: HttpRequest) -> str | None:
    """Return the address that a link to this site meant, None when there is none.

    `/rules/yatzy/).` leads to `/rules/yatzy/`, `/g/ABCDEFGHJK/&utm_source=x` to the game.
    """
    path = unquote(request.path_info)
    if len(path) > _LONGEST:
        return None
    game = _GAME.match(path)
    rest = _CODE_ALONE.fullmatch(game[1] or "") if game else None
    if rest and (code := read_code(rest[1]) or _with_a_word(rest[1])):
        found = f"{get_script_prefix()}g/{code}/"
        if found != request.path:
            return found
    plain = _END.sub("", _CUT.sub("", path.lstrip("/")))
    plain = re.sub(r"/{2,}", "/", re.sub(r"^G/", "g/", plain))
    for candidate in (f"/{plain}/", f"/{plain}") if plain else ("/",):
        if candidate != request.path_info and _is_page(candidate):
            return get_script_prefix().rstrip("/") + candidate
    return None


def _with_a_word(text: str) -> str | None:
    """Return the code at the beginning of a text, to whose end a word sticks."""
    return read_code(text[:_TEN]) if _STICKS.fullmatch(text) else None


def typed_code(request: HttpRequest) -> str | None:
    """Return what can be read of a code in an address, None where it has to do with no game.

    Somebody who has only the code may type it behind the name of the site, or behind another page.
    """
    path = unquote(request.path_info)[:_LONGEST]
    found = _GAME.match(path)
    if found is None:
        last = _END.sub("", path).rpartition("/")[2]
        return read_code(last) if any(char.isdigit() for char in last) or last.isupper() else None
    return re.sub(r"[^\w-]", "", (found[1] or "").split("/")[0])[: 2 * _TEN].upper()


def _is_page(path: str) -> bool:
    try:
        match = resolve(path)
    except Resolver404:
        return False
    return match.url_name not in {None, "take"}
