"""The ways to read a name that hides a word: digits and signs for letters, accents, turned letters.

Pure functions without a word list; `wordlist` compares what they return.
"""

import unicodedata
from collections.abc import Iterator, Mapping

import regex

from scores.lookalikes import latin_reading

_MARKS = regex.compile(r"\p{M}+")
_LETTER = regex.compile(r"\p{L}")
_CHUNK = regex.compile(r"\S+")
_CAMEL = regex.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
# Digits and signs drawn like letters. The readings differ where there are two: 1, ! and | are i or l.
_LEET = ("0134578@$!€|+&692¢£¡§×(<", "oieastbasieiteggzclisxcc", "oleastbaslelteb" + "gzclisxcc")
_LEET_TABLES = [str.maketrans(_LEET[0], reading) for reading in _LEET[1:]]
_DRAWN = {
    "()": "o",
    "[]": "o",
    "/\\": "a",
    "\\/": "v",
    "|<": "k",
    "|_|": "u",
    "|-|": "h",
    "vv": "w",
    "ph": "f",
}
_EITHER = {"œ": "oe", "æ": "ae", "ß": "ss", "đ": "d", "ł": "l", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
TWO_LETTERS = {**_EITHER, "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
ONE_LETTER = {**_EITHER, "ø": "o"}
_UPSIDE_DOWN = str.maketrans(
    "ɐqɔpǝɟƃɓɥıᴉɾʞןɯuodbɹsʇnʌʍxʎz∀ƎℲ⅁ſ⅂ϽƆ", "abcdefggh" + "iijklmnopqrstuvwxyzaefgjlcc"
)
_TURNED = frozenset("ɐɔǝɟƃɓɥᴉɾʞןɯɹʇʌʍʎ∀ƎℲ⅁⅂ϽƆ")


def fold(text: str, letters: Mapping[str, str]) -> str:
    """Return `text` in small letters without accents, some letters replaced as the table says."""
    table = str.maketrans(dict[str, str | int | None](letters))
    text = unicodedata.normalize("NFC", text.casefold()).translate(table)
    return _MARKS.sub("", unicodedata.normalize("NFD", text))


def readings(name: str) -> Iterator[str]:
    """Yield the ways to read `name`, folded: as it is, then with digits and signs read as letters."""
    if not _TURNED.isdisjoint(name):
        yield fold(name.translate(_UPSIDE_DOWN)[::-1], ONE_LETTER)
    apart = _CAMEL.sub(" ", name)
    for source in dict.fromkeys((name, apart, latin_reading(name), latin_reading(apart))):
        for letters in (TWO_LETTERS, ONE_LETTER):
            folded = fold(source, letters)
            yield folded
            drawn = folded
            for sign, letter in _DRAWN.items():
                drawn = drawn.replace(sign, letter)
            for text in dict.fromkeys((folded, drawn, drawn.replace("v", "u"))):
                for table in _LEET_TABLES:
                    # Signs at the end of a word are signs (Otto!); digits there may be a year (Otto1988).
                    chunks = [chunk.rstrip("!|+&") for chunk in _CHUNK.findall(text)]
                    # A number is a number.
                    yield " ".join(
                        chunk.translate(table) if _LETTER.search(chunk) else chunk for chunk in chunks
                    )


def _read(chunk: str, table: Mapping[int, int]) -> str:
    return chunk.translate(table) if _LETTER.search(chunk) else chunk  # a number is a number


def sound(word: str) -> str:
    """Return roughly how a folded word sounds, so that it is found when it is misspelled on purpose.

    >>> sound("scheisse") == sound("shaize"), sound("faggot"), sound("phukker")
    (True, 'fagot', 'fuker')
    """
    for letters, instead in (
        ("sch", "s"), ("sh", "s"), ("ph", "f"), ("ck", "k"), ("c", "k"), ("q", "g"), ("ai", "ei"),
        ("ey", "ei"), ("ay", "ei"), ("z", "s"), ("y", "i"), ("v", "f"), ("dt", "t"),
    ):  # fmt: skip
        word = word.replace(letters, instead)
    return regex.sub(r"(.)\1+", r"\1", word)
