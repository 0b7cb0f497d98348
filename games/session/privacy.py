"""The data of one browser in games, for the page that shows and deletes all its data."""

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rules
from games.models import Game, Seat
from games.session import housekeeping
from games.words import figures, labels
from games.words.ids import outside
from games.words.names import isolated
from scores.privacy import Line

SHOWN = 100
_FIELDS = ("name", "bot", "index", "game__code", "game__rules_id", "game__mode", "game__last_action_at")


class Seats:
    """The seats of a browser, one line each, the latest games first."""

    def title(self) -> str:
        return _("Games")

    def lines(self, player_hash: str) -> list[Line]:
        seats = Seat.objects.filter(player_hash=player_hash)
        latest = seats.select_related("game").only(*_FIELDS).order_by("-game__last_action_at", "index")
        lines = [_line(seat) for seat in latest[:SHOWN]]
        if (more := seats.count() - SHOWN) > 0:
            text = ngettext("And {more} more seat.", "And {more} more seats.", more)
            lines.append(Line(text.format(more=more)))
        return lines

    def delete(self, player_hash: str) -> None:
        housekeeping.forget(player_hash=player_hash)


def _line(seat: Seat) -> Line:
    moment = timezone.localtime(seat.game.last_action_at)
    alone = seat.game.mode == Game.Mode.SOLO
    text = _("{game}, seat of {name}, last move {moment}").format(
        game=_title(seat.game.rules_id),
        name=isolated(labels.seat_name(seat.name, seat.bot, seat.index, alone=alone)),
        moment=figures.unbroken(formats.date_format(moment, "DATETIME_FORMAT")),
    )
    return Line(text, seat.game.code, reverse("games:game", args=[seat.game.code]))


def _title(rules_id: str) -> labels.Text:
    """Return the name of a game; the id itself where the game no longer exists."""
    try:
        return labels.board_label(rules.get(rules_id))
    except rules.UnknownRuleSet:
        return outside(rules_id)


SEATS = Seats()
