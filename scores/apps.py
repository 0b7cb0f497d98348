"""The Django app of the high scores, their moderation, and the page about a browser's own data."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoresConfig(AppConfig):
    """Configuration of the app."""

    name = "scores"
    verbose_name = _("High scores")

    def ready(self) -> None:
        """Slow down guessing of moderators' passwords, give their lists room, and count after a migration."""
        from django.contrib import admin
        from django.db.models.signals import post_migrate

        from scores.login import ThrottledLoginForm
        from scores.recount import after_migrate

        post_migrate.connect(after_migrate, sender=self)

        admin.site.login_form = ThrottledLoginForm
        admin.site.enable_nav_sidebar = False  # three lists need no room beside every table
