"""Finds the game of a request and the seats of its browser. Views load games only through this module."""

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_SECRET_LENGTH, CSRF_TOKEN_LENGTH
from django.utils.crypto import salted_hmac

from games.models import Game, Handover, Seat, game_with_seats, running_with_seats
from games.session import handovers, limits
from games.session.codes import read_code
from games.words import labels

_SALT = "player"
_MOST_COOKIES = 8
_LONGEST_COOKIE = 256
"""Characters of its value; ours have about 120."""
_RENEW_AFTER = 24 * 3600
PRESENT_SECONDS = 25
"""A browser that has made a request within this time counts as online."""


@dataclass(frozen=True, slots=True)
class Player:
    """A browser that has created or joined a game."""

    token: str
    stale: bool = False
    """Whether the cookie should be sent again to renew it."""

    @property
    def hash(self) -> str:
        """The hash of the token, which is what the database stores."""
        return hashlib.sha256(self.token.encode()).hexdigest()


def read_players(header: str) -> list[Player]:
    """Return the players named in a Cookie header, the one that counts most first.

    A neighbour of this site on the same host or domain can add cookies of the same name. Browsers send those
    with the longest path first, of these the oldest. One of a former name counts while there is no other.
    """
    for name in (settings.PLAYER_COOKIE_NAME, *settings.PLAYER_COOKIE_OLD_NAMES):
        if f"{name}=" in header:
            pairs = (part.partition("=") for part in header.split(";"))
            values = [value.strip(' "') for found, _is, value in pairs if found.strip() == name]
            players = [player for player in map(_read, dict.fromkeys(values[:_MOST_COOKIES])) if player]
            if players:
                former = name != settings.PLAYER_COOKIE_NAME
                return [replace(player, stale=True) for player in players] if former else players
    return []


def _read(value: str) -> Player | None:
    """Return the player named by the value of a cookie, None when it is not valid."""
    found = _signed(value, settings.SECRET_KEY) if len(value) <= _LONGEST_COOKIE else None
    if found is None:
        return None
    token, signed_at = found
    age = time.time() - signed_at
    return Player(token, stale=age > _RENEW_AFTER) if age <= settings.PLAYER_COOKIE_AGE else None


@lru_cache(maxsize=4096)
def _signed(value: str, _key: str) -> tuple[str, int] | None:
    """Return the token of a cookie that was signed here with this key, and the second in which it was."""
    try:
        token = signing.TimestampSigner(salt=_SALT).unsign(value)
        return token, signing.b62_decode(value.rsplit(":", 2)[1])
    except (signing.BadSignature, ValueError, IndexError, OverflowError):
        return None


def player_of(request: HttpRequest) -> Player:
    """Return the player of this request, a new one for a browser without the cookie.

    Two clicks are one player, even when the second comes before the first answer with the cookie.
    """
    known: Player | None = request.player  # type: ignore[attr-defined]
    return known if known is not None else Player(_mark_of_page(request, _SALT), stale=True)


def click_id_of(request: HttpRequest) -> str:
    """Return an id of this click; a second click on the same page has the same id."""
    return _mark_of_page(request, "press")


def _mark_of_page(request: HttpRequest, salt: str) -> str:
    """Return 64 digits derived from the form token of the page that sent a request.

    Form tokens have a random mask for each page, unknown even to an attacker who has planted the cookie.
    (Scripts may send the token without the mask.)
    """
    mark = request.POST.get("csrfmiddlewaretoken") or request.headers.get("X-CSRFToken", "")
    if len(mark) not in {CSRF_TOKEN_LENGTH, CSRF_SECRET_LENGTH}:
        return secrets.token_hex(32)
    return salted_hmac(salt, mark, algorithm="sha256").hexdigest()


def remember(request: HttpRequest, player: Player) -> None:
    """Set the cookie of a player who has just created or joined a game."""
    request.player = player  # type: ignore[attr-defined]


class PlayerMiddleware:
    """Sets ``request.player``, and renews the cookie of browsers that have one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.players = read_players(request.META.get("HTTP_COOKIE", ""))  # type: ignore[attr-defined]
        request.player = next(iter(request.players), None)  # type: ignore[attr-defined]
        response = self.get_response(request)
        player: Player | None = request.player  # type: ignore[attr-defined]
        if player is not None and player.stale:
            _set_cookie(response, player)
            for name in settings.PLAYER_COOKIE_OLD_NAMES:
                if name in request.COOKIES:
                    # Only at this path: above it another site may have one of that name.
                    response.delete_cookie(
                        name, path=settings.PLAYER_COOKIE_PATH, samesite=settings.COOKIE_SAMESITE
                    )
        return response


def _set_cookie(response: HttpResponse, player: Player) -> None:
    response.set_cookie(
        settings.PLAYER_COOKIE_NAME,
        signing.TimestampSigner(salt=_SALT).sign(player.token),
        max_age=settings.PLAYER_COOKIE_AGE,
        path=settings.PLAYER_COOKIE_PATH,
        secure=settings.COOKIE_SECURE,
        httponly=True,
        samesite=settings.COOKIE_SAMESITE,  # type: ignore[arg-type]
    )


@dataclass
class SeatedGame:
    """A game with its seats, and which of them belong to the asking browser."""

    game: Game
    seats: list[Seat]
    player_hash: str | None

    @property
    def you(self) -> tuple[int, ...]:
        """Indexes of this browser's seats; empty for a watcher."""
        if not self.player_hash:
            return ()
        return tuple(seat.index for seat in self.seats if seat.player_hash == self.player_hash)

    @property
    def host(self) -> int:
        """The seat of the host: who made the game or, if that person's data is deleted, the next person."""
        return next((seat.index for seat in self.seats if not seat.bot), 0)

    @property
    def is_host(self) -> bool:
        return self.host in self.you

    @property
    def names(self) -> list[str]:
        """The names of the seats as shown, in seat order; the second of two equal names gets a number."""
        computers = [seat.index for seat in self.seats if seat.bot]
        several = len(computers) > 1
        numbers = {index: number for number, index in enumerate(computers, start=1) if several}
        alone = self.game.mode == self.game.Mode.SOLO
        called = [
            labels.seat_name(seat.name, seat.bot, seat.index, numbers.get(seat.index, 0), alone=alone)
            for seat in self.seats
        ]
        before = [called[:seat].count(name) for seat, name in enumerate(called)]
        return [
            f"{name} ({twins + 1})" if twins else name for name, twins in zip(called, before, strict=True)
        ]

    @property
    def open_seats(self) -> int:
        """The number of seats that nobody has taken yet."""
        return max(0, self.game.players - len(self.seats))


