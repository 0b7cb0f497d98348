"""Typed environment variables and the stored secret."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from yahtzee_site.env import (
    env_bool,
    env_count,
    env_int,
    env_link,
    env_list,
    env_origins,
    env_path_prefix,
    env_public_url,
    env_str,
    kept_secret,
)


def test_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "  value ")
    assert env_str("NAME") == "value"
    monkeypatch.setenv("NAME", " ")
    assert env_str("NAME", "default") == "default"
    monkeypatch.delenv("NAME")
    assert env_str("NAME") == ""


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("Yes", True), ("ON", True), ("0", False), ("false", False), ("", None)]
)
def test_yes_or_no(monkeypatch: pytest.MonkeyPatch, text: str, value: bool | None) -> None:
    monkeypatch.setenv("NAME", text)
    assert env_bool("NAME", True) is (True if value is None else value)
    assert env_bool("NAME", False) is (False if value is None else value)


def test_wrong_values_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "maybe")
    for reader in (env_bool, lambda name: env_int(name, 1)):
        with pytest.raises(ImproperlyConfigured, match="NAME.*maybe"):
            reader("NAME")
    monkeypatch.setenv("NAME", "-1")
    with pytest.raises(ImproperlyConfigured, match="at least 0"):
        env_int("NAME", 1)


def test_a_count_can_be_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, count in {"": 7, "12": 12, "0": 0, "off": 0, "Off": 0}.items():
        monkeypatch.setenv("NAME", value)
        assert env_count("NAME", 7) == count
    monkeypatch.setenv("NAME", "many")
    with pytest.raises(ImproperlyConfigured, match="NAME.*many"):
        env_count("NAME", 7)


def test_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "a, b c,,d")
    assert env_list("NAME") == ["a", "b", "c", "d"]
    monkeypatch.delenv("NAME")
    assert env_list("NAME", "x y") == ["x", "y"]


@pytest.mark.parametrize(
    ("text", "prefix"),
    [("", ""), ("/", ""), ("spiele/yahtzee", "/spiele/yahtzee"), ("/spiele//yahtzee/", "/spiele/yahtzee")],
)
def test_path_prefix(monkeypatch: pytest.MonkeyPatch, text: str, prefix: str) -> None:
    monkeypatch.setenv("NAME", text)
    assert env_path_prefix("NAME") == prefix


@pytest.mark.parametrize("text", ["/a/../b", "/a b", "https://host/x?y"])
def test_bad_path_prefix(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("NAME", text)
    with pytest.raises(ImproperlyConfigured):
        env_path_prefix("NAME")


def test_origins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "https://www.Example.org, http://localhost:8001 http://[::1]:80")
    assert env_origins("NAME") == ["https://www.example.org", "http://localhost:8001", "http://[::1]:80"]


@pytest.mark.parametrize(
    "text", ["*", "https://*.example.org", "https://a.org/", "example.org", "https://a;b", "data:", "'self'"]
)
def test_bad_origins(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Anything else would let more sites in than meant, or nobody without a word."""
    monkeypatch.setenv("NAME", text)
    with pytest.raises(ImproperlyConfigured, match="must list sites"):
        env_origins("NAME")


@pytest.mark.parametrize("text", ["", "https://example.org/imprint", "/imprint/"])
def test_link(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("NAME", text)
    assert env_link("NAME") == text


@pytest.mark.parametrize("text", ["javascript:alert(1)", "imprint", "//example.org", "https://", '/"x'])
def test_bad_link(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("NAME", text)
    with pytest.raises(ImproperlyConfigured):
        env_link("NAME")


@pytest.mark.parametrize(
    ("text", "root", "origin"),
    [
        ("", "/dice", ""),
        ("https://example.org/", "", "https://example.org"),
        ("https://example.org/Dice/", "/dice", "https://example.org"),
        ("https://example.org:8443", "/dice", "https://example.org:8443"),
    ],
)
def test_public_url(monkeypatch: pytest.MonkeyPatch, text: str, root: str, origin: str) -> None:
    monkeypatch.setenv("NAME", text)
    assert env_public_url("NAME", root) == origin


def test_public_url_with_another_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "https://example.org/elsewhere")
    with pytest.raises(ImproperlyConfigured, match="example.org/dice"):
        env_public_url("NAME", "/dice")


def test_secret_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret_key"
    secret = kept_secret(path)
    assert len(secret) >= 50
    assert kept_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="Remove it"):
        kept_secret(tmp_path / "secret_key")


def test_processes_starting_at_once_share_the_secret(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from yahtzee_site.env import kept_secret; "
        "print(kept_secret(pathlib.Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "secret_key")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    secrets = {process.communicate(timeout=60)[0] for process in running}
    assert len(secrets) == 1
    assert all(process.returncode == 0 for process in running)
