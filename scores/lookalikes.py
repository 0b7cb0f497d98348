"""Detects look-alike letters: names that mix scripts, and names that look like another name.

Pure functions over `data/lookalikes.txt`. `names` and `services` decide what happens to such a name.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path

import regex

_DATA = Path(__file__).parent / "data" / "lookalikes.txt"
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_LETTER = regex.compile(r"\p{L}")
_MARKS = regex.compile(r"\p{M}+")
_NOT_ALNUM = regex.compile(r"[^\p{L}\p{N}]+")
# Scripts that are normally written together count as one.
_SCRIPTS = {
    "latin": regex.compile(r"\p{Latin}"),
    "east_asian": regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]"),
    "neutral": regex.compile(r"[\p{Common}\p{Inherited}]"),
    "cyrillic": regex.compile(r"\p{Cyrillic}"),
    "greek": regex.compile(r"\p{Greek}"),
}
_ALIKE = {"latin", "cyrillic", "greek"}
# Read as Latin because their capitals are the same; the small letters are not.
_ONLY_AS_CAPITAL = frozenset("вкмнтьыюβζηκμτχ")
_OTHER_SCRIPT = "other"
# Digits and signs drawn like letters. One shape for i, l and 1, one for o and 0, and so on.
_SHAPES = str.maketrans("0123456789$@€", "olzeasbtbgsae")
_SIGN_INSIDE = regex.compile(r"(?<=[\p{L}\p{N}])[!|](?=[\p{L}\p{N}!|])")
_RUN = regex.compile(r"(.)\1{2,}")
_REPEAT = regex.compile(r"(.)\1+")


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    """Return letter → Latin reading."""
    lines = [line.split(" ", 1) for line in _DATA.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {letter: latin for latin, letters in lines for letter in letters}


def latin_reading(text: str) -> str:
    """Return `text` with every letter that looks like a Latin one replaced by it."""
    table = _table()
    return "".join(table.get(char, char) for char in text)


def _script(letter: str) -> str:
    return next((name for name, pattern in _SCRIPTS.items() if pattern.match(letter)), _OTHER_SCRIPT)


def _scripts(word: str) -> set[str]:
    return {_script(letter) for letter in _LETTER.findall(word)} - {"neutral"}


def _is_disguise(letter: str) -> bool:
    """Tell whether a letter that is not Latin can be taken for a Latin one at sight."""
    return letter in _table() and letter not in _ONLY_AS_CAPITAL and _script(letter) != "latin"


def mixes_scripts(name: str) -> bool:
    """Tell whether a name mixes scripts so that letters can be mistaken for others.

    True for a word that mixes Latin, Greek and Cyrillic or has a look-alike among letters of another script
    (`Аnna` with a Cyrillic А), and for a foreign word readable as Latin beside a Latin one (`МАХ Meier`).
    `Anna Анна`, `Лев` and `Anna שלום` are fine.
    """
    words = _WORD.findall(name)
    for word in words:
        scripts = _scripts(word)
        if len(scripts & _ALIKE) > 1 or (len(scripts) > 1 and any(map(_is_disguise, _LETTER.findall(word)))):
            return True
    disguised = any(all(map(_is_disguise, _LETTER.findall(word))) for word in words)
    return disguised and any("latin" in _scripts(word) for word in words)


def _folded(name: str) -> str:
    """Return `name` without accents and case, look-alike letters read as Latin."""
    text = latin_reading(unicodedata.normalize("NFKC", name)).casefold()
    text = _MARKS.sub("", unicodedata.normalize("NFD", latin_reading(text)))
    return text.replace("ø", "o").replace("æ", "ae").replace("œ", "oe")


def _shape(folded: str) -> str:
    """Return the shape of a folded name: letters only, one for each group of look-alikes."""
    text = _SIGN_INSIDE.sub("l", folded).translate(_SHAPES)
    return _NOT_ALNUM.sub("", text).replace("i", "l").replace("rn", "m").replace("vv", "w")


def skeleton(name: str) -> str:
    """Return the key that all look-alikes of `name` share (and some names that `looks_like` rejects)."""
    return _REPEAT.sub(r"\1", _shape(_RUN.sub(r"\1", _folded(name))))[:400]


def looks_like(name: str, other: str) -> bool:
    """Tell whether two names look alike: the same shape, also after shortening repeated letters (`Trooooll`).

    >>> looks_like("Troll", "Tr0II"), looks_like("Troll", "Troooll"), looks_like("Anna", "Ana")
    (True, True, False)
    """
    return not _forms(name).isdisjoint(_forms(other))


def _forms(name: str) -> set[str]:
    folded = _folded(name)
    return {_shape(_RUN.sub(r"\1", folded)), _shape(_RUN.sub(r"\1\1", folded))}
