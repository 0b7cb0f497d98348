"""Reads the form for a new game strictly. Never raises on bad input."""

from dataclasses import dataclass, field

from django.http import HttpRequest, QueryDict

from games import rules
from games.models import MAX_MATCH, Game
from games.rules import MAX_SEATS
from games.table.forms import read_int
from games.words.ids import inside
from games.words.labels import LEVELS, OPTIONS
from scores.names import clean_name

_MOST_NAMES = 2 * MAX_SEATS
"""Names that are read; a form can leave some of its fields empty."""


@dataclass
class NewGame:
    """The choices made for a new game; ``errors`` are keys of sentences in notices."""

    rules_id: str = ""
    mode: str = ""
    players: int = 0
    names: list[str] = field(default_factory=list)
    bots: list[str] = field(default_factory=list)
    roll_off: bool = False
    match_to: int = 1
    coach: bool = False
    errors: list[str] = field(default_factory=list)


def read_new_game(request: HttpRequest) -> NewGame:
    """Read the new-game form."""
    data = request.POST
    found = NewGame(
        rules_id=_rules_id(data),
        mode=data.get("mode", ""),
        bots=[bot for bot in data.getlist("bot") if bot],
        names=_names(data, "name"),
        roll_off=data.get("starts") == "roll_off",
        match_to=read_int(data, "match") if data.get("match") else 1,
        coach=data.get("coach") == "on" and data.get("mode") == Game.Mode.SOLO,
    )
    found.errors = [reason for reason, wrong in _checks(found) if wrong]
    if not found.errors:
        _fill_seats(found, data)
    return found


def _checks(found: NewGame) -> list[tuple[str, bool]]:
    """Return every possible reason to refuse the choices, and whether it applies."""
    return [
        ("unknown_rules", not found.rules_id),
        ("unknown_mode", found.mode not in Game.Mode.values),
        ("unknown_level", any(bot not in LEVELS for bot in found.bots)),
        ("bad_match", not 1 <= found.match_to <= MAX_MATCH),
    ]


def _names(data: QueryDict, key: str) -> list[str]:
    return [clean_name(name, "") for name in data.getlist(key)[:_MOST_NAMES]]


def _rules_id(data: QueryDict) -> str:
    """Return the canonical rules_id of game and options, empty when there is none.

    Ticked options of other games than the chosen one are left out: one form offers them all.
    """
    name, *explicit = inside(data.get("rules", "")).split("+")
    ticked = [inside(option) for option in data.getlist("option") if option]
    family = next((family for family in rules.RULE_SETS if family.name == name), None)
    if family is None or any(option not in OPTIONS for option in ticked):
        return ""
    options = {*explicit, *(option for option in ticked if option in family.options)}
    try:
        return rules.get("+".join([name, *sorted(options)])).rules_id
    except rules.UnknownRuleSet:
        return ""


def _fill_seats(found: NewGame, data: QueryDict) -> None:
    """Decide how many seats there are and who takes them.

    ``players`` counts all seats; ``people`` (what the dialog sends) leaves the computers out.
    """
    asked = read_int(data, "players", 0)
    if people := read_int(data, "people", 0):
        asked = people + len(found.bots)
    if found.mode != Game.Mode.SOLO and (asked > MAX_SEATS or (data.get("players") and asked < 1)):
        found.errors.append("bad_players")
        return
    {Game.Mode.SOLO: _alone, Game.Mode.LOCAL: _around_one_device, Game.Mode.ONLINE: _by_invitation}[
        Game.Mode(found.mode)
    ](found, asked, data)
    if found.players > MAX_SEATS:
        found.errors.append("bad_players")


def _alone(found: NewGame, _asked: int, _data: QueryDict) -> None:
    """Solo: seat one person and the computers."""
    found.names = (found.names or [""])[:1]
    found.players = 1 + len(found.bots)


def _around_one_device(found: NewGame, asked: int, _data: QueryDict) -> None:
    """Local: seat everybody at this device, as many as were chosen, else as many as have a name."""
    people = max(1, asked - len(found.bots) if asked else len(found.names))
    found.names = (found.names + [""] * people)[:people]
    found.players = people + len(found.bots)


def _by_invitation(found: NewGame, asked: int, data: QueryDict) -> None:
    """Online: seat the host and guests at the same device; at least one seat stays open for others."""
    found.names = (found.names or [""])[:1] + [name for name in _names(data, "guest") if name]
    here = len(found.names) + len(found.bots)
    found.players = asked or here + 1
    if found.players <= here:
        found.errors.append("nobody_invited")
