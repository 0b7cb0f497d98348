"""Views of the link that makes another device, or a tab outside a frame, the same player."""

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import HANDOVER_AGE, Game
from games.session import housekeeping, seats
from games.session.checks import Refused
from games.session.codes import read_code
from games.session.links import public_url
from games.session.seats import Player
from games.words import notices


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: HttpRequest) -> HttpResponse:
    """Explain the link, and make one on POST; as JSON for a script, 204 for browsers without a seat."""
    player: Player | None = request.player  # type: ignore[attr-defined]
    for_script = request.headers.get("accept") == "application/json"
    code = read_code(request.GET.get("game", "")) or ""
    context = {"known": player is not None, "code": code, "minutes": HANDOVER_AGE.seconds // 60}
    if request.method == "POST" and player is not None:
        seats.check_new_link(request)
        path = reverse("games:take", args=[housekeeping.hand_over(player=player)])
        url = public_url(request, f"{path}?{urlencode({'game': code})}" if code else path)
        if for_script:
            return JsonResponse({"url": url})
        context |= {"url": url, "qr": segno.make(url, error="m").svg_data_uri(border=2, scale=4)}
    elif for_script:
        return HttpResponse(status=204)
    return render(request, "lobby/device.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, secret: str) -> HttpResponse:
    """Explain the link; only POST makes the browser that player, since chat programs fetch the page."""
    own = seats.player_hash(request)
    link = seats.find_handover(request, secret)
    if link is None:
        return _used_up(request)
    if own == link.player_hash:
        return redirect(_goal(request, own))
    if request.method != "POST":
        context = {
            "secret": secret,
            "games": seats.running(link.player_hash),
            "brought": len(seats.running(own)),
        }
        return render(request, "lobby/take.html", context)
    try:
        token = housekeeping.take_over(secret=secret, player_hash=own, click_id=seats.click_id_of(request))
    except Refused:
        return _used_up(request)
    player = Player(token, stale=True)
    seats.remember(request, player)
    return HttpResponseRedirect(_goal(request, player.hash), status=303)


def _used_up(request: HttpRequest) -> HttpResponse:
    return render(request, "lobby/take.html", {"notice": notices.sentence("link_used")}, status=404)


def _goal(request: HttpRequest, player_hash: str) -> str:
    """Return the address of the link's game, or of the start page for a player without a seat there."""
    code = read_code(request.GET.get("game", ""))
    if code and Game.objects.filter(code=code, seats__player_hash=player_hash).exists():
        return reverse("games:game", args=[code])
    return reverse("games:home")
