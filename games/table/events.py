"""What happened last at a table, in one line: what a screen reader hears, and what stands above the dice."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rules
from games.models import Game
from games.words import figures, labels


@dataclass(frozen=True, slots=True)
class Happened:
    """A game that is not over, as far as the line needs it."""

    game: Game
    state: rules.GameState
    names: Sequence[str]
    """What the seats are called, by seat."""
    roll_off: str = ""
    """What everybody rolled to see who starts, in a sentence."""


def line(happened: Happened) -> str:
    """Return what happened last in a game that is not over, and whose turn it is."""
    event = _waiting(happened) if happened.game.status == Game.Status.WAITING else _turn(happened)
    return f"{_beyond_the_moves(happened)} {event}".strip()


def result(outcome: rules.Outcome, names: Sequence[str]) -> str:
    """Return how a game ended, in a sentence."""
    best = max(outcome.points)
    winners = [names[seat] for seat in outcome.winners]
    if len(names) == 1:
        text = ngettext("Game over: %(points)s point.", "Game over: %(points)s points.", best)
    elif outcome.is_draw:
        text = ngettext(
            "A draw between %(names)s with %(points)s point each.",
            "A draw between %(names)s with %(points)s points each.",
            best,
        )
    else:
        text = ngettext("%(name)s wins with %(points)s point.", "%(name)s wins with %(points)s points.", best)
    return text % {"points": figures.whole(best), "name": winners[0], "names": _join(winners)}


def _beyond_the_moves(happened: Happened) -> str:
    """Return what the moves do not tell: who has just come, or that an entry is gone."""
    if happened.game.last_event == Game.LastEvent.JOIN:
        return _("%(name)s has joined.") % {"name": happened.names[-1]}
    return _("Entry taken back.") if happened.game.last_event == Game.LastEvent.UNDO else ""


def _waiting(happened: Happened) -> str:
    here = len(happened.names)
    text = ngettext("%(here)s of %(all)s players is here.", "%(here)s of %(all)s players are here.", here)
    return text % {"here": here, "all": happened.game.players}


def _turn(happened: Happened) -> str:
    state = happened.state
    name = happened.names[state.seat] if state.seat is not None else ""
    if state.dice:
        return _("%(name)s, roll %(roll)s: %(dice)s") % {
            "name": name,
            "roll": state.roll,
            "dice": figures.row(state.dice),
        }
    whose = _("It is %(name)s's turn.") % {"name": name}
    entry = state.last_entry
    if entry is None:
        return f"{happened.roll_off} {whose}".strip()
    points = state.scorecards[entry.seat].points(entry.category, entry.column) or 0
    text = ngettext("%(name)s: %(box)s, %(points)s point.", "%(name)s: %(box)s, %(points)s points.", points)
    box = labels.box_label(state.rules, entry.category, entry.column)
    done = text % {"name": happened.names[entry.seat], "box": box, "points": points}
    return f"{done} {whose}"


def _join(names: Sequence[str]) -> str:
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
