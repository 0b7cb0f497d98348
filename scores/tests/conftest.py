"""Fixtures for tests of high scores: the browsers of Anna, Ben and Carla, boards, a moderator."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core import signing
from django.test import Client
from django.utils import timezone

from scores import boards, privacy, services
from scores.models import HighScore

BOARD = "triple_yahtzee"
OTHER_BOARD = "triple_yahtzee+left_to_right"


@pytest.fixture(autouse=True)
def registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register two boards, and no other app for the page about own data."""
    monkeypatch.setattr(
        boards, "_labels", {BOARD: lambda: "Triple Yahtzee", OTHER_BOARD: lambda: "Left to right"}
    )
    monkeypatch.setattr(privacy, "_providers", [])


class Person:
    """A browser with a player cookie."""

    def __init__(self, token: str, settings: Any) -> None:
        import hashlib

        self.hash = hashlib.sha256(token.encode()).hexdigest()
        self.client = Client()
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        self.client.cookies[settings.PLAYER_COOKIE_NAME] = signing.TimestampSigner(salt="player").sign(token)


@pytest.fixture
def anna(settings: Any) -> Person:
    return Person("anna-token", settings)


@pytest.fixture
def ben(settings: Any) -> Person:
    return Person("ben-token", settings)


@pytest.fixture
def carla(settings: Any) -> Person:
    return Person("carla-token", settings)


@pytest.fixture
def english(settings: Any) -> Client:
    """A browser that never played."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


@pytest.fixture
def submit(db: None) -> Iterator[Callable[..., HighScore]]:
    """Submit a score; every call without a game code is another game."""
    numbers = iter(range(10_000))

    def call(name: str = "Anna", points: int = 1000, **fields: Any) -> HighScore:
        defaults = {
            "board": BOARD,
            "mode": "solo",
            "finished_at": timezone.now(),
            "game_code": f"GAME{next(numbers):06}",
            "seat": 0,
        }
        return services.submit(**{**defaults, "name": name, "points": points, **fields})

    yield call


@pytest.fixture
def moderator(db: None, settings: Any) -> Client:
    """The browser of a user in the group of moderators, without other permissions."""
    user = User.objects.create_user("mo", password="pw", is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    client = Client()
    client.force_login(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type]
