"""The points of Farkle against an oracle that tries every partition, and readings that were decided."""

from functools import cache
from itertools import permutations

import pytest

from games.rules import farkle
from games.rules.farkle import Entry, Score, get, score
from games.tests.rules import farkle_oracle as oracle

every_preset = pytest.mark.parametrize("name", oracle.PRESETS)


def points(name: str, *dice: int) -> int:
    return score(get(name), dice).points


@cache
def expected(name: str) -> dict[tuple[int, ...], tuple[int, set[tuple[int, ...]]]]:
    return {dice: oracle.verdicts(name, dice) for dice in oracle.choices()}


def test_presets_and_what_a_turn_must_reach() -> None:
    assert {preset.name: preset.entry for preset in farkle.PRESETS} == {
        "box": Entry(first=500, later=0),
        "additive": Entry(first=0, later=0),
        "doubling": Entry(first=500, later=0),
        "german": Entry(first=350, later=350),
    }
    assert [preset.name for preset in farkle.PRESETS] == list(oracle.PRESETS)
    assert farkle.TARGET == 10_000


@every_preset
def test_every_choice_of_dice_is_worth_its_best_partition(name: str) -> None:
    table = farkle.table(get(name))
    assert len(table) == 923
    assert list(table) == list(expected(name))
    for dice, (best, scoring) in expected(name).items():
        assert table[dice].points == best, dice
        assert {table[dice].scoring} == scoring, f"{dice}: more than one answer to which dice score"


@every_preset
def test_all_rolls_of_six_dice_in_every_order(name: str) -> None:
    preset, known = get(name), expected(name)
    wrong = [dice for dice in oracle.rolls(6) if score(preset, dice).points != known[(*sorted(dice),)][0]]
    assert wrong == []


@every_preset
def test_the_chance_of_a_farkle(name: str) -> None:
    """Two of 6, 16 of 36 … and with six dice the 1,080 rolls that have no set where three pairs are one."""
    counted = [
        sum(not expected(name)[(*sorted(dice),)][0] for dice in oracle.rolls(number))
        for number in range(1, 7)
    ]
    assert counted == [4, 16, 60, 204, 600, 1080]
    assert [farkle.farkles(get(name), number) for number in range(1, 7)] == counted


@every_preset
def test_the_order_of_the_dice_never_matters(name: str) -> None:
    for dice in [(4, 3, 3, 3, 4, 3), (1, 5, 2, 2, 2, 6), (1, 2, 3, 4, 5, 6), (5, 1, 4)]:
        assert len({score(get(name), order) for order in permutations(dice)}) == 1


@every_preset
def test_what_scores_and_what_does_not(name: str) -> None:
    assert points(name, 4, 3, 3, 3, 4, 3) > 0
    assert points(name, 2, 2, 2, 2, 2, 2) > 0
    assert score(get(name), (2, 3, 4, 6, 6, 3)) == Score(0, ())
    assert score(get(name), (2, 2, 3, 4, 6, 6)) == Score(0, ())
    assert points(name, 1, 2, 3, 4, 5) == 150
    assert points(name, 2, 3, 4, 5, 6) == 50


@every_preset
@pytest.mark.parametrize("dice", [(), (1,) * 7, (0,), (7,), (1, 5, -1)])
def test_no_verdict_for_an_empty_choice_or_what_are_no_six_dice(name: str, dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not one to six dice"):
        score(get(name), dice)


@pytest.mark.parametrize(
    ("dice", "box", "additive", "doubling", "german"),
    [
        ((1,), 100, 100, 100, 100),
        ((5,), 50, 50, 50, 50),
        ((1, 1), 200, 200, 200, 200),
        ((1, 1, 1), 300, 1000, 1000, 1000),
        ((5, 5, 5), 500, 500, 500, 500),
        ((2, 2, 2, 2), 1000, 400, 400, 400),
        ((3, 3, 3, 3, 3), 2000, 900, 1200, 1200),
        ((6, 6, 6, 6, 6, 6), 3000, 2400, 4800, 4800),
        ((1, 1, 1, 1), 1000, 2000, 2000, 2000),
        ((1, 1, 1, 1, 1, 1), 3000, 4000, 8000, 8000),
        ((1, 2, 3, 4, 5, 6), 1500, 1500, 2000, 2000),
        ((2, 2, 3, 3, 4, 4), 1500, 750, 1500, 1000),
        ((1, 1, 5, 5, 6, 6), 1500, 750, 1500, 1000),
        # A four and a pair are a set of their own in two presets, and never three pairs.
        ((4, 4, 3, 3, 3, 3), 1500, 750, 600, 600),
        ((1, 1, 4, 4, 4, 4), 1500, 1000, 1000, 1000),
        ((1, 1, 1, 1, 2, 2), 1500, 2000, 2000, 2000),
        # Two triplets are one set in the box, and two sets elsewhere.
        ((2, 2, 2, 3, 3, 3), 2500, 500, 500, 500),
        ((1, 1, 1, 5, 5, 5), 2500, 1500, 1500, 1500),
        ((1, 1, 1, 5, 5), 400, 1100, 1100, 1100),
        ((1, 1, 5, 5, 5), 700, 700, 700, 700),
    ],
)
def test_examples(dice: tuple[int, ...], box: int, additive: int, doubling: int, german: int) -> None:
    assert [points(name, *dice) for name in oracle.PRESETS] == [box, additive, doubling, german]


def test_dice_that_add_nothing() -> None:
    assert score(get("box"), (1, 2, 2, 2, 3, 6)) == Score(300, (1, 2, 2, 2))
    assert score(get("additive"), (2, 2, 1, 1, 1, 1)) == Score(2000, (1, 1, 1, 1))
    assert score(get("german"), (4, 4, 3, 3, 3, 3)) == Score(600, (3, 3, 3, 3))


@every_preset
def test_six_alike_are_worth_more_than_anything_else_they_could_be_called(name: str) -> None:
    others = [points for kind, points in oracle.WHOLE_ROLLS[name].items() if kind != "1-6"]
    for face in range(1, 7):
        assert points(name, *[face] * 6) > max(others)


def test_hot_dice() -> None:
    box = get("box")
    assert farkle.left_to_roll(score(box, (1, 5, 3))) == 4
    assert farkle.left_to_roll(score(box, (1, 5)), in_hand=3) == 1
    assert farkle.left_to_roll(score(box, (1, 5)), in_hand=2) == 6
    assert farkle.left_to_roll(score(box, (2, 2, 3, 3, 6, 6))) == 6
    assert farkle.left_to_roll(score(box, (2, 3, 4))) == 6


def test_an_unknown_preset() -> None:
    for name in ("", "Box", "yahtzee"):
        with pytest.raises(farkle.UnknownPreset):
            get(name)
