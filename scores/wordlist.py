"""Matches names with the list of offensive words in `data/words.txt`, which explains its entries.

Pure functions. Recognises digits and signs for letters (`Sch3i$$e`), repeated letters (`fuuuck`), separated
ones (`f.u.c.k`), stars (`f*ck`), accents, look-alikes, letters turned or swapped, compounds and misspellings.
Surnames pass: most entries are whole words.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import regex

from scores.readings import ONE_LETTER, TWO_LETTERS, fold, readings, sound

_DATA = Path(__file__).parent / "data" / "words.txt"
_LETTERS = regex.compile(r"\p{L}+")
_ALNUM = regex.compile(r"[\p{L}\p{N}]+")
_HIDDEN = "*#_%.?!~°•·★☆✱$@+×"  # drawn for a letter that everybody guesses
_SEPARATORS = (
    "_.~+"  # signs that hide a letter in a whole word (`f_ck`), but stand between two as well (Ida_Schaaf)
)
_STARRED = regex.compile(rf"[a-z]+(?:[{regex.escape(_HIDDEN)}]+[a-z]*)+")
_HIDING = frozenset(_HIDDEN) - frozenset(_SEPARATORS)
_STRICT_LENGTH = 4  # whole words up to this length must match exactly or be drawn out
_TWO_SEEN = regex.compile("[a-z]{2}")
_LONG_PHRASE = 9  # letters of a phrase that is found without blanks anywhere in a name
_LONG_PIECE = 6
_TWO_WORDS = 8  # letters of an entry that is found when it is cut anywhere
_MISSPELT_LENGTH = 5
_PARTICLES = frozenset(
    ["van", "der", "den", "de", "von", "zu", "la", "el", "al", "bin", "ten", "ter", "te"]
)  # of surnames
_NORDIC = {**TWO_LETTERS, "å": "a", "ø": "o"}  # as they are written without these letters


class WordList(NamedTuple):
    """The list, compiled."""

    whole: Mapping[str, list[list[int]]]
    """Whole words: their letters without repetition, and how often each comes in words of these letters."""
    ends: regex.Pattern[str]
    """Beginnings and ends of words, as patterns for a whole word."""
    pieces: regex.Pattern[str]
    """What is found inside a word."""
    squeezed: regex.Pattern[str]
    """What is found in a name without its blanks: long pieces and phrases."""
    compounds: regex.Pattern[str]
    """A beginning and an end of compounds."""
    phrases: frozenset[str]
    plain: frozenset[str]
    """Entries of four letters and more, as they are written."""
    masked: frozenset[str]
    """Those of them that are also found inside a word with stars."""
    mistakes: frozenset[str]
    """Pieces read backwards or with two letters swapped."""
    sounds: frozenset[str]
    surnames: frozenset[str]
    allowed: frozenset[str]
    allowed_phrases: tuple[str, ...]


def _runs(word: str) -> tuple[str, list[int]]:
    """Return the letters of a word without repetition, and how often each is repeated.

    >>> _runs("fuuck")
    ('fuck', [1, 2, 1, 1])
    """
    runs = [(letter, len(list(run))) for letter, run in groupby(word)]
    return "".join(letter for letter, _count in runs), [count for _letter, count in runs]


def _by_letters(words: list[str]) -> dict[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = {}
    for word in words:
        letters, counts = _runs(word)
        found.setdefault(letters, []).append(counts)
    return found


def _is_drawn_out(word: str, words: WordList) -> bool:
    """Tell whether a word is an entry, its letters repeated or not.

    In a short one a letter occurs as often as written, or at least three times: "kut" is not "Kutt".
    """
    letters, counts = _runs(word)
    for wanted in words.whole.get(letters, ()):
        strict = sum(wanted) <= _STRICT_LENGTH
        if all(
            count == least or count >= max(3, least) if strict else count >= least
            for count, least in zip(counts, wanted, strict=True)
        ):
            return True
    return False


def _drawn_out(word: str) -> str:
    """Return a pattern for `word` in which letters may be repeated."""
    return "".join(f"{letter}{{{len(list(run))},}}" for letter, run in groupby(word))


def _pattern(entry: str) -> str:
    """Return the pattern of one entry with its stars at the ends."""
    start = r"\w*" if entry.startswith("*") else ""
    end = r"\w*" if entry.endswith("*") else ""
    return start + _drawn_out(entry.strip("*")) + end


def _mistakes(word: str) -> Iterator[str]:
    """Yield a word backwards and with two neighbours swapped, the first letter in its place."""
    yield word[::-1]
    for at in range(1, len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _any(patterns: list[str]) -> regex.Pattern[str]:
    return regex.compile("|".join(patterns) or r"(?!)")


def _sections() -> list[list[str]]:
    """Return the entries of each part of the list, which is one language, folded in both ways."""
    sections = []
    for part in regex.split(r"(?m)^# ---.*$", _DATA.read_text("utf-8")):
        lines = [line.strip() for line in part.splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        sections.append(sorted({fold(line, letters) for line in lines for letters in (TWO_LETTERS, _NORDIC)}))
    return sections


def _compounds(entries: list[str]) -> str:
    """Return a pattern for what begins and ends as the entries of one language say.

    Across languages there would be Dick-kopf and Knob-loch. Short ends count as written: *beek* is no *bek*.
    """
    begins = "|".join(_drawn_out(entry[:-1]) for entry in entries if entry.endswith("+"))
    last = [entry[1:] for entry in entries if entry.startswith("+")]
    ends = "|".join(end if len(end) <= _STRICT_LENGTH else _drawn_out(end) for end in last)
    return rf"(?:{begins})(?:s|n|en|e|er)?(?:{ends})(?:s|e|n|en|er)?" if begins and ends else ""


@lru_cache(maxsize=1)
def word_list() -> WordList:
    """Return the word list, read once per process."""
    sections = _sections()
    entries = sorted({entry for section in sections for entry in section})
    allowed = frozenset(entry[1:] for entry in entries if entry.startswith("="))
    surnames = frozenset(entry[1:] for entry in entries if entry.startswith("~"))
    phrases = frozenset(entry for entry in entries if " " in entry and not entry.startswith("="))
    words = [entry for entry in entries if entry not in phrases and not set("+=") & {entry[0], entry[-1]}]
    words = [word.removeprefix("~") for word in words]
    joined = sorted(phrase.replace(" ", "") for phrase in phrases)
    inside = [word.strip("*") for word in words if word.startswith("*") and word.endswith("*")]
    long = [word for word in inside if len(word) >= _LONG_PIECE]
    long += [phrase for phrase in joined if len(phrase) >= _LONG_PHRASE and phrase.isalpha()]
    bare = [word.strip("*") for word in words]
    mistakes = {mistake for word in inside for mistake in _mistakes(word)} - set(bare)
    return WordList(
        whole=_by_letters([word for word in [*words, *joined] if "*" not in word]),
        ends=_any([_pattern(word) for word in words if "*" in word]),
        pieces=_any([_drawn_out(word) for word in inside]),
        squeezed=_any([_drawn_out(word) for word in long]),
        compounds=_any([pattern for pattern in map(_compounds, sections) if pattern]),
        phrases=phrases,
        plain=frozenset(word for word in bare if len(word) > 3),
        masked=frozenset([*(word for word in bare if len(word) > 4), *inside]),
        mistakes=frozenset(mistake for mistake in mistakes if len(mistake) > 3),
        sounds=frozenset(
            sound(word)
            for word in [*inside, *bare]
            if len(word) >= _MISSPELT_LENGTH + 2 * (word not in inside)
        ),
        surnames=surnames,
        allowed=frozenset(word for word in allowed if " " not in word),
        allowed_phrases=tuple(phrase for phrase in allowed if " " in phrase),
    )


def _is_whole(word: str, words: WordList) -> bool:
    bare = word.strip("x") if word.startswith("xx") or word.endswith("xx") else word
    return any(_is_entry(form, words) for form in {word, bare} - words.allowed)


def _is_entry(word: str, words: WordList) -> bool:
    if word in words.mistakes or _is_drawn_out(word, words):
        return True
    if words.ends.fullmatch(word) or words.compounds.fullmatch(word):
        return True
    heard = sound(word) if len(word) >= _MISSPELT_LENGTH else ""
    return len(heard) >= _MISSPELT_LENGTH - 1 and heard in words.sounds


def _joined(tokens: list[str], words: WordList) -> bool:
    """Tell whether separated tokens (`f u c k`, `Sch eisse`) make an entry when joined."""
    for first in range(len(tokens)):
        for last in range(first + 2, len(tokens) + 1):
            parts = tokens[first:last]
            single = all(len(part) == 1 for part in parts)
            text = "".join(parts)
            if single and len(parts) > 2 and _is_whole(text, words):
                return True
            cut = min(map(len, parts)) <= 3 and len(text) > 4
            if (cut or len(text) >= _TWO_WORDS) and text in words.plain and text not in words.allowed:
                return True
            if single and words.pieces.search(text):
                return True
    return False


def _fits(masked: str, word: str) -> bool:
    """Tell whether a word with stars is this word, with the first and at least half of its letters seen."""
    if masked[0] in _HIDDEN or sum(char not in _HIDDEN for char in masked) * 2 < len(masked):
        return False
    if len(masked) > 4 and not _TWO_SEEN.search(masked):
        return False  # M*A*S*H
    return all(seen == char or seen in _HIDDEN for seen, char in zip(masked, word, strict=True))


def _starred(folded: str, words: WordList) -> bool:
    """Tell whether a word with stars for letters (`f*ck`, `motherf**ker`) is or contains an entry."""
    for masked in _STARRED.findall(folded):
        whole = masked.rstrip("!?.-_~")
        if any(_fits(whole, word) for word in words.plain if len(word) == len(whole) > 3):
            return True
        for word in words.masked:
            for at in range(len(masked) - len(word) + 1):
                part = masked[at : at + len(word)]
                if set(part) & _HIDING and _fits(part, word):
                    return True
    return _masked_alone(folded)


def _masked_alone(folded: str) -> bool:
    """Tell whether a name has the one word that is known by its first letter alone."""
    return bool(regex.search(r"(?<![\p{L}\p{N}])(?:f\*{3}|\*uck|f\*ing)(?![\p{L}\p{N}*])", folded))


def _is_surname(token: str, name: str, words: WordList) -> bool:
    """Tell whether an entry that is also a surname follows another name, both written like names."""
    if token not in words.surnames:
        return False
    parts = [part for part in name.split() if part not in _PARTICLES]
    if len(parts) < 2 or not all(part[:1].isupper() and part[1:].islower() for part in parts[-2:]):
        return False
    folded = [fold(part, ONE_LETTER) for part in parts]
    return token in folded and not any(_is_insulting(part) for part in folded)


def _is_insulting(word: str) -> bool:
    """Tell whether a word goes before an insult (a dirty, a stupid …) and is no name."""
    return bool(
        regex.fullmatch(
            r"(?:d[uiy]|dein\w*|din|ditt?|je|jij|you\w*|my|the|der|die|das|so|du|bist|alt\w*|dumm\w*|dom\w*|fett\w*|fat"
            r"|big|klein\w*|schei\w*|dreck\w*|vuil\w*|viez\w*|dirty|stupid|fuck\w*|jaevl\w*|javl\w*|jævl\w*|stom\w*"
            r"|rot|faen\w*|stor|lille|dritt?|gross\w*|suck|sug|lick|slikk|kill|black|white|schwarz\w*|zwart\w*|svart\w*)",
            word,
        )
    )


def _without_allowed(folded: str, words: WordList) -> str:
    """Return a reading without phrases that are never held (`Mongo DB`)."""
    for phrase in words.allowed_phrases:
        folded = regex.sub(rf"(?<![\p{{L}}\p{{N}}]){regex.escape(phrase)}(?![\p{{L}}\p{{N}}])", " ", folded)
    return folded


def _squeezed(tokens: list[str], words: WordList) -> bool:
    return bool(words.squeezed.search("".join(token for token in tokens if token not in words.allowed)))


def is_offensive(name: str) -> bool:
    """Tell whether a name contains an entry of the word list in any of its readings."""
    words = word_list()
    for read in dict.fromkeys(readings(name)):
        folded = _without_allowed(read, words)
        alnum = _ALNUM.findall(folded)
        tokens = _LETTERS.findall(folded)
        found = [token for token in dict.fromkeys(tokens + alnum) if _is_whole(token, words)]
        if any(not _is_surname(token, name, words) for token in found):
            return True
        spaced = f" {' '.join(alnum)} "
        if any(f" {phrase} " in spaced for phrase in words.phrases):
            return True
        if _joined(tokens, words) or _starred(folded, words) or _squeezed(tokens, words):
            return True
    return False
