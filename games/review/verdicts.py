"""What a report says in a sentence: how somebody played, what the dice did, where the game turned."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots import Report, SeatReport, TurnReport
from games.words import figures

_FEW, _SOME, _MANY = 0.03, 0.1, 0.2
_MUCH_LUCK = 0.15
"""Shares of par."""


def verdict(seat: SeatReport) -> str:
    """Return two sentences about one seat: decisions first, then dice."""
    return f"{_play(seat.mistakes / seat.par)} {_dice(seat.luck / seat.par)}"


def _play(mistakes: float) -> str:
    if mistakes < _FEW:
        return _("Nearly perfect play.")
    if mistakes < _SOME:
        return _("Well played, with a few mistakes.")
    if mistakes < _MANY:
        return _("Some points were left on the table.")
    return _("Many points were left on the table.")


def _dice(luck: float) -> str:
    if luck >= _MUCH_LUCK:
        return _("The dice were kind.")
    return _("The dice were unkind.") if luck <= -_MUCH_LUCK else _("The dice were fair.")


@dataclass(frozen=True, slots=True)
class Swing:
    """The turn that changed the expected end most: by luck and mistakes together, in points."""

    turn: TurnReport
    points: float


def turning_point(report: Report) -> Swing | None:
    """Return the greatest swing of a game, None for a game without a turn."""
    turns = (turn for seat in report.seats for turn in seat.turns)
    swings = (Swing(turn, turn.luck - turn.loss) for turn in turns)
    return max(swings, key=lambda swing: abs(swing.points), default=None)


def say_swing(swing: Swing, box: str, name: str) -> str:
    """Return the sentence about a swing; an empty name speaks of the only player."""
    points = round(abs(swing.points))
    words = {"turn": swing.turn.turn + 1, "box": box, "name": name, "points": figures.whole(points)}
    return _swing_text(swing.points > 0, bool(name), points) % words


def _swing_text(up: bool, named: bool, points: int) -> str:
    if named and up:
        return ngettext(
            "Turning point: turn %(turn)s (%(box)s) brought %(name)s %(points)s point more than expected.",
            "Turning point: turn %(turn)s (%(box)s) brought %(name)s %(points)s points more than expected.",
            points,
        )
    if named:
        return ngettext(
            "Turning point: turn %(turn)s (%(box)s) cost %(name)s %(points)s point.",
            "Turning point: turn %(turn)s (%(box)s) cost %(name)s %(points)s points.",
            points,
        )
    if up:
        return ngettext(
            "Turning point: turn %(turn)s (%(box)s) brought %(points)s point more than expected.",
            "Turning point: turn %(turn)s (%(box)s) brought %(points)s points more than expected.",
            points,
        )
    return ngettext(
        "Turning point: turn %(turn)s (%(box)s) cost %(points)s point.",
        "Turning point: turn %(turn)s (%(box)s) cost %(points)s points.",
        points,
    )
