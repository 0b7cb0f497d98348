"""The games with the most points, played move by move, and the proof that no game has more."""

from itertools import product

import pytest

from games import rules
from games.tests.rules import oracle

UPPER = tuple((name, (face,) * 5) for face, name in enumerate(oracle.UPPER, start=1))
FIXED = (("small_straight", (1, 2, 3, 4, 5)), ("large_straight", (2, 3, 4, 5, 6)))
SIXES = (6, 6, 6, 6, 6)

YAHTZEE = (
    *UPPER,
    ("three_of_a_kind", SIXES),
    ("four_of_a_kind", SIXES),
    ("full_house", (6, 6, 6, 5, 5)),
    *FIXED,
    ("chance", SIXES),
    ("yahtzee", SIXES),
)
# The first five equal dice go into the YAHTZEE cell, all twelve others are jokers with their bonus.
YAHTZEE_WITH_BONUS = (
    ("yahtzee", SIXES),
    *UPPER,
    *(
        (row, SIXES)
        for row in (
            "three_of_a_kind",
            "four_of_a_kind",
            "full_house",
            "small_straight",
            "large_straight",
            "chance",
        )
    ),
)
YACHT = (
    *UPPER,
    ("chance", SIXES),
    ("four_of_a_kind", SIXES),
    ("full_house", (6, 6, 6, 5, 5)),
    *FIXED,
    ("yacht", SIXES),
)
YATZY = (
    *UPPER,
    ("one_pair", (6, 6, 1, 2, 3)),
    ("two_pairs", (6, 6, 5, 5, 1)),
    ("three_of_a_kind", (6, 6, 6, 1, 2)),
    ("four_of_a_kind", (6, 6, 6, 6, 1)),
    *FIXED,
    ("full_house", (6, 6, 6, 5, 5)),
    ("chance", SIXES),
    ("yatzy", SIXES),
)
BEST_GAMES = {
    "yahtzee": (YAHTZEE_WITH_BONUS, 1575),
    "yahtzee+no_yahtzee_bonus": (YAHTZEE, 375),
    "triple_yahtzee": (YAHTZEE_WITH_BONUS, 9450),
    "triple_yahtzee+left_to_right": (YAHTZEE_WITH_BONUS, 9450),
    "triple_yahtzee+no_yahtzee_bonus": (YAHTZEE, 2250),
    "triple_yahtzee+left_to_right+no_yahtzee_bonus": (YAHTZEE, 2250),
    "yacht": (YACHT, 323),
    "yatzy": (YATZY, 374),
}


def upper_limit(game: rules.RuleSet) -> int:
    """Return a sum no game can exceed: the best roll in every cell, and every bonus that can be."""
    jokers = (False, True) if game.joker else (False,)
    five_of_a_kind = {(face,) * 5 for face in rules.FACES}
    rows = 0
    for category in game.categories:
        rows += max(
            category.value(roll, joker=joker)
            for roll, joker in product(oracle.ROLLS, jokers)
            if not joker or roll in five_of_a_kind
        )
    bonuses = game.yahtzee_bonus * (len(game.categories) - 1)
    upper_bonus = game.upper_bonus.points if game.upper_bonus else 0
    return (rows + upper_bonus + bonuses) * sum(game.factors)


def test_every_rule_set_has_its_best_game() -> None:
    assert set(BEST_GAMES) == {game.rules_id for game in rules.all_rules()}


@pytest.mark.parametrize("rules_id", BEST_GAMES)
def test_the_best_game_reaches_the_limit(rules_id: str) -> None:
    entries, maximum = BEST_GAMES[rules_id]
    game = rules.get(rules_id)
    state = rules.start(game, seats=1)
    for column, (category, dice) in product(game.columns, entries):
        state = state.apply(rules.Roll(seat=0, held=(), faces=dice))
        state = state.apply(rules.Score(seat=0, category=category, column=column))
    assert state.outcome() == rules.Outcome(points=(maximum,), winners=(0,))
    assert maximum == upper_limit(game)


@pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
def test_every_row_but_chance_can_be_worth_nothing(game: rules.RuleSet) -> None:
    least = {category.id: min(category.value(roll) for roll in oracle.ROLLS) for category in game.categories}
    chance = {"chance"} & set(least)
    assert {row: points for row, points in least.items() if points} == dict.fromkeys(chance, 5)
