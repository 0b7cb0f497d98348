"""A site without trade marks: no page contains the words, in any language, and everything works."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urljoin, urlsplit

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.translation import override
from pytest_django import Settings

from games import rules
from games.models import Game
from games.review import jobs
from games.tests.contract_page import read
from games.tests.players import Person, play_out
from games.tests.review.test_report_page import QueueExecutor
from games.words import labels
from games.words.ids import OUTSIDE
from yahtzee_site import errors, messages
from yahtzee_site.checks import MARKS, check_neutral
from yahtzee_site.translations import LOCALE_DIR, NEUTRAL_DIR

LANGUAGES = [code for code, _name in site_settings.LANGUAGES]
SAME = re.compile(r"[?&](lang|move|page|period|mode)=|^/static/|^/admin/.*\?(?!act=)|^/admin/(logout|jsi18n)")
"""Addresses of pages like others, or of none."""
SCRIPTS = LOCALE_DIR.parents[1] / "static" / "js"
every_language = pytest.mark.parametrize("language", LANGUAGES)


# --- Words -----------------------------------------------------------------------------------------------


def marked(language: str) -> Iterator[Message]:
    """Return the texts that contain a trade mark, in the sources or in their translation."""
    translations = messages.read(language) if language in messages.TRANSLATED else None
    for text in messages.template():
        found = translations.get(text.id, context=text.context) if translations and text.id else None
        if text.id and MARKS.search(f"{text.id} {found.string if found else ''}"):
            yield text


@every_language
def test_every_text_with_a_trade_mark_has_other_words(language: str) -> None:
    with (NEUTRAL_DIR / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    wanted = {(text.context, text.id) for text in marked(language)}
    assert {(text.context, text.id) for text in catalogue if text.id} == wanted
    assert len(wanted) > 5
    for text in catalogue:
        assert not text.id or (text.string and not MARKS.search(str(text.string))), text.id


@every_language
def test_words_on_cards_are_short(neutral: Settings, language: str) -> None:
    with override(language):
        for game in rules.all_rules():
            keys = [*labels.TOTALS, *(category.id for category in game.categories)]
            words = [str(labels.word(game, key)) for key in keys]
            assert not [word for word in words if len(word) > 15]
            assert not [word for word in words if MARKS.search(word)]


def test_a_word_of_ones_own(neutral: Settings) -> None:
    neutral.FIVE_OF_A_KIND_LABEL = "Rentho"
    for name in ("triple_yahtzee", "yahtzee"):
        assert str(labels.word(rules.get(name), "yahtzee")) == "Rentho"


ARTICLES = re.compile(
    r"\b(?i:eine?n?|das|im|en|én|et|een|één|het) (Fünf Gleiche|5 of a Kind|Fem like|Vijf dezelfde)"
    r"|(Gleiche|like|dezelfde)-\w"
)
"""What may stand before or behind a name, and not before or behind words in the plural."""


@every_language
def test_sentences_fit_words_in_the_plural(neutral: Settings, language: str) -> None:
    said = [
        read(Client().get(f"/rules/{name}/", headers={"accept-language": language}).content.decode()).text
        for name in (f"triple_{OUTSIDE}", OUTSIDE)
    ]
    assert not [each[0] for text in said for each in ARTICLES.finditer(text)]
    with override(language):
        assert str(labels.CATEGORIES["yahtzee"]) in said[1]


# --- Pages -----------------------------------------------------------------------------------------------


@pytest.fixture
def played(neutral: Settings, db: None, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser, of a moderator too, with games in every state, a report and a score."""
    monkeypatch.setattr(jobs, "executor", QueueExecutor(at_once=True))
    monkeypatch.setattr(jobs, "connections", Mock())
    client = Client()
    anna = Person("Anna", client)
    for rules_id in (f"triple_{OUTSIDE}+left_to_right", f"triple_{OUTSIDE}+no_{OUTSIDE}_bonus", OUTSIDE):
        anna.create(rules=rules_id, bot=["easy"])
        anna.create(rules=rules_id, mode="online", players=2)
    path = anna.create(rules=OUTSIDE, bot=[])
    play_out(path, anna)
    anna.post(f"{path}report/", htmx=False)
    client.force_login(User.objects.create_superuser("root"))
    return client


