"""The line with the last event of a game, which is shown above the dice and read by screen readers.

Who plays alone, or against computers only, is spoken to; where several people play they have their names.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

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
    you: int | None = None
    """The seat of the only person, on a page of that person."""
    roll_off: str = ""
    """The sentence about the roll-off, empty where there was none."""
    moment: str = ""
    """What the last move adds, such as a straight or the lead; mostly empty."""


def line(happened: Happened) -> str:
    """Return what happened last in a game that is not over, and whose turn it is."""
    event = _waiting(happened) if happened.game.status == Game.Status.WAITING else _turn(happened)
    return f"{_other_event(happened)} {event}".strip()


def result(outcome: rules.Outcome, names: Sequence[str], you: int | None = None) -> str:
    """Return the result of a game as a sentence; `you`: the seat of the only person, on a page of theirs."""
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
    elif outcome.winners[0] == you:
        text = ngettext("You win with %(points)s point.", "You win with %(points)s points.", best)
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
    if happened.state.dice:
        rolled = _rolled(happened)
        return f"{rolled.rstrip('.')}. {happened.moment}" if happened.moment else rolled
    entry = happened.state.last_entry
    before = happened.roll_off if entry is None else _together(_entered(happened, entry), happened.moment)
    alone = len(happened.names) == 1 and entry is not None and happened.you is not None
    return before if alone else f"{before} {_whose(happened)}".strip()


def _whose(happened: Happened) -> str:
    seat = happened.state.seat
    if seat is not None and seat == happened.you:
        return _("It is your turn.")
    return _("It is %(name)s's turn.") % {"name": "" if seat is None else happened.names[seat]}


def _rolled(happened: Happened) -> str:
    state = happened.state
    assert state.seat is not None
    words = {
        "name": happened.names[state.seat],
        "roll": state.roll,
        "dice": figures.row(state.dice),
        "left": rules.MAX_ROLLS - state.roll,
    }
    if state.seat != happened.you:
        return _("%(name)s, roll %(roll)s: %(dice)s") % words
    if not words["left"]:
        return _("Roll %(roll)s: %(dice)s. Choose a box.") % words
    text = ngettext(
        "Roll %(roll)s: %(dice)s. %(left)s roll left.",
        "Roll %(roll)s: %(dice)s. %(left)s rolls left.",
        rules.MAX_ROLLS - state.roll,
    )
    return text % words


def _entered(happened: Happened, entry: rules.Score) -> str:
    state = happened.state
    points = state.scorecards[entry.seat].points(entry.category, entry.column) or 0
    words = {
        "name": happened.names[entry.seat],
        "box": labels.box_label(state.rules, entry.category, entry.column),
        "points": points,
    }
    if entry.seat != happened.you:
        text = ngettext(
            "%(name)s: %(box)s, %(points)s point.", "%(name)s: %(box)s, %(points)s points.", points
        )
    elif points:
        text = pgettext("an entry of one's own", "%(points)s in %(box)s.")
    else:
        text = pgettext("an entry of one's own", "%(box)s struck.")
    return text % words


def _together(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _join(names: Sequence[str]) -> str:
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
