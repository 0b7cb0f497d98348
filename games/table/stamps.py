"""The words for moments: those that are stamped on the table, and those in the line of the last event."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _

from games import rules
from games.table.moments import Entered, Moment, Rolled
from games.words import labels
from games.words.ids import outside

_IDS = ("box", "makes")
_ALWAYS = ("seat", "held", "points", "lead", "decides")
"""Facts that say something where they are 0 or empty."""
_FACTS = {
    kind: [field.name for field in fields(kind) if field.name != "number"] for kind in (Rolled, Entered)
}


def as_json(moments: Iterable[Moment], game: rules.RuleSet, names: Sequence[str]) -> str:
    """Return moments as the page contract has them (docs/contract.md)."""
    found = [_data(moment, game, names) for moment in moments]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def said(moment: Moment, game: rules.RuleSet, names: Sequence[str]) -> str:
    """Return what the line of the last event adds for a moment: short sentences, mostly none."""
    if isinstance(moment, Rolled):
        return " ".join(filter(None, (_title(moment, game), _note(moment))))
    return " ".join(_with_names(moment, game, names))


def _data(moment: Moment, game: rules.RuleSet, names: Sequence[str]) -> dict[str, Any]:
    """Return a moment without what does not apply, and its words."""
    facts: dict[str, Any] = {"move": moment.number, "do": "roll" if isinstance(moment, Rolled) else "score"}
    for key in _FACTS[type(moment)]:
        value = getattr(moment, key)
        if value or (key in _ALWAYS and value is not None):
            facts[key] = outside(value) if key in _IDS else value
    if isinstance(moment, Rolled) and moment.five_of_a_kind:
        words: dict[str, Any] = {"title": _title(moment, game), "note": _note(moment)}
    else:
        words = {"stamps": _stamps(moment, game, names)}
    return facts | {key: value for key, value in words.items() if value}


def _stamps(moment: Moment, game: rules.RuleSet, names: Sequence[str]) -> list[str]:
    if isinstance(moment, Rolled):
        return [title] if (title := _title(moment, game)) else []
    bonuses = (moment.yahtzee_bonus, moment.bonus_reached)
    return [*(f"+{points}" for points in bonuses if points), *_others(moment, game, names)]


def _title(moment: Rolled, game: rules.RuleSet) -> str:
    row = game.five_of_a_kind if moment.five_of_a_kind else moment.makes
    return f"{labels.word(game, row)}!" if row else ""


def _note(moment: Rolled) -> str:
    """Return what a further five of a kind brings."""
    bonus = f"+{moment.yahtzee_bonus}!" if moment.yahtzee_bonus else ""
    return " ".join(filter(None, (bonus, _("Joker!") if moment.joker else "")))


def _with_names(moment: Entered, game: rules.RuleSet, names: Sequence[str]) -> list[str]:
    """Return the words for an entry, bonuses with their names on the card."""
    bonuses = {"yahtzee_bonus": moment.yahtzee_bonus, "upper_bonus": moment.bonus_reached}
    named = (f"{labels.word(game, key)} +{points}!" for key, points in bonuses.items() if points)
    return [*named, *_others(moment, game, names)]


def _others(moment: Entered, game: rules.RuleSet, names: Sequence[str]) -> list[str]:
    found = []
    if moment.column_done:
        found.append(_("×{factor} is full!").format(factor=game.factor(moment.column)))
    if moment.lead is not None:
        found.append(_("{name} leads!").format(name=names[moment.lead]))
    if moment.last_turn:
        found.append(_("Last round!") if len(names) > 1 else _("Last turn!"))
    return [*found, *honours(moment.records, moment.own_best)]


def honours(records: Sequence[int], own_best: bool) -> list[str]:
    """Return the words for what is special about the points at the end."""
    if records:
        return [_("New high score!")]
    return [_("Your best ever!")] if own_best else []
