"""Computes the cases for tests of scripts: sheets and dice by the rules, texts of the text mode.

`python -m games.tests.js.cases NAME` prints one of them as JSON; the tests beside it, for Node, read that.
"""

import json
import os
import random
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yahtzee_site.settings")
django.setup()

from django.utils.translation import override  # noqa: E402

from games import rules  # noqa: E402
from games.pads import farkle as farkle_pad  # noqa: E402
from games.pads import score as score_pad  # noqa: E402
from games.rules import farkle  # noqa: E402
from games.table import text_mode  # noqa: E402
from games.tests.browser.pad_actions import document  # noqa: E402


def score() -> list[dict[str, Any]]:
    """Return for every game full sheets of nine players, and their totals by the rules."""
    rng = random.Random(5)
    families = {family.name: family for family in rules.RULE_SETS}
    return [
        {
            "game": game.rules_id,
            "sheet": score_pad.sheet(families[game.name]),
            "filled": [document(game, rng, [""] * 9) for _ in range(14)],
        }
        for game in rules.all_rules()
    ]


def farkle_dice() -> dict[str, Any]:
    """Return the data of the Farkle pad, and the points of all dice by the rules of every preset."""
    worth = {
        preset.name: [
            ["".join(map(str, dice)), verdict.points, "".join(map(str, verdict.scoring))]
            for dice, verdict in farkle.table(preset).items()
        ]
        for preset in farkle.PRESETS
    }
    return {"sheet": farkle_pad.sheet(), "worth": worth}


def text() -> dict[str, Any]:
    """Return the words of the text mode in Triple Yahtzee, by language."""
    found = {}
    for language in ("en", "de"):
        with override(language):
            found[language] = text_mode.words(rules.get("triple_yahtzee"))
    return found


CASES = {"score": score, "farkle": farkle_dice, "text": text}

if __name__ == "__main__":
    with override("en"):
        json.dump(CASES[sys.argv[1]](), sys.stdout)
