"""The whole site as processes of its own, with a database of its own: for tests that kill or crowd it.

With DATABASE_URL naming a PostgreSQL server, the site gets a new database there; else a SQLite file.
"""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[2]
KEPT = {"PATH", "HOME", "LANG", "VIRTUAL_ENV", "REDIS_URL"}
UNLIMITED = {
    "LIMIT_OPEN_GAMES": "0",
    "LIMIT_NEW_GAMES": "off",
    "LIMIT_WRONG_CODES": "off",
    "LIMIT_SCORE_NAMES": "0",
}


class Site:
    """Settings, commands and the server of one site."""

    def __init__(self, data: Path, database_url: str, *, manifest: bool = False) -> None:
        self.data = data
        kept = {name: value for name, value in os.environ.items() if name in KEPT}
        own = {"DATA_DIR": str(data), "STATIC_MANIFEST": "1" if manifest else "0", "LOG_LEVEL": "ERROR"}
        self.environment = {**kept, **UNLIMITED, **own, "DATABASE_URL": database_url}
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.manage("migrate", "--verbosity", "0")
        if manifest:
            self.manage("collectstatic", "--noinput", "--verbosity", "0")

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py and return what it prints."""
        return self.python("manage.py", *arguments)

    def python(self, *arguments: str) -> str:
        """Run Python with the site's settings and return what it prints."""
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shell(self, code: str) -> str:
        """Run a piece of code inside Django and return what it prints."""
        setup = "import django; django.setup()\n"
        self.environment.setdefault("DJANGO_SETTINGS_MODULE", "yahtzee_site.settings")
        return self.python("-c", setup + code)

    def start(self, workers: int = 1) -> None:
        """Serve, as script/server does, and wait until somebody answers."""
        command = [sys.executable, "-m", "uvicorn", "yahtzee_site.asgi:application", "--port", str(self.port)]
        command += ["--lifespan", "off", "--no-proxy-headers", "--no-access-log", "--log-level", "warning"]
        command += ["--ws-per-message-deflate", "false", "--timeout-graceful-shutdown", "2"]
        command += ["--workers", str(workers)] if workers > 1 else []
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stderr=log, stdout=log, start_new_session=True
            )
        for _ in range(1200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    @property
    def log(self) -> Path:
        return self.data / "log"

    def kill(self) -> None:
        """End the server and its workers as a power cut would."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self) -> None:
        """End the server politely."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None


@contextlib.contextmanager
def site(data: Path, *, manifest: bool = False) -> Iterator[Site]:
    """Give a site that does not serve yet; everything of it is gone afterwards."""
    with database(data) as url:
        found = Site(data, url, manifest=manifest)
        try:
            yield found
        finally:
            found.stop()


@contextlib.contextmanager
def database(data: Path) -> Iterator[str]:
    """Give the address of a new database."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield f"sqlite:///{data / 'db.sqlite3'}"
        return
    import psycopg

    name = f"site_{secrets.token_hex(6)}"
    with psycopg.connect(given, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload]
        try:
            yield urlunsplit(urlsplit(given)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[call-overload]
