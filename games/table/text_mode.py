"""The texts of the text mode: commands, names of boxes, answers.

The scripts static/js/table/text.js and text_commands.js carry out the commands and contain no texts.
Reads, never writes.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from games.rules import DICE, RuleSet
from games.words import labels
from games.words.ids import outside

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Command:
    """One command: a letter, the same in every language, and two words that mean the same."""

    letter: str
    name: str
    """The English word, and the name in the script."""
    word: Text
    meaning: Text
    more: str = ""
    """What may follow, as an example."""
    also: tuple[str, ...] = ()
    """Other letters that mean the same."""

    @property
    def typed(self) -> str:
        return f"{self.letter} {self.more}".strip()


COMMANDS = (
    Command(
        "w",
        "roll",
        pgettext_lazy("typed command", "roll"),
        _("Roll the dice that are not held"),
        also=("r",),
    ),
    Command(
        "h", "hold", pgettext_lazy("typed command", "hold"), _("Hold these dice, and no others"), "1 3 5"
    ),
    Command("e", "enter", pgettext_lazy("typed command", "enter"), _("Enter in this box")),
    Command("u", "undo", pgettext_lazy("typed command", "undo"), _("Undo the entry")),
    Command("d", "dice", pgettext_lazy("typed command", "dice"), _("The dice and what is held")),
    Command(
        "o", "offers", pgettext_lazy("typed command", "offers"), _("What can be entered, the best first")
    ),
    Command(
        "s", "state", pgettext_lazy("typed command", "state"), _("Totals; with a name those of somebody else")
    ),
    Command(
        "c",
        "card",
        pgettext_lazy("typed command", "card"),
        _("All boxes; with a name those of somebody else"),
    ),
    Command(
        "t", "turn", pgettext_lazy("typed command", "turn"), _("Whose turn it is, and how far the game is")
    ),
    Command("l", "last", pgettext_lazy("typed command", "last"), _("The last turns")),
    Command(
        "a",
        "again",
        pgettext_lazy("typed command", "again"),
        _("After the end: a rematch, or once more alone"),
    ),
    Command("n", "new", pgettext_lazy("typed command", "new"), _("Another game alone")),
    Command(
        "b", "report", pgettext_lazy("typed command", "report"), _("After the end: the report on the game")
    ),
    Command("?", "help", pgettext_lazy("typed command", "help"), _("These commands")),
)

SENTENCES: dict[str, Text] = {
    "waiting": _("The game has not begun yet."),
    "over": _("The game is over."),
    "not_over": _("This game is not over yet."),
    "watching": _("You are only watching this game."),
    "yours": _("It is your turn."),
    "others": _("It is {name}'s turn."),
    "roll_first": _("Roll first: w"),
    "no_rolls": _("You have rolled three times. Now enter your points."),
    "dice": _("Roll {roll}: {dice}."),
    "none_held": _("No dice are held."),
    "which_dice": _("Which dice? From left to right they are 1 to 5: h 1 3 5"),
    "which_box": _("Which box? Like this: {example}"),
    "no_box": _("No box is called “{text}”."),
    "many_boxes": _("Which one? {boxes}"),
    "nobody": _("Nobody here is called “{text}”."),
    "which_column": _("Which column? {box} can be entered in {columns}."),
    "filled": _("{box} is filled already."),
    "not_now": _("{box} cannot be entered now."),
    "no_undo": _("There is nothing to undo."),
    "nothing_yet": _("Nothing entered yet."),
    "column": _("column {column}"),
    "open": pgettext_lazy("box", "open"),
    "struck": pgettext_lazy("box", "struck"),
    "no_command": _("There is no command “{text}”. ? lists them."),
}


def manual(rules: RuleSet) -> list[tuple[str, Text, Text]]:
    """Return the commands as they are typed in this game, as a word, and their meaning."""
    return [
        (_example(rules) if one.name == "enter" else one.typed, one.word, one.meaning) for one in COMMANDS
    ]


def _example(rules: RuleSet) -> str:
    """Return an example of how a box of this game is entered."""
    name = outside(rules.categories[-1].id).replace("_", "")
    return f"e {name} {rules.columns[-1]}" if len(rules.columns) > 1 else f"e {name}"


def words(rules: RuleSet) -> dict[str, Any]:
    """Return the texts for the script, as data for JSON."""
    upper = [category.id for category in rules.categories if category.section == "upper"]
    boxes = {}
    for category in rules.categories:
        names = [str(labels.word(rules, category.id)), str(labels.CATEGORIES[category.id])]
        if category.id in upper:
            names.append(str(upper.index(category.id) + 1))
        boxes[outside(category.id)] = list(dict.fromkeys(names))
    commands = {one.name: [one.letter, *one.also, one.name, str(one.word)] for one in COMMANDS}
    sentences = {key: str(text) for key, text in SENTENCES.items()}
    held = [_held(number) for number in range(1, DICE + 1)]
    return {"boxes": boxes, "commands": commands, "example": _example(rules), "held": held, **sentences}


def _held(number: int) -> str:
    """Return the sentence for this number of held dice."""
    return ngettext("Held: {faces} (die {numbers}).", "Held: {faces} (dice {numbers}).", number)
