"""The texts of the match counter. The rules of a match are in `static/js/pads/match/state.js`."""

from typing import Any

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import rules
from games.models import MAX_MATCH
from games.words import labels
from games.words.ids import outside


def sheet() -> dict[str, Any]:
    """Return the data of the page: the sound for earbuds, and the games there are."""
    games = [(outside(family.name), str(labels.GAMES[family.name].title)) for family in rules.RULE_SETS]
    return {
        "sound": static("sound/quiet.mp3"),
        "games": [{"id": id_, "title": title} for id_, title in [*games, ("farkle", _("Farkle"))]],
    }


def words() -> dict[str, Any]:
    """Return the texts of the match counter, in the language of the page."""
    numbers = range(1, MAX_MATCH + 1)
    return {
        "title": _("Match counter"),
        "first_to": [ngettext("First to %(n)s game", "First to %(n)s games", n) % {"n": n} for n in numbers],
        "games": [ngettext("%(n)s game", "%(n)s games", n) % {"n": n} for n in numbers],
        **_counting(),
        **_beside(),
        **_hands_free(),
    }


def _counting() -> dict[str, str]:
    return {
        "begin": _("Both roll one die; the highest roll starts."),
        "tap": _("Tap when {name} wins a game"),
        "starts": pgettext("this player has the first turn of the next game", "starts"),
        "starts_name": _("{name} starts."),
        "roll": _("Roll: who starts?"),
        "roll_again": _("Roll again"),
        "rolling": _("The dice are rolling…"),
        "tie": _("Both rolled {face}. Roll again."),
        "won_game": _("{name} wins game {number}."),
        "drawn": _("Game {number} is drawn and counts for nobody."),
        "won_match": _("{name} wins the match {score}."),
        "taken_back": _("Undone."),
        "draw": _("Drawn game"),
        "again": _("Play again"),
    }


def _beside() -> dict[str, str]:
    return {
        "history": _("Games of this match"),
        "since": _("Started {time}"),
        "no_games": _("No games counted yet."),
        "number": pgettext("of a match", "Game"),
        "winner": _("Won by"),
        "nobody": pgettext("game", "drawn"),
        "score": pgettext("of a match", "Score"),
        "time": _("Time"),
        "started_by": _("{name} started"),
        "names": _("Names…"),
        "new_match": _("New match"),
        "game": pgettext("the one that is played", "Game"),
        "any_game": _("any game"),
        "try_it": _("Try it"),
        "try_hint": _("Tap the winner. None of this is kept."),
        "target": _("Match: first to win"),
        "who_starts": _("Who starts?"),
        "by_dice": _("Both roll one die"),
        "start": _("Start counting"),
        "ok": _("OK"),
        # These replace the texts about sheets that all pads share:
        "sheets": _("Saved matches"),
        "no_sheets": _("No match is saved here."),
        "sheet_name": _("Name of the match"),
        "import_failed": _("This file holds no match."),
        "not_saved": _(
            "Not saved: this browser keeps nothing here. The match is gone when you close the page."
        ),
        "elsewhere": _("This match was continued in another tab."),
        "stale": _("This match was continued in another tab. This is how it stands now; please count again."),
        "copied": _("Two tabs counted this match at once. Yours is kept as a second match."),
    }


def _hands_free() -> dict[str, str]:
    return {
        "hands_free": _("Hands free"),
        "earbuds": _("Earbuds"),
        "keys": _("Keys"),
        "previous": _("Previous track"),
        "next": _("Next track"),
        "pause": _("Play or pause"),
        "wins_game": _("{name} wins a game"),
        "earbuds_on": _("Turn on earbud control"),
        "earbuds_off": _("Turn off earbud control"),
        "earbuds_off_note": _("The buttons of earbuds, of a watch or of a keyboard count games."),
        "earbuds_on_note": _("Earbud control is on. One press counts one game."),
        "earbuds_refused_note": _("The browser did not start the silent sound this needs. Tap once more."),
        "earbuds_impossible_note": _("This browser does not pass on the buttons of earbuds."),
        "say_always": _("Say the score after every game"),
        "say_score": _("Say the score"),
        "no_voice": _("No English voice that can say the score is installed on this device."),
        "spoken": _("{one} {a}, {two} {b}."),
        "spoken_end": _("{name} wins the match. {one} {a}, {two} {b}."),
    }
