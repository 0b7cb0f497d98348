"""``manage.py backup``: copies the database while the site runs (SQLite online backup, or pg_dump).

The copy gets its name only when it is complete and checked. Restoring: docs/operations.md.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

SUFFIXES = {"sqlite": "sqlite3", "postgresql": "dump"}
PAGES_AT_ONCE = 2000  # about 8 MB, then other connections get their turn


class Command(BaseCommand):
    help = "Copies the database, consistent while games go on. DEST is a file, or a folder for dated copies."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dest", type=Path, metavar="DEST")
        parser.add_argument(
            "--keep", type=int, metavar="N", help="in a folder: delete all but the newest N copies"
        )

    def handle(self, *, dest: Path, keep: int | None, verbosity: int, **options: Any) -> None:
        if keep is not None and (keep < 1 or not dest.is_dir()):
            raise CommandError("--keep wants a number from 1 on and a folder that exists.")
        suffix = SUFFIXES.get(connection.vendor)
        if suffix is None:
            raise CommandError(f"There is no backup for {connection.vendor}.")
        target = dest / f"yahtzee-{timezone.now():%Y%m%dT%H%M%SZ}.{suffix}" if dest.is_dir() else dest
        copy_database(target)
        if keep is not None:
            for old in sorted(dest.glob(f"yahtzee-*Z.{suffix}"))[:-keep]:
                old.unlink()
        if verbosity:
            self.stdout.write(f"{target} ({target.stat().st_size} bytes), a copy of {named()}")


def named() -> str:
    """Return which database the settings name, without its password."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"the SQLite file {settings['NAME']}"
    host, port = settings["HOST"] or "this machine", settings["PORT"]
    return f"the PostgreSQL database {settings['NAME']} on {host}{f':{port}' if port else ''}"


def copy_database(target: Path) -> None:
    """Write a copy and give it its name when it is complete. Raises CommandError."""
    draft = target.with_name(f".{target.name}.part")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        copy_sqlite(draft) if connection.vendor == "sqlite" else dump_postgresql(draft)
        _to_disk(draft)
        os.replace(draft, target)
    except (OSError, sqlite3.Error) as error:
        raise CommandError(f"The backup of {named()} failed: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def copy_sqlite(target: Path) -> None:
    """Copy the database file page by page; OSError when the copy is not sound.

    One read transaction holds the state the copy shows, so that writers neither wait nor make it start again.
    """
    source_path = connection.settings_dict["NAME"]
    uri = (
        str(source_path)
        if str(source_path).startswith("file:")
        else f"{Path(source_path).absolute().as_uri()}?mode=rw"
    )
    with closing(sqlite3.connect(uri, uri=True, timeout=20)) as source:
        source.execute("BEGIN")
        known = source.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games_game'").fetchone()
        if not known[0]:
            raise OSError("there are no games in it: is this the database of the site?")
        with closing(sqlite3.connect(target)) as copy:
            source.backup(copy, pages=PAGES_AT_ONCE, sleep=0.01)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a write-ahead log
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if sound != "ok":
                raise OSError(f"the copy is not sound: {sound}")


def dump_postgresql(target: Path) -> None:
    """Run pg_dump in its custom format; OSError with its message when it fails."""
    program = shutil.which("pg_dump")
    if program is None:
        raise OSError("pg_dump is not installed (Debian: apt install postgresql-client)")
    settings = connection.settings_dict
    where = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    # In the environment: everybody on the machine can see arguments.
    environment = {**os.environ, **{name: str(settings[key]) for name, key in where.items() if settings[key]}}
    command = [program, "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        raise OSError(result.stderr.strip() or f"pg_dump ended with {result.returncode}")


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