def crawl(client: Client, language: str, *, admin: bool) -> dict[str, HttpResponse]:
    """Ask for every page that links lead to, and some that none does; for those of moderators if wanted."""
    codes = list(Game.objects.values_list("code", flat=True))
    waiting = [
        "/",
        "/nothing",
        "/games",
        f"/g/{codes[0]}/roll",
        f"/g/{codes[0].lower()}/",
        "/device/nothing/",
    ]
    waiting += [
        "/sw.js",
        "/manifest.webmanifest",
        *([f"/{site_settings.ADMIN_PATH}"] if admin else []),
        *(f"/g/{code}/" for code in codes),
    ]
    seen: dict[str, HttpResponse] = {}
    while waiting:
        path = waiting.pop(0)
        if path in seen:
            continue
        answer = client.get(path, headers={"accept-language": language})
        seen[path] = answer
        waiting += links(answer, path)
    return seen


def links(answer: HttpResponse, path: str) -> list[str]:
    """Return where a page leads on this site, by link or by redirect, without what changes the language."""
    found = [answer["Location"]] if "Location" in answer else []
    if answer.get("Content-Type", "").startswith("text/html"):
        tags = read(answer.content.decode()).tags
        found += [each["href"] for tag, each in tags if tag in ("a", "link") and each.get("href")]
    inside = [urlsplit(urljoin(f"http://testserver{path}", address)) for address in found]
    own = [
        each._replace(scheme="", netloc="", fragment="").geturl()
        for each in inside
        if each.netloc == "testserver"
    ]
    return [address for address in own if not SAME.search(address)]


def test_no_page_contains_a_trade_mark(played: Client) -> None:
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        pages = crawl(played, language, admin=language == LANGUAGES[0])  # it is Django's in most words
        assert len(pages) > 40 and f"/pads/triple_{OUTSIDE}/" in pages
        assert {answer.status_code for answer in pages.values()} == {200, 302, 404, 405}
        for path, answer in pages.items():
            is_text = answer["Content-Type"].startswith(("text/", "application/manifest"))
            text = f"{path} {answer.headers} {answer.content.decode() if is_text else ''}"
            for mark in MARKS.finditer(text):
                found.setdefault(path, []).append(text[max(0, mark.start() - 60) : mark.end() + 40])
    assert found == {}


def test_pages_for_trouble_contain_none(neutral: Settings, rf: RequestFactory) -> None:
    for view in (errors.server_error, errors.unavailable):
        assert not MARKS.search(view(rf.get("/")).content.decode())


def test_the_crawl_would_find_one(played: Client, neutral: Settings) -> None:
    neutral.SITE_NAME = "Kniffel for all"
    assert MARKS.search(played.get("/").content.decode())


def test_everything_works_under_other_names(neutral: Settings, db: None) -> None:
    anna = Person("Anna", Client())
    page = anna.page("/")
    form = next(form for form in page.forms if form.action == "/games")
    fields = {**dict(form.fields), "name": "Anna"}
    assert fields["rules"] == f"triple_{OUTSIDE}"
    path = anna.post("/games", fields, htmx=False).target
    assert Game.objects.get().rules_id == "triple_yahtzee"
    offers = anna.roll(path).offers
    assert (OUTSIDE, 1) in offers
    assert anna.do(path, "score", cell=f"{OUTSIDE}:3").status == 200
    assert Game.objects.get().moves[-1] == "0 score yahtzee 3"
    assert anna.get(f"/rules/triple_{OUTSIDE}/").status == 200
    assert anna.get(f"/rules/nothing_{OUTSIDE}/").status == 404
    rules_id = f"triple_{OUTSIDE}+left_to_right+no_{OUTSIDE}_bonus"
    assert (
        anna.get(f"/rules/triple_{OUTSIDE}+no_{OUTSIDE}_bonus+left_to_right/").target == f"/rules/{rules_id}/"
    )
    assert anna.get(f"/scores/?board=triple_{OUTSIDE}%2Bno_{OUTSIDE}_bonus").status == 200
    assert anna.get("/scores/?board=triple_nothing").status == 404
    answer = anna.client.get("/", headers={"accept-encoding": ""})
    assert int(answer["Content-Length"]) == len(answer.content)


