"""What each roll is worth in each row: all 252 rolls against the oracle, and counted hands."""

from collections import Counter
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, prod

import pytest

from games import rules
from games.tests.rules import oracle

GAMES = [rules.get(family.name) for family in rules.RULE_SETS]
ORDERED = list(product(rules.FACES, repeat=rules.DICE))


def ways(roll: rules.Dice) -> int:
    """Return in how many orders five dice can show this roll."""
    return factorial(rules.DICE) // prod(factorial(times) for times in Counter(roll).values())


def test_there_are_252_rolls_and_462_sets_of_kept_dice() -> None:
    assert len(oracle.ROLLS) == comb(6 + 5 - 1, 5) == 252
    kept = [set(combinations_with_replacement(rules.FACES, size)) for size in range(rules.DICE + 1)]
    assert [len(sets) for sets in kept] == [1, 6, 21, 56, 126, 252]
    assert sum(map(len, kept)) == 462
    assert sum(map(ways, oracle.ROLLS)) == len(ORDERED) == 7776


@pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
def test_every_roll_in_every_row_equals_the_oracle(game: rules.RuleSet) -> None:
    for category in game.categories:
        for roll in oracle.ROLLS:
            expected = oracle.points(game.rules_id, category.id, roll)
            assert category.value(roll) == expected, (category.id, roll)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_order_of_the_dice_never_matters(game: rules.RuleSet) -> None:
    for category in game.categories:
        values = {roll: category.value(roll) for roll in oracle.ROLLS}
        for dice in ORDERED:
            assert category.value(dice) == values[tuple(sorted(dice))], (category.id, dice)


@pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
def test_a_joker_changes_only_full_house_and_straights(game: rules.RuleSet) -> None:
    for category, face in product(game.categories, rules.FACES):
        dice = (face,) * rules.DICE
        expected = category.value(dice)
        if game.joker:
            expected = oracle.JOKER_POINTS.get(category.id, expected)
            assert category.value(dice, joker=True) == expected


# Numbers of the 7,776 ordered rolls that bring points, by elementary counting:
# five equal 6; exactly four 150; three and no pair 1,200; three and a pair 300; two pairs alone 1,800;
# no two equal 720, thus 240 rolls of five in a row; four in a row or more 1,200.
HANDS = {
    "yahtzee": {
        "three_of_a_kind": 1656,
        "four_of_a_kind": 156,
        "full_house": 300,
        "small_straight": 1200,
        "large_straight": 240,
        "yahtzee": 6,
        "chance": 7776,
    },
    "yacht": {
        "chance": 7776,
        "four_of_a_kind": 156,
        "full_house": 300,
        "small_straight": 1200,
        "large_straight": 240,
        "yacht": 6,
    },
    "yatzy": {
        "one_pair": 7056,
        "two_pairs": 2100,
        "three_of_a_kind": 1656,
        "four_of_a_kind": 156,
        "small_straight": 120,
        "large_straight": 120,
        "full_house": 300,
        "chance": 7776,
        "yatzy": 6,
    },
}


@pytest.mark.parametrize("name", HANDS)
def test_number_of_rolls_that_bring_points(name: str) -> None:
    lower = [category for category in rules.get(name).categories if category.section == "lower"]
    counted = {
        category.id: sum(ways(roll) for roll in oracle.ROLLS if category.value(roll)) for category in lower
    }
    assert counted == HANDS[name]


@pytest.mark.parametrize("face", rules.FACES)
def test_upper_rows_count_their_own_face_alone(face: int) -> None:
    category = rules.get("yacht").categories[face - 1]
    assert {category.value(roll) for roll in oracle.ROLLS} == {face * count for count in range(6)}


VALUES = {
    ("yahtzee", "three_of_a_kind"): {0, *range(5, 31)},
    ("yahtzee", "four_of_a_kind"): {0, *range(5, 31)},
    ("yahtzee", "full_house"): {0, 25},
    ("yahtzee", "small_straight"): {0, 30},
    ("yahtzee", "large_straight"): {0, 40},
    ("yahtzee", "yahtzee"): {0, 50},
    ("yahtzee", "chance"): set(range(5, 31)),
    ("yacht", "full_house"): {0, *range(7, 29)} - {10, 25},
    ("yacht", "small_straight"): {0, 15},
    ("yacht", "large_straight"): {0, 30},
    ("yatzy", "one_pair"): {0, 2, 4, 6, 8, 10, 12},
    ("yatzy", "two_pairs"): {0, *range(6, 23, 2)},
    ("yatzy", "three_of_a_kind"): {0, 3, 6, 9, 12, 15, 18},
    ("yatzy", "four_of_a_kind"): {0, 4, 8, 12, 16, 20, 24},
    ("yatzy", "full_house"): {0, *range(7, 29)} - {10, 25},
    ("yatzy", "small_straight"): {0, 15},
    ("yatzy", "large_straight"): {0, 20},
}


@pytest.mark.parametrize(("name", "category"), VALUES)
def test_values_some_roll_can_give(name: str, category: str) -> None:
    row = rules.get(name).category(category)
    assert {row.value(roll) for roll in oracle.ROLLS} == VALUES[name, category]


def test_the_oracle_sees_no_order_either() -> None:
    for roll in [(1, 2, 3, 4, 4), (6, 6, 5, 5, 5), (3, 4, 4, 6, 6), (2, 3, 4, 5, 6)]:
        for name, dice in product(HANDS, set(permutations(roll))):
            for row in oracle.rows(name):
                assert oracle.points(name, row, dice) == oracle.points(name, row, roll)
