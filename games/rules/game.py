"""Positions of a game: whose turn it is, which moves are legal, and what they lead to.

A state is never changed; ``apply`` returns the next one. Undo is not a move: the caller drops
the last entry from the list of moves (``can_undo`` says whether that is allowed) and replays.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from games.rules.dice import DICE, FACES, MAX_ROLLS, Dice
from games.rules.placement import Placement, column_placements, legal_placements
from games.rules.ruleset import RuleSet
from games.rules.scorecard import Scorecard, totals

Status = Literal["playing", "finished"]

MAX_SEATS = 6


class IllegalMove(ValueError):
    """The move does not fit the position; ``reason`` is a short code that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice thrown by a seat: the slots it held and the faces that lie there afterwards."""

    seat: int
    held: tuple[int, ...]
    faces: Dice


@dataclass(frozen=True, slots=True)
class Score:
    """An entry into a cell."""

    seat: int
    category: str
    column: int


Move = Roll | Score


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended."""

    points: tuple[int, ...]
    """Grand totals by seat."""
    winners: tuple[int, ...]
    """Seats with the highest total; more than one means a draw."""

    @property
    def is_draw(self) -> bool:
        return len(self.winners) > 1


@dataclass(frozen=True, slots=True)
class GameState:
    """A position of a game."""

    rules: RuleSet
    scorecards: tuple[Scorecard, ...]
    first_seat: int
    entries: int = 0
    """Entries made by all seats together."""
    roll: int = 0
    """Rolls made in this turn, 0-3."""
    dice: Dice = ()
    """Faces by slot; empty before the first roll of a turn."""
    last_entry: Score | None = None
    """The entry made last, until the next roll."""

    @property
    def seats(self) -> int:
        return len(self.scorecards)

    @property
    def status(self) -> Status:
        return "finished" if self.entries == self.seats * self.rules.cells else "playing"

    @property
    def seat(self) -> int | None:
        """The seat to move, None when the game is over."""
        if self.status == "finished":
            return None
        return (self.first_seat + self.entries) % self.seats

    @property
    def turn(self) -> int:
        """Turns the seat to move has finished (0-based number of its present turn)."""
        return self.entries // self.seats

    @property
    def can_undo(self) -> bool:
        """Whether the last entry may be taken back (by the seat that made it); the last one of all, too."""
        return self.last_entry is not None

    def legal_placements(self) -> tuple[Placement, ...]:
        """Return the entries the seat to move may make now; none before it has rolled."""
        seat = self.seat
        if seat is None or not self.dice:
            return ()
        return legal_placements(self.rules, self.scorecards[seat], self.dice)

    def check_roll(self, seat: int, held: tuple[int, ...]) -> None:
        """Raise IllegalMove when this seat may not roll while holding these slots."""
        self._check_turn(seat)
        if self.roll >= MAX_ROLLS:
            raise IllegalMove("no_rolls_left")
        if any(slot not in range(DICE) for slot in held) or len(set(held)) != len(held):
            raise IllegalMove("unknown_die")
        if held and self.roll == 0:
            raise IllegalMove("nothing_to_hold")
        if len(held) == DICE:
            raise IllegalMove("all_held")

    def placement(self, seat: int, category: str, column: int) -> Placement:
        """Return the entry of the present dice in a cell; raises IllegalMove when barred."""
        self._check_turn(seat)
        if column not in self.rules.columns or category not in {c.id for c in self.rules.categories}:
            raise IllegalMove("unknown_cell")
        if not self.dice:
            raise IllegalMove("roll_first")
        card = self.scorecards[seat]
        if not card.is_open(category, column):
            raise IllegalMove("cell_filled")
        for placement in column_placements(self.rules, card, self.dice, column):
            if placement.category == category:
                return placement
        raise IllegalMove("cell_barred")

    def apply(self, move: Move) -> "GameState":
        """Return the position after a move; raises IllegalMove."""
        if isinstance(move, Roll):
            return self._apply_roll(move)
        placement = self.placement(move.seat, move.category, move.column)
        cards = list(self.scorecards)
        cards[move.seat] = cards[move.seat].place(placement)
        return replace(
            self, scorecards=tuple(cards), entries=self.entries + 1, roll=0, dice=(), last_entry=move
        )

    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        if self.status != "finished":
            return None
        points = tuple(totals(self.rules, card).grand for card in self.scorecards)
        best = max(points)
        return Outcome(points, tuple(seat for seat, total in enumerate(points) if total == best))

    def _check_turn(self, seat: int) -> None:
        if self.status == "finished":
            raise IllegalMove("game_over")
        if seat != self.seat:
            raise IllegalMove("not_your_turn")

    def _apply_roll(self, move: Roll) -> "GameState":
        self.check_roll(move.seat, move.held)
        if len(move.faces) != DICE or any(face not in FACES for face in move.faces):
            raise IllegalMove("no_such_faces")
        if any(move.faces[slot] != self.dice[slot] for slot in move.held):
            raise IllegalMove("held_die_changed")
        return replace(self, roll=self.roll + 1, dice=move.faces, last_entry=None)


def start(rules: RuleSet, *, seats: int, first_seat: int = 0) -> GameState:
    """Return the position before the first roll; raises ValueError for an impossible number of seats."""
    if seats not in range(1, MAX_SEATS + 1) or first_seat not in range(seats):
        raise ValueError(f"no such seats: {seats} with {first_seat} first")
    return GameState(rules=rules, scorecards=(Scorecard(),) * seats, first_seat=first_seat)


def replay(rules: RuleSet, moves: Iterable[Move], *, seats: int, first_seat: int = 0) -> GameState:
    """Return the position a list of moves leads to; raises IllegalMove at the first that cannot be."""
    state = start(rules, seats=seats, first_seat=first_seat)
    for move in moves:
        state = state.apply(move)
    return state
