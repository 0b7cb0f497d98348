"""The running games of one browser as the start page lists them: opponents, turn, points, whose turn."""

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rules
from games.session.seats import SeatedGame
from games.table.present import TableView
from games.words import figures, labels


class OwnGame:
    """One running game as a line of a list."""

    def __init__(self, seated: SeatedGame) -> None:
        self.seated = seated
        self._view = TableView(seated)

    @property
    def code(self) -> str:
        return self.seated.game.code

    @property
    def title(self) -> labels.Text:
        return self._view.title

    @property
    def goes_on(self) -> tuple[bool, bool, bool]:
        """How much this is a game to go on with: it has begun, something was rolled, it is one's own turn."""
        return self._view.playing, self.seated.game.version > 1, self._view.my_turn

    @property
    def plays_on(self) -> bool:
        """Whether others would go on playing if this browser left."""
        return any(not seat.bot and seat.index not in self.seated.you for seat in self.seated.seats)

    @property
    def state(self) -> str:
        """Return a few words: against whom, which turn, how many points, whose turn."""
        if self._view.status == "waiting":
            return self._view.event
        return " · ".join(filter(None, (self._others, self._turn, self._points, self._on_turn)))

    @property
    def moment(self) -> str:
        """When something happened last: the time of a day, or the day."""
        then, now = timezone.localtime(self.seated.game.last_action_at), timezone.localtime()
        if then.date() == now.date():
            return formats.date_format(then, "TIME_FORMAT")
        if then.date() == (now - timedelta(days=1)).date():
            return _("yesterday")
        return figures.unbroken(formats.date_format(then, "MONTH_DAY_FORMAT"))

    @property
    def _others(self) -> str:
        names = self._view.names
        others = [name for seat, name in enumerate(names) if seat not in self.seated.you]
        if others:
            return _("against {names}").format(names=", ".join(others))
        return ", ".join(names) if len(names) > 1 else ""

    @property
    def _turn(self) -> str:
        return _("turn {number}").format(number=self._view.turn_number)

    @cached_property
    def _grand(self) -> Sequence[int]:
        state = self._view.state
        return [rules.totals(state.rules, card).grand for card in state.scorecards] if state else []

    @property
    def _points(self) -> str:
        """One's own points first, then those of the others, no line beginning with ":"; alone, the word."""
        if len(self._grand) == 1:
            (points,) = self._grand
            return ngettext("{points} point", "{points} points", points).format(points=figures.whole(points))
        own = self.seated.you
        seats = sorted(range(len(self._grand)), key=lambda seat: seat not in own)
        between = f"{figures.NO_BREAK}:{figures.NO_BREAK if len(seats) == 2 else ' '}"
        return between.join(figures.whole(self._grand[seat]) for seat in seats)

    @property
    def _on_turn(self) -> str:
        if len(self._view.names) == 1:
            return ""
        if self._view.my_turn and len(self.seated.you) == 1:
            return _("your turn")
        return _("{name}'s turn").format(name=self._view.turn_name)


def to_go_on_with(games: Sequence[OwnGame]) -> OwnGame | None:
    """Return the game that somebody who comes back most likely wants, None where there is none.

    ``games`` are the latest first. One that was begun goes before one that waits for players, one's own turn
    before another's.
    """
    return max(games, key=lambda game: game.goes_on, default=None)
