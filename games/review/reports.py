"""Reports in their stored form, and the figures that pages derive from them.

Pure functions: no database, no request. ``pack`` and ``unpack`` convert to and from the stored form, a dict
with a ``version``; everything else reads the unpacked report. The analysis itself is in ``games.bots``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.bots import Choice, Report, SeatReport, Step, TurnReport
from games.rules import Placement, Roll, RuleSet, parse_move

VERSION = 1
_DIGITS = 9
"""Decimals that are stored; sums of a game stay exact to a millionth."""

NOTICEABLE = 0.05
"""Losses below this are not shown: they would read 0.0."""

GRADES = ("best", "close", "slip", "blunder")
_GRADE_LIMITS = (0.1, 1.0, 4.0)
"""Points a turn may lose to be called best, close or a slip, in a game whose columns count once."""


class UnknownReport(ValueError):
    """The stored data is not a report that this version can read."""


# --- the stored form ---------------------------------------------------------------------------------


def pack(report: Report) -> dict[str, Any]:
    """Return a report as data for JSON."""
    return {
        "version": VERSION,
        "exact": report.exact,
        "seats": [
            {
                "final": seat.final,
                "par": round(seat.par, _DIGITS),
                "turns": [
                    {
                        "entry": _pack_placement(turn.placement),
                        "points": turn.points,
                        "expected": round(turn.expected, _DIGITS),
                        "steps": [_pack_step(step) for step in turn.steps],
                    }
                    for turn in seat.turns
                ],
            }
            for seat in report.seats
        ],
    }


def unpack(data: Any) -> Report:
    """Return the report that was packed; raises UnknownReport."""
    try:
        if data["version"] != VERSION:
            raise UnknownReport(f"version {data['version']}")
        seats = [_unpack_seat(number, seat) for number, seat in enumerate(data["seats"])]
        return Report(tuple(seats), bool(data["exact"]))
    except (KeyError, TypeError, IndexError) as error:
        raise UnknownReport(str(error)) from error


def load(data: Any) -> Report | None:
    """Return the report stored with a game, None when there is none that can be read."""
    try:
        return unpack(data)
    except UnknownReport:
        return None


def _pack_step(step: Step) -> list[Any]:
    """Return [dice, luck, chosen, loss], followed by the best choice if it was another one."""
    found = [
        "".join(map(str, step.dice)),
        round(step.luck, _DIGITS),
        _pack_choice(step.chosen),
        round(step.loss, _DIGITS),
    ]
    return found if step.best == step.chosen else [*found, _pack_choice(step.best)]


def _pack_choice(choice: Choice) -> Any:
    """Return held slots as text, or an entry as a list."""
    if choice.placement is None:
        return "".join(map(str, choice.hold or ()))
    return _pack_placement(choice.placement)


def _pack_placement(placement: Placement) -> list[Any]:
    return [placement.category, placement.column, placement.points, placement.bonus]


def _unpack_seat(number: int, data: Any) -> SeatReport:
    turns = [
        TurnReport(
            seat=number,
            turn=index,
            steps=tuple(_unpack_step(roll, step) for roll, step in enumerate(turn["steps"], start=1)),
            placement=Placement(*turn["entry"]),
            points=turn["points"],
            expected=turn["expected"],
        )
        for index, turn in enumerate(data["turns"])
    ]
    return SeatReport(number, data["final"], data["par"], tuple(turns))


def _unpack_step(roll: int, data: Any) -> Step:
    dice, luck, chosen, loss, *best = data
    choice = _unpack_choice(chosen)
    return Step(
        roll=roll,
        dice=tuple(map(int, dice)),
        luck=luck,
        chosen=choice,
        best=_unpack_choice(best[0]) if best else choice,
        loss=loss,
    )


def _unpack_choice(data: Any) -> Choice:
    if isinstance(data, str):
        return Choice(tuple(map(int, data)), None)
    return Choice(None, Placement(*data))


# --- figures that add up ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Breakdown:
    """final = par + luck - mistakes in whole points or tenths of them: what is shown adds up exactly."""

    final: int
    par: int
    luck: int
    mistakes: int


def breakdown(seat: SeatReport, parts: int = 10) -> Breakdown:
    """Return the breakdown of a seat's total, in parts of a point; the rounding error is added to the luck.

    >>> breakdown(SeatReport(0, 0, 191.76, ()))
    Breakdown(final=0, par=1918, luck=-1918, mistakes=0)
    """
    final, par, mistakes = parts * seat.final, round(parts * seat.par), round(parts * seat.mistakes)
    return Breakdown(final, par, final - par + mistakes, mistakes)


def summaries(data: Any) -> list[dict[str, Any]]:
    """Return for every seat the summary that is stored with its high score, in points."""
    report = unpack(data)
    sums = [breakdown(seat) for seat in report.seats]
    return [
        {"par": each.par / 10, "luck": each.luck / 10, "mistakes": each.mistakes / 10, "exact": report.exact}
        for each in sums
    ]


# --- turns and decisions -----------------------------------------------------------------------


def grade(rules: RuleSet, loss: float) -> str:
    """Return the grade of a turn that lost this many points: one of GRADES."""
    unit = sum(rules.factor(column) for column in rules.columns) / len(rules.columns)
    below = sum(loss >= limit * unit for limit in _GRADE_LIMITS)
    return GRADES[below]


def costliest(seat: SeatReport) -> list[tuple[TurnReport, Step]]:
    """Return the three decisions that lost most, the worst first, without those that lost nothing."""
    return [(turn, step) for turn, step in seat.costliest() if step.loss >= NOTICEABLE]


def best_decisions(seat: SeatReport) -> int:
    """Return the number of decisions whose loss, rounded to what is shown, is zero."""
    return sum(step.loss < NOTICEABLE for turn in seat.turns for step in turn.steps)


def expected_with(before: float, turn: TurnReport, step: Step) -> tuple[float, float]:
    """Return the final totals to be expected with the best choice and with the one made.

    ``before`` is what was to be expected before the turn.
    """
    best = before
    for one in turn.steps[: step.roll]:
        best += one.luck - (one.loss if one.roll < step.roll else 0)
    return best, best - step.loss


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision and its place in the game: after this number of moves its dice lie on the table."""

    move: int
    turn: TurnReport
    step: Step


def moments(report: Report, moves: Sequence[str]) -> dict[int, Moment]:
    """Return the decisions of a game by the number of moves made before them."""
    found = {}
    rolls: dict[int, list[tuple[TurnReport, Step]]] = {
        seat.seat: [(turn, step) for turn in seat.turns for step in turn.steps] for seat in report.seats
    }
    made = dict.fromkeys(rolls, 0)
    for number, text in enumerate(moves, start=1):
        move = parse_move(text)
        if isinstance(move, Roll):
            turn, step = rolls[move.seat][made[move.seat]]
            made[move.seat] += 1
            found[number] = Moment(number, turn, step)
    return found
