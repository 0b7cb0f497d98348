"""The page of the Farkle pad: it contains all its data, and its points are those of the rules."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.rules import farkle
from games.rules.farkle import get


def page(language: str = "en") -> str:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(reverse("games:farkle"))
    assert answer.status_code == 200
    assert not answer.cookies
    return answer.content.decode()


def data(html: str, name: str) -> Any:
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def test_the_address_is_kept() -> None:
    assert reverse("games:farkle").endswith("/pads/farkle/")


@pytest.mark.parametrize("name", [preset.name for preset in farkle.PRESETS])
def test_the_exported_table_is_that_of_the_rules(name: str) -> None:
    sheet = data(page(), "sheet")
    assert len(sheet["dice"]) == 923
    assert sheet["target"] == 10_000
    preset = sheet["presets"][name]
    exported = zip(sheet["dice"], preset["points"], preset["scoring"], strict=True)
    for dice, points, scoring in exported:
        verdict = farkle.score(get(name), tuple(map(int, dice)))
        assert (points, tuple(map(int, scoring))) == verdict
    assert [preset["first"], preset["later"]] == list(get(name).entry)
    assert [round(share * 6**number) for number, share in enumerate(preset["farkle"], start=1)] == [
        4,
        16,
        60,
        204,
        600,
        1080,
    ]


def test_what_counts_is_written_down_for_every_preset() -> None:
    presets = data(page(), "sheet")["presets"]
    lines = {name: dict(preset["lines"]) for name, preset in presets.items()}
    assert lines["box"] == {
        "A one": 100,
        "A five": 50,
        "Three ones": 300,
        "Three of another face": "face × 100",
        "Four of a kind": 1000,
        "Five of a kind": 2000,
        "Six of a kind": 3000,
        "1-2-3-4-5-6": 1500,
        "Three pairs": 1500,
        "Four of a kind and a pair": 1500,
        "Two triplets": 2500,
    }
    assert lines["additive"]["Five of a kind"] == "three of a kind × 3"
    assert lines["german"]["Six of a kind"] == lines["doubling"]["Six of a kind"] == "three of a kind × 8"
    assert lines["german"]["Four of a kind and a pair"] == "not a set of its own"
    assert lines["additive"]["Two triplets"] == "the sum of both"
