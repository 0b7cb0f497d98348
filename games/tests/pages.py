"""The addresses of all pages, computed from the URL patterns, so that tests cover new pages as well."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import URLResolver, reverse

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
    found = {
        f"{app}:{name}": {argument: known[argument] for argument in arguments}
        for app, patterns in (("games", games.urls.urlpatterns), ("scores", scores.urls.urlpatterns))
        for name, arguments in _walk(patterns, [])
        if f"{app}:{name}" not in NO_PAGE
    }
    return {name: reverse(name, kwargs=arguments) for name, arguments in found.items()}


def _walk(patterns: Iterable[Any], outer: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the arguments of every address, of included ones too."""
    for each in patterns:
        arguments = [*outer, *each.pattern.converters]
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, arguments)
        else:
            yield each.name, arguments
