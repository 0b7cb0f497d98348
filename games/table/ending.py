"""The end of a game: a sentence as its verdict, records, and own figures beside the points.

Pure: what is stored comes from the caller. A *record* is the first place of all time on a board with at least
five rows of other games, and its player has not lost. An *own best* is more than this browser has reached on
the board before, in two games at least.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from games import rules
from games.words import figures
from scores.services import OwnScores, Placing

_HARDLY_A_MISTAKE = 0.03
_MANY_MISTAKES = 0.15
_MUCH_LUCK = 0.15
"""Shares of par."""
_CLOSE = 0.04
"""Share of the winner's points."""
_GAMES_FOR_A_BEST = 2
_GAMES_FOR_AN_AVERAGE = 3

_MORE_THAN_EVER = ngettext_lazy(
    "%(points)s point, your best game so far!", "%(points)s points, your best game so far!", "number"
)
_HARDLY_A_MISTAKE_IN = ngettext_lazy(
    "%(points)s point, and hardly a mistake.", "%(points)s points, and hardly a mistake.", "number"
)
_UNLUCKY = ngettext_lazy(
    "%(points)s point in spite of bad luck.", "%(points)s points in spite of bad luck.", "number"
)
_LUCKY = ngettext_lazy(
    "%(points)s point, with luck on your side.", "%(points)s points, with luck on your side.", "number"
)
_MORE_IN_IT = ngettext_lazy(
    "%(points)s point. There was more in it.", "%(points)s points. There was more in it.", "number"
)
_ABOVE_AVERAGE = ngettext_lazy(
    "%(points)s point, better than your average.", "%(points)s points, better than your average.", "number"
)


@dataclass(frozen=True)
class Ending:
    """The end of a game as one browser sees it."""

    outcome: rules.Outcome
    result: str
    """The result as a plain sentence, for who has no part in it or shares the browser."""
    you: Sequence[int]
    """Own seats."""
    placing: Sequence[Placing] = ()
    earlier: OwnScores | None = None
    """What this browser had reached before on the board."""

    @cached_property
    def seat(self) -> int | None:
        """The own seat of a browser that has exactly one."""
        return self.you[0] if len(self.you) == 1 else None

    @property
    def shown_seat(self) -> int:
        """The seat whose card is shared: the own one, else the best."""
        return self.outcome.winners[0] if self.seat is None else self.seat

    @property
    def places(self) -> dict[int, Placing]:
        """The places by seat."""
        return {place.seat: place for place in self.placing}

    @property
    def place(self) -> Placing | None:
        """The own place, where it is good enough to be shown."""
        found = None if self.seat is None else self.places.get(self.seat)
        return found if found and found.listed else None

    @property
    def records(self) -> tuple[int, ...]:
        """The seats with a record."""
        winners = self.outcome.winners
        return tuple(place.seat for place in self.placing if place.is_record and place.seat in winners)

    @property
    def nameless(self) -> Placing | None:
        """The best own place that has no name yet, where it is good enough to be shown."""
        own = (place for place in self.placing if place.seat in self.you and place.nameless and place.listed)
        return min(own, key=lambda place: place.rank_all_time, default=None)

    @property
    def is_best(self) -> bool:
        """Whether this is an own best."""
        return bool(
            self.earlier and self.earlier.games >= _GAMES_FOR_A_BEST and self.points > self.earlier.best
        )

    @property
    def points(self) -> int:
        """The own points."""
        return self.outcome.points[self.seat or 0]

    @property
    def verdict(self) -> str:
        """One sentence about this game, from the report where it is made, else from the points."""
        if self.seat is None or len(self.outcome.points) > 2:
            return self.result
        if len(self.outcome.points) == 1:
            return self._alone()
        return self._against_one(self.outcome.points[1 - self.seat])

    def _alone(self) -> str:
        words = {"number": self.points, "points": figures.whole(self.points)}
        for holds, text in (
            (self.is_best, _MORE_THAN_EVER),
            (self._share("mistakes") <= _HARDLY_A_MISTAKE, _HARDLY_A_MISTAKE_IN),
            (self._share("luck", 0) <= -_MUCH_LUCK, _UNLUCKY),
            (self._share("luck", 0) >= _MUCH_LUCK, _LUCKY),
            (_MANY_MISTAKES <= self._share("mistakes") < 1, _MORE_IN_IT),
            (self._is_above_average(), _ABOVE_AVERAGE),
        ):
            if holds:
                return str(text % words)
        return self.result

    def _against_one(self, theirs: int) -> str:
        mine = self.points
        close = abs(mine - theirs) <= _CLOSE * max(mine, theirs)
        flawless = self._share("mistakes") <= _HARDLY_A_MISTAKE
        if mine == theirs:
            text = _("%(mine)s:%(theirs)s, a draw.")
        elif mine > theirs:
            text = _("%(mine)s:%(theirs)s. You win!")
            if flawless:
                text = _("%(mine)s:%(theirs)s, and hardly a mistake.")
            elif close:
                text = _("%(mine)s:%(theirs)s. That was close!")
            elif self._share("luck", 0) >= _MUCH_LUCK:
                text = _("%(mine)s:%(theirs)s, with luck on your side.")
        elif flawless:
            text = _("%(mine)s:%(theirs)s. It was not your play.")
        elif close:
            text = _("%(mine)s:%(theirs)s. So close.")
        elif self._share("luck", 0) <= -_MUCH_LUCK:
            text = _("%(mine)s:%(theirs)s. The dice were against you.")
        else:
            text = _("%(mine)s:%(theirs)s. Maybe next time.")
        return text % {"mine": figures.whole(mine), "theirs": figures.whole(theirs)}

    def _share(self, what: str, unknown: float = 1.0) -> float:
        """Return luck or mistakes as a share of par; `unknown` without a report."""
        own = None if self.seat is None else self.places.get(self.seat)
        summary = own.summary if own else None
        return float(summary[what]) / max(float(summary["par"]), 1.0) if summary else unknown

    def _is_above_average(self) -> bool:
        earlier = self.earlier
        return bool(earlier and earlier.games >= _GAMES_FOR_AN_AVERAGE and self.points > earlier.average)
