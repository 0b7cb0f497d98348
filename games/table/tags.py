"""Template tags of the table. {% load table %}"""

import json
from dataclasses import dataclass
from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.rules import Bonus, RuleSet
from games.table import text_mode as commands
from games.table.card import Card, Cell, Row
from games.table.remembered import card_html, presence
from games.words.ids import outside

register = template.Library()


@dataclass(frozen=True, slots=True)
class SumRow:
    """One of the rows of totals below the boxes."""

    name: str
    hidden: bool


@register.simple_tag(takes_context=True)
def scorecard(context: Context, card: Card) -> SafeString:
    """Write a card of the page's view, from memory where it has been drawn before."""
    silent = context.get("silent") or {}
    return card_html(card, len(context["view"].cards), silent.get(card.seat))


@register.simple_tag(takes_context=True)
def presence_of(context: Context, seat: int) -> SafeString | str:
    """Write for how long the browser of a seat has been silent, on pages that know."""
    silent = context.get("silent")
    return presence(seat, silent.get(seat) or 0) if silent else ""


# A card has dozens of boxes and is rendered with every move: these two tags write its cells directly, which
# is several times faster than a template loop. All values go through format_html.


@register.simple_tag
def box_cells(card: Card, row: Row) -> SafeString:
    """Write the boxes of a row with the attributes of the page contract, and a button in playable ones."""
    box = outside(row.category)
    return format_html_join(
        "",
        '<td data-seat="{}" data-box="{}" data-column="{}" data-state="{}" data-points="{}"{}>{}</td>',
        (
            (
                card.seat,
                box,
                cell.column,
                cell.state,
                "" if cell.points is None else cell.points,
                _FRESH if cell.fresh else "",
                _box_content(box, cell),
            )
            for cell in row.cells
        ),
    )


@register.simple_tag
def total_cells(card: Card, name: str) -> SafeString:
    """Write one total of every column."""
    return format_html_join(
        "",
        '<td data-seat="{0}" data-total="{1}" data-column="{2}" data-points="{3}">{3}</td>',
        ((card.seat, outside(name), column, getattr(sums, name)) for column, sums in card.sums.items()),
    )


@register.simple_tag
def upper_cells(card: Card, bonus: Bonus | None) -> SafeString:
    """Write the upper sum of every column with the points missing for the bonus, or the bonus.

    In a game without a bonus both are 0 and hidden, as the page contract wants.
    """
    missing = _("{points} to go")
    return format_html_join(
        "",
        '<td><span data-seat="{0}" data-total="upper" data-column="{1}" data-points="{2}">{2}</span> <small>'
        '<span data-seat="{0}" data-total="missing" data-column="{1}" data-points="{3}"{4}>{5}</span>'
        '<b data-seat="{0}" data-total="upper_bonus" data-column="{1}" data-points="{6}"{7}>+{6}</b>'
        "</small></td>",
        (
            (
                card.seat,
                column,
                sums.upper,
                sums.missing,
                "" if sums.missing else _HIDDEN,
                missing.format(points=sums.missing),
                sums.upper_bonus,
                _HIDDEN if sums.missing or bonus is None else "",
            )
            for column, sums in card.sums.items()
        ),
    )


_HIDDEN = format_html(" {}", "hidden")
_FRESH = format_html(' class="{}"', "fresh")
_STRUCK = format_html("<s>{}</s>", 0)


def _box_content(box: str, cell: Cell) -> SafeString | int | str:
    if cell.label:
        return format_html(
            '<button name="cell" value="{}:{}" aria-label="{}">{}</button>',
            box,
            cell.column,
            cell.label,
            cell.points,
        )
    if cell.state == "struck":
        return _STRUCK
    return "" if cell.points is None else cell.points


@register.simple_tag
def text_mode(rules: RuleSet) -> dict[str, Any]:
    """Return the texts of the text mode and the manual of its commands."""
    words = json.dumps(commands.words(rules), ensure_ascii=False, separators=(",", ":"))
    return {"words": words, "manual": commands.manual(rules)}


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
