"""The cast of the games, for tests that look at the site as a whole."""

from games.tests.browser.conftest import device
from games.tests.conftest import anna, ben

__all__ = ["anna", "ben", "device"]
