"""Rules of the architecture that an import contract cannot express."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
PREPARED = ROOT / "scores" / "prepared.py"
"""The only module that runs SQL itself: what Django has compiled from a query set, always a SELECT."""
DECLARED_WRITERS = [GAMES / "session" / "play.py", GAMES / "session" / "housekeeping.py"]

WRITERS = {
    "delete",
    "adelete",
    "create",
    "acreate",
    "get_or_create",
    "update_or_create",
    "aget_or_create",
    "aupdate_or_create",
    "bulk_create",
    "bulk_update",
    "abulk_create",
    "abulk_update",
    "cursor",
    "raw",
}


def sources(folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob("*.py"))
        if not {"tests", "migrations", "__pycache__"} & set(path.relative_to(folder).parts)
    ]


def is_write(call: ast.Call) -> bool:
    """Tell whether a call stores or removes rows.

    `save()` of a picture and `update()` of a dict take positional arguments; `play.create()` is allowed.
    """
    if not isinstance(call.func, ast.Attribute):
        return False
    name, owner = call.func.attr, call.func.value
    if isinstance(owner, ast.Name) and owner.id == "play":
        return False
    if name in {"update", "aupdate"}:
        return not call.args and bool(call.keywords)
    if name in {"save", "asave"}:
        return not call.args
    return name in WRITERS


def writes(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_write(node))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


@pytest.mark.parametrize("path", sources(GAMES), ids=lambda path: str(path.relative_to(ROOT)))
def test_only_two_modules_write(path: Path) -> None:
    if path in DECLARED_WRITERS:
        return
    found = [f"{path.name}:{call.lineno}" for call in writes(ast.parse(path.read_text(encoding="utf-8")))]
    assert not found, f"only play and housekeeping in games/session may store or delete rows: {found}"


def test_sql_is_run_as_django_has_compiled_it() -> None:
    text = PREPARED.read_text(encoding="utf-8")
    assert text.count("execute(") == 1
    assert "as_sql()" in text


@pytest.mark.parametrize("path", DECLARED_WRITERS, ids=lambda path: path.name)
def test_the_declared_writers_write(path: Path) -> None:
    """The check above finds the writes it looks for."""
    assert list(writes(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("game.save()", 1),
        ("Game.objects.filter(id=1).update(version=2)", 1),
        ("Game.objects.bulk_create(games)", 1),
        ("seat.delete()", 1),
        ("counts.update(other)", 0),
        ("picture.save(file, kind='svg')", 0),
        ("play.create(rules_id='yacht')", 0),
        ("digest.update(b'')", 0),
        ("game.saved", 0),
    ],
)
def test_what_counts_as_writing(code: str, count: int) -> None:
    assert len(list(writes(ast.parse(code)))) == count


@pytest.mark.parametrize("path", sources(GAMES / "rules"), ids=lambda path: path.name)
def test_rules_use_the_standard_library_only(path: Path) -> None:
    for name in imported(ast.parse(path.read_text(encoding="utf-8"))):
        assert (
            name.partition(".")[0] in sys.stdlib_module_names
            or name.startswith("games.rules")
            or name == "games"
        )


def is_submit(node: ast.AST) -> bool:
    """Tell whether a name is `submit`; executors have a method of that name, too."""
    if isinstance(node, ast.Attribute):
        return node.attr == "submit" and not (
            isinstance(node.value, ast.Name) and node.value.id == "executor"
        )
    return isinstance(node, ast.Name) and node.id == "submit"


def test_only_play_hands_in_scores() -> None:
    callers = {
        path.name
        for path in sources(GAMES)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if is_submit(node)
    }
    assert callers <= {"play.py"}


def test_every_package_of_games_is_among_the_parts() -> None:
    """docs/architecture.md names every package and every module at the top of games/, and no other."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("## The parts")[2].partition("\n\nImports")[0]
    told = {Path(name).name for name in re.findall(r"`(?:games/)?([\w/]+(?:\.py|/))`", table)}
    packages = {path.parent.name for path in GAMES.glob("*/__init__.py")} | {
        path.name for path in GAMES.glob("*.py")
    }
    assert packages - told == {"__init__.py", "tests", "migrations"}


@pytest.mark.parametrize(
    ("marker", "folders"),
    [
        ("browser", ["games/tests/browser/", "yahtzee_site/tests/"]),
        ("socket", ["games/tests/session/", "games/tests/table/", "yahtzee_site/tests/"]),
        ("services", ["yahtzee_site/tests/"]),
    ],
)
def test_marked_tests_lie_where_script_test_looks(marker: str, folders: list[str]) -> None:
    """script/test collects a part from these folders alone; of yahtzee_site browser tests by their files."""
    script = (ROOT / "script" / "test").read_text(encoding="utf-8")
    mark = re.compile(rf"pytest\.mark\.{marker}\b")
    for app in ("games", "scores", "yahtzee_site"):
        for path in (ROOT / app).rglob("test_*.py"):
            if path == Path(__file__) or not mark.search(path.read_text(encoding="utf-8")):
                continue
            name = path.relative_to(ROOT).as_posix()
            assert name.startswith(tuple(folders)), f"{name} has the marker {marker}"
            assert marker != "browser" or name.startswith("games/tests/browser/") or name in script


def test_lines_of_templates_are_short_enough_to_read_in_a_diff() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        if len(line) > 160
    ]
    assert not long
