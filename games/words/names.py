"""Isolates names written from right to left: without that, numbers and marks beside them change their places.

The same in scripts: `static/js/pads/shared/names.js`.
"""

import re

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def isolated(name: str) -> str:
    """Return a name as it stands in sentences, attributes and titles."""
    return between_marks(name) if _RIGHT_TO_LEFT.search(name) else name


def between_marks(name: str) -> str:
    """Return a name between the marks that isolate it, in whatever direction it is written."""
    return f"\u2068{name}\u2069"
