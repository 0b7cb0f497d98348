"""Compiling catalogues without gettext tools."""

import gettext
import os
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

from yahtzee_site import messages
from yahtzee_site.translations import compile_stale

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


def test_updating_brings_new_texts_and_drops_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "templates").mkdir()
    page = tmp_path / "templates" / "page.html"
    counted = "{% blocktranslate count n=n %}{{ n }} die{% plural %}{{ n }} dice{% endblocktranslate %}"
    text = '{% load i18n %}{% translate "Roll" context "card" %}'
    page.write_text(text + counted, encoding="utf-8")
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "LOCALE_DIR", tmp_path / "locale")
    assert messages.untranslated(messages.update("nb")) == ["Roll", "%(n)s die"]

    source = messages.path_of("nb")
    lines = source.read_text(encoding="utf-8").replace(
        'msgid "Roll"\nmsgstr ""', 'msgid "Roll"\nmsgstr "Kast"'
    )
    source.write_text(lines, encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    kept = messages.update("nb")
    assert messages.untranslated(kept) == [] and len(kept) == 1
    assert kept.get("Roll", "card").string == "Kast"
