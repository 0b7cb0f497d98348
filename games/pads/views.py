"""Views of the pads for real dice: pages that make no requests once they are loaded.

A page contains its texts and data as JSON and lists all its scripts, so that browsers can store it for use
without a network. It contains nothing personal. Its data comes from `score`, `farkle` or `match`.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import rules
from games.pads import farkle, match, questions, score
from games.pads.overview import pad_offers
from games.pads.words import players_words, shared_words
from games.static_pages import static_page

SHARED_SCRIPTS = (
    "js/site/awake.js",
    "js/site/back.js",
    "js/site/dates.js",
    "vendor/lit-html.js",
    "vendor/lit-directive.js",
    "js/pads/shared/drawing.js",
    "js/pads/shared/names.js",
    "js/pads/shared/store.js",
    "js/pads/shared/journal.js",
    "js/pads/shared/page.js",
    "js/pads/shared/sheets.js",
)
"""Scripts that every pad loads; a pad adds its own after them, the one that starts it last."""

LATER_SCRIPTS = ("js/site/confetti.js",)
"""Scripts that a pad runs when there is something to celebrate."""

_PLAYERS = ("js/pads/shared/players.js", "js/pads/shared/players_editor.js")

SCORE_SCRIPTS = (
    *_PLAYERS,
    *(
        f"js/pads/score/{name}.js"
        for name in ("sheet", "card", "grid", "picker", "tray", "paper", "begin", "result", "score")
    ),
)

FARKLE_SCRIPTS = (
    *_PLAYERS,
    *(f"js/pads/farkle/{name}.js" for name in ("table", "state", "form", "view", "paper", "keys", "farkle")),
)

MATCH_SCRIPTS = (
    "js/dice/cube.js",
    *(f"js/pads/match/{name}.js" for name in ("earbuds", "state", "view", "trial", "speech", "match")),
)


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
        return redirect(address)  # a site without trade marks spells the id in another way
    sheet = score.sheet(family)
    return pad_page(
        request,
        "pads/score.html",
        words={**players_words(), **score.words()},
        sheet=sheet,
        scripts=SCORE_SCRIPTS,
        rules_name=family.name,
        questions=questions.score_questions(family),
        pad_title=sheet["title"],
    )


@static_page
def farkle_pad(request: HttpRequest) -> HttpResponse:
    """The pad for Farkle with six dice, and its calculator."""
    return pad_page(
        request,
        "pads/farkle.html",
        words={**players_words(), **farkle.words()},
        sheet=farkle.sheet(),
        scripts=FARKLE_SCRIPTS,
        pad_title=_("Farkle"),
        tips=questions.farkle_tips(),
        questions=questions.farkle_questions(),
    )


@static_page
def match_pad(request: HttpRequest) -> HttpResponse:
    """The match counter: counts the games that two players win, in any game."""
    words = match.words()
    return pad_page(
        request,
        "pads/match.html",
        words=words,
        sheet=match.sheet(),
        scripts=MATCH_SCRIPTS,
        pad_title=words["title"],
        questions=questions.match_questions(),
    )


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