def test_addresses_of_other_sites_lead_to_the_names_used_here(neutral: Settings, db: None) -> None:
    client = Client()
    for path in ("/rules/{}+left_to_right/", "/pads/{}/", "/scores/?board={}&mode=all&period=all"):
        assert client.get(path.format("triple_yahtzee"))["Location"] == path.format(f"triple_{OUTSIDE}")
        assert client.get(path.format(f"triple_{OUTSIDE}")).status_code == 200


def test_no_answer_is_rewritten(neutral: Settings, db: None) -> None:
    """Pages are made of the same templates with other words and ids; what people type stays as it is."""
    typed = "yahtzee Kniffel"
    addresses = ["/", "/pads/{}/", "/rules/{}/", "/scores/?board={}", "{game}", "{game}record.json"]
    made: dict[bool, list[list[str]]] = {}
    for neutral.NEUTRAL in (True, False):
        anna = Person(typed, Client())
        name = f"triple_{OUTSIDE}" if neutral.NEUTRAL else "triple_yahtzee"
        game = anna.create(rules=name, mode="online", players=2)
        answers = [anna.client.get(address.format(name, game=game)) for address in addresses]
        assert [answer.status_code for answer in answers] == [200] * len(addresses)
        assert typed in answers[-2].content.decode()
        record = answers[-1].json()
        assert (record["rules"], record["seats"][0]["name"]) == ("triple_yahtzee", typed)
        made[neutral.NEUTRAL] = [[str(each.name) for each in answer.templates] for answer in answers]
    assert made[True] == made[False]


def test_moderators_find_games_and_scores_by_these_names(played: Client) -> None:
    for address, parameter, name in (
        ("/admin/games/game/", "rules_id", f"triple_{OUTSIDE}%2Bleft_to_right"),
        ("/admin/scores/highscore/", "board", OUTSIDE),
    ):
        every, chosen, none = (
            played.get(f"{address}{query}").content.decode().count('class="field-mode"')
            for query in ("", f"?{parameter}={name}", f"?{parameter}=nothing")
        )
        assert every >= chosen > none == 0


def test_scripts_know_no_id_with_a_trade_mark() -> None:
    """Ids are renamed in pages, and not in scripts: these are told what they need to know."""
    storage = re.compile(r'"yahtzee\.[a-z.-]+"')
    scripts = {path: storage.sub("", path.read_text(encoding="utf-8")) for path in SCRIPTS.rglob("*.js")}
    assert len(scripts) > 30
    assert [path.name for path, text in scripts.items() if MARKS.search(text)] == []


# --- Settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variables", [{"NEUTRAL": "1"}, {"FIVE_OF_A_KIND_LABEL": "Five!"}])
def test_the_variable_sets_all_of_it(tmp_path: Path, variables: dict[str, str]) -> None:
    code = (
        "from yahtzee_site import settings as s\n"
        "print(s.NEUTRAL, s.LOCALE_PATHS[0].name, s.LOCALE_PATHS[1].name, s.PLAYER_COOKIE_NAME,"
        " s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME)"
    )
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **variables}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=LOCALE_DIR.parents[1],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True neutral locale dice_player dice_csrf dice_session dice_lang\n"


def test_settings_may_not_bring_one_back(neutral: Settings) -> None:
    call_command("check")
    assert check_neutral(None) == []
    neutral.SITE_ROOT, neutral.BRAND_NAME = "/spiele/yahtzee", "Kniffel e. V."
    assert [error.msg.partition(" ")[0] for error in check_neutral(None)] == ["BRAND_NAME", "SITE_ROOT"]
    neutral.NEUTRAL = False
    assert check_neutral(None) == []
