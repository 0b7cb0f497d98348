"""`/healthz` and `/readyz`."""

from collections import namedtuple
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from yahtzee_site import health

pytestmark = pytest.mark.database

DiskUsage = namedtuple("DiskUsage", "total used free")


@pytest.mark.django_db(databases=[])
def test_health_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nobody_posts(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


@pytest.mark.django_db
def test_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "checks": {"database": "ok", "migrations": "ok", "disk": "ok"},
    }
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_database_that_takes_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_fields: object) -> None:
        raise OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(Session.objects, "create", refuse)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["database"] == "failed"
    assert "readonly" not in response.content.decode()


@pytest.mark.django_db
def test_missing_migration(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda self, targets: ["0002"])
    assert client.get("/readyz").json()["checks"]["migrations"] == "failed"
    monkeypatch.undo()
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_full_disk(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: DiskUsage(10, 10, 0))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["checks"]["disk"]) == (503, "failed")


@pytest.mark.django_db
def test_missing_data_directory(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "gone"
    assert client.get("/readyz").status_code == 503
