"""Small helpers for the templates of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.present import Card, TableView
from games.rules import RuleSet
from games.seats import Table

register = template.Library()


@dataclass(frozen=True, slots=True)
class SumRow:
    """One of the rows of totals below the boxes."""

    name: str
    hidden: bool


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value for a key, None when there is none."""
    return mapping.get(key)


@register.filter
def item(values: Sequence[Any], index: int) -> Any:
    """Return one value of a list."""
    return values[index]


@register.filter(name="get")
def get_attribute(thing: Any, name: str) -> Any:
    """Return an attribute by its name."""
    return getattr(thing, name)


@register.filter
def times(number: int) -> range:
    """Return a range to repeat something so many times."""
    return range(number)


@register.filter
def sum_rows(card: Card, rules: RuleSet) -> list[SumRow]:
    """Return the totals below the lower section; those that say nothing on this card are hidden."""
    several = len(rules.columns) > 1
    return [
        SumRow("lower", False),
        SumRow("yahtzee_bonus", not rules.yahtzee_bonus),
        SumRow("combined", not several),
        SumRow("weighted", not several),
    ]


@register.filter
def silence(seconds: int | None) -> str:
    """Return in words how long somebody has not been heard of."""
    if not seconds:
        return _("here")
    if seconds < 60:
        return _("silent for {n} s").format(n=seconds)
    if seconds < 3600:
        return _("silent for {n} min").format(n=seconds // 60)
    return _("silent for {n} h").format(n=seconds // 3600)


@register.filter
def game_title(table: Table) -> str:
    """Return the name of the game that is played at a table."""
    return str(TableView(table).title)


@register.filter
def game_state(table: Table) -> str:
    """Return in a few words who sits at a table and how far they are."""
    view = TableView(table)
    if view.status == "waiting":
        return view.event
    who = ", ".join(view.names)
    if view.my_turn and len(view.names) > 1:
        return _("%(names)s: your turn") % {"names": who}
    return _("%(names)s: turn %(turn)s of %(all)s") % {
        "names": who,
        "turn": view.turn_number,
        "all": view.rule_set.boxes,
    }
