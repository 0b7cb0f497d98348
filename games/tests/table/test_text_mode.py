"""The texts of the text mode: commands and names are unambiguous in every language and game."""

import json
import unicodedata

import pytest
from django.conf import settings
from django.utils.translation import override

from games import rules
from games.table import text_mode
from games.tests.players import Person


def plain(text: str) -> str:
    """Normalise as the script does: without case, accents and anything but letters and digits."""
    letters = unicodedata.normalize("NFD", text.lower().replace("ß", "ss"))
    return "".join(letter for letter in letters if letter.isalnum() or letter == "?")


def clashes(names: dict[str, list[str]]) -> set[str]:
    """Return the names that are ambiguous."""
    meant: dict[str, set[str]] = {}
    for key, words in names.items():
        for word in (key, *words):
            meant.setdefault(plain(word), set()).add(key)
    return {word for word, keys in meant.items() if len(keys) > 1}


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_name_means_one_thing(language: str) -> None:
    with override(language):
        for rule_set in rules.all_rules():
            words = text_mode.words(rule_set)
            assert clashes(words["boxes"]) == set()
            assert clashes(words["commands"]) == set()
            typed = [typed for typed, _word, _meaning in text_mode.manual(rule_set)]
            assert len(typed) == len(text_mode.COMMANDS) and words["example"] in typed


def test_the_page_brings_the_words_with_it(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    page = anna.page(path)
    (data,) = [found["data-words"] for _tag, found in page.tags if "data-words" in found]
    words = json.loads(data)
    assert words["boxes"]["sixes"] == ["Sixes", "6"]
    assert words["boxes"]["small_straight"] == ["Small Straight", "Small straight"]
    assert words["example"] == "e chance 3"
    assert words["held"][0] == "Held: {faces} (die {numbers})."
    assert words["held"][1:] == ["Held: {faces} (dice {numbers})."] * 4
    # What follows the link that skips: the first thing to type in, before the menus.
    fields = [tag for tag, found in page.tags if tag in ("a", "summary") or "enterkeyhint" in found]
    assert fields[:2] == ["a", "input"]
