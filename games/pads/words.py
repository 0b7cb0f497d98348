"""Texts that several pads share, by the keys their scripts use."""

from django.utils.translation import gettext as _


def shared_words() -> dict[str, str]:
    """Return the texts of the parts that all pads share, in the language of the page."""
    return {
        "player": _("Player {number}"),
        "cancel": _("Cancel"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "close": _("Close"),
        "sheets": _("Saved sheets"),
        "no_sheets": _("No sheet is saved here."),
        "sheet_name": _("Name of the sheet"),
        "open": _("Open"),
        "open_name": _("Open “{name}”"),
        "delete": _("Delete"),
        "delete_name": _("Delete “{name}”"),
        "delete_question": _("Delete “{name}” for good?"),
        "deleted": _("“{name}” is deleted."),
        "export": _("Save as file"),
        "export_name": _("Save “{name}” as a file"),
        "import": _("Open a file…"),
        "imported": _("“{name}” is open now."),
        "import_failed": _("This file holds no sheet of this pad."),
        "broken": _("Something saved here could not be read. It was set aside, not deleted."),
        "not_saved": _(
            "Not saved: this browser keeps nothing here. The sheet is gone when you close the page."
        ),
        "elsewhere": _("This sheet was continued in another tab."),
        "stale": _("This sheet was continued in another tab. This is how it stands now; please enter again."),
        "copied": _("Two tabs wrote on this sheet at once. Yours is kept as a second sheet."),
    }


def players_words() -> dict[str, str]:
    """Return the texts of pads whose sheets list their players, in the language of the page."""
    return {
        "who_plays": _("Who plays?"),
        "agreed": _("Agreed rules"),
        "new_sheet": _("New sheet"),
        "start": _("Start"),
        "again": _("New game, same players"),
        "sheet": _("Sheet"),
        "sheets_more": _("Saved sheets…"),
        "players_and_rules": _("Players and rules"),
        "players_and_rules_more": _("Players and rules…"),
        "print": _("Print"),
        "done": _("Done"),
        "points": _("Points"),
        "leads": _("in the lead"),
        "result": _("Result"),
        "add_die": _("Add a {face}"),
        "add_player": _("Add player"),
        "name_of": _("Name of {name}"),
        "up": _("Move {name} up"),
        "down": _("Move {name} down"),
        "remove": _("Remove"),
        "remove_name": _("Remove {name}"),
        "remove_question": _("Remove {name} and everything entered for this player?"),
    }
