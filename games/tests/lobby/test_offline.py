"""Static pages, the service worker and the manifest: the same for everybody, and storable by browsers."""

import json
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings as site_settings
from django.contrib.staticfiles import finders
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse
from django.utils import timezone
from pytest_django import Settings

from games import remembered, rules, static_pages
from games.lobby import offline
from games.tests.players import Person
from games.words import labels

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = [code for code, _name in site_settings.LANGUAGES]
PAGES = offline.pages()
FIGURE_OUT = """
import django; django.setup()
from django.test import RequestFactory
from games.lobby import offline
print(offline._release(RequestFactory().get("/sw.js", headers={"host": "localhost"}), "en"))
"""


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Clear the cached releases of other tests."""
    with patch.dict(offline._releases, clear=True):
        yield


def read_release(client: Client, language: str = "en") -> dict[str, Any]:
    answer = client.get(f"{reverse('games:worker')}?language={language}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    first, second = answer.content.decode().splitlines()
    assert second == 'importScripts("/static/js/site/worker.js");'
    found = re.fullmatch(r"self\.RELEASE = (.*);", first)
    assert found
    return dict(json.loads(found[1]))


# --- The pages -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_static_pages_are_the_same_for_everybody(path: str) -> None:
    """No token, no cookie, no question to the database; language and frame alone make a difference."""
    answer = Client().get(path)
    assert answer.status_code == 200
    assert not answer.cookies
    assert answer["Cache-Control"] == "no-cache"
    vary = {name.strip() for name in answer["Vary"].split(",")}
    assert vary <= {"Accept-Encoding", "Accept-Language", "Cookie", "Sec-Fetch-Dest"}
    html = answer.content.decode()
    for token in ("csrf", "X-CSRFToken", "hx-headers", 'method="post"'):
        assert token not in html
    assert f'data-worker="{reverse("games:worker")}?language=de"' in html


def test_static_pages_know_nobody(anna: Person) -> None:
    """A browser with a seat, and a cookie due for renewal, gets the same page as others, and no cookie."""
    later = timezone.now() + timedelta(days=2)
    anna.create()
    stranger = Client()
    stranger.cookies[site_settings.LANGUAGE_COOKIE_NAME] = "en"
    with patch("time.time", later.timestamp):
        assert site_settings.PLAYER_COOKIE_NAME in anna.client.get(reverse("games:home")).cookies
        for path in PAGES:
            answer = anna.client.get(path)
            assert not answer.cookies
            assert answer.content == stranger.get(path).content


def test_every_static_page_is_kept() -> None:
    """A page with the decorator is in the list, under every address its pattern can lead to."""
    patterns = [
        str(entry.pattern)
        for resolver in get_resolver().url_patterns
        for entry in getattr(resolver, "url_patterns", [resolver])
        if getattr(entry.callback, "static_page", False)
    ]
    assert {"rules/<rules:rule_set>/", "pads/"} <= set(patterns)
    assert "sw.js" not in patterns
    for pattern in patterns:
        shape = re.sub(r"<[^>]+>", "[a-z_+]+", pattern)
        assert any(re.fullmatch(f"/{shape}", path) for path in PAGES), pattern


# --- The service worker ----------------------------------------------------------------------------------


def test_the_worker_knows_the_pages(settings: Settings) -> None:
    settings.STATIC_MANIFEST = True
    found = {language: read_release(Client(), language) for language in LANGUAGES}
    assert len({release["name"] for release in found.values()}) == len(LANGUAGES)
    for language, release in found.items():
        assert release["pages"] == [*PAGES, reverse("games:manifest")]
        assert release["offline"] in PAGES
        assert release["language"] == language
        assert release["files"] == "/static/"
        assert release["name"].startswith(release["site"])
    assert not any(re.match(r"/(g|games|join|scores|admin|ws)?(/|$)", path) for path in PAGES)


def test_without_hashed_names_there_is_nothing_to_keep(settings: Settings) -> None:
    settings.STATIC_MANIFEST = False
    assert read_release(Client())["pages"] == []


def test_every_process_finds_the_same_release(settings: Settings) -> None:
    """Whatever the host it is asked at, and whatever the order of sets: else workers would alternate."""
    settings.ALLOWED_HOSTS = ["localhost", "dice.example.org"]
    requests = [
        RequestFactory().get("/sw.js", headers={"host": host})
        for host in ("localhost", "dice.example.org:8443")
    ]
    names = set()
    for request in requests:
        offline._releases.clear()
        names.add(offline._release(request, "en"))
    other = subprocess.run(
        [sys.executable, "-c", FIGURE_OUT],
        cwd=ROOT,
        env={
            "PYTHONHASHSEED": "1",
            "STATIC_MANIFEST": "0",
            "DATA_DIR": str(site_settings.DATA_DIR),
            "DJANGO_SETTINGS_MODULE": "yahtzee_site.settings",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    names.add(other.stdout.strip())
    assert len(names) == 1


def test_whoever_asks_first_is_not_in_the_name_of_the_release(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "dice.example.org"]
    names = set()
    for headers in (
        {},
        {"host": "dice.example.org:8443"},
        {"sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site"},
        {"accept-language": "nl", "cookie": "yahtzee_lang=nb; yahtzee_csrf=x"},
        {"hx-request": "true", "x-forwarded-proto": "https"},
    ):
        for query in ("", "&embed=1", "&theme=night&lang=nl"):
            offline._releases.clear()
            answer = Client(headers={"host": "localhost", **headers}).get(f"/sw.js?language=en{query}")
            names.add(json.loads(answer.content.decode().partition("=")[2].partition(";\n")[0])["name"])
    assert len(names) == 1


@pytest.mark.parametrize("what", ["text", "file"])
def test_another_word_or_file_is_another_release(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    before = read_release(Client())["name"]
    offline._releases.clear()
    assert read_release(Client())["name"] == before
    offline._releases.clear()
    static_pages.forget()
    remembered.forget()
    if what == "text":
        page = offline._render
        monkeypatch.setattr(
            offline, "_render", lambda *asked: page(*asked).replace(b"No connection", b"Away")
        )
    else:
        url = "django.contrib.staticfiles.storage.StaticFilesStorage.url"
        monkeypatch.setattr(url, lambda _self, name: f"/static/{name}".replace("site.css", "site.new.css"))
    assert read_release(Client())["name"] != before


def test_a_language_of_the_worker_is_nobodys_choice() -> None:
    """An unknown language is no error."""
    client = Client(headers={"accept-language": "nl"})
    assert read_release(client, "xx' + 1")["language"] == "nl"
    assert read_release(client, "nb")["language"] == "nb"
    assert 'lang="nl"' in client.get(PAGES[0]).content.decode()


# --- The manifest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_says_how_the_site_is_installed(language: str) -> None:
    answer = Client().get(f"{reverse('games:manifest')}?language={language}")
    assert answer["Content-Type"] == "application/manifest+json"
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    about = answer.json()
    assert about["lang"] == language
    assert all(str(labels.GAMES[family.name].title) in about["description"] for family in rules.RULE_SETS)
    assert about["name"] and len(about["short_name"]) <= 15
    assert about["id"] == about["scope"] == about["start_url"] == "/"
    assert about["display"] == "standalone"
    kinds = [(icon["purpose"], icon["sizes"]) for icon in about["icons"]]
    assert kinds == [("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")]
    for icon in about["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        assert size_of(Path(path)) == icon["sizes"]
    assert len(about["shortcuts"]) > 4
    for shortcut in about["shortcuts"]:
        assert shortcut["name"] and shortcut["url"] in PAGES


def size_of(png: Path) -> str:
    """Return width x height from the header of a PNG."""
    head = png.read_bytes()[:24]
    assert head[1:4] == b"PNG"
    width, height = struct.unpack(">II", head[16:])
    return f"{width}x{height}"
