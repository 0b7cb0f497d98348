"""The registry of data stored for one browser, for the page that shows and deletes it."""

from typing import NamedTuple, Protocol


class Line(NamedTuple):
    """One stored item: a plain sentence, and the game it is about with the address of its page."""

    text: str
    game_code: str = ""
    game_url: str = ""


class Provider(Protocol):
    """One app's part of the data stored for a browser, found by the hash of its player cookie."""

    def title(self) -> str:
        """Return a heading, in the reader's language."""

    def lines(self, player_hash: str) -> list[Line]:
        """Return the stored items; of very many only the latest and the number of others."""

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
