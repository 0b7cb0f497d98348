"""What `manage.py check --deploy` has to say about the settings of a public site."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning

_LINKS = (
    ("IMPRINT_URL", "who runs the site", "imprint"),
    ("PRIVACY_URL", "what is kept of people", "privacy"),
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
