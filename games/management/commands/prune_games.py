"""``manage.py prune_games``: delete games nobody has played for some time; high scores stay."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Count

from games.models import Game
from games.session import housekeeping


class Command(BaseCommand):
    help = "Deletes games without a move, a join or any other action for some hours; high scores stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than",
            type=float,
            metavar="HOURS",
            default=settings.GAME_MAX_AGE_HOURS,
            help="hours without an action (default: GAME_MAX_AGE_HOURS, now %(default)s)",
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what would be deleted")

    def handle(self, *, older_than: float, dry_run: bool, verbosity: int, **options: Any) -> None:
        if older_than < 0:
            self.stderr.write("--older-than cannot be negative")
            raise SystemExit(2)
        age = timedelta(hours=older_than)
        if dry_run:
            self._say_what_is_due(age, verbosity)
            return
        total = 0
        for number in housekeeping.prune(age=age):
            total += number
            if verbosity > 1:
                self.stdout.write(f"{total} games deleted so far")
        if verbosity:
            self.stdout.write(f"{total} games deleted, {Game.objects.count()} left.")

    def _say_what_is_due(self, age: timedelta, verbosity: int) -> None:
        due = Game.objects.idle(age)
        if verbosity > 1:
            for code, status, last in due.order_by("pk").values_list("code", "status", "last_action_at"):
                self.stdout.write(f"{code} {status}, last action {last:%Y-%m-%d %H:%M} UTC")
        by_status = due.order_by("status").values_list("status").annotate(Count("pk"))
        counts = ", ".join(f"{number} {status}" for status, number in by_status)
        self.stdout.write(f"{due.count()} games would be deleted{f' ({counts})' if counts else ''}.")
