"""Every text of the site is there in every language. Reads the sources itself; needs no gettext tools."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.utils.translation import override

from games import rules
from games.words import labels
from yahtzee_site import messages

LANGUAGES = [code for code, _name in settings.LANGUAGES]
every_catalogue = pytest.mark.parametrize("language", messages.TRANSLATED)

TERMS = """
Ones | Einser | Enere | Enen
Twos | Zweier | Toere | Tweeën
Threes | Dreier | Treere | Drieën
Fours | Vierer | Firere | Vieren
Fives | Fünfer | Femmere | Vijven
Sixes | Sechser | Seksere | Zessen
Three of a kind | Dreierpasch | Tre like | Drie dezelfde
Four of a kind | Viererpasch | Fire like | Vier dezelfde
Full house | Full House | Hus | Full house
Small straight | Kleine Straße | Liten straight | Kleine straat
Large straight | Große Straße | Stor straight | Grote straat
Chance | Chance | Sjanse | Kans
One pair | Ein Paar | Ett par | Eén paar
Two pairs | Zwei Paare | To par | Twee paar
Upper section | Oberer Block | Øvre del | Bovenste deel
Lower section | Unterer Block | Nedre del | Onderste deel
Single | Einfach | Enkel | Enkel
Double | Doppelt | Dobbel | Dubbel
Triple | Dreifach | Trippel | Drievoud
Grand total | Gesamtsumme | Sluttsum | Eindtotaal
Yahtzee | Yahtzee | Yahtzee | Yahtzee
game: Yahtzee | Yahtzee | Yahtzee | Yahtzee
Yacht | Yacht | Yacht | Yacht
Yatzy | Yatzy | Yatzy | Yatzy
Bonus | Bonus | Bonus | Bonus
{points} to go | noch {points} | {points} igjen | nog {points}
Roll | Würfeln | Kast | Gooien
hold {dice} | {dice} festhalten | beholde {dice} | {dice} vasthouden
below a die: HOLD | FEST | HOLD | VAST
Undo entry | Eintrag zurücknehmen | Angre | Ongedaan maken
New game | Neues Spiel | Nytt spill | Nieuw spel
Join | Beitreten | Bli med | Meedoen
Join a game | Spiel beitreten | Bli med i et spill | Meedoen aan een spel
Copy invitation | Einladung kopieren | Kopier invitasjon | Uitnodiging kopiëren
Share | Teilen | Del | Delen
Easy | Leicht | Lett | Makkelijk
Medium | Mittel | Middels | Gemiddeld
Hard | Schwer | Vanskelig | Moeilijk
Strike (0) | Streichen (0) | Stryk (0) | Doorstrepen (0)
Print | Ausdrucken | Skriv ut | Afdrukken
Drawn game | Unentschieden | Uavgjort | Gelijkspel
game: drawn | unentschieden | uavgjort | gelijkspel
Farkle | Farkle | Farkle | Farkle
Bank | Sichern | Sikre | Noteren
Hot dice! All six again | Hot Dice! Noch einmal alle sechs | Hot dice! Alle seks på nytt | Hot dice! Alle zes opnieuw
{name} wins a game | {name} gewinnt ein Spiel | {name} vinner et spill | {name} wint een potje
{name} wins the match {score}. | {name} gewinnt die Partie {score}. | {name} vinner kampen {score}. | {name} wint de wedstrijd met {score}.
Match to {number}: {stand} | Partie bis {number}: {stand} | Kamp, først til {number}: {stand} | Wedstrijd tot {number}: {stand}
"""  # noqa: E501
"""The words decided for all languages: English, after its context, and the order of messages.TRANSLATED."""


@cache
def catalogue(language: str) -> Catalog:
    return messages.read(language)


@cache
def texts() -> Catalog:
    return messages.template()


def forms(message: Message) -> list[str]:
    """Return the translations of a text: one, or one for every plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def test_a_language_is_translated_or_spoken_by_the_sources() -> None:
    assert {*messages.TRANSLATED, "en"} == set(LANGUAGES)
    assert len(texts()) > 400


@every_catalogue
def test_nothing_is_untranslated_or_guessed(language: str) -> None:
    """After a change: `python -m yahtzee_site.messages`, then translate what is new."""
    assert messages.untranslated(catalogue(language)) == []
    assert not catalogue(language).obsolete


@every_catalogue
def test_the_catalogue_has_exactly_the_texts_of_the_sources(language: str) -> None:
    wanted, found = ({(m.id, m.context) for m in each if m.id} for each in (texts(), catalogue(language)))
    assert (wanted - found, found - wanted) == (set(), set())


def test_no_text_hides_in_a_format_string() -> None:
    """What collects the texts of the sources does not look into them."""
    functions = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy", "npgettext"}
    hidden = [
        f"{path.relative_to(settings.BASE_DIR)}:{call.lineno}"
        for package in ("games", "scores", "yahtzee_site")
        for path in (settings.BASE_DIR / package).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in functions
    ]
    assert hidden == []


