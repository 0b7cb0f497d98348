"""The whole site as a separate process: static files, sub-path, sockets, production settings."""

import contextlib
import gzip
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from games.tests.prepared import copy_database, copy_static_files

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "/spiele/yahtzee"

pytestmark = pytest.mark.socket


def environment(data: Path, **settings: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "VIRTUAL_ENV"}
    }
    return {**kept, "DATA_DIR": str(data), "STATIC_MANIFEST": "1", "LOG_LEVEL": "INFO", **settings}


def manage(data: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(data, **settings), capture_output=True, text=True, check=False
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(data: Path, **settings: str) -> Iterator[int]:
    """Run the server as `script/server` does; gives the port."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "yahtzee_site.asgi:application", "--port", str(port)]
    command += ["--lifespan", "off", "--no-proxy-headers", "--no-access-log", "--log-level", "warning"]
    with (data / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment(data, **settings), stderr=log)
        try:
            for _ in range(1800):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                assert process.poll() is None, (data / "log").read_text()
                time.sleep(0.05)
            yield port
        finally:
            process.terminate()
            process.wait(timeout=15)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any) -> None:
        return None


class Visitor:
    """A minimal HTTP client: stores cookies, follows no redirects."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), NoRedirect, urllib.request.HTTPCookieProcessor(self.cookies)
        )

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> Any:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.base + path, data=data, headers=names)
        try:
            answer = self.opener.open(request, timeout=20)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            answer.body = answer.read()
        return answer


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with an empty database and gathered static files."""
    path = tmp_path_factory.mktemp("site")
    copy_database(path)
    copy_static_files(path)
    return path


@pytest.fixture(scope="module")
def plain(data: Path) -> Iterator[int]:
    with served(data) as port:
        yield port


@pytest.fixture(scope="module")
def below(data: Path) -> Iterator[int]:
    with served(data, SITE_ROOT=PREFIX) as port:
        yield port


def stylesheet(page: str) -> str:
    found = re.search(r'href="([^"]+/css/[^"]+\.css)"', page)
    assert found
    return found[1]


def test_static_files_are_compressed_and_kept(plain: int) -> None:
    visitor = Visitor(plain)
    path = stylesheet(visitor.ask("/").body.decode())
    assert re.fullmatch(r"/static/css/site\.[0-9a-f]{12}\.css", path)
    for encoding in ("br", "gzip"):
        answer = visitor.ask(path, accept_encoding=encoding)
        assert answer.headers["Content-Encoding"] == encoding
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    whole = visitor.ask(path)
    assert gzip.decompress(visitor.ask(path, accept_encoding="gzip").body) == whole.body
    assert visitor.ask(path, if_modified_since=whole.headers["Last-Modified"]).status == 304
    assert visitor.ask(path, range="bytes=0-9").body == whole.body[:10]
    assert "immutable" not in visitor.ask("/static/css/site.css").headers["Cache-Control"]
    # Other sites load this one, by a name that stays.
    assert visitor.ask("/static/embed/parent.js", accept_encoding="br").headers["Content-Encoding"] == "br"
    assert visitor.ask("/static/css/none.css").status == 404
    assert visitor.ask("/static/../secret_key").status == 404


def test_static_files_bring_no_warning(plain: int, data: Path) -> None:
    Visitor(plain).ask("/static/css/site.css")
    assert "StreamingHttpResponse" not in (data / "log").read_text()


def test_pages_are_compressed_on_the_wire(plain: int) -> None:
    visitor = Visitor(plain)
    packed = visitor.ask("/", accept_encoding="gzip, br")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.body) < len(visitor.ask("/").body) / 2


def test_large_bodies_are_refused_in_any_form(plain: int) -> None:
    assert Visitor(plain).ask("/games", b"x" * 9000).status == 413
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", plain), timeout=20) as wire:
            wire.sendall(b"POST /games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            wire.sendall((b"1000\r\n" + b"x" * 0x1000 + b"\r\n") * 3)
            assert wire.recv(4096).startswith(b"HTTP/1.1 413")


def test_log_lines_are_json(plain: int, data: Path) -> None:
    Visitor(plain).ask("/nothing%0Ahere/g/ABCDEFGH23/", user_agent="x")
    for line in (data / "log").read_text().splitlines():
        assert {"time", "level", "logger", "message"} <= set(json.loads(line))
        assert "ABCDEFGH23" not in line
        assert "127.0.0.1" not in line.replace("Uvicorn running on http://127.0.0.1:", ""), "no visitor's"


def new_game(visitor: Visitor, prefix: str) -> str:
    """Start a solo game by the form; return the address the answer leads to."""
    page = visitor.ask(f"{prefix}/").body.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    form = f"csrfmiddlewaretoken={token[1]}&rules=triple_yahtzee&mode=solo&players=1&name=Anna"
    answer = visitor.ask(f"{prefix}/games", form.encode())
    assert answer.status in {302, 303}, answer.body.decode()
    return str(answer.headers["Location"])


@pytest.mark.parametrize("outside", [PREFIX, ""], ids=["kept", "stripped"])
def test_sub_path_with_either_kind_of_proxy(below: int, outside: str) -> None:
    """`outside` is what the proxy leaves of the prefix; what the browser sees always has it."""
    visitor = Visitor(below)
    page = visitor.ask(f"{outside}/").body.decode()
    links = re.findall(r'(?:href|src|action|hx-get|hx-post)="(/[^"]*)"', page)
    assert links
    assert all(link.startswith(f"{PREFIX}/") for link in links), links

    static = stylesheet(page).removeprefix(PREFIX)
    assert visitor.ask(outside + static).status == 200
    assert "immutable" in visitor.ask(outside + static).headers["Cache-Control"]

    answer = visitor.ask(f"{outside}/scores")
    assert (answer.status, answer.headers["Location"]) == (301, f"{PREFIX}/scores/")


def test_sub_path_game_cookies_and_socket(below: int) -> None:
    visitor = Visitor(below)
    location = new_game(visitor, PREFIX)
    assert location.startswith(f"{PREFIX}/g/")
    assert {cookie.path for cookie in visitor.cookies} == {f"{PREFIX}/"}
    assert visitor.ask(location).status == 200
    code = location.removeprefix(f"{PREFIX}/g/").strip("/")
    for outside in (PREFIX, ""):
        with connect(f"ws://127.0.0.1:{below}{outside}/ws/g/{code}/", proxy=None) as wire:
            assert json.loads(wire.recv(timeout=10))["version"] >= 0


_IMPORTS = re.compile(r'^import[^"]*"(\.[^"]+)";|\bimport\("([^"]+)"\)', re.M)


@pytest.mark.parametrize("pad", ["yacht", "farkle", "match"])
def test_the_scripts_of_a_pad_find_each_other_under_their_hashed_names(below: int, pad: str) -> None:
    visitor = Visitor(below)
    page = visitor.ask(f"{PREFIX}/pads/{pad}/").body.decode()
    (later,) = re.findall(r'data-later="([^"]+)"', page)
    listed = {*re.findall(r'rel="modulepreload" href="([^"]+)"', page), *later.split()}
    assert len(listed) > 10
    for script in listed:
        assert re.fullmatch(PREFIX + r"/static/\S+\.[0-9a-f]{12}\.js", script)
        answer = visitor.ask(script)
        assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"]
        for first, later in _IMPORTS.findall(answer.body.decode()):
            name = first or later
            assert urllib.parse.urljoin(script, name) in listed, f"{script} imports {name}"


def test_sub_path_without_its_slash(below: int) -> None:
    assert Visitor(below).ask(PREFIX).status == 200


def test_sockets_of_foreign_pages_are_refused(plain: int) -> None:
    visitor = Visitor(plain)
    code = new_game(visitor, "").removeprefix("/g/").strip("/")
    address = f"ws://127.0.0.1:{plain}/ws/g/{code}/"
    with connect(address, origin=f"http://127.0.0.1:{plain}", proxy=None) as wire:  # type: ignore[arg-type]
        assert json.loads(wire.recv(timeout=10))["version"] >= 0
    with (
        pytest.raises(InvalidStatus),
        connect(address, origin="https://evil.example.net", proxy=None),  # type: ignore[arg-type]
    ):
        pass


# --- The script ------------------------------------------------------------------------------------------


def test_script_server(data: Path) -> None:
    """Started on a prepared machine: says where to play, serves this machine's names and nobody else's."""
    port = free_port()
    settings = {"PORT": str(port), "VENV": sys.prefix}
    with (data / "script").open("w+") as output:
        process = subprocess.Popen(
            ["script/server"], cwd=ROOT, env=environment(data, **settings), stdout=output, stderr=output
        )
        try:
            for _ in range(2400):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                assert process.poll() is None, (data / "script").read_text()
                time.sleep(0.05)
            assert f"http://localhost:{port}" in (data / "script").read_text()
            visitor = Visitor(port)
            assert visitor.ask("/", host=f"localhost:{port}").status == 200
            assert visitor.ask("/", host=f"{socket.gethostname()}:{port}").status == 200
            assert visitor.ask("/", host="evil.example.net").status == 400

            again = subprocess.run(
                ["script/server"],
                cwd=ROOT,
                env=environment(data, **settings),
                capture_output=True,
                text=True,
                check=False,
            )
            assert again.returncode != 0
            assert f"PORT={port + 1}" in again.stderr
        finally:
            process.terminate()
            process.wait(timeout=15)


# --- Settings of a public site ---------------------------------------------------------------------------

PUBLIC = {"HTTPS": "1", "ALLOWED_HOSTS": "dice.example.org", "TRUSTED_PROXIES": "127.0.0.1"}
LINKS = {"IMPRINT_URL": "https://www.example.org/imprint/", "PRIVACY_URL": "/privacy/"}


@pytest.mark.parametrize("root", ["", "/games"])
def test_deployment_check_passes(data: Path, root: str) -> None:
    result = manage(data, "check", "--deploy", "--fail-level", "WARNING", **PUBLIC, **LINKS, SITE_ROOT=root)
    assert result.returncode == 0, result.stderr
    assert "3 silenced" in result.stdout, "two things that are for the owner of the host, and frames"


def test_a_variable_nobody_reads_any_more_is_named(data: Path) -> None:
    """Once, when the site is set up or started; nothing else changes."""
    for command in (("check",), ("migrate", "--noinput", "--verbosity", "0")):
        result = manage(data, *command, SSL_REDIRECT="0", REDIS_PREFIX="dice", PLAYER_COOKIE_NAME=" ")
        assert result.returncode == 0, result.stderr
        told = [line.partition(" is set")[0] for line in result.stderr.splitlines() if "W003" in line]
        assert told == ["?: (site.W003) REDIS_PREFIX", "?: (site.W003) SSL_REDIRECT"]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "max-age=15768000"),
        ({"SITE_ROOT": "/games"}, "max-age=15768000"),
        ({"HSTS_SECONDS": "3600"}, "max-age=3600"),
        ({"HSTS_SECONDS": "0"}, None),
    ],
)
def test_the_site_binds_no_other_names(data: Path, settings: dict[str, str], told: str | None) -> None:
    with served(data, **PUBLIC, **settings) as port:
        behind = {"host": "dice.example.org", "x_forwarded_proto": "https"}
        answer = Visitor(port).ask(f"{settings.get('SITE_ROOT', '')}/", **behind)
        assert (answer.status, answer.headers["Strict-Transport-Security"]) == (200, told)


def test_behind_a_tls_proxy(data: Path) -> None:
    with served(data, **PUBLIC) as port:
        visitor = Visitor(port)
        behind = {"host": "dice.example.org", "x_forwarded_proto": "https", "x_forwarded_for": "203.0.113.9"}
        answer = visitor.ask("/", **behind)
        assert answer.status == 200
        assert "max-age=15768000" in answer.headers["Strict-Transport-Security"]
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        cookies = answer.headers.get_all("Set-Cookie")
        assert cookies
        assert all("Secure" in cookie for cookie in cookies)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.body.decode())
        assert token
        form = f"csrfmiddlewaretoken={token[1]}&rules=yacht&mode=solo".encode()
        cookie = "; ".join(cookie.partition(";")[0] for cookie in cookies)
        for origin, status in (("https://dice.example.org", 303), ("https://evil.example.net", 403)):
            posted = visitor.ask("/games", form, origin=origin, referer=f"{origin}/", cookie=cookie, **behind)
            assert posted.status == status
        assert visitor.ask("/readyz", host="dice.example.org").status == 200
        redirect = visitor.ask("/", host="dice.example.org")
        assert redirect.headers["Location"] == "https://dice.example.org/"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"COOKIE_SAMESITE": "None"}, "need HTTPS=1"),
        ({"COOKIE_SAMESITE": "sometimes"}, "must be Lax, Strict or None"),
        ({"DATABASE_URL": "mysql://localhost/x"}, "must start with"),
        ({"DEBUG": "perhaps"}, "DEBUG must be 1 or 0"),
        ({"SITE_ROOT": "/a/../b"}, "plain path"),
    ],
)
def test_wrong_settings_are_told_plainly(data: Path, settings: dict[str, str], sentence: str) -> None:
    result = manage(data, "check", **settings)
    assert result.returncode != 0
    assert sentence in result.stderr


def test_frames_of_foreign_sites(data: Path) -> None:
    settings = {**PUBLIC, "EMBED_ORIGINS": "https://club.example.net", "COOKIE_SAMESITE": "None"}
    code = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "headers = {'host': 'dice.example.org', 'x-forwarded-proto': 'https'}\n"
        "answer = Client().get('/', headers=headers)\n"
        "print(answer['Content-Security-Policy'])\n"
        "print(answer.cookies.output())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(
            data, DJANGO_SETTINGS_MODULE="yahtzee_site.settings", COOKIE_PARTITIONED="1", **settings
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "frame-ancestors 'self' https://club.example.net" in result.stdout
    assert re.search(r"yahtzee_csrf=.*Partitioned.*SameSite=None; Secure", result.stdout)


def test_site_in_a_thread(server: str) -> None:
    """The fixture other tests build on: the whole site on the test database."""
    visitor = Visitor(int(server.rpartition(":")[2]))
    assert visitor.ask("/readyz").status == 200
    assert visitor.ask("/").status == 200
