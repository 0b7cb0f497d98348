"""App registration: tells the high scores which boards there are."""

from functools import partial

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import labels, privacy, rules
        from scores import boards
        from scores import privacy as registry

        for rule_set in rules.all_rules():
            boards.register(rule_set.rules_id, partial(str, labels.board_label(rule_set)))
        registry.register(privacy.SEATS)
