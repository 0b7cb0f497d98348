"""How a choice is said: what to hold or where to enter. Words only; what it is worth comes from bots."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games import labels
from games.bots import Choice
from games.rules import Dice, RuleSet

MINUS = "\N{MINUS SIGN}"


def say(rules: RuleSet, dice: Dice, choice: Choice) -> str:
    """Return what a choice does, such as "hold 4 4 4" or "enter Full house"."""
    if choice.placement is not None:
        box = labels.box_label(rules, choice.placement.category, choice.placement.column)
        text = _("enter {box}") if choice.placement.points else _("strike {box}")
        return text.format(box=box)
    if not choice.hold:
        return _("roll all five again")
    return _("hold {dice}").format(dice=" ".join(map(str, sorted(dice[slot] for slot in choice.hold))))


def points(value: float) -> str:
    """Return points with one decimal in the page's language."""
    return tenths(round(10 * value))


def tenths(number: int) -> str:
    """Return tenths of a point as points.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     tenths(-1918)
    '−191.8'
    """
    text = number_format(Decimal(abs(number)).scaleb(-1), decimal_pos=1)
    return f"{MINUS}{text}" if number < 0 else text


def signed(value: float) -> str:
    """Return points with one decimal and always with a sign, except for nothing."""
    text = points(value)
    return f"+{text}" if round(10 * value) > 0 else text
