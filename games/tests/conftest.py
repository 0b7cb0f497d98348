"""Fixtures for tests of games: Anna makes the game, Ben plays with her, Carla has no seat."""

import pytest
from django.conf import settings
from django.test import Client

from games.tests.players import Person, play_out


def person(name: str) -> Person:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return Person(name, client)


@pytest.fixture
def anna(db: None) -> Person:
    return person("Anna")


@pytest.fixture
def ben(db: None) -> Person:
    return person("Ben")


@pytest.fixture
def carla(db: None) -> Person:
    return person("Carla")


@pytest.fixture
def finished(anna: Person) -> str:
    """Path of a game that Anna has finished."""
    path = anna.create()
    play_out(path, anna)
    return path
