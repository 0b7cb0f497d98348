"""The lock files have what requirements*.txt pin, each file by its hash, and nothing from elsewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==([^\s;]+)(?: ; ([^\\]+))?", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
name_of = pytest.mark.parametrize("name", ["requirements", "requirements-dev"])


def pins(text: str) -> dict[str, tuple[str, str]]:
    """Return version and marker by name, as package indexes spell it."""
    found = PIN.findall(text)
    return {re.sub("[-_.]+", "-", name).lower(): (version, marker.strip()) for name, version, marker in found}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def wanted(name: str) -> dict[str, tuple[str, str]]:
    text = read(f"{name}.txt")
    included = wanted("requirements") if "-r requirements.txt" in text else {}
    return {**included, **pins(text)}


@name_of
def test_every_pin_is_locked_everywhere(name: str) -> None:
    locked = pins(read(f"{name}.lock"))
    missing = {each: pin for each, pin in wanted(name).items() if locked.get(each) != pin}
    assert not missing, f"{missing} not in {name}.lock: script/lock"


@name_of
def test_what_nobody_pins_is_needed_on_some_systems_only(name: str) -> None:
    """On Debian 12, with Python 3.11.2, redis needs async-timeout."""
    locked, pinned = pins(read(f"{name}.lock")), wanted(name)
    others = {each: marker for each, (_version, marker) in locked.items() if each not in pinned}
    assert all(others.values()), others
    assert others["async-timeout"] == "python_full_version < '3.11.3'"


@name_of
def test_every_package_has_the_hashes_of_its_files_and_no_address(name: str) -> None:
    text = read(f"{name}.lock")
    starts = [match.start() for match in PIN.finditer(text)]
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    assert [part.partition("=")[0] for part in parts if not HASH.search(part)] == []
    assert "://" not in text
    assert "index" not in text


def test_what_runs_the_site_is_the_same_in_both() -> None:
    run, check = pins(read("requirements.lock")), pins(read("requirements-dev.lock"))
    assert {each: check.get(each) for each in run} == run
