"""`manage.py import_scores FILE`: adds the high scores of a file that export_scores wrote."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scores import transfer


class Command(BaseCommand):
    """Read high scores; all of the file or nothing."""

    help = (
        "Add the high scores of a file written by export_scores: all of them or, if one cannot be read, none."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--format", choices=["csv", "json"], help="default: by the name of the file, else csv"
        )
        parser.add_argument(
            "--replace", action="store_true", help="the file wins where a seat has a score already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, check, store."""
        file: Path = options["file"]
        kind = options["format"] or ("json" if file.suffix == ".json" else "csv")
        read = transfer.read_json if kind == "json" else transfer.read_csv
        try:
            found = read(file.read_bytes().decode())
        except (OSError, UnicodeDecodeError, transfer.TransferError) as error:
            raise CommandError(f"{file}: {error}. Nothing was changed.") from error
        added, known = transfer.store(found, replace=options["replace"])
        self.stdout.write(
            f"{added} added, {known} {'replaced' if options['replace'] else 'left as they were'}."
        )
