"""Turns a stored report into what its page shows: breakdown, turns, costly decisions, curve, shared text."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots import Report, SeatReport, Step, TurnReport
from games.bots.measuring import measured
from games.review import choices, curves, reports, verdicts
from games.review.curves import Curves
from games.review.reports import Breakdown, Moment
from games.rules import RuleSet
from games.table.present import TableView
from games.words import figures, labels, prose

_SIGNS = {"best": "🟩", "close": "🟡", "slip": "🔶", "blunder": "❌"}
"""They differ in shape as well as in colour."""
_SIGNS_PER_LINE = 13


@dataclass(frozen=True, slots=True)
class RollRow:
    """A roll and what was done with it."""

    move: int
    """Moves of the game up to this roll."""
    step: Step
    better: str
    """The better choice in words, empty where there was none."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn as the page shows it."""

    number: int
    turn: TurnReport
    rolls: list[RollRow]
    box: str
    english: bool
    """Whether the name of the box is English on a page in another language."""
    bonus: int
    """Points beyond the box with its factor: a bonus that came with the entry."""
    grade: str

    @property
    def loses(self) -> bool:
        """Whether the turn lost points, rounded to what is shown."""
        return self.turn.loss >= reports.NOTICEABLE


@dataclass(frozen=True, slots=True)
class Costly:
    """One of the decisions that lost most."""

    number: int
    """Number of the turn, from 1."""
    move: int
    step: Step
    chosen: str
    better: str
    expected_best: float
    expected_chosen: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turn that changed the game most, in a sentence, and the move that shows its last dice."""

    text: str
    move: int


@dataclass(frozen=True)
class SeatPage:
    """Everything the page shows of one seat."""

    rules: RuleSet
    told: SeatReport
    name: str
    mine: bool
    dash: str
    """The dash pattern of its line in the drawing."""
    moves: dict[tuple[int, int], int]
    """Moves of the game up to a roll, by turn and roll."""

    @property
    def seat(self) -> int:
        return self.told.seat

    @cached_property
    def breakdown(self) -> Breakdown:
        return reports.breakdown(self.told, parts=1)

    @property
    def judgement(self) -> str:
        """How this seat played and what the dice did, in a sentence or two."""
        return verdicts.verdict(self.told)

    @property
    def best_decisions(self) -> int:
        return reports.best_decisions(self.told)

    @cached_property
    def turns(self) -> list[TurnRow]:
        return [self._turn(turn) for turn in self.told.turns]

    @cached_property
    def costly(self) -> list[Costly]:
        return [self._costly(turn, step) for turn, step in reports.costliest(self.told)]

    @cached_property
    def grades(self) -> list[str]:
        return [reports.grade(self.rules, turn.loss) for turn in self.told.turns]

    @property
    def squares(self) -> list[str]:
        """One coloured square per turn, in lines."""
        all_of_them = [_SIGNS[grade] for grade in self.grades]
        starts = range(0, len(all_of_them), _SIGNS_PER_LINE)
        return ["".join(all_of_them[start : start + _SIGNS_PER_LINE]) for start in starts]

    @property
    def verdict(self) -> str:
        """How the turns were played, in words."""
        count = self.grades.count
        slip, blunder = count("slip"), count("blunder")
        parts = [
            _("{number} of {turns} turns without a flaw").format(
                number=count("best"), turns=len(self.grades)
            ),
            _("{number} close").format(number=count("close")),
            ngettext("{number} slip", "{number} slips", slip).format(number=slip),
            ngettext("{number} blunder", "{number} blunders", blunder).format(number=blunder),
        ]
        return ", ".join(parts)

    def _turn(self, turn: TurnReport) -> TurnRow:
        rolls = [RollRow(self.moves[turn.turn, step.roll], step, self._better(step)) for step in turn.steps]
        placed = turn.placement
        return TurnRow(
            number=turn.turn + 1,
            turn=turn,
            rolls=rolls,
            box=labels.box_label(self.rules, placed.category, placed.column),
            english=prose.is_english(self.rules, placed.category),
            bonus=turn.points - placed.points * self.rules.factor(placed.column),
            grade=self.grades[turn.turn],
        )

    def _better(self, step: Step) -> str:
        return choices.say(self.rules, step.dice, step.best) if step.loss >= reports.NOTICEABLE else ""

    def _costly(self, turn: TurnReport, step: Step) -> Costly:
        best, chosen = reports.expected_with(self.told.curve[turn.turn], turn, step)
        return Costly(
            number=turn.turn + 1,
            move=self.moves[turn.turn, step.roll],
            step=step,
            chosen=choices.say(self.rules, step.dice, step.chosen),
            better=choices.say(self.rules, step.dice, step.best),
            expected_best=best,
            expected_chosen=chosen,
        )


@dataclass(frozen=True)
class ReportPage:
    """The report of a game with the names of its seats."""

    view: TableView
    report: Report

    @property
    def rules(self) -> RuleSet:
        return self.view.rule_set

    @property
    def exact(self) -> bool:
        return self.report.exact

    @cached_property
    def moments(self) -> dict[int, Moment]:
        return reports.moments(self.report, self.view.game.moves)

    @cached_property
    def seats(self) -> list[SeatPage]:
        """The seats, those of the asking browser first, then the best."""
        mine = self.view.seated.you
        moves: dict[int, dict[tuple[int, int], int]] = {seat.seat: {} for seat in self.report.seats}
        for moment in self.moments.values():
            moves[moment.turn.seat][moment.turn.turn, moment.step.roll] = moment.move
        pages = [
            SeatPage(
                rules=self.rules,
                told=told,
                name=self.view.names[told.seat],
                mine=told.seat in mine,
                dash=curves.DASHES[told.seat],
                moves=moves[told.seat],
            )
            for told in self.report.seats
        ]
        return sorted(pages, key=lambda page: (not page.mine, -page.told.final))

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """The turn that changed the game most."""
        swing = verdicts.turning_point(self.report)
        if swing is None:
            return None
        placed = swing.turn.placement
        box = labels.box_label(self.rules, placed.category, placed.column)
        name = self.view.names[swing.turn.seat] if len(self.seats) > 1 else ""
        last = max(one.move for one in self.moments.values() if one.turn is swing.turn)
        return TurningPoint(verdicts.say_swing(swing, box, name), last)

    @property
    def ranking(self) -> list[SeatPage]:
        """The seats, the best first."""
        return sorted(self.seats, key=lambda page: -page.told.final)

    @cached_property
    def curves(self) -> Curves:
        figures = measured(self.rules) or {}
        bands = figures.get("bands")
        band = (bands["low"], bands["high"]) if bands else None
        return curves.draw([seat.curve for seat in self.report.seats], band)

    @property
    def share(self) -> str:
        """The result as a text for others, without any dice."""
        return "\n".join(self._share_lines())

    def _share_lines(self) -> Iterator[str]:
        yield str(self.view.title)
        for seat in self.ranking:
            final = seat.told.final
            points = ngettext("{points} point", "{points} points", final).format(points=figures.whole(final))
            yield f"{seat.name}: {points}" if len(self.seats) > 1 else points
            yield from seat.squares
            yield seat.verdict

    def better_at(self, move: int) -> str:
        """Return the better choice with the dice after this number of moves, empty if there was none."""
        moment = self.moments.get(move)
        if moment is None or moment.step.loss < reports.NOTICEABLE:
            return ""
        return choices.say(self.rules, moment.step.dice, moment.step.best)
