"""Finds the texts in the sources and updates the message catalogues; needs no gettext tools.

`python -m yahtzee_site.messages` does this for every language and lists what is left to translate.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from yahtzee_site.translations import LOCALE_DIR

ROOT = LOCALE_DIR.parent.parent
SOURCES = ("games", "scores", "yahtzee_site", "templates")
TRANSLATED = ("de", "nb", "nl")
"""The languages with a catalogue; the texts in the sources are English."""

_KEYWORDS = {
    **DEFAULT_KEYWORDS,
    **{f"{name}_lazy": spec for name, spec in DEFAULT_KEYWORDS.items() if name.endswith("gettext")},
}
_CALL = re.compile(r"\b(gettext|pgettext|ngettext|npgettext|_)\(")
_NOTE = "Translators:"
_HEADER: dict[str, Any] = {
    "project": "triple-yahtzee",
    "version": "1",
    "header_comment": "# This file is distributed under the same license as the project.",
    "msgid_bugs_address": "the project",
    "last_translator": "the project",
    "language_team": "the project",
}


class Found(NamedTuple):
    """A text and its places: a singular, or singular and plural."""

    text: str | tuple[str, ...]
    context: str | None
    file: str
    notes: tuple[str, ...] = ()


def find_texts() -> Iterator[Found]:
    """Return every text marked for translation in the modules and templates of the site."""
    for path in _files("*.py"):
        name = path.relative_to(ROOT).as_posix()
        calls = extract_from_file("python", path, keywords=_KEYWORDS, comment_tags=(_NOTE,))
        for _line, text, notes, context in calls:
            yield Found(text, context, name, tuple(notes))
    for path in _files("*.html"):
        name = path.relative_to(ROOT).as_posix()
        code = templatize(path.read_text(encoding="utf-8"), origin=name)
        for call in _CALL.finditer(code):
            texts = _arguments(code, call.start())
            context = texts.pop(0) if "pgettext" in call[1] else None
            yield Found(tuple(texts) if len(texts) > 1 else texts[0], context, name)


def _files(pattern: str) -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if "tests" not in path.parts:
                yield path


def _arguments(code: str, start: int) -> list[str]:
    """Return the texts in the arguments of the call that begins here."""
    end = start
    while True:
        end = code.index(")", end) + 1
        try:
            call = ast.parse(code[start:end], mode="eval").body
        except SyntaxError:
            continue
        assert isinstance(call, ast.Call)
        return [str(argument.value) for argument in call.args if isinstance(argument, ast.Constant)]


def template() -> Catalog:
    """Return a catalogue of all texts without any translation."""
    catalogue = Catalog(**_HEADER)
    for found in find_texts():
        catalogue.add(
            found.text, context=found.context, locations=[(found.file, 0)], auto_comments=found.notes
        )
    return catalogue


def path_of(language: str) -> Path:
    """Return the path of the catalogue of a language."""
    return LOCALE_DIR / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language, an empty one where there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(language, **_HEADER, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the texts that lack a translation or one of their forms, or have a doubtful one."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id
        and (
            message.fuzzy
            or not (all(message.string) if isinstance(message.string, tuple | list) else message.string)
        )
    ]


def update(language: str) -> Catalog:
    """Update the catalogue of a language: new texts are added empty, unused ones removed."""
    catalogue, texts = read(language), template()
    texts.creation_date = catalogue.creation_date  # so that the file changes only when its texts do
    catalogue.update(texts, no_fuzzy_matching=True)
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=79, include_lineno=False, ignore_obsolete=True)
    return catalogue


if __name__ == "__main__":
    for code in TRANSLATED:
        missing = untranslated(update(code))
        print(f"{code}: {len(missing)} to translate", *(f"\n    {text}" for text in missing[:20]))
