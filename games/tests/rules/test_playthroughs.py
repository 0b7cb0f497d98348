"""The stored playthroughs are unchanged, and the oracle agrees with their totals."""

import re

import pytest

from games import rules
from games.tests.rules import oracle, playthrough

RULES_IDS = [game.rules_id for game in rules.all_rules()]


@pytest.mark.parametrize("rules_id", RULES_IDS)
def test_playthrough_is_unchanged(rules_id: str) -> None:
    """After an intended change: .venv/bin/python -m games.tests.rules.playthrough"""
    kept = playthrough.path(rules_id).read_text(encoding="ascii")
    assert playthrough.text(rules_id).splitlines() == kept.splitlines()


def test_there_is_no_playthrough_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in playthrough.DIRECTORY.iterdir()} == set(RULES_IDS)


@pytest.mark.parametrize("rules_id", RULES_IDS)
def test_the_oracle_reads_the_same_game_from_the_text(rules_id: str) -> None:
    lines = playthrough.path(rules_id).read_text(encoding="ascii").splitlines()
    game = oracle.new_game(rules_id, playthrough.SEATS)
    for line in lines:
        if match := re.match(r"  (\d) roll (\S+) (\d{5}) +(\d+) offers$", line):
            seat, held, faces, count = match.groups()
            slots = [int(slot) for slot in held if slot != "-"]
            oracle.roll(game, int(seat), slots, [int(face) for face in faces])
            assert len(oracle.offers(rules_id, game["cells"][int(seat)], game["dice"])) == int(count), line
        elif match := re.match(r"  (\d) score (\w+) (\d) +(\d+)(?: \+ (\d+) bonus)?; totals (.+)$", line):
            seat, category, column, points, bonus, grand = match.groups()
            worth = oracle.score(game, int(seat), category, int(column))
            assert worth == (int(points), int(bonus or 0)), line
            assert grand == totals_of(game), line
        elif match := re.match(r"  (\d) undo", line):
            oracle.undo(game, int(match[1]))
    assert game["status"] == "finished"
    assert lines[-1].startswith(f"points {totals_of(game)}, winners ")


@pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
def test_every_playthrough_shows_the_bonuses_and_an_undo(game: rules.RuleSet) -> None:
    text = playthrough.text(game.rules_id)
    upper_bonuses = set(re.findall(r"^  = upper_bonus (.*)$", text, re.MULTILINE))
    points = {number for line in upper_bonuses for number in line.split()}
    assert points - {"0"} == ({str(game.upper_bonus.points)} if game.upper_bonus else set())
    assert bool(re.search(r"\+ 100 bonus;", text)) == bool(game.yahtzee_bonus)
    assert re.search(r"^  \d undo ", text, re.MULTILINE)


def totals_of(game: oracle.Game) -> str:
    cards = zip(game["cells"], game["bonuses"], strict=True)
    return " : ".join(str(oracle.totals(game["rules"], *card)["grand"]) for card in cards)
