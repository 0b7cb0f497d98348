"""The fixtures of games, for tests of the site as a whole, and the entry for requests."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from conftest import close_kept_connections
from games.tests.browser.conftest import device
from games.tests.conftest import anna, ben
from yahtzee_site.gateway import OneThreadHandler

__all__ = ["anna", "ben", "device"]


@pytest.fixture
def handler(settings: Settings) -> Iterator[OneThreadHandler]:
    """What answers requests in a server; its threads keep no connection beyond the test."""
    settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1"]
    yield OneThreadHandler()
    close_kept_connections()
