"""The views of a match and of the rematch on the page of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.models import Game


@dataclass(frozen=True)
class MatchView:
    """The games won in a family of rematches, the one on the page included."""

    game: Game
    names: Sequence[str]
    wins: Sequence[int]
    """Games won, by seat."""

    @property
    def line(self) -> str:
        """The score of the match, or the games won so far without a match; empty for a single game."""
        if len(self.names) < 2 or (self.game.match_to < 2 and not self.game.previous_id):
            return ""
        stand = "\N{NO-BREAK SPACE}· ".join(
            f"{name} {won}" for name, won in zip(self.names, self.wins, strict=True)
        )
        if self.game.match_to < 2:
            return _("Games won so far: {stand}").format(stand=stand)
        if max(self.wins) >= self.game.match_to:
            name = self.names[self.wins.index(max(self.wins))]
            return _("{name} wins the match. {stand}").format(name=name, stand=stand)
        return _("Match to {number}: {stand}").format(number=self.game.match_to, stand=stand)

    @property
    def goes_on(self) -> bool:
        return self.game.match_to > 1 and max(self.wins) < self.game.match_to


@dataclass(frozen=True)
class RematchView:
    """The rematch that follows the game on the page."""

    game: Game
    names: Sequence[str]
    you: Sequence[int]
    """Seats of the asking browser."""
    in_match: bool
    """Whether it is the next game of a match that goes on."""

    @cached_property
    def line(self) -> str:
        """Who is waiting in the rematch, for players who have not opened it; empty when nobody is."""
        seats = [seat for seat in self.game.seats.all() if not seat.bot]
        ready = [seat.index for seat in seats if seat.last_seen_at >= self.game.created_at]
        if not ready or set(ready) & set(self.you):
            return ""
        text = _("%(name)s is ready for the rematch.")
        if self.in_match:
            text = _("%(name)s is ready for the next game.")
        return text % {"name": self.names[ready[0]]}
