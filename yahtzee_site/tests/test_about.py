"""The page about the site: what it is, its version, who made it."""

import re
import tomllib

import pytest
from django.test import Client
from django.utils.dates import MONTHS
from django.utils.translation import override
from pytest_django import Settings

from games.tests.contract_page import Page, read
from yahtzee_site.version import RELEASED, VERSION


def about(language: str = "de") -> Page:
    return read(Client(headers={"accept-language": language}).get("/about/").content.decode())


def test_it_says_what_the_site_is_and_who_made_it(settings: Settings) -> None:
    settings.BRAND_NAME, settings.BRAND_URL = "rentho.de", "https://rentho.de/"
    settings.MORE_GAMES_URL = "https://rentho.de/spiele/"
    page = about()
    assert "Die Webversion des alten Mac-Spiels „TripleYatzee“" in page.text
    assert "Ein Spiel von rentho.de – weitere Spiele" in page.text
    links = [found["href"] for tag, found in page.tags if tag == "a" and found.get("target") == "_top"]
    assert links[-3:-1] == ["https://rentho.de/", "https://rentho.de/spiele/"]


def test_without_an_owner_it_names_none() -> None:
    assert "Ein Spiel von" not in about().text
    assert "weitere Spiele" not in about().text


def test_version_and_month_in_every_language() -> None:
    for language, word in (("de", "Version"), ("en", "Version"), ("nb", "Versjon"), ("nl", "Versie")):
        with override(language):
            month = str(MONTHS[RELEASED.month])
        assert f"{word} {VERSION} · {month} {RELEASED.year}" in about(language).text


def test_one_version_for_page_changelog_and_project(settings: Settings) -> None:
    changes = (settings.BASE_DIR / "CHANGELOG.md").read_text()
    found = re.search(r"^## (\S+) – (.+)$", changes, re.MULTILINE)
    assert found is not None
    assert found.groups() == (VERSION, f"{RELEASED:%B %Y}")
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    assert project["project"]["version"] == VERSION


@pytest.mark.django_db
def test_the_menu_of_every_page_leads_there() -> None:
    for path in ("/", "/pads/", "/scores/"):
        page = read(Client(headers={"accept-language": "en"}).get(path).content.decode())
        assert "About Triple Yahtzee" in page.text
        assert "/about/" in [found.get("href") for tag, found in page.tags if tag == "a"]


def test_the_menu_has_sound_and_effects_under_their_heading() -> None:
    html = Client(headers={"accept-language": "de"}).get("/about/").content.decode()
    group = html.partition("<legend>Ton und Effekte</legend>")[2].partition("</fieldset>")[0]
    assert re.findall(r'data-option="(\w+)"', group) == ["sound", "confetti", "dice"]
    for words in ("> Ton</label>", ">Würfel-Animation", "> Konfetti</label>"):
        assert words in group
