"""Pads for people with real dice on the table: pages that talk to nobody once they are loaded.

A page carries its words and its data as JSON and lists all its scripts, so that it can be kept for times
without a network. It holds nothing personal. What the data of a pad is, says `pad_sheets`.
"""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from games import farkle_sheet, rules
from games.match_words import match_words
from games.pad_sheets import score_sheet, score_words
from games.static_pages import static_page
from games.words import labels

SHARED_SCRIPTS = (
    "vendor/lit-html.js",
    "js/pads/store.js",
    "js/pads/journal.js",
    "js/pads/page.js",
    "js/pads/sheets.js",
)
"""Scripts that every pad loads; a pad adds its own after them, the one that starts it last."""

LATER_SCRIPTS = ("js/confetti.js", "vendor/confetti.browser.js")
"""Scripts that a pad runs when there is something to celebrate."""

SCORE_SCRIPTS = tuple(
    f"js/pads/{name}.js"
    for name in ("sheet", "card", "grid", "picker", "tray", "paper", "players", "begin", "result", "score")
)

FARKLE_SCRIPTS = tuple(
    f"js/pads/{name}.js"
    for name in ("players", "farkle_table", "farkle_state", "farkle_form", "farkle_view", "farkle")
)

MATCH_SCRIPTS = tuple(
    f"js/pads/{name}.js"
    for name in ("awake", "die", "earbuds", "match_state", "match_view", "speech", "match")
)


@dataclass(frozen=True, slots=True)
class PadOffer:
    """A pad as it is offered to somebody who chooses one."""

    address: str
    title: labels.Text
    text: labels.Text


def pad_offers() -> list[PadOffer]:
    """Return every pad there is, in the order in which they are offered."""
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


@static_page
def overview(request: HttpRequest) -> HttpResponse:
    """Choose a pad."""
    return render(request, "pads/overview.html", {"pads": pad_offers()})


@static_page
def score_pad(request: HttpRequest, rule_set: str) -> HttpResponse:
    """The score pad of one game."""
    family = next((family for family in rules.RULE_SETS if family.name == rule_set), None)
    if family is None:
        raise Http404("There is no such pad.")
    address = reverse("games:score_pad", args=[family.name])
    if request.path != address:
        return redirect(address)  # a site without trade marks has another name for it
    sheet = score_sheet(family)
    return pad_page(
        request,
        "pads/score.html",
        words={**players_words(), **score_words()},
        sheet=sheet,
        scripts=SCORE_SCRIPTS,
        rules_name=family.name,
        pad_title=sheet["title"],
    )


@static_page
def farkle(request: HttpRequest) -> HttpResponse:
    """The pad for Farkle with six dice, and its calculator."""
    return pad_page(
        request,
        "pads/farkle.html",
        words={**players_words(), **farkle_sheet.words()},
        sheet=farkle_sheet.sheet(),
        scripts=FARKLE_SCRIPTS,
        pad_title=_("Farkle"),
    )


@static_page
def match(request: HttpRequest) -> HttpResponse:
    """Count the games two players win, whatever they play."""
    words = match_words()
    return pad_page(
        request,
        "pads/match.html",
        words=words,
        sheet={"sound": static("sound/quiet.mp3")},
        scripts=MATCH_SCRIPTS,
        pad_title=words["title"],
    )


def shared_words() -> dict[str, str]:
    """Return the texts of the parts that all pads share, in the language of the page."""
    return {
        "player": _("Player {number}"),
        "cancel": _("Cancel"),
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
        "imported": _("“{name}” is here now."),
        "import_failed": _("This file holds no sheet of this pad."),
        "broken": _("Something kept here could not be read. It was put aside, not deleted."),
        "not_saved": _(
            "Not saved: this browser keeps nothing here. The sheet is gone when you close the page."
        ),
        "elsewhere": _("Another tab has gone on with this sheet."),
        "stale": _("Another tab has gone on with this sheet. This is how it stands; please enter again."),
        "copied": _("Two tabs wrote on this sheet at once. Yours is kept as a second sheet."),
    }


def players_words() -> dict[str, str]:
    """Return the texts of the list of players, in the language of the page."""
    return {
        "add_player": _("Add player"),
        "name_of": _("Name of {name}"),
        "up": _("Move {name} up"),
        "down": _("Move {name} down"),
        "remove": _("Remove"),
        "remove_name": _("Remove {name}"),
        "remove_question": _("Remove {name} and everything entered for this player?"),
    }


def pad_page(
    request: HttpRequest,
    template: str,
    *,
    words: dict[str, Any],
    sheet: dict[str, Any],
    scripts: tuple[str, ...],
    **context: Any,
) -> HttpResponse:
    """Answer with the page of a pad: its texts, its data, and its own scripts, the starting one last."""
    texts = {**shared_words(), **words}
    context |= {"words": texts, "sheet": sheet, "main": scripts[-1]}
    context |= {"scripts": (*SHARED_SCRIPTS, *scripts), "later_scripts": LATER_SCRIPTS}
    return render(request, template, context)
