"""Typed readers for environment variables, and the key file. For `settings.py`; knows no Django settings."""

import contextlib
import os
import re
import secrets
import tempfile
from pathlib import Path
from urllib.parse import quote

import limits
from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
asked: set[str] = set()
"""The names of all variables that were asked for: the settings there are."""
FALSE = {"0", "false", "no", "off"}
_ORIGIN = re.compile(r"https?://([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:[0-9]{1,5})?")


def env_str(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks; an empty one counts as unset."""
    asked.add(name)
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    """Return the variable as a yes or no; anything but 1/0, true/false, yes/no, on/off is an error."""
    value = env_str(name).lower()
    if not value:
        return default
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def env_int(name: str, default: int, *, minimum: int = 0) -> int:
    """Return the variable as a whole number not below `minimum`."""
    value = env_str(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if number < minimum:
        raise ImproperlyConfigured(f"{name} must be at least {minimum}, not {number}.")
    return number


def env_count(name: str, default: int) -> int:
    """Return the variable as a limit; 0 when it is `off`."""
    return 0 if env_str(name).lower() in FALSE else env_int(name, default)


def env_limit(name: str, default: str) -> str:
    """Return a variable such as `30 per 10 minutes`, or `off`."""
    value = env_str(name, default).lower()
    if value in FALSE:
        return "off"
    try:
        limits.parse(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be like {default!r} or off, not {value!r}.") from None
    return value


def env_secret(name: str) -> str:
    """Return the first line of the file that a variable names; an empty text when it names none."""
    path = env_str(name)
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}: {path} cannot be read: {error}") from error


def env_list(name: str, default: str = "") -> list[str]:
    """Return the parts of a variable, separated by commas or blanks."""
    return env_str(name, default).replace(",", " ").split()


def env_origins(name: str) -> list[str]:
    """Return the origins in a variable; a path or a `*` is an error."""
    found = [origin.lower() for origin in env_list(name)]
    for origin in found:
        if not _ORIGIN.fullmatch(origin):
            raise ImproperlyConfigured(f"{name} must list sites like https://example.org, not {origin!r}.")
    return found


def env_link(name: str) -> str:
    """Return the address of a page: `https://…`, or a path such as `/imprint/` on the same host."""
    value = env_str(name)
    if value and (not re.match(r"https?://[^/]|/(?!/)", value) or set(value) & set(' "<>\\')):
        raise ImproperlyConfigured(f"{name} must begin with https:// or with a slash, not {value!r}.")
    return value


def env_contact(name: str) -> str:
    """Return where somebody can be reached: the address of a page, or `mailto:` and a mail address."""
    value = env_str(name)
    return value if re.fullmatch(r"mailto:[^@\s]+@[^@\s]+", value) else env_link(name)


def env_public_url(name: str, root: str) -> str:
    """Return the origin of the public address of the site; its path may only be the sub-path `root`."""
    value = env_str(name).rstrip("/").lower()
    origin = value.removesuffix(root.lower())
    if value and not _ORIGIN.fullmatch(origin):
        raise ImproperlyConfigured(f"{name} must be like https://dice.example.org{root}, not {value!r}.")
    return origin


def env_path_prefix(name: str) -> str:
    """Return a sub-path as `/one/two` (leading slash, no trailing one), or an empty text for the root."""
    parts = [part for part in env_str(name).split("/") if part]
    if any(part in {".", ".."} or not part.isprintable() or set(part) & set(' ?#"<>;%') for part in parts):
        raise ImproperlyConfigured(f"{name} must be a plain path such as /games/yahtzee.")
    return "".join(f"/{part}" for part in parts)


def database_address(url: str) -> str:
    """Return the address of a database with its password written as addresses want it.

    >>> database_address("postgres://me:a#b/c?d%20@host/name"), database_address("postgres://me@host/name")
    ('postgres://me:a%23b%2Fc%3Fd%20@host/name', 'postgres://me@host/name')
    """
    parts = re.fullmatch(r"(\w+://[^:/?#@]*:)(.*)(@[^@/?#]*(?:[/?][^@]*)?)", url)
    if not parts:
        return url
    before, password, after = parts.groups()
    whole = re.sub("%(?![0-9A-Fa-f]{2})", "%25", password)
    return before + quote(whole, safe="%") + after


def kept_secret(path: Path) -> str:
    """Return the secret stored in the file `path`, created on the first call (mode 600).

    The file is created atomically, so that two processes starting at once read the same secret.
    """
    try:
        kept = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp creates files with mode 600.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64) + "\n")
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):  # another process was first: its secret counts
                os.link(draft, path)
        finally:
            os.unlink(draft)
        kept = path.read_text(encoding="ascii").strip()
    if len(kept) < 50:
        raise ImproperlyConfigured(f"{path} does not hold a usable secret. Remove it to get a new one.")
    return kept
