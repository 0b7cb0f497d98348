"""Fixtures for all tests."""

import asyncio
import hashlib
import itertools
import os
import shutil
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

ASGIApplication = Callable[[Any, Any, Any], Awaitable[None]]

# Servers that tests start as separate processes also find static files without collectstatic.
os.environ.setdefault("STATIC_MANIFEST", "0")
# And none of them has the settings of a site that lives beside the tests.
os.environ["SETTINGS_FILE"] = ""
# Playwright runs an event loop in the thread of the tests, where Django would refuse database queries.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_configure(config: pytest.Config) -> None:
    """Compile outdated translations once, before the processes of xdist start."""
    from yahtzee_site.translations import LOCALE_DIR, NEUTRAL_DIR, compile_stale

    if not hasattr(config, "workerinput"):
        compile_stale(LOCALE_DIR)
        compile_stale(NEUTRAL_DIR)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: Playwright leaves an event loop running, in which tests of sockets fail."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(autouse=True, scope="session")
def settings_for_tests() -> Iterator[None]:
    """Plain static files, fast password hashes, no limit of games and codes."""
    from django.conf import settings
    from django.test import override_settings

    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    with override_settings(
        STORAGES=storages,
        WHITENOISE_USE_FINDERS=True,
        WHITENOISE_AUTOREFRESH=True,
        WHITENOISE_MAX_AGE=600,
        LIMIT_OPEN_GAMES=0,
        LIMIT_NEW_GAMES="off",
        LIMIT_WRONG_CODES="off",
        LIMIT_DEVICE_LINKS="off",
        LIMIT_SCORE_NAMES=0,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        yield
    # Which processes use the database (games/session/reach.py) is kept beside it.
    for name in {str(database["TEST"].get("NAME")) for database in settings.DATABASES.values()}:
        Path(f"{name}-processes").unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Tests change words and rules, which does not happen to a running server."""
    from games import remembered, static_pages
    from games.words import labels
    from yahtzee_site import kept_answers

    remembered.forget()
    labels.forget()
    static_pages.forget()
    kept_answers.forget()


@pytest.fixture(autouse=True)
def dice_of_the_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice each time a test runs, others for every test: what fails once fails again."""
    from games import dice_stream

    numbers = itertools.count()

    def seed() -> bytes:
        return hashlib.sha256(f"{request.node.nodeid} {next(numbers)}".encode()).digest()

    monkeypatch.setattr(dice_stream, "new_seed", seed)


@pytest.fixture
def neutral(settings: Settings) -> Iterator[Settings]:
    """The settings as NEUTRAL=1 makes them; see `test_the_variable_sets_all_of_it`."""
    from yahtzee_site.translations import LOCALE_DIR, NEUTRAL_DIR

    settings.NEUTRAL = True
    settings.LOCALE_PATHS = [NEUTRAL_DIR, LOCALE_DIR]
    for name in ("PLAYER", "CSRF", "SESSION", "LANGUAGE"):
        setting = f"{name}_COOKIE_NAME"
        setattr(settings, setting, getattr(settings, setting).replace("yahtzee", "dice"))
    yield settings


def late(application: ASGIApplication, seconds: float) -> ASGIApplication:
    """Delay scripts and sockets by these seconds and other answers by half of them, like a slow network."""

    async def behind_a_slow_line(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" or scope["path"].endswith(".js"):
            await asyncio.sleep(seconds)
        elif scope["method"] == "POST" or scope["path"].endswith("/table"):
            await asyncio.sleep(seconds / 2)
        await application(scope, receive, send)

    return behind_a_slow_line


@pytest.fixture
def server(transactional_db: None) -> Iterator[str]:
    """Address (`http://…`) of the whole site, sockets included, served from a thread of this process."""
    import uvicorn

    from games.session import signs
    from yahtzee_site.asgi import application

    signs.stop()  # a test begins and ends with everything written
    config = uvicorn.Config(
        late(application, float(os.environ["LATE"])) if "LATE" in os.environ else application,
        host="127.0.0.1",
        port=0,
        lifespan="off",
        log_config=None,
        proxy_headers=False,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    instance = uvicorn.Server(config)
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        thread = threading.Thread(target=instance.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not instance.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            instance.should_exit = True
            thread.join(timeout=10)
            close_kept_connections()


def close_kept_connections() -> None:
    """Let every thread of the site give its database connection up: the next test may have no database."""
    from asgiref.sync import SyncToAsync
    from django.db import connections

    from yahtzee_site import threads

    def close(together: threading.Barrier) -> None:
        together.wait(timeout=10)
        connections.close_all()

    pools = [(lane.executor, lane.threads) for lane in threads.LANES]
    for executor, count in [*pools, (SyncToAsync.single_thread_executor, 1)]:
        together = threading.Barrier(count)
        for done in [executor.submit(close, together) for _ in range(count)]:
            done.result()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser found by script/test, with the flags it needs as root and to make no requests itself.

    Debian's Chromium has a small twin without windows, which takes a quarter less time for the same.
    """
    arguments = {**browser_type_launch_args}
    path = _chromium()
    twin = shutil.which("chromium-headless-shell")
    if twin and (not path or Path(path).resolve() == Path("/usr/bin/chromium")):
        path = twin
    if path:
        arguments["executable_path"] = path
    flags = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        # Host names for tests of frames on foreign sites, without third-party cookies.
        "--host-resolver-rules=MAP *.example.org 127.0.0.1, MAP *.example.net 127.0.0.1",
        "--test-third-party-cookie-phaseout",
        # The address bar's suggestions are a page in every window, and one more is kept in reserve: without
        # them the tests take a quarter less time. The last one is off with Playwright, too, whose list this
        # replaces: storage of foreign frames throws.
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,"
        "ThirdPartyStoragePartitioning",
    ]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    arguments["args"] = [*arguments.get("args", []), *flags]
    return arguments


@pytest.fixture(scope="session")
def whole_browser_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """As above, but a browser with settings, which the twin has not."""
    path = _chromium()
    return {**browser_type_launch_args, **({"executable_path": path} if path else {"channel": "chromium"})}


def _chromium() -> str | None:
    """Return the program of an installed Chromium, None for the one that Playwright has fetched."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
