"""What games keep for one browser, for the page that shows and deletes it all."""

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games import figures, labels, play, rules
from games.models import Seat


class Seats:
    """The seats a browser holds, one line a game."""

    def title(self) -> str:
        return _("Games")

    def lines(self, player_hash: str) -> list[str]:
        seats = Seat.objects.filter(player_hash=player_hash).select_related("game")
        return [_line(seat) for seat in seats.defer("game__moves").order_by("-game__last_action_at")]

    def delete(self, player_hash: str) -> None:
        play.forget(player_hash=player_hash)


def _line(seat: Seat) -> str:
    moment = timezone.localtime(seat.game.last_action_at)
    return _("{game}, seat of {name}, last move {moment}").format(
        game=_title(seat.game.rules_id),
        name=labels.seat_name(seat.name, seat.bot, seat.index),
        moment=figures.unbroken(formats.date_format(moment, "SHORT_DATETIME_FORMAT")),
    )


def _title(rules_id: str) -> labels.Text:
    """Return the name of a game; the id itself where there is no such game any more."""
    try:
        return labels.board_label(rules.get(rules_id))
    except rules.UnknownRuleSet:
        return rules_id


SEATS = Seats()
