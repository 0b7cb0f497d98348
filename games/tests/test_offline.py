"""Static pages: the same for everybody, fit to be kept by a browser."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import rules
from games.tests.cast import Person

PAGES = [
    *(reverse("games:rules", args=[family.name]) for family in rules.RULE_SETS),
    reverse("games:farkle"),
]
every_page = pytest.mark.parametrize("path", PAGES)


@every_page
def test_static_pages_are_the_same_for_everybody(path: str) -> None:
    """No token, no cookie, no question to the database; the language alone makes a difference."""
    answer = Client().get(path)
    assert answer.status_code == 200
    assert not answer.cookies
    assert {name.strip() for name in answer["Vary"].split(",")} <= {
        "Accept-Encoding",
        "Accept-Language",
        "Cookie",
    }
    html = answer.content.decode()
    for token in ("csrf", "X-CSRFToken", "hx-headers", 'method="post"'):
        assert token not in html


def test_static_pages_know_nobody(anna: Person) -> None:
    """Who has a seat, with a cookie that is due to be renewed, gets the page of a stranger, and no cookie."""
    later = timezone.now() + timedelta(days=2)
    anna.create()
    stranger = Client()
    stranger.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    with patch("time.time", later.timestamp):
        assert settings.PLAYER_COOKIE_NAME in anna.client.get(reverse("games:home")).cookies
        for path in PAGES:
            answer = anna.client.get(path)
            assert not answer.cookies
            assert answer.content == stranger.get(path).content
