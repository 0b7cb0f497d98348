"""Templates rendered once, and then only filled in: the table is drawn with every move.

What a template branches on or loops over, and the words of its language, are its *shape*. What it only prints
are its *values*. Each shape is rendered once, with placeholders for the values; later pages fill these in,
which takes a hundredth of the time. A shape is the whole key, so what is remembered cannot be out of date.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

_REMEMBERED = 2048
"""Shapes; one takes up to 12 KB, most take less than 1 KB."""
_PLACEHOLDER = re.compile("\x02(.*?)\x03")

Shape = tuple[tuple[str, Any], ...]


def render(template: str, values: Mapping[str, str | int], **shape: Any) -> SafeString:
    """Render a template with values and a shape (hashable), from memory where this shape was drawn before.

    The template may only print a value, not test or filter it: it gets a placeholder. Values that are not
    safe strings are escaped.
    """
    brand = (settings.NEUTRAL, settings.FIVE_OF_A_KIND_LABEL)
    form = _form(template, tuple(values), tuple(shape.items()), get_language(), brand)
    return SafeString(
        form
        % {
            name: value if isinstance(value, int | SafeString) else conditional_escape(value)
            for name, value in values.items()
        }
    )


@lru_cache(maxsize=_REMEMBERED)
def _form(
    template: str, names: tuple[str, ...], shape: Shape, language: str | None, brand: tuple[bool, str]
) -> str:
    """Return the template's HTML as a format string for the values."""
    placeholders = {name: SafeString(f"\x02{name}\x03") for name in names}
    html = render_to_string(template, {**placeholders, **dict(shape)}).strip()
    return _PLACEHOLDER.sub(r"%(\1)s", html.replace("%", "%%"))


def forget() -> None:
    """Forget everything: for tests that change the words or the rules of a running process."""
    _form.cache_clear()
