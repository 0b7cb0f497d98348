"""Polls that bring nothing new, answered past Django: browsers without a socket ask again and again.

What such an answer says depends on the headers of the request alone, but for the silence of others. The
answer that Django gave to the first is kept, by these headers. Game, seats and version are read as always;
whatever is not quite usual goes the usual way: a poll that brings news, a cookie to renew, an unknown game,
a database in trouble.
"""

import re
from collections.abc import Hashable
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch

from games.models import game_with_seats
from games.session import seats
from games.session.codes import CANONICAL
from games.table import views
from yahtzee_site import kept_answers

Scope = dict[str, Any]

_PATH = re.compile(rf"/g/({CANONICAL})/table")
_QUERY = re.compile(rb"since=(\d{1,9})")


class Poll(NamedTuple):
    """A request for what has happened in a game since a version."""

    code: str
    since: int
    key: Hashable
    """All else the answer depends on."""
    kept: kept_answers.Answer | None
    """What was answered to such a poll before."""


def read(scope: Scope) -> Poll | None:
    """Return the poll that this request is, None for any other."""
    query = _QUERY.fullmatch(scope["query_string"])
    path = _PATH.fullmatch(scope["path"].removeprefix(settings.SITE_ROOT)) if query else None
    if not query or not path or scope["method"] != "GET":
        return None
    key = kept_answers.key_of({**scope, "path": _PATH.pattern, "query_string": b""})
    if key is None:
        return None
    key = ("poll", key)
    return Poll(path[1], int(query[1]), key, kept_answers.find(key))


def unchanged(poll: Poll, cookies: str) -> kept_answers.Answer | None:
    """Return the answer to a poll that brings nothing new, None where Django has to answer."""
    players = seats.read_players(cookies)
    if poll.kept is None or len(players) > 1 or any(player.stale for player in players):
        return None
    close_old_connections()
    try:
        found = game_with_seats(poll.code)
        if found is None:
            return None
        seated = seats.SeatedGame(*found, players[0].hash if players else None)
        silent = views.heard(seated)
    except DatabaseError:
        return None
    if poll.since < seated.game.shown_version:
        return None
    return poll.kept._replace(headers=[*poll.kept.headers, (views.SILENT.encode(), silent.encode())])


def keep(poll: Poll, response: HttpResponseBase, headers: kept_answers.Headers) -> None:
    """Keep what Django has answered to a poll that brings nothing new."""
    match: ResolverMatch | None = getattr(response, "unchanged_match", None)
    same = [(name, value) for name, value in headers if name != views.SILENT.encode()]
    kept_answers.keep(poll.key, response, match, same, b"")
