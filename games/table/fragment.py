"""The table as HTML: the fragment that every move sends to everybody at the table.

While a game is played, its parts are filled into remembered templates; the waiting room, the result and a
closed game are rendered as usual.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.remembered import render, renderer
from games.table.presence import presence
from games.table.present import TableView
from games.table.scorecard import card_html
from games.words import figures, labels, prose
from games.words.ids import outside

Silent = Mapping[int, int]
"""Seconds since the browser of a seat was last online, by seat."""


def table_html(request: HttpRequest, view: TableView, context: dict[str, Any]) -> SafeString:
    """Return the table; `context` is what its templates of a game that is not being played need besides."""
    game = view.game
    moments = view.moments
    values: dict[str, str | int] = {
        "inside": _inside(request, view, context),
        "code": game.code,
        "version": view.version,
        "turn_seat": "" if view.turn_seat is None else view.turn_seat,
        "roll": view.roll,
        "you": view.you,
        "entries": view.entries,
        "moves": view.moves,
        "moments": moments,
        "event": view.event,
        "standing": view.standing,
        "your_turn": _your_turn(view),
        "notice": view.notice,
    }
    return render(
        "table/_table.html",
        values,
        status=view.status,
        rules_id=outside(game.rules_id),
        columns=len(view.rule_set.factors),
        seats=len(view.seated.seats),
        my_turn=view.my_turn,
        bot_turn=view.bot_turn,
        won=view.won,
        sealed=view.sealed,
        title=str(view.title),
        has_notice=bool(view.notice),
        has_moments=bool(moments),
    )


def _your_turn(view: TableView) -> str:
    """Return what the title of the page says while it waits for this browser."""
    if view.my_turn:
        return _("Your turn")
    if view.rematch and view.rematch.line:
        return _("Next game") if view.match.goes_on else _("Rematch")
    return ""


def _inside(request: HttpRequest, view: TableView, context: dict[str, Any]) -> SafeString:
    if view.broken:
        return render_to_string("table/_closed.html")
    if view.status == "waiting":
        return render_to_string("table/_waiting.html", context, request)
    path = reverse("games:game", args=[view.game.code])
    token = ""
    if view.my_turn or (view.playing and (view.can_undo or view.bot_turn)):
        token = _hidden("csrfmiddlewaretoken", _token(request)) + _hidden("version", view.game.version)
    if view.playing:
        side = _tray(view, path, token)
    else:
        side = render_to_string("table/_result.html", context, request)
    silent: Silent = context["silent"]
    values = {
        "players": _players(view, silent) if len(view.cards) > 1 else "",
        "path": path,
        "hidden": token if view.my_turn else "",
        "cards": SafeString(
            "\n".join(card_html(card, len(view.cards), silent.get(card.seat)) for card in view.cards)
        ),
        "side": side,
        "log": _log(view),
    }
    return render("table/_playing.html", values)


def _token(request: HttpRequest) -> str:
    """Return the form token: in the answer to a command that of the page that sent it, which is checked."""
    sent = request.POST.get("csrfmiddlewaretoken") or request.headers.get("X-CSRFToken", "")
    return sent if request.method == "POST" and sent.isalnum() else get_token(request)


def _hidden(name: str, value: str | int) -> SafeString:
    # Only form tokens and versions, in which nothing needs escaping.
    return SafeString(f'<input type="hidden" name="{name}" value="{value}">')


def _players(view: TableView, silent: Silent) -> SafeString:
    """Return the tabs with the names and points of all players."""
    tabs = (
        render(
            "table/_player.html",
            {
                "seat": card.seat,
                "name": card.name,
                "points": figures.whole(card.grand),
                "presence": presence(card.seat, silent.get(card.seat) or 0)
                if card.elsewhere and silent
                else "",
            },
            on_turn=card.on_turn,
            winner=card.winner,
        )
        for card in view.cards
    )
    return render("table/_players.html", {"players": SafeString("\n".join(tabs))})


def _tray(view: TableView, path: str, token: str) -> SafeString:
    """Return the dice with the buttons below them."""
    game = view.game
    hold = str(labels.word(view.rule_set, "hold"))
    dice = [render("table/_die.html", {}, die=die, can_hold=view.can_hold, hold=hold) for die in view.dice]
    coach = ""
    if game.coach:
        coach = render_to_string("review/_coach.html", {"view": view, "game": game, "seated": view.seated})
    values = {
        "path": path,
        "hidden": token,
        "event": view.event,
        "dice": SafeString("\n".join(dice)),
        "coach": coach,
        "name": view.turn_name,
        "plan": view.plan_line,
    }
    return render(
        "table/_tray.html",
        values,
        my_turn=view.my_turn,
        can_roll=view.can_roll,
        roll_label=view.roll_label,
        can_undo=view.can_undo,
        bot_turn=view.bot_turn,
        seated=bool(view.seated.you),
        has_plan=bool(view.plan_line),
    )


def _log(view: TableView) -> SafeString:
    """Return the last turns."""
    several = len(view.cards) > 1
    lines_of = {
        english: renderer("table/_log_line.html", ("name", "box", "points"), several=several, english=english)
        for english in (False, True)
    }
    lines = [
        lines_of[prose.is_english(view.rule_set, line.category)](
            {"name": line.name, "box": line.box, "points": line.points}
        )
        for line in view.log
    ]
    values: dict[str, str | int] = {
        "lines": SafeString("\n".join(lines)),
        "roll_off": view.roll_off_line,
    }
    return render("table/_log.html", values, has_lines=bool(lines), has_roll_off=bool(view.roll_off_line))
