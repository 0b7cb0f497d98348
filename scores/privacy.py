"""What is kept for one browser: a registry of parts, for the page that shows and deletes it all."""

from typing import Protocol


class Provider(Protocol):
    """One app's part of the data kept for a browser, found by the hash of its player cookie."""

    def title(self) -> str:
        """Return a heading, in the reader's language."""

    def lines(self, player_hash: str) -> list[str]:
        """Return what is kept, one plain sentence a line; nothing if there is nothing."""

    def delete(self, player_hash: str) -> None:
        """Delete or anonymise all of it; called inside a transaction."""


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Add an app's part; adding the same one again changes nothing."""
    if provider not in _providers:
        _providers.append(provider)


def providers() -> list[Provider]:
    """Return every part in the order it was added."""
    return list(_providers)
