"""HTML that is rendered once and remembered.

**Templates that are filled in** (`render`): the table is drawn with every move.

What a template branches on or loops over, and the words of its language, are its *shape*. What it only prints
are its *values*. Each shape is rendered once, with placeholders for the values; later pages fill these in,
which takes a hundredth of the time. A shape is the whole key, so what is remembered cannot be out of date.

**Blocks of templates** (`block`, the tag `{% remember %}`): menus and forms are the same on every page.

**Cells of cards** (`once`): with each move all cards but one are as they were.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from django.core.signals import setting_changed
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

_REMEMBERED = 2048
"""Shapes; one takes up to 12 KB, most take less than 1 KB."""
_PLACEHOLDER = re.compile("\x02(.*?)\x03")

Made = TypeVar("Made")
Shape = tuple[tuple[str, Any], ...]


def render(template: str, values: Mapping[str, str | int], **shape: Any) -> SafeString:
    """Render a template with values and a shape (hashable), from memory where this shape was drawn before.

    The template may only print a value, not test or filter it: it gets a placeholder. Values that are not
    safe strings are escaped.
    """
    return renderer(template, tuple(values), **shape)(values)


def renderer(
    template: str, names: tuple[str, ...], **shape: Any
) -> Callable[[Mapping[str, str | int]], SafeString]:
    """Return `render` for a template with values of these names: for lists, whose lines share a shape."""
    form = _form(template, names, tuple(shape.items()), get_language())
    return lambda values: SafeString(form % {name: _printed(value) for name, value in values.items()})


_PRINTED_AS_THEY_ARE = (int, SafeString)


def _printed(value: str | int) -> str | int:
    """Return a value with what HTML reads in it escaped; most have nothing of that kind."""
    # A tuple: types joined by | are joined anew for every value.
    return value if isinstance(value, _PRINTED_AS_THEY_ARE) or value.isalnum() else conditional_escape(value)


@lru_cache(maxsize=_REMEMBERED)
def _form(template: str, names: tuple[str, ...], shape: Shape, language: str | None) -> str:
    """Return the template's HTML as a format string for the values."""
    return to_form(render_to_string(template, {**placeholders(names), **dict(shape)}).strip())


def placeholders(names: Iterable[str]) -> dict[str, SafeString]:
    """Return what stands for each value while a form is made."""
    return {name: SafeString(f"\x02{name}\x03") for name in names}


def to_form(html: str) -> str:
    """Return HTML with placeholders as a format string for the values."""
    return _PLACEHOLDER.sub(r"%(\1)s", html.replace("%", "%%"))


_made: dict[Hashable, Any] = {}
_MOST_MADE = 1024
"""Blocks and cards; one takes up to 12 KB, most take less than 4 KB."""


def block(key: Hashable, draw: Callable[[Mapping[str, str]], str], values: Mapping[str, Any]) -> SafeString:
    """Return the HTML of a block, drawn with placeholders when its key is new in this language."""
    form = once((key, get_script_prefix()), lambda: to_form(draw(placeholders(values))))
    return SafeString(form % {name: conditional_escape(value) for name, value in values.items()})


def once(key: Hashable, make: Callable[[], Made]) -> Made:
    """Return what was made when this key was new in this language."""
    whole = (key, get_language())
    made: Made | None = _made.get(whole)
    if made is None:
        if len(_made) >= _MOST_MADE:
            _made.clear()
        made = _made[whole] = make()
    return made


@receiver(setting_changed)
def forget(**_signal: Any) -> None:
    """Forget everything: for tests, which change settings, words or rules of a running process."""
    _form.cache_clear()
    _made.clear()
