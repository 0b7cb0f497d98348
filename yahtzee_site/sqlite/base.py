"""Django's SQLite for connections that are kept from request to request, and a log that stays in place."""

import atexit
import os
import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

_File = tuple[int, int, bool]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that knows when it is worth keeping no longer."""

    _file: _File | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Open a connection and note which file it leads to."""
        connection: sqlite3.Connection = super().get_new_connection(conn_params)
        self._file = self._file_now()
        return connection

    def is_usable(self) -> bool:
        """Tell whether this connection has met no error, and still leads to the file in place.

        An open file can be written on after it was replaced (a backup was put back) or made read-only.
        """
        return not self.errors_occurred and self._file == self._file_now()

    def _file_now(self) -> _File | None:
        """Return which file is in place and whether it may be written; None where there is none."""
        path = self.settings_dict["NAME"]
        try:
            found = os.stat(path)
        except OSError:
            return None
        return found.st_dev, found.st_ino, os.access(path, os.W_OK)


def hold_open(database: dict[str, Any]) -> sqlite3.Connection | None:
    """Open an idle connection to this entry of `DATABASES`; None without a SQLite file.

    The last connection to close writes the write-ahead log back and deletes it. While a process lives that is
    this one: on a full disk tables can still be looked at, since no file has to be made for that.
    """
    if database["ENGINE"] != "yahtzee_site.sqlite" or not Path(database["NAME"]).is_file():
        return None
    connection = sqlite3.connect(database["NAME"])
    atexit.register(connection.close)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.Error:  # requests meet the same trouble and answer with a page
        connection.close()
        return None
    return connection
