"""Fixtures for every test of the repository."""

import os
from collections.abc import Iterator

import pytest

# Servers started as processes of their own by tests find their static files without collectstatic, too.
os.environ.setdefault("STATIC_MANIFEST", "0")


@pytest.fixture(autouse=True, scope="session")
def settings_for_tests() -> Iterator[None]:
    """Plain static files, and fast password hashes."""
    from django.conf import settings
    from django.test import override_settings

    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    with override_settings(
        STORAGES=storages,
        WHITENOISE_USE_FINDERS=True,
        WHITENOISE_AUTOREFRESH=True,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        yield
