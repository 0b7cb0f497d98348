"""The boards there are: an id as games name their rules, and a label. Filled by whoever submits scores.

Pages and addresses may spell ids in another way than the database does: they write `outside(id)` and read
`inside(name)`.
"""

from collections.abc import Callable

_labels: dict[str, Callable[[], str]] = {}
_spelling: dict[str, Callable[[str], str]] = {}


def register(board_id: str, label: Callable[[], str]) -> None:
    """Announce a board; `label` is called when a page needs it, in the reader's language."""
    _labels[board_id] = label


def registered() -> list[str]:
    """Return the ids of all boards in the order they were announced."""
    return list(_labels)


def label(board_id: str) -> str:
    """Return the label of a board; the id itself for a board nobody announced (any more)."""
    make = _labels.get(board_id)
    return str(make()) if make else outside(board_id)


def spell(*, outside: Callable[[str], str], inside: Callable[[str], str]) -> None:
    """Say how ids are written in pages, and how they are read."""
    _spelling.update(outside=outside, inside=inside)


def outside(board_id: str) -> str:
    """Return the id of a board as pages and addresses have it."""
    return _spelling.get("outside", str)(board_id)


def inside(name: str) -> str:
    """Return the id of the board that pages and addresses call so."""
    return _spelling.get("inside", str)(name)
