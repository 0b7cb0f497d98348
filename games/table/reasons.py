"""Short explanations of what a computer player does."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import Decision
from games.rules import RuleSet
from games.words import figures, labels

_KEEPS: dict[str, Promise | str] = {
    "keep_nothing": gettext_lazy("rolls all five again"),
    "keep_of_a_kind": gettext_lazy("keeps {dice}"),
    "keep_pairs": gettext_lazy("keeps both: {dice}"),
    "keep_run": gettext_lazy("keeps the run {dice}"),
    "keep_dice": gettext_lazy("keeps {dice}"),
    "random_hold": gettext_lazy("has a hunch and keeps {dice}"),
}
_ENTERS: dict[str, Promise | str] = {
    "enter_now": gettext_lazy("stops here: {box}"),
    "enter_best": gettext_lazy("takes {box}"),
    "strike": gettext_lazy("strikes {box}"),
    "only_cell": gettext_lazy("has only {box} left"),
}


def line(rules: RuleSet, decision: Decision) -> str:
    """Return the explanation of a decision, with its worth where that is meaningful."""
    if decision.placement is None:
        if decision.reason == "random_hold" and not decision.faces:
            text = _("has a hunch and rolls all five again")
        else:
            text = str(_KEEPS.get(decision.reason, "")).format(dice=figures.row(decision.faces))
    else:
        box = labels.box_label(rules, decision.placement.category, decision.placement.column)
        text = str(_ENTERS[decision.reason]).format(box=box)
    if text and decision.gain >= 0.05:
        text = _("{what}: +{points} on average").format(what=text, points=figures.points(decision.gain))
    return text
