"""What browsers keep, to be there without a network: pages that are the same for everybody, and their files.

The service worker itself is static/js/site/worker.js; it learns here which pages there are. No game, no
score and nothing personal belongs here.
"""

import copy
import hashlib
import json
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import get_script_prefix, resolve, reverse
from django.utils.translation import get_language, gettext, override

from games import rules
from games.pads.offers import pad_offers
from games.static_pages import for_everybody, static_page
from games.words import labels
from games.words.ids import INSIDE, outside

_ICONS = (("any", 192), ("any", 512), ("maskable", 512))
_releases: dict[str, str] = {}
_one_at_a_time = Lock()  # after a restart many ask at once for what takes a quarter of a second


def pages() -> list[str]:
    """Return the addresses of all pages that are kept."""
    return [
        reverse("games:offline"),
        reverse("games:pads"),
        *(pad.address for pad in pad_offers()),
        *(reverse("games:rules", args=[chosen.rules_id]) for chosen in rules.all_rules()),
    ]


def _kept() -> list[str]:
    return [*pages(), reverse("games:manifest")]


@static_page
def offline(request: HttpRequest) -> HttpResponse:
    """Say that the game needs a connection, and what does without: shown in place of a page out of reach."""
    return render(request, "lobby/offline.html", {"games": labels.GAMES, "pads": pad_offers()})


@for_everybody
def manifest(request: HttpRequest) -> HttpResponse:
    """Tell browsers how the site is put on a home screen."""
    with override(_language(request)):
        about = {
            "id": reverse("games:home"),
            "lang": get_language(),
            "name": settings.SITE_NAME or gettext("Triple Yahtzee and other dice games"),
            "short_name": settings.SITE_NAME or gettext("Triple Yahtzee"),
            "description": labels.site_description(),
            "start_url": reverse("games:home"),
            "scope": reverse("games:home"),
            "display": "standalone",
            "theme_color": "#ffffff",
            "background_color": "#ffffff",
            "categories": ["games", "entertainment"],
            "icons": [
                {
                    "src": static(f"img/icon-{purpose}-{size}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for purpose, size in _ICONS
            ],
            "shortcuts": [
                {"name": gettext("Pads for real dice"), "url": reverse("games:pads")},
                *({"name": str(pad.title), "url": pad.address} for pad in pad_offers()),
            ],
        }
    return JsonResponse(
        about, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False}
    )


@for_everybody
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker's script: which release this is, and then static/js/site/worker.js.

    It lies at the root of the site, which is therefore its scope. Where static files have no hash in their
    name there is nothing to keep, and a worker from other times ends itself.
    """
    language = _language(request)
    kept = _kept() if settings.STATIC_MANIFEST else []
    home = reverse("games:home")
    site = f"{outside(INSIDE)}:{home}:"
    release = {
        "site": site,
        "name": f"{site}{language}:{_release(request, language)}",
        "language": language,
        "pages": kept,
        "offline": reverse("games:offline"),
        "files": settings.STATIC_URL,
    }
    rest = json.dumps(static("js/site/worker.js"))
    script = f"self.RELEASE = {json.dumps(release)};\nimportScripts({rest});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


def _language(request: HttpRequest) -> str:
    """Return the language asked for in the address; `lang` would be remembered as somebody's choice."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else str(get_language())


def _release(request: HttpRequest, language: str) -> str:
    """Return a name for the pages as they are now: another one as soon as a word or a file has changed.

    Files are in it by their names, which hold a hash. Computed once per process and language; the host the
    request came to makes no difference, so all processes agree.
    """
    with _one_at_a_time:
        if language not in _releases:
            digest = hashlib.sha256(static("js/site/worker.js").encode())
            host = request.build_absolute_uri("/").encode()
            with override(language):
                for address in _kept():
                    digest.update(_render(request, address).replace(host, b"/"))
            _releases[language] = digest.hexdigest()[:12]
        return _releases[language]


def _render(request: HttpRequest, address: str) -> bytes:
    """Return a page of this site as a browser would get it that asks for it at the same host."""
    asked = copy.copy(request)
    asked.method, asked.GET, asked.COOKIES = "GET", QueryDict(), {}
    asked.path, asked.path_info = address, f"/{address.removeprefix(get_script_prefix())}"
    match = asked.resolver_match = resolve(asked.path_info)
    return bytes(match.func(asked, *match.args, **match.kwargs).content)
