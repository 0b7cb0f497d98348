"""The registry of boards, each an id (that of a rule set) and a label. Apps that submit scores fill it.

Pages and addresses may spell ids in another way than the database does: they write `outside(id)` and read
`inside(name)`.
"""

from collections.abc import Callable

_labels: dict[str, Callable[[], str]] = {}
_spelling: dict[str, Callable[[str], str]] = {}


def register(board_id: str, label: Callable[[], str]) -> None:
    """Register a board; `label` is called when a page needs it, in the reader's language."""
    _labels[board_id] = label


def registered() -> list[str]:
    """Return the ids of all boards in the order of registration."""
    return list(_labels)


def label(board_id: str) -> str:
    """Return the label of a board; the id itself for a board that is not registered."""
    make = _labels.get(board_id)
    return str(make()) if make else outside(board_id)


def spell(*, outside: Callable[[str], str], inside: Callable[[str], str]) -> None:
    """Register the functions that write ids in pages and read them."""
    _spelling.update(outside=outside, inside=inside)


def outside(board_id: str) -> str:
    """Return the id of a board as it is written in pages and addresses."""
    return _spelling.get("outside", str)(board_id)


def inside(name: str) -> str:
    """Return the id of a board from the way it is written in pages and addresses."""
    return _spelling.get("inside", str)(name)
