"""What may be done with an answer (indexed, loaded elsewhere, kept), and what robots and browsers ask for."""

from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from games.tests.players import Person
from yahtzee_site.tests.test_observatory import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(client: Client) -> str:
    return Person("Anna", client).create().split("/")[2]


def test_every_answer_says_what_browsers_may_do(client: Client, code: str) -> None:
    asked = [*addresses(code), "/nothing", f"/{site_settings.ADMIN_PATH}login/", "/static/css/site.css"]
    for path in asked:
        for answer in (client.get(path), client.post(path)):
            assert "camera=()" in answer["Permissions-Policy"], path
            assert "autoplay" not in answer["Permissions-Policy"], "games have sounds, in frames, too"
            shared = "preview-" in path and answer.status_code == 200
            wanted = "cross-origin" if shared else "same-origin"
            assert answer["Cross-Origin-Resource-Policy"] == wanted or answer.status_code == 405, path


def test_other_sites_may_load_what_is_made_for_them(client: Client) -> None:
    for path, wanted in (("embed/parent.js", "cross-origin"), ("js/site/menu.js", "same-origin")):
        answer = client.get(f"/static/{path}")
        assert (answer.status_code, answer["Cross-Origin-Resource-Policy"]) == (200, wanted)
    assert client.get("/static/embed/nothing.js")["Cross-Origin-Resource-Policy"] == "same-origin"


def test_caches_are_told_about_every_answer(client: Client, code: str) -> None:
    for path in [
        *addresses(code),
        "/nothing",
        "/static/nothing.js",
        "/g/NOTHING234/",
        "/scores/?board=chess",
    ]:
        answer = client.get(path)
        assert answer.get("Cache-Control"), (path, answer.status_code)
        if answer.status_code in {404, 405}:
            assert "max-age=0" in answer["Cache-Control"] or "no-store" in answer["Cache-Control"]


def test_games_are_in_no_search_engine(client: Client, code: str) -> None:
    listed = {path for path in addresses(code) if "X-Robots-Tag" not in client.get(path)}
    assert {path for path in listed if f"/{code}" in path or "device" in path or "mine" in path} == set()
    assert {"/", "/pads/", "/pads/yacht/", "/rules/yacht/", "/scores/"} <= listed
    for path in ("/nothing", f"/{site_settings.ADMIN_PATH}login/", f"/g/{code}/", "/join/?code=X"):
        assert client.get(path)["X-Robots-Tag"] == "noindex"


def test_robots_may_see_that_games_are_not_for_them(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow:\n" in text
    assert f"Sitemap: http://testserver{reverse('sitemap')}\n" in text


def test_the_sitemap_lists_pages_in_every_language(client: Client, code: str) -> None:
    answer = client.get("/sitemap.xml")
    tree = ElementTree.fromstring(answer.content)
    found = [page.text or "" for page in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert "http://testserver/rules/yacht/" in found
    assert not any(code in page or "offline" in page for page in found)
    for page in found:
        answer = client.get(page.removeprefix("http://testserver"))
        assert answer.status_code == 200
        assert "X-Robots-Tag" not in answer
    assert len(list(tree.iter("{http://www.w3.org/1999/xhtml}link"))) == 5 * len(found)


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("mailto:security@example.org", "mailto:security@example.org"),
        ("https://www.example.org/imprint/", "https://www.example.org/imprint/"),
        ("/imprint/", "http://testserver/imprint/"),
    ],
)
def test_weaknesses_can_be_reported(client: Client, settings: Settings, contact: str, told: str) -> None:
    settings.SECURITY_CONTACT = contact
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert lines["Contact"] == told
    left = datetime.fromisoformat(lines["Expires"]) - timezone.now()
    assert timedelta(days=100) < left < timedelta(days=365)


def test_without_a_contact_there_is_no_promise(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404


def test_the_icon_is_where_browsers_look_for_it(client: Client) -> None:
    answer = client.get("/favicon.ico", follow=True)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
