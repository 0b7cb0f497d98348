"""The data in the page of the Farkle pad: the points of all dice, from games.rules, and its texts."""

from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.pads.score import verdicts
from games.rules import farkle
from games.rules.dice import FACES, Dice
from games.rules.farkle import Preset

PRESETS: dict[str, str | Promise] = {
    "box": gettext_lazy("As printed on the box"),
    "additive": gettext_lazy("Adding: each further die adds the three of a kind again"),
    "doubling": gettext_lazy("Doubling: each further die doubles"),
    "german": gettext_lazy("German: 350 to bank, every time"),
}
HAND = range(1, farkle.DICE + 1)


def sheet() -> dict[str, Any]:
    """Return the data of the pad: for every preset its points in words and as a table, and its chances."""
    return {
        "target": farkle.TARGET,
        "dice": [_key(dice) for dice in farkle.table(farkle.PRESETS[0])],
        "presets": {
            preset.name: {
                "title": str(PRESETS[preset.name]),
                "lines": point_lines(preset),
                **preset.entry._asdict(),
                **_figures(preset),
            }
            for preset in farkle.PRESETS
        },
    }


@cache
def _figures(preset: Preset) -> dict[str, Any]:
    """Return points and scoring dice of every choice, in the order of ``dice``, and the chances."""
    verdicts = farkle.table(preset).values()
    return {
        "points": [verdict.points for verdict in verdicts],
        "scoring": [_key(verdict.scoring) for verdict in verdicts],
        "farkle": [farkle.farkles(preset, number) / len(FACES) ** number for number in HAND],
    }


def _key(dice: Dice) -> str:
    return "".join(map(str, dice))


def point_lines(preset: Preset) -> list[tuple[str, int | str]]:
    """Return what scores in this preset, with its points as a number or in words."""

    def points(*dice: int) -> int:
        return farkle.score(preset, dice).points

    def alike(number: int) -> int | str:
        times = preset.times[number - 4]
        return preset.more_of_a_kind[number - 4] or _("three of a kind × %(times)s") % {"times": times}

    return [
        (_("A one"), points(1)),
        (_("A five"), points(5)),
        (_("Three ones"), points(1, 1, 1)),
        (_("Three of another face"), _("face × 100")),
        (pgettext("Farkle", "Four of a kind"), alike(4)),
        (_("Five of a kind"), alike(5)),
        (_("Six of a kind"), alike(6)),
        ("1-2-3-4-5-6", preset.straight),
        (_("Three pairs"), preset.three_pairs),
        (_("Four of a kind and a pair"), preset.four_and_pair or _("not a set of its own")),
        (_("Two triplets"), preset.two_triplets or _("the sum of both")),
    ]


def words() -> dict[str, Any]:
    """Return the texts of the pad, in the language of the page; a list where a number of dice matters."""
    return {
        "target": _("Points to reach"),
        "preset": _("What dice are worth"),
        "what_counts": _("Show what dice are worth"),
        "first": _("Needed to bank, first time"),
        "later": _("Needed to bank, later"),
        "penalty": _("Three Farkles in a row cost {points} points"),
        "third": _("One more Farkle costs {points} points."),
        "chances": _("Chance of a Farkle"),
        "dice": [ngettext("%(number)s die", "%(number)s dice", n) % {"number": n} for n in HAND],
        "rounds": _("Rounds"),
        "round": _("Round"),
        "total": _("Total"),
        "to_go": _("To go"),
        "correct": _("{name}, round {round}: {points}; correct"),
        "correct_title": _("Correct a turn"),
        "correct_label": _("Points of {name} in round {round}"),
        "correct_hint": _("0 is a Farkle. A number below zero takes points away."),
        "save": _("Save"),
        "this_turn": _("This turn: {points} points"),
        "needed": _("{points} more are needed to bank."),
        "last_round": _("Last round: {name} has {points}."),
        "farkle": _("Farkle"),
        "take": _("Take {points}"),
        "take_nothing": _("Take"),
        "bank": _("Bank {points}"),
        "bank_nothing": _("Bank"),
        "chosen": _("Dice set aside"),
        "faces": _("Set a die aside"),
        "drop_die": _("Take the {face} away"),
        "drop_idle": _("Take the {face} away; it adds nothing"),
        "tap": _("Tap the dice you set aside."),
        "worth": _("{points} points"),
        "worthless": _("These dice score nothing."),
        "idle": [ngettext("{dice} adds nothing", "{dice} add nothing", n) for n in HAND],
        "left": [
            ngettext("%(number)s die to roll", "%(number)s dice to roll", n) % {"number": n} for n in HAND
        ],
        "hot": _("Hot dice! All six again"),
        "chance": _("Farkle: {chance}"),
        "by_hand": _("By hand…"),
        "by_hand_title": _("Points by hand"),
        "dice_left": _("Dice left to roll"),
        "unknown": _("unknown"),
        "add": _("Add"),
        "said_take": _("{points} points taken, {turn} in this turn."),
        "said_bank": _("{name} banks {points} points and has {total}."),
        "said_farkle": _("Farkle: {name} loses {points} points."),
        "said_third": _("Third Farkle in a row: {name} loses {points} points."),
        "said_undo": _("Undone."),
        "said_redo": _("Redone."),
        "turn": _("{name} is next"),
        **verdicts(2),
    }
