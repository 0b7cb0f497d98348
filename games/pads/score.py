"""The data in the page of a score pad: rows, possible values and texts, computed from the rules of a game.

No rule is written down a second time: the values a box can hold are found by trying every roll. The scripts
only look these numbers up and add them.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import rules
from games.rules import DICE, FACES, Dice, RuleSet, RuleSetFamily
from games.rules.figures import ROLLS
from games.rules.ruleset import Category
from games.words import labels
from games.words.ids import outside
from games.words.prose import is_english

MOST_PLAYERS = 10
FIVE_OF_A_KIND: tuple[Dice, ...] = tuple((face,) * DICE for face in FACES)

AMERICAN = "american"
HOUSE = "house"
LEFT_TO_RIGHT = "left_to_right"
EXTRA_TOTAL = "yahtzee_bonus"
"""The sum of the extra points."""


def sheet(family: RuleSetFamily) -> dict[str, Any]:
    """Return the data of a game for the pad's script, in the language of the page."""
    game = family.build(())
    bonus = game.upper_bonus
    return {
        "rules": outside(game.name),
        "title": str(labels.GAMES[game.name].title),
        "categories": [_row(game, row) for row in game.categories],
        "factors": game.factors,
        "factor_words": [str(labels.FACTORS.get(factor, "")) for factor in game.factors],
        "bonus_at": bonus.at if bonus else 0,
        "bonus": bonus.points if bonus else 0,
        "five_of_a_kind": outside(game.five_of_a_kind),
        "extra": rules.get("yahtzee").yahtzee_bonus,
        "extra_total": outside(EXTRA_TOTAL),
        "rolls": ["".join(map(str, dice)) for dice in ROLLS],
        "options": [{"id": key, "title": title, "text": text} for key, title, text in _options(family)],
        "totals": _totals(game),
        "english": [outside(key) for key in labels.CARD_WORDS.get(game.name, {}) if is_english(game, key)],
        "most_players": MOST_PLAYERS,
    }


def _row(game: RuleSet, row: Category) -> dict[str, Any]:
    """Return a row: its possible values, and its points for every roll.

    ``house`` are the values with five equal dice as joker, ``jokers`` what the joker brings, by its face.
    """
    points = [row.value(dice) for dice in ROLLS]
    jokers = [row.value(dice, joker=True) for dice in FIVE_OF_A_KIND]
    return {
        "id": outside(row.id),
        "label": str(labels.word(game, row.id)),
        "section": row.section,
        "values": sorted(set(points) - {0}),
        "house": sorted({*points, *jokers} - {0}),
        "points": points,
        "jokers": jokers,
    }


def _options(family: RuleSetFamily) -> list[tuple[str, str, str]]:
    """Return the optional rules: id, title and explanation."""
    options = [
        (
            AMERICAN,
            _("American rule"),
            _("Every further five of a kind scores 100 bonus points once its box holds 50."),
        ),
        (HOUSE, _("Five equal dice as joker"), _("They may be entered as a full house or a straight, too.")),
    ]
    if LEFT_TO_RIGHT in family.options:
        title, text = labels.OPTIONS[LEFT_TO_RIGHT]
        options.append((LEFT_TO_RIGHT, str(title), str(text)))
    return options


def option_titles(family: RuleSetFamily) -> dict[str, str]:
    """Return the names of the optional rules, by their ids."""
    return {key: title for key, title, _text in _options(family)}


def _totals(game: RuleSet) -> dict[str, str]:
    """Return the names of the sums; the row of extra bonuses is named after its box."""
    words = {key: str(labels.word(game, key)) for key in labels.TOTALS}
    if not game.yahtzee_bonus:
        words[EXTRA_TOTAL] = _("%(category)s bonus") % {"category": labels.word(game, game.five_of_a_kind)}
    return {outside(key): word for key, word in words.items()}


def verdicts(points: int) -> dict[str, str]:
    """Return the sentences for the end of a sheet, in the plural form for this number of points."""
    return {
        "won": ngettext("{name} wins with {points} point.", "{name} wins with {points} points.", points),
        "draw": ngettext(
            "A draw with {points} point each: {names}.", "A draw with {points} points each: {names}.", points
        ),
        "solo_result": ngettext("{points} point.", "{points} points.", points),
    }


def words() -> dict[str, Any]:
    """Return the texts of the score pads, in the language of the page."""
    return {
        "print_more": _("Print…"),
        "taken_back": _("Undone."),
        "dice": _("Dice"),
        "dice_hint": _("Tap the five dice; the sheet shows what they score."),
        "take_die": _("Take the {face} away"),
        "turn": _("{name} is next."),
        "show_player": _("Enter for {name}"),
        "entered": _("{name}, {box}: {points}."),
        "emptied": _("{name}, {box}: empty again."),
        "strike": _("Strike (0)"),
        "strike_instead": _("Strike it instead (0)"),
        "empty_box": _("Empty the box"),
        "open_box": _("{name}, {box}: open"),
        "filled_box": _("{name}, {box}: {points}"),
        "struck_box": _("{name}, {box}: struck"),
        "offered_box": _("{name}, {box}: enter {points}"),
        "extra_box": _("{name}, {box}: {points}; change"),
        "with_extra": _("a further five of a kind: +{points}"),
        "how_many": _("How many more after the first 50?"),
        "from_points": _("from {points}"),
        "missing": _("{points} to go"),
        "round_of": _("Round {round} of {rounds}"),
        "short": pgettext("points missing for the bonus", "{points} short"),
        "no_bonus": _("no bonus, {points} short"),
        "lose_extras": _(
            "Further fives of a kind then score nothing extra, and {points} extra points are lost. Go on?"
        ),
        "verdicts": [verdicts(1), verdicts(2)],
        "print_this": _("This sheet"),
        "print_empty": _("An empty sheet"),
        "players": _("Players"),
        "paper": _("On A4 or Letter, upright or sideways, as you choose in the next window."),
        "choose_value": _("{box}, {name}"),
    }
