"""script/bench measures what it says: short runs of its parts, whose figures nobody judges here."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from script._bench import figures, online, pages, peers

ROOT = Path(__file__).resolve().parents[2]
PEER = ROOT / "script" / "_bench" / "boardgame_io"


@pytest.mark.socket
def test_a_game_of_two_is_played_to_its_end(server: str) -> None:
    before = figures.cpu_ms(os.getpid())
    moves = online.play(server, os.getpid(), rules="yahtzee", games=2, at_once=2)
    assert moves.count == len(moves.waits) == 2 * 26 * 3
    assert 0 < moves.p50 <= moves.p95 <= 1000 * moves.seconds
    assert 0 < moves.cpu <= figures.cpu_ms(os.getpid()) - before


@pytest.mark.socket
def test_a_game_that_fails_fails_the_measurement(server: str) -> None:
    with pytest.raises(AssertionError, match="422"):
        online.play(server, os.getpid(), rules="canasta", games=1, at_once=1)


@pytest.mark.socket
def test_every_kind_of_page_is_asked_for(server: str) -> None:
    """And answered as it should be: each checks its status."""
    with pages.kinds(server) as kinds:
        for kind in kinds:
            assert pages.cost(kind, os.getpid(), requests=1) >= 0
        assert len({kind.name for kind in kinds}) == len(kinds) == 12


@pytest.mark.parametrize(
    ("value", "at_least", "ending"),
    [
        (4, False, "50% of 8"),
        (12, False, "150% of 8   OVER"),
        (12, True, "150% of 8"),
        (4, True, "50% of 8   UNDER"),
    ],
)
def test_a_figure_says_whether_it_keeps_its_budget(
    value: float, at_least: bool, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    figures.show("a move", value, "ms", 8, at_least=at_least)
    assert capsys.readouterr().out.endswith(f"{ending}\n")


def test_memory_and_clocks_are_those_of_the_process() -> None:
    assert 10 < figures.memory_mb(os.getpid()) < 10_000
    with pytest.raises(SystemExit, match="only Linux"):
        figures.cpu_ms(2**30)


def test_what_is_compared_stays_the_same() -> None:
    """Packages are named exactly, and the lock file has each with its checksum, from the public registry."""
    wanted = json.loads((PEER / "package.json").read_text())["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    lock = json.loads((PEER / "package-lock.json").read_text())["packages"]
    assert lock.pop("")["dependencies"] == wanted
    for name, version in wanted.items():
        assert lock[f"node_modules/{name}"]["version"] == version
    for package in lock.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package, "packages come from the registry that npm is set to"


def test_what_was_reached_is_written_down_for_every_game() -> None:
    reached = json.loads(peers.REACHED.read_text())["cpu_per_move_to_boardgame_io"]
    assert set(reached) == set(online.NAMES) == set(online.BUDGETS)
    assert all(0.5 < ratio < 10 for ratio in reached.values())


def test_a_comparison_without_node_says_what_is_missing(tmp_path: Path) -> None:
    for name in ("bash", "dirname"):
        found = shutil.which(name)
        assert found
        (tmp_path / name).symlink_to(found)
    done = subprocess.run(
        ["bash", "script/bench", "peers"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "needs node 18 or newer and npm" in done.stderr
