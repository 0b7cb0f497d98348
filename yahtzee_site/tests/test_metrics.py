"""`/metrics`: who may read it, and that it counts what happens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.db import OperationalError
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from games.models import Game
from games.tests.players import Person, table_for_two
from yahtzee_site import metrics

pytestmark = pytest.mark.database

Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def figures(client: Client) -> Figures:
    response = client.get("/metrics")
    assert response.status_code == 200
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(response.content.decode())
        for sample in family.samples
    }


def person(name: str) -> Person:
    client = Client()
    client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = "en"
    return Person(name, client)


@pytest.mark.django_db
def test_what_happens_is_counted() -> None:
    anna, ben = person("Anna"), person("Ben")
    before = figures(anna.client)
    path = table_for_two(anna, ben)
    version = Game.objects.get().version
    anna.roll(path)
    assert ben.do(path, "roll").status == 403
    assert anna.post(f"{path}roll", {"version": version}).status == 409
    anna.get(f"{path}table?since=0")
    anna.get(f"{path}table?since=99")
    after = figures(anna.client)

    def grown(name: str, **labels: str) -> float:
        key = (name, tuple(sorted(labels.items())))
        return after[key] - before.get(key, 0)

    assert grown("yahtzee_commands_total", command="create", result="done") == 1
    assert grown("yahtzee_commands_total", command="roll", result="done") == 1
    assert grown("yahtzee_commands_total", command="roll", result="refused") == 2
    assert grown("yahtzee_polls_total", result="news") == 1
    assert grown("yahtzee_polls_total", result="nothing") == 1
    assert grown("yahtzee_request_seconds_count", route="games:roll") == 3
    assert after["yahtzee_games", (("state", "playing"),)] == 1
    assert after["yahtzee_games", (("state", "waiting"),)] == 0
    assert 0 <= after["yahtzee_prune_age_seconds", ()] < 60
    assert after["yahtzee_database_up", ()] == 1
    assert ("yahtzee_sockets", ()) in after
    assert not any(path.split("/")[2] in str(key) for key in after), "no code of a game"


@pytest.mark.django_db
def test_limited_and_failed_are_told_apart() -> None:
    assert [metrics.result_of(status) for status in (200, 204, 303, 403, 409, 422, 429, 500, 503)] == [
        *["done"] * 3,
        *["refused"] * 3,
        "limited",
        *["failed"] * 2,
    ]


@pytest.mark.django_db
def test_only_this_machine_may_read_it(settings: Settings) -> None:
    outside = Client(REMOTE_ADDR="203.0.113.9")
    assert Client().get("/metrics").status_code == 200
    assert outside.get("/metrics").status_code == 404
    settings.METRICS_ALLOW = ["203.0.113.0/24"]
    assert outside.get("/metrics").status_code == 200


@pytest.mark.django_db
def test_a_proxy_does_not_open_it(settings: Settings) -> None:
    """A request through a proxy does not count as local, whether the proxy is configured or not."""
    forwarded = {"x-forwarded-for": "203.0.113.9"}
    assert Client().get("/metrics", headers=forwarded).status_code == 404
    assert Client().get("/metrics", headers={"forwarded": "for=203.0.113.9"}).status_code == 404
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert Client().get("/metrics", headers=forwarded).status_code == 404
    assert Client().get("/metrics").status_code == 200


@pytest.mark.django_db
def test_without_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("away")

    monkeypatch.setattr(metrics, "_stored", fail)
    found = figures(Client())
    assert found["yahtzee_database_up", ()] == 0
    assert ("yahtzee_games", (("state", "playing"),)) not in found


def test_several_processes_count_together(tmp_path: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "from yahtzee_site import metrics\n"
        "import sys, prometheus_client\n"
        "metrics.POLLS.labels('news').inc(3); metrics.SOCKETS.inc(2)\n"
        "print(prometheus_client.generate_latest(metrics._counted()).decode())\n"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "yahtzee_site.settings",
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
        "DATA_DIR": str(tmp_path / "data"),
    }
    command = [sys.executable, "-c", code]
    for number in (1, 2):
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert f'yahtzee_polls_total{{result="news"}} {number * 3}.0' in result.stdout
        assert "yahtzee_sockets 2.0" in result.stdout, "a process that has ended holds no socket open"
