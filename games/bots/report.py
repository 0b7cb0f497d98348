"""The report on a game that is over: final = par + luck - mistakes, for every seat.

*Par* is what the best known play scores on average. A roll's *luck* is what the position was worth
after it minus what the decision before it promised; a *mistake* is what the best choice was worth
minus what was done. The three add up exactly, for any valuation used throughout. With one column
the valuation is exact; with more it is learned, and its small error sits in the luck of the first
rolls. Nothing here reads or stores a game: moves come in, a report goes out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.bots import values
from games.bots.engine import Turn
from games.bots.positions import (
    Slots,
    cards_of,
    hold_worths,
    placement_worth,
    points_of,
)
from games.bots.values import Valuation
from games.rules import MAX_ROLLS, Dice, GameState, Move, Placement, Roll, RuleSet, Score, Scorecard, start

CHUNK = 24
"""Turns computed at once; progress is reported after each chunk."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to do with the dice on the table: hold slots and roll, or enter them."""

    hold: Slots | None
    placement: Placement | None


@dataclass(frozen=True, slots=True)
class Step:
    """A roll and what was done with it."""

    roll: int
    """Number of the roll in its turn, 1-3."""
    dice: Dice
    luck: float
    """Worth of the position after the roll minus the worth expected before it."""
    chosen: Choice
    best: Choice
    """The best choice; the chosen one when nothing was better."""
    loss: float
    """Worth of the best choice minus that of the chosen one, 0 or more."""


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One turn of one seat."""

    seat: int
    turn: int
    """Number of the turn of this seat, from 0."""
    steps: tuple[Step, ...]
    placement: Placement
    points: int
    """Points the turn added to the grand total, factors and bonuses included."""
    expected: float
    """The final total to be expected after the turn."""

    @property
    def luck(self) -> float:
        return sum(step.luck for step in self.steps)

    @property
    def loss(self) -> float:
        return sum(step.loss for step in self.steps)


@dataclass(frozen=True, slots=True)
class SeatReport:
    """A whole game of one seat."""

    seat: int
    final: int
    par: float
    turns: tuple[TurnReport, ...]

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    @property
    def mistakes(self) -> float:
        return sum(turn.loss for turn in self.turns)

    @property
    def decisions(self) -> int:
        return sum(len(turn.steps) for turn in self.turns)

    @property
    def average_loss(self) -> float:
        """Points lost per decision."""
        return self.mistakes / self.decisions

    @property
    def curve(self) -> tuple[float, ...]:
        """Final total to be expected before the first turn and after each turn."""
        return (self.par, *(turn.expected for turn in self.turns))

    def costliest(self, number: int = 3) -> tuple[tuple[TurnReport, Step], ...]:
        """Return the decisions that lost most, the worst first; decisions without loss are left out."""
        steps = [(turn, step) for turn in self.turns for step in turn.steps if step.loss > 0]
        return tuple(sorted(steps, key=lambda pair: -pair[1].loss)[:number])


@dataclass(frozen=True, slots=True)
class Report:
    """The reports of all seats."""

    seats: tuple[SeatReport, ...]
    exact: bool
    """Whether the values are those of perfect play; otherwise they are near-optimal."""


@dataclass(slots=True)
class _Played:
    """A turn as it was played."""

    seat: int
    before: Scorecard
    rolls: list[tuple[Roll, tuple[Placement, ...]]] = field(default_factory=list)
    """Each roll with the entries it allowed."""
    entry: Placement | None = None
    points: int = 0


def _turns(rules: RuleSet, moves: Sequence[Move], seats: int, first_seat: int) -> list[_Played]:
    """Return the turns of a game; raises IllegalMove, or ValueError when the game is not over."""
    state: GameState = start(rules, seats=seats, first_seat=first_seat)
    played: list[_Played] = []
    for move in moves:
        after = state.apply(move)
        if isinstance(move, Roll):
            if not state.dice:
                played.append(_Played(move.seat, state.scorecards[move.seat]))
            played[-1].rolls.append((move, after.legal_placements()))
        else:
            _enter(played[-1], state, move, after)
        state = after
    if state.status != "finished":
        raise ValueError("the game is not over")
    return played


def _enter(turn: _Played, state: GameState, move: Score, after: GameState) -> None:
    turn.entry = state.placement(move.seat, move.category, move.column)
    before, now = (points_of(state.rules, s.scorecards[move.seat]) for s in (state, after))
    turn.points = now - before


def _choices(
    valuation: Valuation, turn: Turn, number: int, dice: Dice, roll: int, offers: tuple[Placement, ...]
) -> list[tuple[float, Choice]]:
    """Return everything that could be done with a roll, and its worth."""
    compiled = valuation.table.compiled
    found = [(placement_worth(compiled, turn, number, p), Choice(None, p)) for p in offers]
    if roll < MAX_ROLLS:
        holds = hold_worths(turn, number, dice, roll)
        found += [(worth, Choice(slots, None)) for slots, worth in holds.items()]
    return found


def _turn_report(
    valuation: Valuation, played: _Played, turn: Turn, number: int, promised: float, so_far: int, index: int
) -> TurnReport:
    """Return the report on one turn; ``promised`` is its worth before its first roll."""
    assert played.entry is not None
    steps = []
    for roll, (move, offers) in enumerate(played.rolls, start=1):
        choices = _choices(valuation, turn, number, move.faces, roll, offers)
        best_worth, best = max(choices, key=lambda pair: pair[0])
        if roll < len(played.rolls):
            chosen = Choice(tuple(sorted(played.rolls[roll][0].held)), None)
        else:
            chosen = Choice(None, played.entry)
        worth = next(value for value, choice in choices if choice == chosen)
        loss = best_worth - worth
        steps.append(Step(roll, move.faces, best_worth - promised, chosen, best if loss else chosen, loss))
        promised = worth
    return TurnReport(played.seat, index, tuple(steps), played.entry, played.points, so_far + promised)


def analyse(
    rules: RuleSet,
    moves: Sequence[Move],
    seats: int,
    first_seat: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Return the report on a finished game.

    ``progress`` is called with (turns done, turns in all). Raises IllegalMove when the moves do not replay,
    ValueError when the game is not over.
    """
    played = _turns(rules, moves, seats, first_seat)
    valuation = values.best_known(rules)
    compiled = valuation.table.compiled
    found: list[list[TurnReport]] = [[] for _ in range(seats)]
    totals = [0] * seats
    par = 0.0
    for begin in range(0, len(played), CHUNK):
        part = played[begin : begin + CHUNK]
        turn = values.evaluate(valuation, cards_of(compiled, [one.before for one in part]))
        par = par or float(turn.start[0])
        for number, one in enumerate(part):
            turns = found[one.seat]
            promised = (turns[-1].expected if turns else par) - totals[one.seat]
            turns.append(_turn_report(valuation, one, turn, number, promised, totals[one.seat], len(turns)))
            totals[one.seat] += one.points
        if progress:
            progress(begin + len(part), len(played))
    reports = [SeatReport(seat, totals[seat], par, tuple(turns)) for seat, turns in enumerate(found)]
    return Report(tuple(reports), exact=compiled.columns == 1)
