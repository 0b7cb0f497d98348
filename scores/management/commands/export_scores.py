"""`manage.py export_scores`: every high score as CSV or JSON, to standard output or a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scores import transfer


class Command(BaseCommand):
    """Write the high scores, hidden and held ones included."""

    help = "Write all high scores, hidden and held ones included, as CSV or JSON. import_scores reads them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--format", choices=["csv", "json"], help="default: by the name of the file, else csv"
        )
        parser.add_argument("--board", help="only this board, such as triple_yahtzee")
        parser.add_argument("--output", type=Path, help="file to write; default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write."""
        output: Path | None = options["output"]
        kind = options["format"] or ("json" if output and output.suffix == ".json" else "csv")
        write = transfer.write_json if kind == "json" else transfer.write_csv
        text = write(transfer.records(options["board"]))
        if output is None:
            self.stdout.write(text, ending="")
        else:
            output.write_bytes(text.encode())
            self.stderr.write(f"Wrote {output}.")
