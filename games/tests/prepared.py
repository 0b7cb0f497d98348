"""An empty database and gathered static files for sites of the tests: made once, then copied.

Both depend on the sources alone. They are kept in the data folder, so that all tests, processes and parts of
a run take the same ones; when a source changes, they are made anew.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def copy_database(folder: Path) -> None:
    """Put a database with all tables and no game into a data folder."""
    with _kept("database", lambda made: _manage(made, "migrate")) as made:
        shutil.copy(made / "db.sqlite3", folder)


def copy_static_files(folder: Path) -> None:
    """Put what collectstatic gathers into a data folder, without the files of the admin."""
    gather = ("collectstatic", "--noinput", "--ignore", "admin")
    with _kept("static", lambda made: _manage(made, *gather)) as made:
        shutil.copytree(made / "static", folder / "static")


@contextmanager
def _kept(what: str, make: Callable[[Path], None]) -> Iterator[Path]:
    """Give the folder that `make` has filled for the present sources; nobody else changes it meanwhile."""
    home = Path(os.environ.get("DATA_DIR", ROOT / "var")) / "tests"
    home.mkdir(parents=True, exist_ok=True)
    found = home / f"{what}-{_sources()}"
    with (home / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.is_dir():
            for old in home.glob(f"{what}-*"):
                shutil.rmtree(old)
            unfinished = home / f"unfinished-{what}"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(found)
        yield found


def _manage(data: Path, *arguments: str) -> None:
    names = ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
    environment = {name: os.environ[name] for name in names if name in os.environ}
    environment |= {"DATA_DIR": str(data), "STATIC_MANIFEST": "1"}
    command = [sys.executable, "manage.py", *arguments, "--verbosity", "0"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr + result.stdout


@cache
def _sources() -> str:
    """Return a checksum of everything that databases and static files are made from."""
    digest = hashlib.sha256(sys.version.encode())
    files = [ROOT / "requirements.lock", *sorted(ROOT.glob("static/**/*"))]
    for app in ("games", "scores", "yahtzee_site"):
        files += sorted(path for path in ROOT.glob(f"{app}/**/*.py") if "tests" not in path.parts)
    for path in files:
        if path.is_file():
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
