"""The replay: the view of a finished game after any of its moves. Reads, never writes."""

import copy
from dataclasses import dataclass
from functools import cached_property

from games import rules
from games.models import Game
from games.review.reports import Moment
from games.session.seats import SeatedGame
from games.table.present import TableView


@dataclass(frozen=True, slots=True)
class ReplayDie:
    """A die of a past roll, and whether it was held in the next one."""

    face: int | None
    held: bool


class ReplayView(TableView):
    """The table after ``move`` moves, as a watcher sees it."""

    def __init__(self, seated: SeatedGame, move: int, moments: dict[int, Moment] | None = None) -> None:
        moves = seated.game.moves
        self.move = max(0, min(move, len(moves)))
        self.last = len(moves)
        self.moment = (moments or {}).get(self.move)
        self._next = rules.parse_move(moves[self.move]) if self.move < self.last else None
        game = copy.copy(seated.game)
        game.moves = moves[: self.move]
        game.status = Game.Status.PLAYING if self.move < self.last else Game.Status.FINISHED
        super().__init__(SeatedGame(game, seated.seats, None))

    @property
    def plan(self) -> None:  # type: ignore[override]
        """Always None: a replay needs no plan of a computer player."""

    @property
    def previous_move(self) -> int:
        return max(0, self.move - 1)

    @property
    def next_move(self) -> int:
        return min(self.last, self.move + 1)

    @cached_property
    def thrown(self) -> list[ReplayDie]:
        """The dice on the table; those held in the next roll are marked."""
        held = self._next.held if isinstance(self._next, rules.Roll) and self.roll else ()
        return [ReplayDie(die.face, die.slot in held) for die in self.dice]

    @property
    def shown_seat(self) -> int:
        """The seat whose card is shown: the one with the last entry, else the one on turn."""
        state = self.state
        if state is None:
            return 0
        if state.last_entry is not None:
            return state.last_entry.seat
        return state.seat or 0
