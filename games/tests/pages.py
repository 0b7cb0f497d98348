"""Every page of the site, read off its addresses, so that no test can forget a new one."""

from typing import Any

from django.urls import reverse

import games.urls
import scores.urls

# Addresses that show no page of their own.
NO_PAGE = {
    "games:" + name
    for name in (
        "create", "picture", "table", "join", "start", "roll", "score", "undo", "bot", "rematch", "record",
        "report_progress", "advice", "game_picture", "qr", "worker", "manifest",
    )
}  # fmt: skip


def page_addresses(**known: str) -> dict[str, str]:
    """Return an address of every page by its name, made of what is known: a code, a secret, a rule set."""
    parts: tuple[tuple[str, list[Any]], ...] = (
        ("games", games.urls.urlpatterns),
        ("scores", scores.urls.urlpatterns),
    )
    found = {
        f"{app}:{each.name}": {name: known[name] for name in each.pattern.converters}
        for app, patterns in parts
        for each in patterns
        if f"{app}:{each.name}" not in NO_PAGE
    }
    return {name: reverse(name, kwargs=arguments) for name, arguments in found.items()}
