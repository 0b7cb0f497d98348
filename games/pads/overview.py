"""The list of pads for the pages that offer them."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games import rules
from games.words import labels


@dataclass(frozen=True, slots=True)
class PadOffer:
    """A pad in the list of pads."""

    address: str
    title: labels.Text
    text: labels.Text


def pad_offers() -> list[PadOffer]:
    """Return all pads in the order of the list."""
    scores = [
        PadOffer(
            reverse("games:score_pad", args=[family.name]),
            labels.GAMES[family.name].title,
            labels.GAMES[family.name].summary,
        )
        for family in rules.RULE_SETS
    ]
    others = [
        PadOffer(
            reverse("games:farkle"),
            _("Farkle"),
            _("Six dice, 10,000 points, and a calculator that knows what they are worth."),
        ),
        PadOffer(
            reverse("games:match"),
            _("Match counter"),
            _("Counts the games two players win, hands free if you like."),
        ),
    ]
    return [*scores, *others]
