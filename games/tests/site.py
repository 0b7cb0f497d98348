"""Runs the site and other servers as processes, for tests that configure, load or kill them.

Each server has its own folder and a free port of this machine, and ends with its `with` block.
"""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from games.tests.prepared import copy_database, copy_static_files

ROOT = Path(__file__).resolve().parents[2]
_KEPT = {"PATH", "HOME", "LANG", "VIRTUAL_ENV"}


def free_port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for(what: str, works: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until `works()` is true; RuntimeError when that takes too long."""
    end = time.monotonic() + seconds
    while not works():
        if time.monotonic() > end:
            raise RuntimeError(f"{what} is not there after {seconds} s")
        time.sleep(0.02)


def listens(port: int) -> bool:
    """Tell whether a port of this machine accepts connections."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Server(ABC):
    """A process that listens on a port and writes to a log."""

    name = "server"
    source = ROOT
    """The folder it runs in."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / f"{self.name}-{self.port}.log"

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command line that starts it."""

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name in _KEPT}

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.source, env=self.environment(), stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        try:
            wait_for(self.name, self._ready)
        except RuntimeError as error:
            self.kill()
            raise RuntimeError(f"{error}\n{self.log.read_text()[-3000:]}") from None

    def _ready(self) -> bool:
        assert self.process
        if self.process.poll() is not None:
            raise RuntimeError(f"{self.name} has ended with {self.process.returncode}")
        return listens(self.port)

    def send(self, number: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(number)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End it by a signal, and wait for that."""
        if self.process:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def kill(self) -> None:
        """End it and its child processes at once (kill -9), like a power failure."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


class Site(Server):
    """One process of the site, or several on one port; `settings` are environment variables."""

    name = "site"
    workers = 1

    def __init__(self, folder: Path, port: int | None = None, **settings: str) -> None:
        super().__init__(folder, port)
        limits = {"LIMIT_NEW_GAMES": "off", "LIMIT_OPEN_GAMES": "0", "LIMIT_WRONG_CODES": "off"}
        self.settings = {"STATIC_MANIFEST": "0", "LOG_LEVEL": "WARNING", **limits, **settings}

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.settings.get('SITE_ROOT', '')}"

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "SETTINGS_FILE": "", "DATA_DIR": str(self.folder), **self.settings}

    def command(self) -> list[str]:
        return [
            *[sys.executable, "-m", "uvicorn", "yahtzee_site.asgi:application", "--port", str(self.port)],
            *["--lifespan", "off", "--ws-per-message-deflate", "false", "--ws-max-size", "16384"],
            *["--timeout-graceful-shutdown", "5"],
            *(["--workers", str(self.workers)] if self.workers > 1 else []),
            *["--no-proxy-headers", "--no-server-header", "--no-access-log", "--log-level", "warning"],
        ]

    def make_tables(self) -> None:
        """Give it a database without games."""
        if self.settings.get("DATABASE_URL", "").startswith("postgres"):
            self.manage("migrate", "--verbosity", "0")
        else:
            copy_database(self.folder)

    def manage(self, *arguments: str) -> str:
        """Run a management command with the same settings and return its output; fail if it fails."""
        command = [sys.executable, "manage.py", *arguments]
        result = subprocess.run(
            command, cwd=self.source, env=self.environment(), capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stderr + result.stdout
        return result.stdout

    def shell(self, code: str) -> str:
        """Run Python code inside Django and return its output."""
        return self.manage("shell", "--no-imports", "-c", code)

    def is_ready(self) -> bool:
        """Tell whether /readyz answers 200."""
        try:
            with urllib.request.urlopen(f"{self.base}/readyz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@contextlib.contextmanager
def site(data: Path, *, manifest: bool = False, **more: str) -> Iterator[Site]:
    """Yield a site with `more` settings, not started yet; stop it and delete its database afterwards."""
    with database(data) as url:
        redis = {name: os.environ[name] for name in ("REDIS_URL",) if name in os.environ}
        settings = {"STATIC_MANIFEST": "1" if manifest else "0", "LOG_LEVEL": "ERROR", **more}
        found = Site(data, DATABASE_URL=url, **settings, **redis)
        found.make_tables()
        if manifest:
            copy_static_files(data)
        try:
            yield found
        finally:
            found.stop()


@contextlib.contextmanager
def database(data: Path) -> Iterator[str]:
    """Yield the address of a new database."""
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