@every_catalogue
def test_translations_fit_their_texts(language: str) -> None:
    """Placeholders and plural forms are whole; a sentence stays a sentence, a label a label."""
    known = catalogue(language)
    assert [(message.id, str(error)) for message, errors in known.check() for error in errors] == []
    plural = [message for message in known if message.id and message.pluralizable]
    assert plural
    assert not [message.id for message in plural if len(forms(message)) != known.num_plurals]
    single = [message for message in known if isinstance(message.id, str) and message.id]
    assert not [m.id for m in single if m.id[-1] in ".:…" and not forms(m)[0].endswith(m.id[-1])]


def decided(language: str, term: str) -> object:
    """Return the translation of a term that may stand behind its context."""
    known = catalogue(language)
    context, _, text = term.partition(": ")
    message = known.get(term) or known.get(text, context=context)
    return message.string if message else None


@every_catalogue
def test_the_agreed_terms_are_used(language: str) -> None:
    rows = [[word.strip() for word in line.split("|")] for line in TERMS.strip().splitlines()]
    place = 1 + messages.TRANSLATED.index(language)
    wanted = {row[0]: row[place] for row in rows}
    found = {english: decided(language, english) for english in wanted}
    assert found == wanted


FORBIDDEN = {
    "en": r"(?<!look-)\balike\b|\b(take[ns]?|taking) .{0,12}\bback\b|\blet go\b|\bsilent for\b|\bImprint\b",
    "de": r"\b[Ww](irft?|erfen)\b|\bgeworfen\b|\bam Zug\b|\b[Bb]ewahrt?\b|[Ff]reihändig|heißen? Würfel"
    r"|Würfel behalten\b(?! ihre)|\b(behält|[Bb]ehalte) (beides|die|oft|[Pp]aare)\b|\bbehältst\b|malgenommen",
    "nb": r"\b[Mm]askin|\b[Ff]ør(er|es|te|t|e)\b(?! (\S+ ){0,3}inn\b)|\blei oss\b|[Ii]ngenting er beholdt",
    "nl": r"[Tt]erug(nemen|genomen)|\b[Mm]ee(do\w+)? met een spel|[Bb]eëindig(en|t)\b|[Cc]omputerspeler",
}
"""Words that are not used, since another one is used for the same thing, or nobody speaks like that."""

TYPOGRAPHY = {
    "en": r"[„«»‘]|\s…",
    "de": r"[”«»‘']|“\w|(?<!\u00a0)…",
    "nb": r"[“”„‘']|(?<!\u00a0)…",
    "nl": r"[“”„«»']|\s…",
}
"""Marks of other languages or of typewriters. In German and Norwegian an ellipsis follows a fixed space."""


def said(language: str) -> Iterator[str]:
    """Return all that the site says in a language, without HTML, and with a number for what is put in."""
    for message in texts() if language == "en" else catalogue(language):
        words = message.id if language == "en" else message.string
        for text in (words if isinstance(words, tuple | list) else [words]) if message.id else ():
            yield re.sub(r"%\(\w+\)s|{\w*}", "0", re.sub(r"<[^>]*>", "", str(text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_each_thing_and_none_that_nobody_says(language: str) -> None:
    assert [text for text in said(language) if re.search(FORBIDDEN[language], text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_are_those_of_the_language(language: str) -> None:
    strange = re.compile(rf'"|\.\.\.|  |\s[,;:.!](?!\w)|{TYPOGRAPHY[language]}')
    assert [text for text in said(language) if strange.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_labels_are_short_enough_for_a_phone(language: str) -> None:
    with override(language):
        for game in rules.all_rules():
            keys = [*labels.TOTALS, *(category.id for category in game.categories)]
            words = [str(labels.word(game, key)) for key in keys]
            assert not [word for word in words if len(word) > 15]


def test_the_old_card_keeps_its_words_in_german() -> None:
    with override("de"):
        words = [str(labels.word(rules.get("triple_yahtzee"), key)) for key in ("ones", "combined", "grand")]
        assert words == ["Ones", "Combined Total", "Grand Total"]
        assert str(labels.word(rules.get("yahtzee"), "ones")) == "Einser"


ADVICE = tuple(f"games/rulebook/{name}.py" for name in ("tips", "questions", "booklet"))
"""Where the texts of tips and questions are; those of the pads come with them."""


def test_no_figure_is_written_in_a_tip_or_an_answer() -> None:
    """But for 0, column 1, and how many of 100: all others are computed and put in, in every language."""
    texts = [found for found in messages.find_texts() if found.file in (*ADVICE, "games/pads/questions.py")]
    texts = [found for found in texts if found.context != "who starts"]
    assert len(texts) > 90
    for found in texts:
        translated = (catalogue(language).get(found.text, found.context) for language in messages.TRANSLATED)
        said = [str(found.text), *(str(message.string) for message in translated if message)]
        assert len(said) == 1 + len(messages.TRANSLATED)
        assert {int(number) for text in said for number in re.findall(r"\d+", text)} <= {0, 1, 100}, said
