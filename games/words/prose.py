"""Tips and questions as pages show them: sentences as HTML, with the words of a card in their language.

No sentence is written here: those of the rules pages are in `rulebook`, those of the pads in `pads`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.utils.html import format_html, format_html_join
from django.utils.text import get_text_list
from django.utils.translation import get_language, override, pgettext

from games.rules import RuleSet
from games.words import labels


@dataclass(frozen=True, slots=True)
class Tip:
    """A piece of advice: what to do, and why."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question that many ask, and its answer."""

    title: str
    text: str
    source: str = ""
    """Where the answer is written; empty where it follows from the rules."""


def say(text: str, **values: Any) -> str:
    """Return a translated sentence as HTML, with values in it."""
    return format_html(text, **values) if values else text


def together(*sentences: str) -> str:
    """Return sentences as one text; empty ones are left out."""
    return format_html_join(" ", "{}", ((sentence,) for sentence in sentences if sentence))


def listed(words: Iterable[str]) -> str:
    """Return words as “a, b and c”."""
    found = list(words)
    last = pgettext("before the last game of several", "and")
    return format_html(get_text_list(["{}"] * len(found), last), *found) if found else ""


def english(text: str) -> str:
    """Return English words as HTML that says so, unless the whole page is in English."""
    if get_language() == "en":
        return text
    return format_html('<span lang="en">{}</span>', text)


def word(rules: RuleSet, key: str) -> str:
    """Return the word for a category, total or action on the card, marked where it is an English one."""
    found = str(labels.word(rules, key))
    return english(found) if is_english(rules, key) else found


def is_english(rules: RuleSet, key: str) -> bool:
    """Tell whether the card has its English word here although the page is in another language."""
    if settings.FIVE_OF_A_KIND_LABEL and key == rules.five_of_a_kind:
        return False
    return _has_english_word(rules.name, rules.categories[0].id, key, get_language() or "en")


@lru_cache(maxsize=1024)
def _has_english_word(game: str, first: str, key: str, language: str) -> bool:
    own = labels.CARD_WORDS.get(game, {})
    if language == "en" or key not in own:
        return False
    here = str(own[first]), str(own[key])
    with override("en"):
        return here == (str(own[first]), str(own[key]))


@receiver(setting_changed)
def _forget(**_signal: Any) -> None:
    """Forget which words are English: for tests, which change the words of a running process."""
    _has_english_word.cache_clear()
