"""A database backend: Django's SQLite with persistent connections and a permanent write-ahead log."""

import atexit
import os
import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

_File = tuple[int, int, bool]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that notices when it must be replaced."""

    _file: _File | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Open a connection and remember its file."""
        connection: sqlite3.Connection = super().get_new_connection(conn_params)
        self._file = self._file_now()
        return connection

    def is_usable(self) -> bool:
        """Tell whether this connection has had no error and its file is still the one in place.

        An open file stays writable after it was replaced (a backup was restored) or made read-only.
        """
        return not self.errors_occurred and self._file == self._file_now()

    def _file_now(self) -> _File | None:
        """Return the identity of the file in place and whether it is writable; None where there is none."""
        path = self.settings_dict["NAME"]
        try:
            found = os.stat(path)
        except OSError:
            return None
        return found.st_dev, found.st_ino, os.access(path, os.W_OK)


def hold_open(database: dict[str, Any]) -> sqlite3.Connection | None:
    """Open an idle connection to this entry of `DATABASES`; None without a SQLite file.

    The last connection that closes writes the write-ahead log back and deletes it. While a process lives that
    is this one, so that on a full disk games can still be read, since no file must be created.
    """
    if database["ENGINE"] != "yahtzee_site.sqlite" or not Path(database["NAME"]).is_file():
        return None
    connection = sqlite3.connect(database["NAME"])
    atexit.register(connection.close)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.Error:  # requests will get the same error and answer with a page
        connection.close()
        return None
    return connection
