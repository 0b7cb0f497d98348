"""Rules of the house that an import contract cannot express."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"

WRITERS = {
    "save",
    "asave",
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


def writes(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that store or remove rows. `QuerySet.update()` takes keywords only, unlike a dict's."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in WRITERS or (name in {"update", "aupdate"} and not node.args and node.keywords):
                yield node


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


@pytest.mark.parametrize("path", sources(GAMES), ids=lambda path: str(path.relative_to(ROOT)))
def test_only_play_writes(path: Path) -> None:
    if path == GAMES / "play.py":
        return
    found = [f"{path.name}:{call.lineno}" for call in writes(ast.parse(path.read_text(encoding="utf-8")))]
    assert not found, f"only games/play.py may store or delete rows: {found}"


def test_play_does_write() -> None:
    """The check above sees what it looks for."""
    assert list(writes(ast.parse((GAMES / "play.py").read_text(encoding="utf-8"))))


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("game.save()", 1),
        ("Game.objects.filter(id=1).update(version=2)", 1),
        ("Game.objects.bulk_create(games)", 1),
        ("seat.delete()", 1),
        ("counts.update(other)", 0),
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


def test_only_play_hands_in_scores() -> None:
    callers = {
        path.name
        for path in sources(GAMES)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) == "submit"
    }
    assert callers <= {"play.py"}
