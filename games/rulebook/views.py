"""The view of a game's rules page."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games import rules
from games.rulebook import book, strength
from games.static_pages import static_page
from games.words import labels


@static_page
def rule_page(request: HttpRequest, rule_set: str) -> HttpResponse:
    """The rules of a game with the options in its id, which may come in any order."""
    name, *options = rule_set.split("+")
    canonical = "+".join([name, *sorted(set(options))])
    try:
        chosen = rules.get(canonical)
    except rules.UnknownRuleSet:
        raise Http404("There is no such game.") from None
    address = reverse("games:rules", args=[canonical])
    if request.path != address:
        return redirect(address)
    family = next(family for family in rules.RULE_SETS if family.name == chosen.name)
    context = {
        "book": book.open_book(family, chosen),
        "games": labels.GAMES,
        "levels": labels.LEVELS,
        "strength": strength.strength(chosen),
        "hours": settings.GAME_MAX_AGE_HOURS,
    }
    return render(request, "rulebook/page.html", context)
