"""What browsers send, read strictly and without surprises. Never raises on bad input."""

from dataclasses import dataclass, field

from django.http import HttpRequest, QueryDict

from games import rules
from games.models import MAX_MATCH, Game
from games.rules import DICE, MAX_SEATS
from games.words.ids import inside
from games.words.labels import LEVELS, OPTIONS
from scores.names import clean_name


def read_int(data: QueryDict, key: str, default: int = -1) -> int:
    """Return a small non-negative number, or the default."""
    text = data.get(key, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else default


def read_held(data: QueryDict) -> tuple[int, ...] | None:
    """Return the slots of the dice to hold in order, None when one of them does not exist."""
    values = data.getlist("hold")
    slots = {str(slot) for slot in range(DICE)}
    if not set(values) <= slots:
        return None
    return tuple(sorted({int(value) for value in values}))


def read_box(data: QueryDict) -> tuple[str, int]:
    """Return category and column, from ``box`` and ``column`` or from a button's ``cell``."""
    if cell := data.get("cell"):
        category, _, column = inside(cell).partition(":")
        return category, int(column) if column.isascii() and column.isdigit() and len(column) < 3 else 0
    return inside(data.get("box", "")), read_int(data, "column", 0)


@dataclass
class NewGame:
    """What somebody chose for a new game; ``errors`` are reasons for sentences."""

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
        names=[clean_name(name, "") for name in data.getlist("name")],
        roll_off=data.get("starts") == "roll_off",
        match_to=read_int(data, "match") if data.get("match") else 1,
        coach=data.get("coach") == "on" and data.get("mode") == Game.Mode.SOLO,
    )
    if not found.rules_id:
        found.errors.append("unknown_rules")
    if found.mode not in Game.Mode.values:
        found.errors.append("unknown_mode")
    if any(bot not in LEVELS for bot in found.bots):
        found.errors.append("unknown_level")
    if not 1 <= found.match_to <= MAX_MATCH:
        found.errors.append("bad_match")
    if not found.errors:
        _seat(found, data)
    return found


def _rules_id(data: QueryDict) -> str:
    """Return the canonical rules_id of game and options, empty when there is none such.

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


def _seat(found: NewGame, data: QueryDict) -> None:
    """Settle how many seats there are and who takes them.

    ``players`` counts all seats; ``people`` (what the dialog sends) leaves the computers out.
    """
    bots = len(found.bots)
    asked = read_int(data, "players", 0)
    if people := read_int(data, "people", 0):
        asked = people + bots
    if found.mode == Game.Mode.SOLO:
        found.names = (found.names or [""])[:1]
        found.players = 1 + bots
    elif asked > MAX_SEATS or (data.get("players") and asked < 1):
        found.errors.append("bad_players")
    elif found.mode == Game.Mode.LOCAL:
        here = max(1, asked - bots if asked else len(found.names))
        found.names = (found.names + [""] * here)[:here]
        found.players = here + bots
    else:
        guests = [clean_name(name, "") for name in data.getlist("guest")]
        found.names = (found.names or [""])[:1] + [name for name in guests if name]
        here = len(found.names) + bots
        found.players = asked or here + 1
        if found.players <= here:
            found.errors.append("nobody_invited")
    if found.players > MAX_SEATS:
        found.errors.append("bad_players")
