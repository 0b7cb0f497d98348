"""The boards there are: an id as games name their rules, and a label. Filled by whoever submits scores."""

from collections.abc import Callable

_labels: dict[str, Callable[[], str]] = {}


def register(board_id: str, label: Callable[[], str]) -> None:
    """Announce a board; `label` is called when a page needs it, in the reader's language."""
    _labels[board_id] = label


def registered() -> list[str]:
    """Return the ids of all boards in the order they were announced."""
    return list(_labels)


def label(board_id: str) -> str:
    """Return the label of a board; the id itself for a board nobody announced (any more)."""
    make = _labels.get(board_id)
    return str(make()) if make else board_id
