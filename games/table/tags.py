"""Template tags of the table. {% load table %}"""

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django import template
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context
from django.utils.safestring import SafeString

from games import rules
from games.rules import RuleSet
from games.table import text_mode as commands
from games.table.card import Card
from games.table.presence import presence
from games.table.scorecard import Frame, card_html

register = template.Library()


@register.simple_tag(takes_context=True)
def scorecard(context: Context, card: Card) -> SafeString:
    """Write a card of the page's view."""
    silent = context.get("silent") or {}
    return card_html(card, len(context["view"].cards), silent.get(card.seat))


@register.simple_tag(takes_context=True)
def presence_of(context: Context, seat: int) -> SafeString | str:
    """Write for how long the browser of a seat has been silent, on pages that know."""
    silent = context.get("silent")
    return presence(seat, silent.get(seat) or 0) if silent else ""


@register.simple_tag
def card_frame(rules_id: str) -> Frame:
    """Return what a card of this rule set shows whatever has been entered."""
    return Frame(rules.get(rules_id))


@register.simple_tag(takes_context=True)
def value(context: Context, name: str) -> Any:
    """Write the value with a name that is itself in the context."""
    return context[name]


@register.simple_tag
def text_mode(rule_set: RuleSet) -> dict[str, Any]:
    """Return the texts of the text mode and the manual of its commands."""
    words = json.dumps(commands.words(rule_set), ensure_ascii=False, separators=(",", ":"))
    return {"words": words, "manual": commands.manual(rule_set)}


@register.simple_tag
@cache
def drawn_icon(name: str) -> str:
    """Return an SVG file as an address that holds it: a request less, also when the turn changes it."""
    path = Path(finders.find(name) or staticfiles_storage.path(name))
    drawing = path.read_text(encoding="utf-8").strip().replace('"', "'")
    return "data:image/svg+xml," + quote(drawing, safe=" '/:=,;")
