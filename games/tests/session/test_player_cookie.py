"""The cookie that keeps somebody's seats: what is read from it, and which of several counts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client
from pytest_django import Settings

from games.session.seats import read_players
from games.tests.players import Person
from games.tests.site import ROOT

SALT = "player"
signer = signing.Signer(salt=SALT)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "x",
        ":::",
        "\xe4:\xf6",
        signer.sign("token"),  # signed, but without a time
        signer.sign("token:"),
        signer.sign("token:-"),
        signer.sign("token:\xe4"),
        signer.sign("token:" + "z" * 400),  # a time that no clock shows
        signer.sign(""),
    ],
)
def test_a_cookie_that_cannot_be_read_is_none(value: str, db: None) -> None:
    assert read_players(f"{settings.PLAYER_COOKIE_NAME}={value}") == []
    client = Client()
    client.cookies[settings.PLAYER_COOKIE_NAME] = value
    assert client.get("/").status_code == 200


NAME = settings.PLAYER_COOKIE_NAME


def cookie(who: Person) -> str:
    return str(who.client.cookies[NAME].value)


def sent(*cookies: str) -> Client:
    """A browser that sends these cookies, in this order."""
    return Client(headers={"cookie": "; ".join([f"{settings.LANGUAGE_COOKIE_NAME}=en", *cookies])})


@pytest.mark.parametrize("first", [True, False])
def test_of_several_cookies_the_one_with_a_seat_counts(db: None, first: bool) -> None:
    """A neighbour on the same domain can push one of its own: it takes no seat away and gives none."""
    anna, mallory = Person("Anna", Client()), Person("Mallory", Client())
    path, other = anna.create(), mallory.create()
    both = [f"{NAME}={cookie(anna)}", f"{NAME}={cookie(mallory)}"]
    browser = Person("Anna", sent(*(both if first else reversed(both))))
    assert browser.page(path).you == [0]
    assert browser.roll(path).roll == 1
    assert browser.page(other).you == [0]
    junk = Person("Anna", sent(f"{NAME}=junk:1:x", *both, f"{NAME}=", f'{NAME}="x"'))
    assert junk.page(path).you == [0]


def test_without_a_seat_the_first_counts(db: None) -> None:
    anna, mallory, ben = (Person(name, Client()) for name in ("Anna", "Mallory", "Ben"))
    anna.create()
    mallory.create()
    path = ben.create()
    browser = sent(f"{NAME}={cookie(anna)}", f"{NAME}={cookie(mallory)}")
    tokens = [player.token for player in read_players(browser.defaults["HTTP_COOKIE"])]
    assert tokens == [cookie(who).split(":")[0] for who in (anna, mallory)]
    assert browser.get(path).status_code == 200


@pytest.mark.parametrize("name", ["__Host-yahtzee_player", "__Secure-yahtzee_player"])
def test_a_cookie_of_the_former_name_keeps_the_seat(db: None, settings: Settings, name: str) -> None:
    anna, mallory = Person("Anna", Client()), Person("Mallory", Client())
    path = anna.create()
    mallory.create()
    token = cookie(anna).split(":")[0]
    settings.PLAYER_COOKIE_OLD_NAMES = [NAME]
    settings.PLAYER_COOKIE_NAME = name
    settings.COOKIE_SECURE = True
    assert anna.page(path).you == [0]
    new, old = anna.client.cookies[name], anna.client.cookies[NAME]
    assert new.value.split(":")[0] == token
    assert (new["path"], new["domain"], bool(new["secure"])) == ("/", "", True)
    assert (old.value, old["max-age"]) == ("", 0), "it is replaced"
    assert anna.page(path).you == [0]
    pushed = Person("Anna", sent(f"{NAME}={mallory.client.cookies[NAME].value}", f"{name}={new.value}"))
    assert pushed.page(path).you == [0], "an old name counts only while there is no new one"
    assert len(read_players(pushed.client.defaults["HTTP_COOKIE"])) == 1


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({}, "yahtzee_player"),
        ({"HTTPS": "1"}, "__Host-yahtzee_player"),
        ({"HTTPS": "1", "SITE_ROOT": "/games"}, "__Secure-yahtzee_player"),
        ({"HTTPS": "1", "NEUTRAL": "1"}, "__Host-dice_player"),
        ({"SITE_ROOT": "/games"}, "yahtzee_player"),
    ],
)
def test_names(variables: dict[str, str], name: str, tmp_path: Path) -> None:
    code = "from yahtzee_site import settings as s; print(s.PLAYER_COOKIE_NAME, *s.PLAYER_COOKIE_OLD_NAMES)"
    environment = {"PATH": os.environ["PATH"], "SETTINGS_FILE": "", "DATA_DIR": str(tmp_path), **variables}
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    others = {
        f"{prefix}{word}_player" for prefix in ("", "__Host-", "__Secure-") for word in ("yahtzee", "dice")
    }
    first, *former = said.stdout.split()
    assert first == name
    assert set(former) == others - {name}, "whatever setting is changed, nobody loses a seat"
    assert former[0].partition("_player")[0].endswith(name.rpartition("-")[2].partition("_player")[0])
