"""Fixtures for tests of games: Anna makes the game, Ben plays with her, Carla has no seat."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.test.signals import template_rendered

from games.tests.players import Person, play_out, table_for_two


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
    """Path of a game that Anna has finished and sealed."""
    path = anna.create()
    play_out(path, anna)
    anna.do(path, "seal")
    return path


@pytest.fixture
def ended(anna: Person, ben: Person) -> str:
    """Path of a game of Anna and Ben that Ben has just ended; he can still take his last entry back."""
    path = table_for_two(anna, ben)
    play_out(path, anna, ben)
    return path


@pytest.fixture
def rendered() -> Iterator[list[str | None]]:
    """The names of all templates that were rendered since the test began, included ones, too."""
    names = []

    def note(template: Any, **_signal: Any) -> None:
        names.append(template.name)

    template_rendered.connect(note)
    yield names
    template_rendered.disconnect(note)
