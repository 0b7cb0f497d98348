"""The Django app of the site itself, which registers its system checks."""

from django.apps import AppConfig
from django.core import checks


class SiteConfig(AppConfig):
    name = "yahtzee_site"

    def ready(self) -> None:
        from yahtzee_site.checks import check_dropped, check_links, check_names, check_neutral

        checks.register(check_links, checks.Tags.security, deploy=True)
        checks.register(check_neutral, checks.Tags.translation)
        checks.register(check_dropped)
        checks.register(check_names)
