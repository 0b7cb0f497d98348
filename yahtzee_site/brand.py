"""Names and links of the site's owner for every page, from the settings."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, QueryDict

from games.session.links import public_url
from games.share.previews import site_name
from games.words.labels import site_description
from yahtzee_site import frames, version
from yahtzee_site.languages import PARAMETER, handed_on, page_of

_OF_A_FRAME = (frames.PARAMETER, "theme", PARAMETER)
"""Parameters of an address that a page around a frame may set."""


def site() -> dict[str, Any]:
    """Return the names and links of the site for a page, in the present language."""
    return {
        "name": site_name(),
        "description": site_description(),
        "brand_name": settings.BRAND_NAME,
        "brand_url": settings.BRAND_URL,
        "more_games_url": settings.MORE_GAMES_URL,
        "version": version.VERSION,
        "released": version.RELEASED,
        "imprint_url": settings.IMPRINT_URL,
        "privacy_url": settings.PRIVACY_URL,
        "origins": " ".join(settings.EMBED_ORIGINS),
        "cookie": _cookie_attributes(),
        "own_cookies_in_frames": settings.COOKIE_SAMESITE == "None",
    }


def _cookie_attributes() -> str:
    """Return the common attributes of all cookies, for the script that tests whether cookies are accepted."""
    flags = {"secure": settings.COOKIE_SECURE, "partitioned": settings.COOKIE_PARTITIONED}
    parts = [f"path={settings.COOKIE_PATH}", f"samesite={settings.COOKIE_SAMESITE}"]
    return "; ".join([*parts, *(flag for flag, wanted in flags.items() if wanted)])


def own_tab(request: HttpRequest) -> str:
    """Return the full address of the present page for a separate tab, in the present language."""
    page = page_of(request)
    query = request.GET.copy() if page == request.path else QueryDict(mutable=True)
    for name in _OF_A_FRAME:
        query.pop(name, None)
    query[PARAMETER] = handed_on(request)
    return public_url(request, f"{page}?{query.urlencode()}")


def context(request: HttpRequest) -> dict[str, Any]:
    """Context for templates: the site, whether it is in a frame, and the link to a separate tab."""
    return {
        "site": site(),
        "own_tab": partial(own_tab, request),
        "framed": partial(frames.is_framed, request),
    }
