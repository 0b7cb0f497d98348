"""Addresses of the site. The pages are in `games` and `scores`."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy

from yahtzee_site import crawlers, health, metrics

admin.site.site_header = admin.site.site_title = settings.SITE_NAME or gettext_lazy("Triple Yahtzee")  # type: ignore[assignment]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("sitemap.xml", crawlers.sitemap, name="sitemap"),
    path(".well-known/security.txt", crawlers.security, name="security"),
    path("favicon.ico", crawlers.favicon, name="favicon"),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("scores/", include("scores.urls")),
    path("", include("games.urls")),
]

handler400 = "yahtzee_site.errors.bad_request"
handler403 = "yahtzee_site.errors.permission_denied"
handler404 = "yahtzee_site.errors.page_not_found"
handler500 = "yahtzee_site.errors.server_error"
