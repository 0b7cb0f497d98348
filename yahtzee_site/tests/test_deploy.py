"""The sample files in deploy/ are accepted by their programs, and name existing files and commands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.tests.site import ROOT
from yahtzee_site.tests.services import program

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def run(*command: str) -> str:
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as they would be on a machine where the site lies here."""
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text().replace("/opt/yahtzee/.venv", sys.prefix).replace("/opt/yahtzee", str(ROOT))
        (tmp_path / path.name).write_text(text)
    return tmp_path


@pytest.mark.services
def test_systemd_takes_the_units(units: Path) -> None:
    said = run(program("systemd-analyze"), "verify", *[str(path) for path in sorted(units.iterdir())])
    assert said.strip() == ""


@pytest.mark.services
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_units_are_hardened(unit: Path) -> None:
    said = run(program("systemd-analyze"), "security", "--offline=true", str(unit))
    found = re.search(r"Overall exposure level for .*: ([\d.]+)", said)
    assert found, said
    assert float(found[1]) <= 2.0


@pytest.mark.services
@pytest.mark.parametrize("kind", ["Caddyfile", "Caddyfile.sub-path"])
def test_caddy_takes_the_samples(kind: str) -> None:
    config = str(DEPLOY / "caddy" / kind)
    assert "Valid configuration" in run(
        program("caddy"), "validate", "--adapter", "caddyfile", "--config", config
    )


def test_every_timer_has_its_service() -> None:
    for timer in (DEPLOY / "systemd").glob("*.timer"):
        assert timer.with_suffix(".service").is_file()
        assert "Persistent=yes" in timer.read_text()


def test_units_run_the_server_as_the_script_does() -> None:
    options = r"uvicorn\W* yahtzee_site\.asgi:application .*"
    script = re.sub(r"\\\n\s*", "", (ROOT / "script" / "server").read_text())
    wanted = set(re.findall(r"--[a-z-]+", re.findall(options, script)[-1]))
    for path in (DEPLOY / "systemd" / "yahtzee-web@.service", DEPLOY / "Dockerfile"):
        assert set(re.findall(r"--[a-z-]+", re.findall(options, path.read_text())[-1])) == wanted


def test_crontab() -> None:
    lines = [line for line in (DEPLOY / "crontab").read_text().splitlines() if re.match(r"[\d*]", line)]
    commands = set()
    for line in lines:
        found = re.fullmatch(r"(\d+) +(\d+|\*) +\* \* \* yahtzee (.+)", line)
        assert found, line
        assert 0 <= int(found[1]) < 60
        assert "%" not in found[3], "cron would take it for a line break"
        assert "/etc/" not in found[3], "the commands read the settings themselves"
        run("sh", "-n", "-c", found[3])
        commands |= set(re.findall(r"manage\.py (\w+)", found[3]))
    assert commands == {"prune_games", "backup"}
    assert commands <= set(get_commands())
    assert "\nSETTINGS_FILE=/etc/yahtzee.env\n" in (DEPLOY / "crontab").read_text()


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_units_leave_the_file_of_settings_to_the_site(unit: Path) -> None:
    """systemd would read it in its own way."""
    text = unit.read_text()
    assert "EnvironmentFile" not in text
    assert "\nEnvironment=SETTINGS_FILE=/etc/yahtzee.env " in text


def test_environment_file_names_settings() -> None:
    known = (ROOT / "yahtzee_site" / "settings.py").read_text()
    names = re.findall(r"^#? ?([A-Z_]+)=", (DEPLOY / "yahtzee.env").read_text(), re.MULTILINE)
    assert len(names) > 5
    for name in names:
        assert f'("{name}"' in known, name


def test_dockerfile_copies_what_there_is() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    for source in re.findall(r"^COPY (\S+)", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    assert re.search(r"^USER (?!root)", text, re.MULTILINE)
