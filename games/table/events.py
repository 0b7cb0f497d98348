"""The line with the last event of a game, which is shown above the dice and read by screen readers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rules
from games.models import Game
from games.words import figures, labels


@dataclass(frozen=True, slots=True)
class Happened:
    """What the line needs to know of a game that is not over."""

    game: Game
    state: rules.GameState
    names: Sequence[str]
    """The names of the seats as shown, by seat."""
    roll_off: str = ""
    """The sentence about the roll-off, empty where there was none."""


def line(happened: Happened) -> str:
    """Return what happened last in a game that is not over, and whose turn it is."""
    event = _waiting(happened) if happened.game.status == Game.Status.WAITING else _turn(happened)
    return f"{_other_event(happened)} {event}".strip()


def result(outcome: rules.Outcome, names: Sequence[str]) -> str:
    """Return the result of a game as a sentence."""
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


def _other_event(happened: Happened) -> str:
    """Return the event that is not in the moves: somebody joined, or an entry was taken back."""
    if happened.game.last_event == Game.LastEvent.JOIN:
        return _("%(name)s has joined.") % {"name": happened.names[-1]}
    return _("Entry undone.") if happened.game.last_event == Game.LastEvent.UNDO else ""


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
