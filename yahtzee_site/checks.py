"""System checks of the settings for `manage.py check`, and of a public site for `check --deploy`."""

import re
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

from yahtzee_site.env import asked, env_str

MARKS = re.compile("yahtzee|kniffel", re.IGNORECASE)
"""The trade marks that a site with NEUTRAL=1 must not contain."""

DROPPED = {
    "COOKIE_SECURE": "cookies are Secure with HTTPS=1",
    "DATABASE_POOL_SIZE": "a process has 16 connections to PostgreSQL at most",
    "GAME_UNBEGUN_MAX_AGE_HOURS": "solo games in which nobody has rolled go after 3 hours",
    "GAME_UNJOINED_MAX_AGE_HOURS": "invitations nobody has followed go after 12 hours",
    "HSTS_INCLUDE_SUBDOMAINS": "HSTS binds this host alone; HSTS_SECONDS=0 leaves it to your web server",
    "HSTS_PRELOAD": "no name is offered for preload lists; HSTS_SECONDS=0 leaves HSTS to your web server",
    "LIMIT_DEVICE_LINKS": "100 links to another device per hour from one address",
    "LIMIT_SCORE_NAMES": "40 scores of one browser in an hour, more wait for a moderator",
    "LIMIT_WRONG_CODES_SITE": "2000 wrong codes per 10 minutes from everywhere",
    "MAX_BODY_BYTES": "a request has 8192 bytes at most",
    "MIN_FREE_DISK_MB": "/readyz wants 100 MB free",
    "PLAYER_COOKIE_NAME": "the cookie is called yahtzee_player or, with NEUTRAL=1, dice_player",
    "REDIS_PREFIX": "several sites with one Redis take a database of it each, such as redis://localhost/1",
    "SSL_REDIRECT": "plain http is sent to https with HTTPS=1",
}
"""Variables that are no longer read, and what replaces them."""

_LINKS = (
    ("IMPRINT_URL", "who runs the site", "imprint"),
    ("PRIVACY_URL", "what is kept of people", "privacy"),
)
_SEEN = (
    *("SITE_NAME", "BRAND_NAME", "BRAND_URL", "IMPRINT_URL", "PRIVACY_URL", "FIVE_OF_A_KIND_LABEL"),
    *("PUBLIC_ORIGIN", "SITE_ROOT", "ADMIN_PATH"),
)


_OF_THE_SCRIPT = {"HOST", "PORT", "WEB_CONCURRENCY"}
_OF_OTHERS = (
    "PG",
    "PYTHON",
    "PROMETHEUS_",
    "OPENBLAS_",
    "OMP_",
    "DJANGO_",
    "LC_",
    "LANG",
    "TZ",
    "PATH",
    "HOME",
)
"""Beginnings of variables that other programs read."""


def check_links(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn when the links that every page of a public site needs are missing."""
    return [
        Warning(
            f"{name} is not set: no page leads to {what}.",
            hint=f"Set {name} to an address such as https://www.example.org/{path}/.",
            id=f"site.W{number:03}",
        )
        for number, (name, what, path) in enumerate(_LINKS, start=1)
        if not getattr(settings, name)
    ]


def check_dropped(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn about variables that are set but no longer read."""
    return [
        Warning(f"{name} is set and no longer read: {now}.", hint="Take it out.", id="site.W003")
        for name, now in DROPPED.items()
        if env_str(name)
    ]


def check_names(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn about names in the file of settings that are none: a typing error would go unnoticed."""
    unknown = sorted(settings.FROM_FILE - asked - set(DROPPED) - _OF_THE_SCRIPT)
    return [
        Warning(
            f"{name} in the file of settings is no setting.", hint="See docs/operations.md.", id="site.W004"
        )
        for name in unknown
        if not name.startswith(_OF_OTHERS)
    ]


def check_neutral(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Report settings that contain a trade mark on a site without trade marks."""
    found = [name for name in _SEEN if settings.NEUTRAL and MARKS.search(getattr(settings, name))]
    return [Error(f"{name} contains a trade mark, and NEUTRAL is on.", id="site.E001") for name in found]
