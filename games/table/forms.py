"""Reads the fields of commands strictly. Never raises on bad input."""

from django.http import QueryDict

from games.rules import DICE
from games.words.ids import inside


def read_int(data: QueryDict, key: str, default: int = -1) -> int:
    """Return a small non-negative number, or the default."""
    text = data.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else default


def read_held(data: QueryDict) -> tuple[int, ...] | None:
    """Return the slots of the dice to hold in order, None when one of them does not exist."""
    values = data.getlist("hold")
    slots = {str(slot) for slot in range(DICE)}
    if not set(values) <= slots:
        return None
    return tuple(sorted({int(value) for value in values}))


def read_box(data: QueryDict) -> tuple[str, int]:
    """Return category and column, from ``box`` and ``column`` or from a button's ``cell``."""
    if cell := data.get("cell"):
        category, _, column = inside(cell).partition(":")
        return category, int(column) if column.isascii() and column.isdigit() and len(column) < 3 else 0
    return inside(data.get("box", "")), read_int(data, "column", 0)