def find_game(request: HttpRequest, code: str) -> SeatedGame:
    """Return the game with this code as the asking browser sees it; raises Http404 or TooMany."""
    found = game_with_seats(read_code(code))
    if found:
        _choose_player(request, {seat.player_hash for seat in found[1]})
    seated = SeatedGame(*found, player_hash(request)) if found else None
    return _checked(request, code, seated)


def _choose_player(request: HttpRequest, owners: Set[str]) -> None:
    """Of several players that a browser's cookies name let the one count that has a seat in this game."""
    players: list[Player] = getattr(request, "players", [])
    if len(players) > 1 and request.player in players:  # type: ignore[attr-defined]
        seated = [player for player in players if player.hash in owners]
        request.player = next(iter(seated), players[0])  # type: ignore[attr-defined]


def knows_code(request: HttpRequest, code: str | None, typed: str) -> bool:
    """Tell whether a typed code belongs to a game; TooMany for a wrong one after too many others."""
    if code and Game.objects.filter(code=code).exists():
        return True
    limits.count_wrong_code(address=_address(request), code=typed)
    return False


def check_new_link(request: HttpRequest) -> None:
    """Count a link to another device made by this browser; raises TooMany."""
    limits.check_new_link(address=_address(request))


def find_handover(request: HttpRequest, secret: str) -> Handover | None:
    """Return the link to this device, None when it is used up; TooMany after too many wrong links."""
    usable = Handover.objects.usable(click_id=click_id_of(request))
    link = usable.filter(secret_hash=handovers.digest(secret)).first()
    if link is None:
        limits.count_wrong_code(address=_address(request), code=secret)
    return link


def running(player_hash: str | None) -> list[SeatedGame]:
    """Return the latest unfinished games of this player, the latest first."""
    if not player_hash:
        return []
    return [SeatedGame(*found, player_hash) for found in running_with_seats(player_hash)]


def unbegun_like(game: Game, seats: Sequence[Seat]) -> Game | None:
    """Return a solo game with the same choices and seats as this new one in which nobody has rolled."""
    if game.mode != Game.Mode.SOLO:
        return None
    choices = ("rules_id", "mode", "players", "roll_off", "match_to", "coach")
    chosen = {name: getattr(game, name) for name in choices}
    fresh = Game.objects.filter(**chosen, version=1, previous=None, seats__player_hash=seats[0].player_hash)
    wanted = [(seat.name, seat.bot) for seat in seats]
    latest = fresh.order_by("-pk").prefetch_related("seats")
    return next(
        (twin for twin in latest if [(seat.name, seat.bot) for seat in twin.seats.all()] == wanted), None
    )


def check_new_game(request: HttpRequest) -> None:
    """Count a new game of this browser and address; raises TooMany."""
    own = player_hash(request)
    open_games = Game.objects.running().filter(seats__player_hash=own).distinct().count() if own else 0
    limits.check_new_game(address=_address(request), open_games=open_games)


def _checked(request: HttpRequest, code: str, seated: SeatedGame | None) -> SeatedGame:
    """Return the game or raise Http404; wrong codes are counted, so that nobody tries codes by the thousand.

    A right code is let in whatever came before it: an address is not a person.
    """
    if seated is None:
        limits.count_wrong_code(address=_address(request), code=read_code(code) or code)
        raise Http404("no such game")
    return seated


def _address(request: HttpRequest) -> str:
    return getattr(request, "client_ip", "")


def player_hash(request: HttpRequest) -> str | None:
    """Return the hash of the asking player, None for a browser without the cookie."""
    player: Player | None = request.player  # type: ignore[attr-defined]
    return player.hash if player else None


def silent_seconds(seated: SeatedGame, now: datetime) -> dict[int, int]:
    """Return for every person's seat the seconds since its browser was last online; 0 if it is online."""
    silent = {}
    for seat in seated.seats:
        if not seat.bot:
            # A time to come was written before a wrong clock was set right: nobody knows, so it is silence.
            seconds = abs(int((now - seat.last_seen_at).total_seconds()))
            silent[seat.index] = 0 if seconds < PRESENT_SECONDS else seconds
    return silent
