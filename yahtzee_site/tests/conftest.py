"""The fixtures of games, for tests of the site as a whole."""

from games.tests.browser.conftest import device
from games.tests.conftest import anna, ben

__all__ = ["anna", "ben", "device"]
