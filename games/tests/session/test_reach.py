"""Processes that use one SQLite file know whether they are alone, however the others came and went."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

from games.session.reach import Processes
from games.tests.contract_page import HttpBrowser
from games.tests.site import Site

_OTHER = """
import sys
from games.session.reach import Processes
processes = Processes(sys.argv[1])
for line in sys.stdin:
    print(processes.are_one(), flush=True)
"""


class Other:
    """Another process, which can be asked whether it is alone."""

    def __init__(self, database: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"import django; django.setup()\n{_OTHER}", database],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.is_one()  # it is there now

    def is_one(self) -> bool:
        assert self.process.stdin and self.process.stdout
        print(file=self.process.stdin, flush=True)
        return self.process.stdout.readline() == "True\n"

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Other]]:
    """Starts another process that uses the same database."""
    others: list[Other] = []

    def start_one() -> Other:
        others.append(Other(str(tmp_path / "db.sqlite3")))
        return others[-1]

    yield start_one
    for other in others:
        other.end()


def test_processes_come_and_go(tmp_path: Path, start: Callable[[], Other]) -> None:
    mine = Processes(str(tmp_path / "db.sqlite3"))
    assert mine.are_one()
    first, second = start(), start()
    for _ in range(100):  # asking disturbs nobody
        assert not mine.are_one()
        assert not first.is_one()
    second.end()
    assert not mine.are_one()
    assert not first.is_one()
    first.end()  # kill -9
    for _ in range(100):
        if mine.are_one():
            break
        time.sleep(0.05)
    assert mine.are_one()
    assert mine.are_one(), "a lock of one's own is in nobody's way"


def test_another_database_has_other_processes(tmp_path: Path, start: Callable[[], Other]) -> None:
    other = start()
    assert other.is_one()
    assert Processes(str(tmp_path / "other.sqlite3")).are_one()
    assert other.is_one()


@pytest.mark.socket
def test_two_processes_without_redis(tmp_path: Path) -> None:
    """A socket says at once that it will not hear of every move, and when that is over."""
    one, two = Site(tmp_path), Site(tmp_path)
    one.make_tables()
    with one, closing(HttpBrowser(one.base)) as browser:
        browser.ask("GET", "/")
        path = browser.ask("POST", "/games", {"rules": "yacht", "mode": "solo"}).target
        with connect(f"ws://127.0.0.1:{one.port}/ws{path}", proxy=None) as wire:
            assert json.loads(wire.recv(timeout=10))["pushes"] is True
            with two, connect(f"ws://127.0.0.1:{two.port}/ws{path}", proxy=None) as other:
                assert json.loads(other.recv(timeout=10))["pushes"] is False
                while json.loads(wire.recv(timeout=10))["pushes"]:
                    pass
            while not json.loads(wire.recv(timeout=20)).get("pushes"):
                pass
