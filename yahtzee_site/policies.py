"""What browsers and search engines may do with an answer: the one place that says what may be indexed, loaded
by other sites, and kept. (What a page may load itself is said by the content security policy.)"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

INDEXED = frozenset(
    {
        *("games:home", "games:pads", "games:farkle", "games:match", "games:score_pad", "games:rules"),
        *("games:about", "scores:boards"),
    }
)
"""The routes of pages that search engines may list. Games show names, and the rest is of no use in a list."""

_FOR_OTHER_SITES = frozenset({"games:picture", "games:game_picture"})
"""The routes that pages of other sites may load: pictures for link previews."""

_FOR_ROBOTS = frozenset({"robots", "sitemap", "security", "favicon", "games:picture"})

# What no page here uses. What is not in this list (sound, full screen, a screen that stays awake, sharing)
# stays as browsers have it.
_DENIED = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
    *("microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
PERMISSIONS = ", ".join(f"{name}=()" for name in _DENIED)


def headers_middleware(get_response: GetResponse) -> GetResponse:
    """Say on every answer what may be done with it."""
    embedded = f"{settings.STATIC_URL}embed/"

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        route = match.view_name if match else ""
        found = response.status_code < 400
        is_file = found and request.path.startswith(settings.STATIC_URL)
        shared = found and (route in _FOR_OTHER_SITES or (is_file and request.path.startswith(embedded)))
        headers = response.headers
        headers["Permissions-Policy"] = PERMISSIONS
        headers["Cross-Origin-Resource-Policy"] = "cross-origin" if shared else "same-origin"
        headers.setdefault("X-Content-Type-Options", "nosniff")
        if not is_file and route not in INDEXED and route not in _FOR_ROBOTS:
            headers["X-Robots-Tag"] = "noindex"
        if response.status_code >= 400:
            # What is missing now can be there in a moment: a game, a file of the next release.
            headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
