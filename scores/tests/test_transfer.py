"""export_scores and import_scores: equal after a round trip, no formulas, all or nothing."""

import csv
import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from scores import moderation, own, transfer
from scores.models import HighScore
from scores.tests.conftest import OTHER_BOARD, Person, utc

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]
NASTY = [
    "=1+1",
    "+49 30",
    "-5",
    "@SUM(A1)",
    "'=x",
    "''",
    "|calc",
    "%x",
    'quote "',
    "comma, semi;",
    "שלום",
    "🎲",
    "=cmd|' /C",
]


@pytest.fixture
def scores(submit: Submit, anna: Person) -> None:
    start = utc(2026, 7, 15, 12, 0, 0)
    for number, name in enumerate([*NASTY, "Anna", "Scheiße", ""]):
        submit(
            name, number * 7, finished_at=start + timedelta(microseconds=number), player_hash=anna.hash,
            game_url=f"/g/G{number}/", game_code=f"G{number}", seat=number % 6,
            summary={"par": 1640.25, "luck": -3, "note": "=1+1\n"} if number % 2 else None,
            board=OTHER_BOARD if number % 3 == 0 else "triple_yahtzee",
        )  # fmt: skip
    moderation.hide(rows=[HighScore.objects.get(game_code="G1").pk], by="mo", reason="")
    own.remove_name(player_hash=anna.hash, row=HighScore.objects.get(game_code="G2").pk)


def export(tmp_path: Path, kind: str) -> bytes:
    file = tmp_path / f"scores.{kind}"
    call_command("export_scores", output=file, stderr=StringIO())
    return file.read_bytes()


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_round_trip(scores: None, tmp_path: Path, kind: str) -> None:
    before = export(tmp_path, kind)
    rows = list(HighScore.objects.order_by("game_code").values())
    HighScore.objects.all().delete()
    call_command("import_scores", tmp_path / f"scores.{kind}", stdout=StringIO())
    assert export(tmp_path, kind) == before
    for old, new in zip(rows, HighScore.objects.order_by("game_code").values(), strict=True):
        assert {**old, "id": 0} == {**new, "id": 0}


def test_standard_output(scores: None, tmp_path: Path, capsys: Any) -> None:
    call_command("export_scores")
    assert capsys.readouterr().out.encode() == export(tmp_path, "csv")
    call_command("export_scores", format="json", board=OTHER_BOARD)
    document = json.loads(capsys.readouterr().out)
    assert {record["board"] for record in document["scores"]} == {OTHER_BOARD}


def test_no_cell_starts_a_formula(scores: None, tmp_path: Path) -> None:
    cells = [cell for line in csv.reader(StringIO(export(tmp_path, "csv").decode())) for cell in line]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "|", "%"))]
    assert "'=1+1" in cells and "''=x" in cells


@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=30))
def test_any_text_comes_back(text: str) -> None:
    cell = transfer._cell("name", text)
    assert transfer._value("name", cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_importing_twice_adds_nothing(scores: None, tmp_path: Path, capsys: Any) -> None:
    export(tmp_path, "json")
    number = HighScore.objects.count()
    call_command("import_scores", tmp_path / "scores.json")
    assert capsys.readouterr().out == f"0 added, {number} left as they were.\n"
    assert HighScore.objects.count() == number


def test_replace(scores: None, tmp_path: Path) -> None:
    before = export(tmp_path, "csv")
    HighScore.objects.update(points=1, name="x", skeleton="x", status="hidden")
    call_command("import_scores", tmp_path / "scores.csv", stdout=StringIO())
    assert set(HighScore.objects.values_list("points", flat=True)) == {1}
    call_command("import_scores", tmp_path / "scores.csv", replace=True, stdout=StringIO())
    assert export(tmp_path, "csv") == before


def broken(**fields: Any) -> str:
    record = {
        **dict.fromkeys(transfer.FIELDS, ""),
        "rules_version": 1,
        **{"board": "yacht", "mode": "solo", "status": "shown", "game_code": "A", "points": 1, "seat": 0},
        **{"finished_at": "2026-07-15T12:00:00+00:00", "summary": None, "name_removed": False},
    }
    good = dict(record)
    return json.dumps({"format": 1, "scores": [good, {**record, "game_code": "B", **fields}]})


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"format":2,"scores":[]}', '{"format":1}',
        '{"format":1,"scores":[1]}',
        broken(points=-1), broken(points="5"), broken(points=True), broken(points=10**12),
        broken(mode="cheat"),
        broken(status="x"), broken(held_reason="x"), broken(name="x" * 999), broken(name=None),
        broken(extra=1),
        broken(finished_at="yesterday"), broken(finished_at="2026-07-15T12:00:00"), broken(finished_at=5),
        broken(name_removed="no"), broken(seat=40000), broken(name="a\x00b"),
    ],
)  # fmt: skip
def test_a_broken_file_changes_nothing(db: None, tmp_path: Path, text: str) -> None:
    file = tmp_path / "scores.json"
    file.write_text(text)
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("import_scores", file)
    assert not HighScore.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        "a,b",
        ",".join(transfer.FIELDS) + "\n1,2",
        ",".join(transfer.FIELDS) + "\n" + ",".join("x" * len(transfer.FIELDS)),
    ],
)
def test_broken_csv(db: None, tmp_path: Path, line: str) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(line)
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("import_scores", file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("import_scores", tmp_path / "none.csv")


def test_exports_without_level_and_version_can_still_be_read(submit: Callable[..., HighScore]) -> None:
    submit("Anna", mode="computer", level="hard", rules_version=3)
    new = list(transfer.records())
    assert (new[0]["level"], new[0]["rules_version"]) == ("hard", 3)
    old = [{name: value for name, value in record.items() if name not in transfer._LATER} for record in new]
    rows = transfer.write_csv(new).splitlines()
    cut = "\n".join(row.rsplit(",", 2)[0] for row in rows)
    for read in (transfer.read_json(transfer.write_json(old)), transfer.read_csv(cut)):
        assert (read[0]["level"], read[0]["rules_version"]) == ("", 1)
    assert transfer.read_csv(transfer.write_csv(new))[0]["level"] == "hard"
