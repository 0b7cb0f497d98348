"""Compiling catalogues without gettext tools."""

import gettext
import os
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError, read_po

from yahtzee_site.translations import LOCALE_DIR, compile_stale

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    path = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(HEADER + 'msgid "Roll"\nmsgstr "Würfeln"\n', encoding="utf-8")
    return path


def test_compiles_what_changed(catalogue: Path, tmp_path: Path) -> None:
    target = catalogue.with_suffix(".mo")
    assert compile_stale(tmp_path) == [target]
    with target.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Roll") == "Würfeln"
    assert compile_stale(tmp_path) == []

    catalogue.write_text(HEADER + 'msgid "Roll"\nmsgstr "Wirf"\n', encoding="utf-8")
    os.utime(catalogue, (1, 1))  # older than before, and still another text
    assert compile_stale(tmp_path) == [target]
    with target.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Roll") == "Wirf"


def test_leaves_nothing_behind(catalogue: Path, tmp_path: Path) -> None:
    compile_stale(tmp_path)
    assert {path.name for path in catalogue.parent.iterdir()} == {"django.po", "django.mo"}


def test_fuzzy_texts_are_not_shown(catalogue: Path, tmp_path: Path) -> None:
    catalogue.write_text(HEADER + '#, fuzzy\nmsgid "Roll"\nmsgstr "Rolle"\n', encoding="utf-8")
    compile_stale(tmp_path)
    with catalogue.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Roll") == "Roll"


def test_a_broken_catalogue_is_an_error(catalogue: Path, tmp_path: Path) -> None:
    catalogue.write_text(HEADER + 'msgid "Roll"\nmsgstr "Wurf"\n<<<<<<< ours\n', encoding="utf-8")
    with pytest.raises(PoFileError):
        compile_stale(tmp_path)
    assert not catalogue.with_suffix(".mo").exists()


def test_placeholders_survive_translation() -> None:
    wrong = []
    for path in LOCALE_DIR.glob("*/LC_MESSAGES/*.po"):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parts[-3], abort_invalid=True)
        wrong += [(message.id, str(error)) for message, errors in catalogue.check() for error in errors]
    assert not wrong
