"""Every page in every language: there, marked as what it is, and without a sentence left in English."""

import re
from datetime import datetime
from html import escape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import formats
from django.utils.translation import override

from games import rules
from games.tests.contract_page import Answer, ClientBrowser
from games.tests.lobby.test_device import link_of
from games.tests.pages import page_addresses
from games.tests.players import Person, play_out, table_for_two
from games.words import labels
from yahtzee_site import messages

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def pages(anna: Person, ben: Person) -> dict[str, int]:
    """Addresses Anna may ask for, with the status of the answer."""
    finished = anna.create()
    play_out(finished, anna)
    waiting = anna.create(mode="online", players=2)
    playing = table_for_two(anna, ben, rules="triple_yahtzee", match=2)
    anna.roll(playing)
    secret = link_of(ben).strip("/").rpartition("/")[2]
    states = [{"code": path.strip("/").rpartition("/")[2]} for path in (finished, waiting, playing)]
    books = [{"rule_set": game.rules_id} for game in rules.all_rules()]
    pads = [{"rule_set": family.name} for family in rules.RULE_SETS]
    known = {"secret": secret, **states[0], **pads[0]}
    found = {path for more in (*states, *pads) for path in page_addresses(**known | more).values()}
    found |= {reverse("games:rules", kwargs=book) for book in books}
    wrong = {"/join/?code=ABCDEFGHJK": 404, "/device/nothing/": 404, "/nothing-here": 404}
    return dict.fromkeys(found, 200) | wrong | {"/games": 405, f"{playing}roll": 405}


def sentences(language: str) -> list[str]:
    """Return texts of some length, as a page has them, that are said differently in this language."""
    catalogue = messages.read(language) if language in messages.TRANSLATED else ()
    return [
        escape(message.id)
        for message in catalogue
        if isinstance(message.id, str)
        and len(message.id) > 12
        and " " in message.id
        and message.string not in ("", message.id)
        and not any(mark in message.id for mark in ("%(", "{"))
    ]


def test_every_page_speaks_every_language(anna: Person, pages: dict[str, int]) -> None:
    assert len(pages) > 20
    del anna.client.cookies[settings.LANGUAGE_COOKIE_NAME]
    wrong = []
    for language in LANGUAGES:
        english = sentences(language)
        for path, status in pages.items():
            response = anna.client.get(path, headers={"accept-language": language})
            html = re.sub(
                r'<(\w+) lang="en">[^<]*</\1>', "", response.content.decode()
            )  # quoted, and marked so
            if response.status_code != status:
                wrong.append(f"{language} {path}: {response.status_code}")
            if f'<html lang="{language}"' not in html or response["Content-Language"] != language:
                wrong.append(f"{language} {path}: not marked")
            wrong += [f"{language} {path}: {text}" for text in english if text in html]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_without_scripts(language: str) -> None:
    """Forms as a browser sends them that runs no script: each is answered by a whole page in its language."""
    browser = ClientBrowser(Client(headers={"accept-language": language}))

    def send(answer: Answer, ending: str, **chosen: object) -> Answer:
        form = answer.page.form(ending)
        assert form and form.method == "post"
        shown = browser.ask("GET", browser.ask("POST", form.action, {**dict(form.fields), **chosen}).target)
        assert (shown.status, f'<html lang="{language}"' in shown.text) == (200, True)
        return shown

    start = browser.ask("GET", "/")
    turn = send(send(start, "/games", rules="yacht"), "/roll")
    with override(language):
        assert str(labels.word(rules.get("yacht"), "roll")).format(number=2) in turn.page.words
    kept = turn.page.faces[3]
    turn = send(turn, "/roll", hold=[3])
    assert (turn.page.roll, turn.page.faces[3]) == (2, kept)
    cell = next(
        each["value"] for tag, each in turn.page.tags if tag == "button" and each.get("name") == "cell"
    )
    turn = send(turn, "/score", cell=cell)
    assert (turn.page.get("entries"), turn.page.roll) == ("1", 0)


def test_dates_are_british_in_english() -> None:
    """The pages say *colour*: a date has the day first, and no *p.m.*"""
    moment = datetime(2026, 11, 30, 20, 27)
    with override("en"):
        assert formats.date_format(moment, "DATETIME_FORMAT") == "30 November 2026, 20:27"
        assert formats.date_format(moment, "DATE_FORMAT") == "30 November 2026"
    with override("de"):
        assert formats.date_format(moment, "DATETIME_FORMAT") == "30. November 2026 20:27"
