"""Scorecards as HTML, remembered: most cards on a page have not changed since they were drawn last.

A card is a value, so what is remembered cannot be out of date. What does change by itself, for how long a
browser has been silent, is put in afterwards.
"""

from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.table.card import Card
from games.words import labels

_REMEMBERED = 1024
"""Cards; one takes up to 12 KB."""
_PRESENCE = SafeString("<!--presence-->")


def card_html(card: Card, cards: int, seconds: int | None) -> SafeString:
    """Return a card as HTML.

    ``cards``: how many are on the page. ``seconds``: for how long its browser has been silent; None where
    that is not shown.
    """
    brand = (settings.NEUTRAL, settings.FIVE_OF_A_KIND_LABEL)
    before, after = _drawn(card, cards, get_language(), brand)
    if not card.elsewhere or seconds is None:
        return before + after
    return before + presence(card.seat, seconds) + after


@lru_cache(maxsize=_REMEMBERED)
def _drawn(
    card: Card, cards: int, language: str | None, brand: tuple[bool, str]
) -> tuple[SafeString, SafeString]:
    """Return the card's HTML before and after the place for the presence of its player."""
    rule_set = card.state.rules
    context = {
        "card": card,
        "several": cards > 1,
        "rule_set": rule_set,
        "columns": labels.columns(rule_set),
        "words": {key: labels.word(rule_set, key) for key in labels.TOTALS},
        "presence": _PRESENCE,
    }
    before, _place, after = render_to_string("table/_card.html", context).partition(_PRESENCE)
    return SafeString(before), SafeString(after)


def forget() -> None:
    """Forget all cards: for tests that change the words or the rules of a running process."""
    _drawn.cache_clear()


def presence(seat: int, seconds: int) -> SafeString:
    """Return for how long the browser of a seat has been silent, with the words a script counts on with."""
    return format_html(
        '<span class="presence{}" data-presence="{}" data-here="{}" data-seconds="{}" data-minutes="{}"'
        ' data-hours="{}">{}</span>',
        " gone" if seconds else "",
        seat,
        _("here"),
        _("silent for {n} s"),
        _("silent for {n} min"),
        _("silent for {n} h"),
        silence(seconds),
    )


def silence(seconds: int) -> str:
    """Return in words for how long somebody has not been heard of."""
    if not seconds:
        return _("here")
    if seconds < 60:
        return _("silent for {n} s").format(n=seconds)
    if seconds < 3600:
        return _("silent for {n} min").format(n=seconds // 60)
    return _("silent for {n} h").format(n=seconds // 3600)
