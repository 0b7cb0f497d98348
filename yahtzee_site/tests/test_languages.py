"""Every page in every language: there, marked as what it is, and without a sentence left in English."""

from html import escape

import pytest
from django.conf import settings
from django.urls import reverse

from games import rules
from games.tests.cast import Person, play_out, table_for_two
from games.urls import urlpatterns
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
    games = [f"{path}{part}" for path in (finished, waiting, playing) for part in ("", "dice/", "report/")]
    pads = [
        f"/{pattern.pattern}".replace("<slug:rule_set>", family.name)
        for pattern in urlpatterns
        if str(pattern.pattern).startswith("pads/")
        for family in rules.RULE_SETS
    ]
    book = [reverse("games:rules", args=[game.rules_id]) for game in rules.all_rules()]
    found = dict.fromkeys(["/", "/scores/", "/scores/mine/", *games, *pads, *book], 200)
    return found | {"/nothing-here": 404, "/join/?code=ABCDEFGHJK": 404, "/games": 405, f"{playing}roll": 405}


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
            html = response.content.decode()
            if response.status_code != status:
                wrong.append(f"{language} {path}: {response.status_code}")
            if f'<html lang="{language}"' not in html or response["Content-Language"] != language:
                wrong.append(f"{language} {path}: not marked")
            wrong += [f"{language} {path}: {text}" for text in english if text in html]
    assert wrong == [], "\n".join(wrong)
