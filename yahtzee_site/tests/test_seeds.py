"""docs/seeds.md: no requirement is missing, and the places and tests it names are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
LINES = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if re.match(r"\| [1-5T]\.", line)
]
LAST = {"1": 63, "2": 17, "3": 23, "4": 20, "5": 16, "T": 9}
"""How many requirements each text has; T is the task as a whole."""


def test_no_requirement_is_missing() -> None:
    wanted = [f"{text}.{number}" for text, last in LAST.items() for number in range(1, last + 1)]
    assert [line[0] for line in LINES] == wanted
    assert not [line[0] for line in LINES if len(line) != 4 or not all(line)]
    assert "open" not in {cell.lower() for line in LINES for cell in line}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_its_places_and_tests_are_there(line: list[str]) -> None:
    _number, _what, where, tests = line
    for name in re.findall(r"`([\w./-]+/[\w./-]*)`", where):
        path = name.removeprefix("/")
        assert name.startswith("/") or (ROOT / path).exists(), f"{name} is no file"
    named = re.findall(r"`([^`]+?)::([^`]+)`", tests)
    assert named and len(named) == tests.count("`") // 2
    for path, name in named:
        code = (ROOT / path).read_text(encoding="utf-8")
        found = f'test("{name}"' in code if path.endswith(".mjs") else re.search(rf"\bdef {name}\(", code)
        assert found, f"{path} has no {name}"
