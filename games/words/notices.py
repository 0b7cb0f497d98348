"""The one-line sentences of refused commands, by reason."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "all_held": _("All five dice are held. Release at least one, or enter your points."),
    "already_seated": _("You are already at this table."),
    "already_started": _("This game has already started."),
    "bad_match": _("A match is won with 1 to 9 games."),
    "bad_players": _("Between one and six players can play."),
    "bad_name": _("Please type a name with up to 20 characters."),
    "cell_barred": _("These dice may not be entered there now."),
    "cell_filled": _("This box is already filled."),
    "broken": _("This game can no longer be continued. It is closed."),
    "busy": _("Too much happened at once. Please try again."),
    "full": _("The game is full. You can watch."),
    "game_over": _("This game is over."),
    "link_used": _("This link has been used, or it is older than ten minutes. Please make a new one."),
    "named": _("This score has its name already, or the game has been over for more than an hour."),
    "no_rolls_left": _("You have rolled three times. Now enter your points."),
    "nobody_joined": _("Nobody has joined yet."),
    "nobody_invited": _("Leave at least one seat for somebody you invite."),
    "not_a_bot": _("It is not the computer's turn."),
    "not_finished": _("This game is not over yet."),
    "not_seated": _("You are only watching this game."),
    "not_started": _("The game has not started yet."),
    "not_your_entry": _("Only the player who made the entry can undo it."),
    "not_your_turn": _("It is not your turn."),
    "nothing_to_hold": _("There is nothing to hold before the first roll."),
    "nothing_to_undo": _("There is no entry to undo."),
    "only_host": _("Only the host can start the game."),
    "roll_first": _("Roll first, then enter your points."),
    "stale": _("The game had already moved on. This is how it stands now."),
    "too_many_codes": _(
        "Too many wrong codes were entered from your connection. Please try again in a few minutes."
    ),
    "too_many_links": _("Too many links were made from your connection. Please try again later."),
    "too_many_new": _("Too many games were started from your connection. Please try again later."),
    "too_many_open": _("You have too many games open. Please finish one first."),
    "unknown_cell": _("There is no such box."),
    "unknown_code": _("There is no game with this code. A code has ten letters and digits."),
    "unknown_die": _("There is no such die."),
    "unknown_level": _("There is no such computer player."),
    "unknown_mode": _("Please choose how you want to play."),
    "unknown_rules": _("There is no such game or option."),
}


def sentence(reason: str) -> str:
    """Return the sentence for a reason."""
    return str(SENTENCES[reason])
