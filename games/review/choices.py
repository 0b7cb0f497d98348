"""Words for a choice: what to hold or where to enter. Its worth comes from bots."""

from django.utils.translation import gettext as _

from games.bots import Choice
from games.rules import Dice, RuleSet
from games.words import figures, labels


def say(rules: RuleSet, dice: Dice, choice: Choice) -> str:
    """Return a choice in words, such as "hold 4 4 4" or "enter Full house"."""
    if choice.placement is not None:
        box = labels.box_label(rules, choice.placement.category, choice.placement.column)
        text = _("enter {box}") if choice.placement.points else _("strike {box}")
        return text.format(box=box)
    if not choice.hold:
        return _("roll all five again")
    return _("hold {dice}").format(dice=figures.row(sorted(dice[slot] for slot in choice.hold)))
