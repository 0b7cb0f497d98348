"""Pages for use without a network: the list of static pages, the offline page, manifest, service worker.

The service worker itself is static/js/site/worker.js; here it gets its list of pages. No game, no
score and nothing personal belongs here.
"""

import hashlib
import json
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import get_script_prefix, resolve, reverse
from django.utils.translation import get_language, gettext, override

from games import rules
from games.pads.overview import pad_offers
from games.static_pages import for_everybody, static_page
from games.words import labels
from games.words.ids import INSIDE, outside

_ICONS = (("any", 192), ("any", 512), ("maskable", 512))
_releases: dict[str, str] = {}
_one_at_a_time = Lock()  # after a restart many requests at once would each render all pages (0.25 s)


def pages() -> list[str]:
    """Return the addresses of all pages that browsers store."""
    return [
        reverse("games:offline"),
        reverse("games:about"),
        reverse("games:pads"),
        *(pad.address for pad in pad_offers()),
        *(reverse("games:rules", args=[chosen.rules_id]) for chosen in rules.all_rules()),
    ]


def _kept() -> list[str]:
    return [*pages(), reverse("games:manifest")]


@static_page
def offline(request: HttpRequest) -> HttpResponse:
    """Say that a game needs a connection, and what works without: shown instead of an unreachable page."""
    return render(request, "lobby/offline.html", {"games": labels.GAMES, "pads": pad_offers()})


@for_everybody
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: name, icons and colours for a home screen."""
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
    """The service worker: the data of this release, followed by static/js/site/worker.js.

    Its address is at the root of the site, which is therefore its scope. Where file names contain no hash,
    nothing is stored, and an existing worker unregisters itself.
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
    """Return the language in the address. Not `lang`: that would be remembered as a choice of the visitor."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else str(get_language())


def _release(request: HttpRequest, language: str) -> str:
    """Return a name of the present release, a hash that changes with every text and file.

    Files count by their names, which contain a hash. Computed once per process and language; the host of the
    request makes no difference, so all processes agree.
    """
    with _one_at_a_time:
        if language not in _releases:
            digest = hashlib.sha256(static("js/site/worker.js").encode())
            with override(language):
                for address in _kept():
                    digest.update(_render(request.get_host(), address))
            _releases[language] = digest.hexdigest()[:12]
        return _releases[language]


def _render(host: str, address: str) -> bytes:
    """Return a page of this site as a browser without cookies gets it, but for the host in its links."""
    asked = HttpRequest()
    asked.method, asked.META = "GET", {"HTTP_HOST": host}
    asked.path, asked.path_info = address, f"/{address.removeprefix(get_script_prefix())}"
    match = asked.resolver_match = resolve(asked.path_info)
    page = bytes(match.func(asked, *match.args, **match.kwargs).content)
    return page.replace(asked.build_absolute_uri("/").encode(), b"/")
