"""Names and links of the owner on every page, and the public address."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.tests.contract_page import read
from games.tests.lobby.test_device import link_of
from games.tests.pages import page_addresses
from games.tests.players import Person
from yahtzee_site import errors
from yahtzee_site.checks import check_links

IMPRINT, PRIVACY, BRAND = "https://www.example.org/imprint/", "/privacy/", "https://www.example.org/"


@pytest.fixture
def branded(settings: Settings) -> Settings:
    settings.SITE_NAME = "Dice & Friends"
    settings.BRAND_NAME, settings.BRAND_URL = "Example", BRAND
    settings.IMPRINT_URL, settings.PRIVACY_URL = IMPRINT, PRIVACY
    return settings


def links(answer: HttpResponse) -> list[str]:
    """Return where the links of a page lead that leave a frame, too."""
    tags = read(answer.content.decode()).tags
    return [found["href"] for tag, found in tags if tag == "a" and found.get("target") == "_top"]


@pytest.mark.django_db
def test_every_page_carries_brand_imprint_and_privacy(branded: Settings, client: Client, ben: Person) -> None:
    game = client.post("/games", {"rules": "yacht", "mode": "solo"})["Location"]
    ben.create()
    secret = link_of(ben).strip("/").rpartition("/")[2]
    pages = page_addresses(code=game.strip("/").rpartition("/")[2], secret=secret, rule_set="yacht")
    for path in [*pages.values(), "/device/nothing/", "/nothing", "/games"]:
        answer = client.get(path, headers={"accept-language": "en"})
        assert set(links(answer)) == {BRAND, IMPRINT, PRIVACY}, path
        assert "A game by Example" in answer.content.decode()
    assert "<title>Dice &amp; Friends –" in client.get("/").content.decode()


def test_pages_without_a_request_carry_them_too(branded: Settings, rf: RequestFactory) -> None:
    for view in (lambda: errors.server_error(rf.get("/")), lambda: errors.unavailable(rf.get("/"))):
        assert links(view()) == [BRAND, IMPRINT, PRIVACY]


@pytest.mark.django_db
def test_nothing_is_said_where_nothing_is_set(client: Client) -> None:
    answer = client.get("/", headers={"accept-language": "en"})
    assert links(answer) == []
    assert "A game by" not in answer.content.decode()


def test_the_deploy_check_asks_for_the_links(settings: Settings) -> None:
    assert [warning.id for warning in check_links(None)] == ["site.W001", "site.W002"]
    settings.IMPRINT_URL = IMPRINT
    assert [warning.id for warning in check_links(None)] == ["site.W002"]
    settings.PRIVACY_URL = PRIVACY
    assert check_links(None) == []


@pytest.mark.django_db
def test_invitations_start_with_the_public_address(settings: Settings, client: Client) -> None:
    settings.PUBLIC_ORIGIN = "https://dice.example.org"
    game = client.post("/games", {"rules": "yacht", "mode": "online", "players": 2})["Location"]
    public = f"https://dice.example.org{game}"
    page = client.get(f"{game}?embed=1").content.decode()
    assert f'value="{public}"' in page
    assert "testserver" not in page
    plain = client.get(f"{game}qr.svg").content
    settings.PUBLIC_ORIGIN = ""
    assert f'value="http://testserver{game}"' in client.get(game).content.decode()
    assert client.get(f"{game}qr.svg").content != plain
