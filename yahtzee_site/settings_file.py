"""Reads a file of settings, the same way for servers, commands, cron, systemd and containers.

A line is `NAME=value`. The value is taken as it stands, to the end of the line: `& $ # " '` and blanks inside
have no meaning. One pair of quotes around all of it is left out, blanks around it, too. Lines that begin with
`#` are comments. Variables that are set in the environment come first.

    python -m yahtzee_site.settings_file     prints the settings as commands of a shell, for script/server
"""

import os
import re
import shlex
from pathlib import Path

VARIABLE = "SETTINGS_FILE"
"""Names the file; empty for none."""

USUAL = Path(__file__).resolve().parent.parent / "yahtzee.env"
"""Read where the variable is not set: a file, or a link to one, beside manage.py."""

_LINE = re.compile(r"(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=(.*)")


class Unreadable(Exception):
    """The file is missing, may not be read, or has a line that is no setting."""


def parse(text: str) -> dict[str, str]:
    r"""Return the settings in a text; Unreadable names the line that is none, but not what it says.

    >>> parse("# comment\nA=x & $y #z\nexport B='it's `fine`'\nC=\"1\" and \"2")
    {'A': 'x & $y #z', 'B': "it's `fine`", 'C': '"1" and "2'}
    """
    found = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise Unreadable(f"line {number} is not like NAME=value")
        found[match[1]] = _without_quotes(match[2].strip())
    return found


def _without_quotes(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value


def read() -> dict[str, str]:
    """Return the settings of the file this process shall use; Unreadable when it cannot be read."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named is not None else USUAL
    if named == "" or (named is None and not os.path.lexists(path)):
        return {}
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"The settings in {path} cannot be read: {error}") from error
    except Unreadable as error:
        raise Unreadable(f"The settings in {path} cannot be read: {error}.") from None


def load() -> dict[str, str]:
    """Put the settings of the file into the environment, where it says nothing else, and return them."""
    found = read()
    for name, value in found.items():
        if not os.environ.get(name, "").strip():
            os.environ[name] = value
    return found


if __name__ == "__main__":
    try:
        for name in load():
            print(f"export {name}={shlex.quote(os.environ[name])}")
    except Unreadable as error:
        raise SystemExit(str(error)) from None
