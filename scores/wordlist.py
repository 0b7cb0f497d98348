"""Matches names with the list of offensive words in `data/words.txt`.

Pure functions. Recognises digits and signs for letters (`Sch3i$$e`), repeated letters (`fuuuck`), separated
ones (`f.u.c.k`), stars (`f*ck`), accents and look-alikes. Surnames pass: most entries are whole words.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import regex

from scores.lookalikes import latin_reading

_DATA = Path(__file__).parent / "data" / "words.txt"
_MARKS = regex.compile(r"\p{M}+")
_LETTERS = regex.compile(r"\p{L}+")
_ALNUM = regex.compile(r"[\p{L}\p{N}]+")
_STARRED = regex.compile(r"[a-z]+(?:[*#_%]+[a-z]*)+")
_STRICT_LENGTH = 4  # whole words up to this length must match exactly or be drawn out: "kut" is not "Kutt"
_CHUNK = regex.compile(r"\S+")
_CAMEL = regex.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_LEET = ("0134578@$!€|+&", "oieastbasieite", "oleastbaslelte")  # the two readings of 1, ! and | are i and l
_READINGS = [str.maketrans(_LEET[0], reading) for reading in _LEET[1:]]
_EITHER = {"œ": "oe", "æ": "ae", "ß": "ss", "đ": "d", "ł": "l", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
_TWO_LETTERS = {**_EITHER, "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
_ONE_LETTER = {**_EITHER, "ø": "o"}


class WordList(NamedTuple):
    """The list, compiled: whole words, pieces that match inside a word, phrases, and allowed words."""

    whole: regex.Pattern[str]
    pieces: regex.Pattern[str]
    phrases: frozenset[str]
    plain: frozenset[str]
    allowed: frozenset[str]


def _fold(text: str, letters: Mapping[str, str]) -> str:
    text = unicodedata.normalize("NFC", text.casefold()).translate(
        str.maketrans(dict[str, str | int | None](letters))
    )
    return _MARKS.sub("", unicodedata.normalize("NFD", text))


def _drawn_out(word: str, strict: bool = False) -> str:
    """Return a pattern for `word` in which letters may be repeated.

    Strict: a letter occurs as often as written, or at least three times.
    """
    pattern = ""
    for letter, run in groupby(word):
        count = len(list(run))
        pattern += (
            f"(?:{letter}{{{count}}}|{letter}{{{max(3, count)},}})" if strict else f"{letter}{{{count},}}"
        )
    return pattern


def _pattern(entry: str) -> str:
    """Return the pattern of one entry with its stars at the ends."""
    word = entry.strip("*")
    start = r"\w*" if entry.startswith("*") else ""
    end = r"\w*" if entry.endswith("*") else ""
    return start + _drawn_out(word, strict=entry == word and len(word) <= _STRICT_LENGTH) + end


@lru_cache(maxsize=1)
def word_list() -> WordList:
    """Return the word list, read once per process."""
    lines = [line.strip() for line in _DATA.read_text("utf-8").splitlines()]
    entries = {_fold(line, _TWO_LETTERS) for line in lines if line and not line.startswith("#")}
    allowed = {entry[1:] for entry in entries if entry.startswith("=")}
    phrases = {entry for entry in entries if " " in entry}
    words = sorted(entry for entry in entries - phrases if not entry.startswith("="))
    whole = [_pattern(word) for word in words + [phrase.replace(" ", "") for phrase in sorted(phrases)]]
    pieces = [_drawn_out(word.strip("*")) for word in words if word.startswith("*") and word.endswith("*")]
    return WordList(
        whole=regex.compile("|".join(whole)),
        pieces=regex.compile("|".join(pieces)),
        phrases=frozenset(phrases),
        plain=frozenset(word.strip("*") for word in words if len(word.strip("*")) > 3),
        allowed=frozenset(allowed),
    )


def _readings(name: str) -> Iterator[str]:
    """Yield the ways to read `name`, folded: as it is, then with digits and signs read as letters."""
    name = _CAMEL.sub(" ", name)
    for source in dict.fromkeys((name, latin_reading(name))):
        for letters in (_TWO_LETTERS, _ONE_LETTER):
            folded = _fold(source, letters)
            yield folded
            for reading in _READINGS:
                # Signs at the end of a word are signs (Otto!); digits there may be a year (Otto1988).
                yield " ".join(chunk.rstrip("!|+&").translate(reading) for chunk in _CHUNK.findall(folded))


def _is_whole(word: str, words: WordList) -> bool:
    bare = word.strip("x") if word.startswith("xx") or word.endswith("xx") else word
    return any(form not in words.allowed and words.whole.fullmatch(form) for form in {word, bare})


def _joined(tokens: list[str], words: WordList) -> bool:
    """Tell whether separated tokens (`f u c k`, `Sch eisse`) make an entry when joined."""
    for first in range(len(tokens)):
        for last in range(first + 2, len(tokens) + 1):
            parts = tokens[first:last]
            single = all(len(part) == 1 for part in parts)
            text = "".join(parts)
            if single and len(parts) > 2 and _is_whole(text, words):
                return True
            if min(map(len, parts)) <= 3 and len(text) > 4 and text in words.plain - words.allowed:
                return True
            if single and words.pieces.search(text):
                return True
    return False


def _starred(folded: str, words: WordList) -> bool:
    """Tell whether a word with stars for letters (`f*ck`) fits an entry of the same length."""
    for masked in _STARRED.findall(folded):
        hidden = sum(not char.isalpha() for char in masked)
        if not 3 < len(masked) <= 12 or hidden * 2 > len(masked):
            continue
        fits = regex.compile(regex.sub(r"[*#_%]", "[a-z]", masked))
        if any(len(word) == len(masked) and fits.fullmatch(word) for word in words.plain):
            return True
    return False


def is_offensive(name: str) -> bool:
    """Tell whether a name contains an entry of the word list in any of its readings."""
    words = word_list()
    for folded in dict.fromkeys(_readings(name)):
        alnum = _ALNUM.findall(folded)
        tokens = _LETTERS.findall(folded)
        if any(_is_whole(token, words) for token in dict.fromkeys(tokens + alnum)):
            return True
        if any(f" {phrase} " in f" {' '.join(alnum)} " for phrase in words.phrases):
            return True
        if _joined(tokens, words) or _starred(folded, words):
            return True
    return False
