"""What programs ask every site for: robots.txt, sitemap, security.txt, favicon.ico. No game is named.

They belong to the root of a host; below a path (`SITE_ROOT`) the host's own files count (docs/embedding.md).
"""

from datetime import timedelta
from typing import Any
from xml.sax.saxutils import quoteattr

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.lobby import offline
from games.session.links import public_url
from games.static_pages import for_everybody
from yahtzee_site.languages import PARAMETER

_A_DAY = cache_control(public=True, max_age=24 * 3600)


@for_everybody
@_A_DAY
def robots(request: HttpRequest) -> HttpResponse:
    """Let robots read everything: games say themselves that they want to be in no list (`X-Robots-Tag`).

    A page that robots may not read could not say so, and its link would have no preview.
    """
    lines = ["User-agent: *", "Disallow:", "", f"Sitemap: {public_url(request, reverse('sitemap'))}", ""]
    return _text("\n".join(lines))


@for_everybody
@_A_DAY
def security(request: HttpRequest) -> HttpResponse:
    """Say where to report weaknesses (RFC 9116)."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404("no contact")
    if contact.startswith("/"):
        contact = public_url(request, contact)
    end = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(code for code, _name in settings.LANGUAGES)
    return _text(f"Contact: {contact}\nExpires: {end}\nPreferred-Languages: {languages}\n")


@for_everybody
@_A_DAY
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the pages that are the same for everybody, in all languages."""
    hidden = reverse("games:offline")
    paths = [reverse("games:home"), *(path for path in offline.pages() if path != hidden)]
    paths.append(reverse("scores:boards"))
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + "".join(f"<url>{_page(request, path)}</url>\n" for path in paths)
        + "</urlset>\n"
    )
    return HttpResponse(text, content_type="application/xml; charset=utf-8")


@require_safe
@_A_DAY
def favicon(request: HttpRequest, **_names: Any) -> HttpResponse:
    """Lead browsers that look for an icon at the usual place (beside a picture or a text) to ours."""
    return redirect(static("img/icon-any-192.png"))


def _page(request: HttpRequest, path: str) -> str:
    address = public_url(request, path)
    languages = [(code, f"{address}?{PARAMETER}={code}") for code, _name in settings.LANGUAGES]
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href={quoteattr(each)}/>'
        for code, each in [*languages, ("x-default", address)]
    )
    return f"<loc>{address}</loc>{links}"


def _text(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
