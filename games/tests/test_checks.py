"""System checks at the start, and constraints of the database."""

from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from games import bots
from games.apps import check_tables
from games.models import Game


def test_missing_tables_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert check_tables() == []
    found = bots.column_path
    gone = {"yatzy": tmp_path / "nothing"}
    monkeypatch.setattr(bots, "column_path", lambda rules: gone.get(rules.rules_id) or found(rules))
    (error,) = check_tables()
    assert "yatzy" in error.msg and error.hint == "manage.py build_tables"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [{"players": 0}, {"players": 7}, {"players": 2, "first_seat": 2}, {"match_to": 0}, {"match_to": 10}],
)
def test_the_database_knows_the_bounds(wrong: dict[str, int]) -> None:
    fields = {"code": "ABCDEFGHJK", "rules_id": "yacht", "mode": "local", "seed": bytes(32), "players": 1}
    Game.objects.create(**fields)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(**{**fields, "code": "KJHGFEDCBA", **wrong})
