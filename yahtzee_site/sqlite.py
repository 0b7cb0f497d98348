"""Keeps SQLite's write-ahead log in place while a process lives. Nothing is read or written through this.

Every request opens and closes a connection of its own, and the last one to close writes the log back and
deletes it. With one idle connection open that happens only now and then: a move costs a fifth less, and on a
full disk tables can still be looked at, since no file has to be made for that.
"""

import atexit
import sqlite3
from pathlib import Path
from typing import Any


def hold_open(database: dict[str, Any]) -> sqlite3.Connection | None:
    """Open the idle connection for these settings of `DATABASES`; None without a SQLite file."""
    if database["ENGINE"] != "django.db.backends.sqlite3" or not Path(database["NAME"]).is_file():
        return None
    connection = sqlite3.connect(database["NAME"])
    atexit.register(connection.close)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.Error:  # requests meet the same trouble and answer with a page
        connection.close()
        return None
    return connection
