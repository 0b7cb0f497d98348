"""Template tags for reports: figures, dice and the coach."""

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.bots import Step
from games.review.coach import Coach, coach_of
from games.rules import Dice
from games.table.present import TableView
from games.words import figures

register = template.Library()
register.filter("points", figures.points)
register.filter("signed", figures.signed)
register.filter("tenths", figures.tenths)


@register.filter
def size(number: int) -> int:
    """Return a number without its sign."""
    return abs(number)


@register.filter
def roll_dice(step: Step) -> SafeString:
    """Draw the dice of a roll small; those that were held have a frame."""
    return _drawn(step.dice, step.chosen.hold or ())


@lru_cache(maxsize=4096)
def _drawn(dice: Dice, held: tuple[int, ...]) -> SafeString:
    faces = format_html_join(
        "",
        '<svg class="face{}"><use href="#face-{}"/></svg>',
        ((" held" if slot in held else "", face) for slot, face in enumerate(dice)),
    )
    return format_html('<span class="faces" aria-hidden="true">{}</span>', faces)


@register.filter
def faces(dice: Dice) -> str:
    """Return dice as digits."""
    return " ".join(map(str, dice))


@register.filter
def held_faces(step: Step) -> str:
    """Return the held faces as digits."""
    return " ".join(str(step.dice[slot]) for slot in step.chosen.hold or ())


@register.simple_tag
def coach_for(view: TableView) -> Coach | None:
    """Return the coach of the browser on turn, None where there is none."""
    return coach_of(view)
