"""Template tags for lists of games and results. {% load lobby %}"""

from django import template
from django.utils.translation import gettext as _

from games import rules
from games.session.seats import SeatedGame
from games.table.present import TableView
from games.words import labels
from games.words.ids import outside

register = template.Library()


@register.filter
def game_title(seated: SeatedGame) -> str:
    """Return the name of a game's rule set."""
    return str(TableView(seated).title)


@register.filter
def board_title(rules_id: str) -> str:
    """Return the name of a board of high scores."""
    try:
        return str(labels.board_label(rules.get(rules_id)))
    except rules.UnknownRuleSet:
        return outside(rules_id)


@register.filter
def game_state(seated: SeatedGame) -> str:
    """Return a few words about a game: its players and how far they are."""
    view = TableView(seated)
    if view.status == "waiting":
        return view.event
    who = ", ".join(view.names)
    if view.my_turn and len(view.names) > 1:
        return _("%(names)s: your turn") % {"names": who}
    return _("%(names)s: turn %(turn)s of %(all)s") % {
        "names": who,
        "turn": view.turn_number,
        "all": view.rule_set.cells,
    }
