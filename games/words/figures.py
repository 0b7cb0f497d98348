"""Formats numbers in the language of the page."""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.formats import number_format

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"


def whole(number: int) -> str:
    """Return a whole number with thousands separators: the one form of every figure that can be large.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     whole(1204)
    '1.204'
    """
    return str(number) if 0 <= number < 1000 else number_format(number, force_grouping=True)


def row(faces: Iterable[int]) -> str:
    """Return dice as digits that stay on one line."""
    return unbroken(" ".join(map(str, faces)))


def unbroken(text: str) -> str:
    """Return a short text, such as a date, that stays on one line."""
    return text.replace(" ", NO_BREAK).replace("-", NO_BREAK_HYPHEN)


def points(value: float) -> str:
    """Return points with one decimal."""
    return tenths(round(10 * value))


def tenths(number: int) -> str:
    """Return tenths of a point as points.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     tenths(-19184)
    '−1,918.4'
    """
    text = number_format(Decimal(abs(number)).scaleb(-1), decimal_pos=1, force_grouping=True)
    return f"{MINUS}{text}" if number < 0 else text


def signed(value: float) -> str:
    """Return points with one decimal and a sign; zero has no sign."""
    text = points(value)
    return f"+{text}" if round(10 * value) > 0 else text
