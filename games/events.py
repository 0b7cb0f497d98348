"""What happened last at a table, in one line: what a screen reader hears, and what stands above the dice."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.words import figures, labels

if TYPE_CHECKING:
    from games.present import TableView


def line(view: "TableView") -> str:
    """Return the line; empty where the moves no longer replay."""
    if view.broken:
        return ""
    if view.outcome:
        return view.rematch_line or result(view)
    event = _waiting(view) if view.status == Game.Status.WAITING else _turn(view)
    return f"{_news(view)} {event}".strip()


def result(view: "TableView") -> str:
    """Return how the game ended, empty before."""
    if not view.outcome:
        return ""
    best = max(view.outcome.points)
    winners = [view.names[seat] for seat in view.outcome.winners]
    if len(view.names) == 1:
        text = ngettext("Game over: %(points)s point.", "Game over: %(points)s points.", best)
    elif view.outcome.is_draw:
        text = ngettext(
            "A draw between %(names)s with %(points)s point each.",
            "A draw between %(names)s with %(points)s points each.",
            best,
        )
    else:
        text = ngettext("%(name)s wins with %(points)s point.", "%(name)s wins with %(points)s points.", best)
    return text % {"points": figures.whole(best), "name": winners[0], "names": _join(winners)}


def _news(view: "TableView") -> str:
    """Return what the moves do not tell: who has just come, or that an entry is gone."""
    if view.game.news == Game.News.JOIN:
        return _("%(name)s has joined.") % {"name": view.names[-1]}
    return _("Entry taken back.") if view.game.news == Game.News.UNDO else ""


def _waiting(view: "TableView") -> str:
    here = len(view.table.seats)
    text = ngettext("%(here)s of %(all)s players is here.", "%(here)s of %(all)s players are here.", here)
    return text % {"here": here, "all": view.game.players}


def _turn(view: "TableView") -> str:
    assert view.state is not None
    if view.state.dice:
        return _("%(name)s, roll %(roll)s: %(dice)s") % {
            "name": view.turn_name,
            "roll": view.roll,
            "dice": figures.row(view.state.dice),
        }
    whose = _("It is %(name)s's turn.") % {"name": view.turn_name}
    entry = view.state.last_entry
    if entry is None:
        return f"{view.roll_off_line} {whose}".strip() if view.entries == 0 else whose
    points = view.state.scorecards[entry.seat].points(entry.category, entry.column) or 0
    text = ngettext("%(name)s: %(box)s, %(points)s point.", "%(name)s: %(box)s, %(points)s points.", points)
    box = labels.box_label(view.rule_set, entry.category, entry.column)
    done = text % {"name": view.names[entry.seat], "box": box, "points": points}
    return f"{done} {whose}"


def _join(names: list[str]) -> str:
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
