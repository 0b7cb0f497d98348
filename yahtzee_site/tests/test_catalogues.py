"""Every text of the site is there in every language. Reads the sources itself; needs no gettext tools."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import override
from django.utils.translation.template import templatize

from games import labels, rules
from yahtzee_site.translations import LOCALE_DIR, compile_stale

ROOT = LOCALE_DIR.parent.parent
SOURCES = ("games", "scores", "yahtzee_site", "templates")
LAZY = {f"{name}_lazy": spec for name, spec in DEFAULT_KEYWORDS.items() if name.endswith("gettext")}
CALL = re.compile(r"\b(gettext|pgettext|ngettext|npgettext|_)\(")
WITH_CONTEXT = {"pgettext", "npgettext"}

Key = tuple[str | None, str]
"""Context and (singular) text."""


@pytest.fixture(scope="module", params=[code for code, _name in settings.LANGUAGES if code != "en"])
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    with (LOCALE_DIR / request.param / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=request.param, abort_invalid=True)


def in_modules() -> Iterator[Key]:
    """Texts marked in Python."""
    keywords = {**DEFAULT_KEYWORDS, **LAZY}
    for path in files("*.py"):
        for _line, text, _comments, context in extract_from_file("python", path, keywords=keywords):
            yield context, text[0] if isinstance(text, tuple) else text


def in_templates() -> Iterator[Key]:
    """Texts marked in templates."""
    for path in files("*.html"):
        calls = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        for found in CALL.finditer(calls):
            texts = arguments(calls, found.start())
            yield (texts[0], texts[1]) if found.group(1) in WITH_CONTEXT else (None, texts[0])


def files(pattern: str) -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if "tests" not in path.parts:
                yield path


def arguments(text: str, start: int) -> list[str]:
    """Return the texts a call that begins here is made with."""
    end = start
    while True:
        end = text.index(")", end) + 1
        try:
            call = ast.parse(text[start:end], mode="eval").body
        except SyntaxError:
            continue
        assert isinstance(call, ast.Call)
        return [argument.value for argument in call.args if isinstance(argument, ast.Constant)]


def test_nothing_is_untranslated_or_guessed(catalogue: Catalog) -> None:
    texts = [message for message in catalogue if message.id]
    assert len(texts) > 400
    empty = [m.id for m in texts if not (all(m.string) if isinstance(m.string, tuple) else m.string)]
    assert not empty
    assert not [message.id for message in texts if message.fuzzy]
    assert not catalogue.obsolete


def test_every_text_of_the_sources_is_in_the_catalogue(catalogue: Catalog) -> None:
    """After a change: makemessages as CONTRIBUTING.md has it, then translate what is new."""
    marked = {*in_modules(), *in_templates()}
    assert len(marked) > 400
    assert not {key for key in marked if catalogue.get(key[1], context=key[0]) is None}


def test_translations_end_as_their_texts_do(catalogue: Catalog) -> None:
    """A sentence stays a sentence, a label a label."""
    texts = [message for message in catalogue if isinstance(message.id, str) and message.id]
    odd = [m.id for m in texts if m.id[-1] in ".:…" and not str(m.string).endswith(m.id[-1])]
    assert not odd


def test_card_labels_are_short_enough_for_a_phone() -> None:
    compile_stale()
    for language, _name in settings.LANGUAGES:
        with override(language):
            for game in rules.all_rules():
                keys = [*labels.TOTALS, *(category.id for category in game.categories)]
                words = [str(labels.word(game, key)) for key in keys]
                assert not [word for word in words if len(word) > 15]


def test_the_old_card_keeps_its_words_in_german() -> None:
    compile_stale()
    with override("de"):
        words = [str(labels.word(rules.get("triple_yahtzee"), key)) for key in ("ones", "combined", "grand")]
        assert words == ["Ones", "Combined Total", "Grand Total"]
        assert str(labels.word(rules.get("yahtzee"), "ones")) == "Einser"
