"""The Django app: registers the boards of the high scores and checks the tables of the computer players."""

from functools import partial

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import rules
        from games.session import privacy
        from games.words import ids, labels
        from scores import boards
        from scores import privacy as registry

        for rule_set in rules.all_rules():
            boards.register(rule_set.rules_id, partial(str, labels.board_label(rule_set)))
        boards.spell(outside=ids.outside, inside=ids.inside)
        registry.register(privacy.SEATS)


@checks.register()
def check_tables(**_unused: object) -> list[checks.CheckMessage]:
    """Report at the start, not at a computer's turn, a game without tables for its computer players."""
    from games import bots, rules

    return [
        checks.Error(
            f"There is no table for computers in {rule_set.rules_id}.",
            hint="manage.py build_tables",
            id="games.E001",
        )
        for rule_set in rules.all_rules()
        if not bots.column_path(rule_set).exists()
    ]
