"""Fixtures for tests of sessions."""

from collections.abc import Iterator

import pytest

from games.tests.site import Site, site


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with two processes on one database, shared by the tests that do not stop it."""
    with site(tmp_path_factory.mktemp("site")) as found:
        found.workers = 2
        found.start()
        yield found
