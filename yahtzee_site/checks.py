"""What `manage.py check --deploy` has to say about the settings of a public site."""

import re
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

MARKS = re.compile("yahtzee|kniffel", re.IGNORECASE)
"""The trade marks a site with NEUTRAL does without."""

_LINKS = (
    ("IMPRINT_URL", "who runs the site", "imprint"),
    ("PRIVACY_URL", "what is kept of people", "privacy"),
)
_SEEN = (
    *("SITE_NAME", "BRAND_NAME", "BRAND_URL", "IMPRINT_URL", "PRIVACY_URL", "FIVE_OF_A_KIND_LABEL"),
    *("PUBLIC_ORIGIN", "SITE_ROOT", "ADMIN_PATH", "PLAYER_COOKIE_NAME"),
)


def check_links(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn where every page lacks the links a public site needs."""
    return [
        Warning(
            f"{name} is not set: no page leads to {what}.",
            hint=f"Set {name} to an address such as https://www.example.org/{path}/.",
            id=f"site.W{number:03}",
        )
        for number, (name, what, path) in enumerate(_LINKS, start=1)
        if not getattr(settings, name)
    ]


def check_neutral(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Complain about settings that bring a trade mark into a site that wants none."""
    found = [name for name in _SEEN if settings.NEUTRAL and MARKS.search(getattr(settings, name))]
    return [Error(f"{name} contains a trade mark, and NEUTRAL is on.", id="site.E001") for name in found]
