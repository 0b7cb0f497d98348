"""The file of settings: read alike by servers, commands, cron, systemd and script/server."""

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tests.prepared import copy_database
from games.tests.site import ROOT
from yahtzee_site import env, settings_file
from yahtzee_site.settings_file import Unreadable, load, parse

ODD = "a&b $HOME `id` #x \"y\" 'z' \\ \\n %% ;|<>(){}*?!~^=@ \u00e4"
PASSWORDS = [
    "plain", "a&b", "a$b", "$HOME", "a#b", 'a"b', "a'b", "a`id`b", "a b", "a/b?c", "a@b", "a%b", "a:b",
    "a;b|c",
    "%41", "\u00e4\u00f6", "\\", "a\\nb", "(x)", "!x", "~", "*", "{a,b}",
]  # fmt: skip


def test_the_examples_of_the_modules() -> None:
    assert doctest.testmod(settings_file).failed == 0
    assert doctest.testmod(env).failed == 0


def test_lines() -> None:
    text = "\ufeff# one\r\n\r\n  A = 1 \r\nexport B=two words\nC=\nD='x'\nE=\"\"\nF='\nA=2\n"
    assert parse(text) == {"A": "2", "B": "two words", "C": "", "D": "x", "E": "", "F": "'"}


@pytest.mark.parametrize("line", ["HTTPS", "=1", "A B=1", "1A=2", "secret password", "A-B=1"])
def test_a_line_that_is_none_is_named_without_its_text(line: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse(f"# one\n{line}\n")
    assert "line 2" in str(error.value)
    assert line not in str(error.value)


@given(st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=40))
def test_values_are_taken_as_they_stand(value: str) -> None:
    value = value.strip()
    assert parse(f"A='{value}'\nB=\"{value}\"") == {"A": value, "B": value}
    if not (len(value) > 1 and value[0] == value[-1] and value[0] in "'\""):
        assert parse(f"A={value}") == {"A": value}


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings"
    path.write_text("ONE_OF_FILE=file\nTWO_OF_FILE=file\nTHREE_OF_FILE=file\n")
    monkeypatch.setenv("SETTINGS_FILE", str(path))
    monkeypatch.setenv("ONE_OF_FILE", "environment")
    monkeypatch.setenv("TWO_OF_FILE", " ")
    monkeypatch.setenv("THREE_OF_FILE", "")
    assert set(load()) == {"ONE_OF_FILE", "TWO_OF_FILE", "THREE_OF_FILE"}
    found = [os.environ[f"{name}_OF_FILE"] for name in ("ONE", "TWO", "THREE")]
    assert found == ["environment", "file", "file"]


def test_the_usual_file_lies_beside_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SETTINGS_FILE")
    monkeypatch.setattr(settings_file, "USUAL", tmp_path / "yahtzee.env")
    assert settings_file.read() == {}
    (tmp_path / "yahtzee.env").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Unreadable, match=r"yahtzee\.env cannot be read"):
        settings_file.read()
    (tmp_path / "elsewhere").write_text("A=1")
    assert settings_file.read() == {"A": "1"}


def python(command: str, file: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "SETTINGS_FILE": str(file), **more}
    return subprocess.run(
        [sys.executable, *command.split()],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_any_password_reaches_the_database(
    password: str, quote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yahtzee_site.settings import database

    address = parse(f"DATABASE_URL={quote}postgres://me:{password}@db.example:5433/dice{quote}")[
        "DATABASE_URL"
    ]
    found = database(address)
    wanted = "A" if password == "%41" else password  # written as addresses want it
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["NAME"]) == (
        "me",
        wanted,
        "db.example",
        "dice",
    )


def test_commands_and_scripts_read_the_same(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    file.write_text(f"DATA_DIR={tmp_path}\nSITE_NAME={ODD}\nBRAND_NAME='{ODD}'\nLOG_LEVEL=WARNING\n")
    code = (
        "import json; from django.conf import settings as s; print(json.dumps([s.SITE_NAME, s.BRAND_NAME]))"
    )
    command = [sys.executable, "-c", f"import django; django.setup(); {code}"]
    environment = {"PATH": os.environ["PATH"], "SETTINGS_FILE": str(file)}
    environment["DJANGO_SETTINGS_MODULE"] = "yahtzee_site.settings"
    said = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == [ODD, ODD]
    shell = 'eval "$("$0" -m yahtzee_site.settings_file)" && printf "%s\\n" "$SITE_NAME" "$BRAND_NAME"'
    said = subprocess.run(
        ["bash", "-c", shell, sys.executable],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.splitlines() == [ODD, ODD]


@pytest.mark.parametrize("text", ["A line that is none", None])
def test_nothing_is_done_with_a_file_that_cannot_be_read(tmp_path: Path, text: str | None) -> None:
    """The default database is another one: a backup of it would look like success."""
    file = tmp_path / "settings"
    if text:
        file.write_text(text)
    target = tmp_path / "copy.sqlite3"
    done = python(f"manage.py backup {target}", file, DATA_DIR=str(tmp_path))
    assert done.returncode != 0
    assert str(file) in done.stderr
    assert not target.exists()


def test_a_backup_names_what_it_copied(tmp_path: Path) -> None:
    copy_database(tmp_path)
    file = tmp_path / "settings"
    file.write_text(f"DATABASE_URL=sqlite:///{tmp_path}/db.sqlite3\nALOWED_HOSTS=x\n")
    target = tmp_path / "copy.sqlite3"
    done = python(f"manage.py backup {target}", file, DATA_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert f"{target} (" in done.stdout
    assert f"a copy of the SQLite file {tmp_path}/db.sqlite3" in done.stdout
    done = python("manage.py check", file, DATA_DIR=str(tmp_path))
    assert "ALOWED_HOSTS in the file of settings is no setting" in done.stderr
    assert "DATABASE_URL in" not in done.stderr


def test_an_empty_database_is_not_copied(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    file.write_text("")
    for text in (None, b""):
        if text is not None:
            (tmp_path / "db.sqlite3").write_bytes(text)
        done = python(f"manage.py backup {tmp_path / 'copy.sqlite3'}", file, DATA_DIR=str(tmp_path))
        assert done.returncode == 1, done.stdout
        assert not (tmp_path / "copy.sqlite3").exists()
