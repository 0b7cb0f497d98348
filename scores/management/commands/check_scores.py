"""`manage.py check_scores`: compares the numbers on the high scores with the rows, and repairs them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scores import recount


class Command(BaseCommand):
    """Compare the tallies with the rows."""

    help = (
        "Count all high scores and compare with the numbers that ranks, totals and pages come from. Takes "
        "some ten seconds for a million scores, in which people can play; while something is repaired "
        "they wait."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--repair", action="store_true", help="put right what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare; a difference that is not repaired is an error."""
        number = recount.check(repair=options["repair"])
        if number and not options["repair"]:
            raise CommandError(f"{number} numbers are wrong. check_scores --repair puts them right.")
        self.stdout.write(f"{number} numbers put right." if number else "All numbers are right.")
