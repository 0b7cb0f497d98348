"""The cookie that keeps somebody's seats: what is read from it, and which of several counts."""

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client

from games.session.seats import read_player

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
    assert read_player({settings.PLAYER_COOKIE_NAME: value}) is None
    client = Client()
    client.cookies[settings.PLAYER_COOKIE_NAME] = value
    assert client.get("/").status_code == 200
