"""deploy/compose.yaml fits together and fits the project, as far as is known without a container engine."""

import ipaddress
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from games.tests.site import ROOT
from yahtzee_site.tests.services import program

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ["site", "backup", "prune"]
each = pytest.mark.parametrize("name", SERVICES)


def test_what_there_is() -> None:
    assert set(SERVICES) == {"site", "backup", "prune", "database", "redis", "caddy"}
    known = {"name", "services", "networks", "volumes", "secrets", "x-site"}
    assert set(COMPOSE) == known


@each
def test_names_are_declared(name: str) -> None:
    service = SERVICES[name]
    for kind in ("networks", "secrets"):
        assert set(service.get(kind, [])) <= set(COMPOSE[kind])
    for volume in service.get("volumes", []):
        source, target, *_mode = volume.split(":")
        assert target.startswith("/")
        assert (DEPLOY / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"]
    needed = service.get("depends_on", {})
    for other in needed:
        assert set(SERVICES[other]["networks"]) & set(service["networks"]), "they do not see each other"
        if isinstance(needed, dict) and needed[other]["condition"] == "service_healthy":
            assert "healthcheck" in SERVICES[other] or other == "site", "the image of the site has one"


@each
def test_every_service_is_watched_and_comes_back(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert service.get("healthcheck", {}).get("test") or name == "site"
    assert re.search(r":\d", service["image"]) or service["image"] == SERVICES["site"]["image"]
    open_to_all = {other for other in SERVICES if "ports" in SERVICES[other]}
    assert open_to_all == {"caddy"}


def test_the_image_is_made_of_what_is_here() -> None:
    build = SERVICES["site"]["build"]
    context = (DEPLOY / build["context"]).resolve()
    assert context == ROOT
    dockerfile = (context / build["dockerfile"]).read_text()
    assert "HEALTHCHECK" in dockerfile
    for service in OURS:
        assert SERVICES[service]["image"] == SERVICES["site"]["image"]
        for volume in SERVICES[service]["volumes"]:
            target = volume.split(":")[1]
            assert re.search(rf"install -d -o yahtzee -m 700 .*{target}\b", dockerfile), (
                "or it belongs to root"
            )
    server = re.search(r"pg_dump.* PostgreSQL up to (\d+)", dockerfile)
    assert server
    assert SERVICES["database"]["image"] == f"postgres:{server[1]}"


@pytest.mark.parametrize("name", ["backup", "prune"])
def test_the_loops_run_commands_that_exist(name: str, tmp_path: Path) -> None:
    """And go on after a failure."""
    shell, option, script = SERVICES[name]["command"]
    assert (shell, option) == ("sh", "-c")
    assert "$" not in script, "compose would put a variable there"
    command = re.search(r"manage\.py (\w+)", script)
    assert command
    assert command[1] in get_commands()
    log = tmp_path / "log"
    for file, text in {
        "python": f'#!/bin/sh\necho "$@" >>{log}\nexit 1\n',
        "sleep": f"#!/bin/sh\necho sleep >>{log}\n[ $(wc -l <{log}) -lt 6 ] || kill $PPID\n",
    }.items():
        (tmp_path / file).write_text(text)
        (tmp_path / file).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    subprocess.run(["sh", "-c", script], env={"PATH": path}, timeout=20, check=False)
    lines = log.read_text().splitlines()
    assert lines[0].startswith(f"manage.py {command[1]}")
    assert lines[1] == "sleep"
    assert lines.count(lines[0]) >= 3


@pytest.mark.parametrize("name", ["backup", "prune"])
def test_the_loops_are_seen_to_stand_still(name: str, tmp_path: Path) -> None:
    kind, script = SERVICES[name]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    target = tmp_path / ("yahtzee-20260101T034000Z.dump" if name == "backup" else "done")
    script = script.replace("/backups", str(tmp_path)).replace("/tmp/done", str(target))

    def is_well() -> bool:
        return subprocess.run(["sh", "-c", script], capture_output=True, check=False).returncode == 0

    assert not is_well()
    target.touch()
    assert is_well()
    os.utime(target, (0, 0))
    assert not is_well()


@pytest.mark.parametrize("password", ["plain", "a&b $HOME #c \"d\" 'e' `f` \\ %41 @ / ? :", " x"])
def test_the_settings_of_the_site(tmp_path: Path, password: str) -> None:
    """Those of the file and those of compose.yaml, read by the site itself."""
    (tmp_path / "settings").write_text((DEPLOY / "yahtzee.env").read_text())
    (tmp_path / "database_password").write_text(f"{password}\n")
    environment = {
        key: str(tmp_path) if value == "/data" else value.replace("/run/secrets", str(tmp_path))
        for key, value in SERVICES["site"]["environment"].items()
    }
    code = (
        "import json, django; django.setup(); from django.conf import settings as s; "
        "about = {key: s.DATABASES['default'][key] for key in ('HOST', 'USER', 'NAME', 'PASSWORD')}; "
        "print(json.dumps([about, s.REDIS_URL, s.TRUSTED_PROXIES, s.ALLOWED_HOSTS, s.HTTPS]))"
    )
    environment |= {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "yahtzee_site.settings"}
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    database, redis, proxies, hosts, https = json.loads(said.stdout)
    postgres = SERVICES["database"]["environment"]
    assert database["HOST"] in SERVICES
    assert (database["USER"], database["NAME"]) == (postgres["POSTGRES_USER"], postgres["POSTGRES_DB"])
    assert database["PASSWORD"] == password
    assert postgres["POSTGRES_PASSWORD_FILE"] == SERVICES["site"]["environment"]["DATABASE_PASSWORD_FILE"]
    assert redis == "redis://redis:6379/0"
    assert hosts == ["dice.example.org"]
    assert https
    assert proxies == [COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]]
    assert ipaddress.ip_network(proxies[0]).is_private
    for name in OURS:
        for variable, value in SERVICES[name]["environment"].items():
            if value.startswith("/run/secrets/"):
                assert value.removeprefix("/run/secrets/") in SERVICES[name]["secrets"], variable


def test_the_database_is_not_reached_from_outside() -> None:
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("database", "redis"):
        assert SERVICES[name]["networks"] == ["inside"]


@pytest.mark.services
def test_caddy_asks_the_site() -> None:
    said = subprocess.run(
        [program("caddy"), "adapt", "--config", str(DEPLOY / "caddy" / "Caddyfile")],
        env={**os.environ, **SERVICES["caddy"]["environment"]}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    port = re.search(r"^EXPOSE (\d+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert port
    assert f'"dial":"site:{port[1]}"' in said.stdout
