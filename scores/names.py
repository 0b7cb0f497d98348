"""Cleans names of players, and decides which names must wait for a moderator.

Pure functions without a database, also used by `games`. Words and letters are in `scores/data`.
"""

import unicodedata
from typing import Literal, NamedTuple

import regex

from scores.lookalikes import mixes_scripts
from scores.wordlist import is_offensive

MAX_GRAPHEMES = 20
MAX_LENGTH = 320  # code points of the longest cleaned name: 20 graphemes of 16 each
_LONGEST_CLUSTER = 16  # the longest emoji in use has 10
_LONGEST_INPUT = (
    640  # code points that are looked at, before and after they are normalised: twice the longest name
)
_MARKS = 2  # accents on one letter: enough for Vietnamese, too few to cover other lines
_MARKS_ELSEWHERE = 3  # Hebrew points, Arabic signs, polytonic Greek, Indic vowels

_UNIT = (
    r"(?:(?!\p{Cn})\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?"
    r"(?:[\U000E0020-\U000E007E]{1,8}\U000E007F)?)"
)
_PIECE = regex.compile(
    rf"(?P<emoji>{_UNIT}(?:\u200D{_UNIT}){{0,4}}|\p{{RI}}\p{{RI}}|[0-9#*]\uFE0F?\u20E3)"
    r"|(?P<blank>[\s\u2800]+)|(?P<text>\X)"
)
# Control, format (bidi, zero width), private, unassigned; invisible letters and fillers; enclosing marks.
_DROPPED = regex.compile(r"[\p{C}\p{Default_Ignorable_Code_Point}\p{Me}\uFFFC\uFFFD\U0001D159]")
_MARK = regex.compile(r"\p{M}")
_BASE = regex.compile(r"[\p{L}\p{N}]")
_FEW_MARKS = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Common}]")
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
_ACUTE = str.maketrans({"\u00b4": "'"})  # O´Brien; NFKC would make it a blank with an accent


class Verdict(NamedTuple):
    """The decision about a name, and its reason: `mixed_script`, `word` or empty."""

    decision: Literal["ok", "held"]
    reason: str


def _limit_marks(cluster: str) -> str:
    """Return one grapheme without marks that have no base letter or are too many."""
    kept: list[str] = []
    allowed, last = 0, ""
    for char in cluster:
        if not _MARK.match(char):
            # A composed letter such as "ệ" already carries marks of its own.
            carried = len(_MARK.findall(unicodedata.normalize("NFD", char)))
            most = _MARKS if _FEW_MARKS.match(char) else _MARKS_ELSEWHERE
            allowed = max(0, most - carried) if _BASE.match(char) else 0
            kept.append(char)
        elif allowed and char != last:
            kept.append(char)
            allowed -= 1
        last = char
    return "".join(kept)[:_LONGEST_CLUSTER]


def _sift(text: str) -> str:
    """Return `text` normalised, without unwanted characters, cut to `MAX_GRAPHEMES`."""
    pieces: list[str] = []
    # One character can become 18 (U+FDFA).
    for piece in _PIECE.finditer(unicodedata.normalize("NFKC", text)[:_LONGEST_INPUT]):
        if piece["emoji"]:
            pieces.append(piece["emoji"])
        elif piece["blank"]:
            pieces.append(" ")
        else:
            pieces.append(_limit_marks(_DROPPED.sub("", piece["text"])))
    sifted = regex.sub(" {2,}", " ", "".join(pieces)).strip(" ")
    return "".join(regex.findall(r"\X", sifted)[:MAX_GRAPHEMES]).rstrip(" ")


def clean_name(raw: str, default: str) -> str:
    """Return the name as stored and shown: NFKC, one line, 1-20 graphemes; `default` if nothing is visible.

    Control, bidi-override and zero-width characters are removed (not a joiner inside an emoji), accents on a
    letter are limited, no emoji is cut. Hebrew and Arabic stay. The result must be escaped in HTML.

    >>> clean_name("  Anna\\u202e \\n Berg ", "Player 1")
    'Anna Berg'
    >>> clean_name("\\u200b\\u3164", "Player 1")
    'Player 1'
    """
    name = raw[:_LONGEST_INPUT].translate(_ACUTE)
    for _ in range(4):  # removed characters can leave others that compose; two rounds are enough in practice
        sifted = _sift(name)
        if sifted == name:
            break
        name = sifted
    return name if _VISIBLE.search(name) else default


def judge(name: str) -> Verdict:
    """Decide whether a cleaned name is shown at once or waits for a moderator.

    >>> judge("Scunthorpe").decision
    'ok'
    >>> judge("Sch3isse").reason
    'word'
    """
    if mixes_scripts(name):
        return Verdict("held", "mixed_script")
    if is_offensive(name):
        return Verdict("held", "word")
    return Verdict("ok", "")
