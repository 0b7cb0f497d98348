"""The addresses of all pages, computed from the URL patterns, so that tests cover new pages as well."""

from typing import Any

from django.urls import reverse

import games.urls
import scores.urls

# Addresses that do not answer with a page.
NO_PAGE = {
    "games:" + name
    for name in (
        "create", "picture", "table", "join", "start", "roll", "score", "undo", "seal", "name", "bot",
        "rematch", "leave", "record", "report_progress", "advice", "game_picture", "card_picture", "qr",
        "worker", "manifest",
    )
}  # fmt: skip


def page_addresses(**known: str) -> dict[str, str]:
    """Return an address of every page by its name; `known` are arguments: a code, a secret, a rule set."""
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
