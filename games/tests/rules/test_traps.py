"""Known mistakes of other dice games, one test each: scoring, and rules of turns."""

from dataclasses import replace

import pytest

from games import rules
from games.tests.rules.positions import YAHTZEE_ROWS, enter, offers, roll, rolled

YAHTZEE = rules.get("yahtzee")


def natural(rules_id: str, category: str, *dice: int) -> int:
    """Return what is offered for these dice on an empty card."""
    return offers(rolled(rules_id, *dice), 1)[category][0]


SMALL = [(1, 2, 3, 4, 4), (2, 3, 4, 5, 5), (4, 1, 3, 2, 3), (1, 3, 4, 5, 6)]
NO_STRAIGHT = [(3, 4, 4, 6, 6), (1, 1, 4, 4, 4), (1, 1, 2, 4, 5), (1, 2, 3, 5, 6)]
LARGE = [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (6, 4, 2, 5, 3)]


@pytest.mark.parametrize(("rules_id", "points"), [("yahtzee", 30), ("triple_yahtzee", 30), ("yacht", 15)])
def test_small_straights_in_any_order_with_any_fifth_die(rules_id: str, points: int) -> None:
    assert [natural(rules_id, "small_straight", *dice) for dice in SMALL + LARGE] == [points] * 7
    assert [natural(rules_id, "small_straight", *dice) for dice in NO_STRAIGHT] == [0] * 4


@pytest.mark.parametrize(("rules_id", "points"), [("yahtzee", 40), ("triple_yahtzee", 40), ("yacht", 30)])
def test_only_five_in_a_row_are_a_large_straight(rules_id: str, points: int) -> None:
    assert [natural(rules_id, "large_straight", *dice) for dice in LARGE] == [points] * 3
    assert [natural(rules_id, "large_straight", *dice) for dice in SMALL + NO_STRAIGHT] == [0] * 8


def test_yatzy_straights_are_exact() -> None:
    assert natural("yatzy", "small_straight", 5, 4, 3, 2, 1) == 15
    assert natural("yatzy", "large_straight", 6, 5, 4, 3, 2) == 20
    assert natural("yatzy", "small_straight", 2, 3, 4, 5, 6) == 0
    assert natural("yatzy", "large_straight", 1, 2, 3, 4, 5) == 0
    assert [natural("yatzy", "small_straight", *dice) for dice in SMALL] == [0] * 4


FULL_HOUSES = [
    game.rules_id for game in rules.all_rules() if "full_house" in {row.id for row in game.categories}
]


@pytest.mark.parametrize("rules_id", FULL_HOUSES)
@pytest.mark.parametrize("dice", [(2, 2, 2, 2, 5), (4, 4, 4, 4, 4)])
def test_four_or_five_of_a_kind_are_no_full_house(rules_id: str, dice: rules.Dice) -> None:
    assert natural(rules_id, "full_house", *dice) == 0


def test_four_of_a_kind_is_no_two_pairs_and_five_of_a_kind_is_one_pair() -> None:
    assert natural("yatzy", "two_pairs", 2, 2, 2, 2, 5) == 0
    assert natural("yatzy", "two_pairs", 4, 4, 4, 4, 4) == 0
    assert natural("yatzy", "two_pairs", 4, 4, 6, 6, 6) == 20
    assert natural("yatzy", "one_pair", 4, 4, 4, 4, 4) == 8
    assert natural("yatzy", "one_pair", 6, 6, 5, 5, 1) == 12


def test_three_of_a_kind_sums_all_dice_but_in_yatzy_only_three() -> None:
    assert natural("yahtzee", "three_of_a_kind", 5, 5, 5, 6, 1) == 22
    assert natural("triple_yahtzee", "three_of_a_kind", 5, 5, 5, 6, 1) == 22
    assert natural("yatzy", "three_of_a_kind", 5, 5, 5, 6, 1) == 15
    assert natural("yatzy", "three_of_a_kind", 5, 5, 5, 5, 1) == 15
    assert natural("yatzy", "four_of_a_kind", 5, 5, 5, 5, 5) == 20


UPPER_63 = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}


def upper(rules_id: str, points: dict[str, int], column: int = 1) -> rules.Totals:
    card = rules.Scorecard(cells={(category, column): value for category, value in points.items()})
    return rules.totals(rules.get(rules_id), card)


@pytest.mark.parametrize(("rules_id", "bonus"), [("yahtzee", 35), ("yacht", 35), ("yatzy", 50)])
def test_63_pays_at_once_with_cells_still_open(rules_id: str, bonus: int) -> None:
    sums = upper(rules_id, {"sixes": 30, "fives": 25, "fours": 8}).columns[1]
    assert (sums.upper, sums.upper_bonus, sums.missing, sums.combined) == (63, bonus, 0, 63 + bonus)
    sums = upper(rules_id, UPPER_63).columns[1]
    assert (sums.upper, sums.upper_bonus) == (63, bonus)
    assert upper(rules_id, UPPER_63 | {"sixes": 30}).columns[1].upper_bonus == bonus


def test_61_shows_two_missing_and_62_with_all_six_filled_pays_nothing() -> None:
    sums = upper("yahtzee", {"sixes": 30, "fives": 25, "twos": 6}).columns[1]
    assert (sums.upper, sums.upper_bonus, sums.missing) == (61, 0, 2)
    sums = upper("yahtzee", UPPER_63 | {"ones": 2}).columns[1]
    assert (sums.upper, sums.upper_bonus, sums.missing) == (62, 0, 1)


def test_without_an_upper_bonus_nothing_is_missing_and_nothing_is_paid() -> None:
    plain = replace(rules.get("yacht"), upper_bonus=None)
    for points in ({}, {"sixes": 18}, UPPER_63, UPPER_63 | {"sixes": 30}):
        card = rules.Scorecard(cells={(category, 1): value for category, value in points.items()})
        sums = rules.totals(plain, card).columns[1]
        assert (sums.upper_bonus, sums.missing) == (0, 0)
        assert sums.upper == sums.combined == sum(points.values())


def test_nothing_filled_misses_63() -> None:
    sums = upper("triple_yahtzee", {}).columns
    assert [sums[column].missing for column in (1, 2, 3)] == [63, 63, 63]


def test_column_2_with_63_counts_196_and_column_3_with_21_counts_63() -> None:
    sums = upper("triple_yahtzee", UPPER_63, column=2)
    assert (sums.columns[2].combined, sums.columns[2].weighted, sums.grand) == (98, 196, 196)
    sums = upper("triple_yahtzee", {"sixes": 18, "ones": 3}, column=3)
    assert (sums.columns[3].upper_bonus, sums.columns[3].weighted, sums.grand) == (0, 63, 63)


def test_struck_yahtzee_cell_forces_the_joker_without_a_bonus() -> None:
    state = rolled("triple_yahtzee", 4, 4, 4, 4, 4, cells={("yahtzee", 1): 0})
    assert offers(state, 1) == {"fours": (20, 0)}
    card = enter(state, "fours", 1).scorecards[0]
    assert card.bonuses == {}
    assert rules.totals(state.rules, card).grand == 20


def test_open_yahtzee_cell_means_normal_rules_and_no_bonus() -> None:
    cells = {("yahtzee", 1): 50}
    state = rolled("triple_yahtzee", 2, 2, 2, 2, 2, cells=cells)
    assert offers(state, 1) == {"twos": (10, 100)}
    column = offers(state, 3)
    assert set(column) == set(YAHTZEE_ROWS)
    assert column["twos"] == (10, 0)
    assert column["yahtzee"] == (50, 0)
    assert (column["full_house"], column["small_straight"], column["sixes"]) == ((0, 0),) * 3
    card = enter(state, "twos", 3).scorecards[0]
    assert rules.totals(state.rules, card).grand == 50 + 3 * 10


def test_joker_with_its_own_upper_cell_open_may_go_nowhere_else_in_the_column() -> None:
    state = rolled("triple_yahtzee", 4, 4, 4, 4, 4, cells={("yahtzee", 1): 50})
    assert offers(state, 1) == {"fours": (20, 100)}
    assert len(offers(state, 2)) == len(offers(state, 3)) == 13
    with pytest.raises(rules.IllegalMove, match="^cell_barred$"):
        enter(state, "chance", 1)


def test_joker_with_its_own_upper_cell_filled_goes_anywhere_below() -> None:
    state = rolled("triple_yahtzee", 4, 4, 4, 4, 4, cells={("yahtzee", 1): 50, ("fours", 1): 12})
    assert offers(state, 1) == {
        "three_of_a_kind": (20, 100),
        "four_of_a_kind": (20, 100),
        "full_house": (25, 100),
        "small_straight": (30, 100),
        "large_straight": (40, 100),
        "chance": (20, 100),
    }


def test_joker_with_the_lower_part_full_strikes_an_upper_cell_and_still_brings_the_bonus() -> None:
    lower = {(category, 1): 0 for category in YAHTZEE_ROWS[6:]} | {("yahtzee", 1): 50}
    state = rolled("yahtzee", 4, 4, 4, 4, 4, cells=lower | {("fours", 1): 12})
    assert offers(state, 1) == dict.fromkeys(("ones", "twos", "threes", "fives", "sixes"), (0, 100))


def test_joker_rule_does_not_touch_other_rolls() -> None:
    state = rolled("yahtzee", 4, 4, 4, 4, 5, cells={("yahtzee", 1): 50})
    assert len(offers(state, 1)) == 12
    assert offers(state, 1)["fours"] == (16, 0)
    assert offers(state, 1)["full_house"] == (0, 0)


@pytest.mark.parametrize("rules_id", ["yahtzee+no_yahtzee_bonus", "triple_yahtzee+no_yahtzee_bonus"])
def test_without_the_option_there_is_neither_bonus_nor_joker(rules_id: str) -> None:
    state = rolled(rules_id, 4, 4, 4, 4, 4, cells={("yahtzee", 1): 50, ("fours", 1): 12})
    column = offers(state, 1)
    assert len(column) == 11
    assert column["full_house"] == column["large_straight"] == column["sixes"] == (0, 0)
    assert column["chance"] == (20, 0)


@pytest.mark.parametrize(("rules_id", "cell"), [("yacht", "yacht"), ("yatzy", "yatzy")])
def test_yacht_and_yatzy_know_no_joker(rules_id: str, cell: str) -> None:
    state = rolled(rules_id, 4, 4, 4, 4, 4, cells={(cell, 1): 50})
    assert offers(state, 1)["full_house"] == offers(state, 1)["large_straight"] == (0, 0)
    assert {bonus for _, bonus in offers(state, 1).values()} == {0}


def test_left_to_right_comes_before_the_joker() -> None:
    """Fours of column 2 is open but not yet to be played, so the joker goes below in column 2."""
    cells = {("yahtzee", 1): 0, ("yahtzee", 2): 50, ("chance", 1): 20, ("ones", 1): 3}
    state = rolled("triple_yahtzee+left_to_right", 4, 4, 4, 4, 4, cells=cells)
    assert offers(state, 1) == {"fours": (20, 0)}
    assert offers(state, 2) == {"chance": (20, 100)}
    assert offers(state, 3) == {"yahtzee": (50, 0)}
    cells |= {("chance", 2): 20}
    state = rolled("triple_yahtzee+left_to_right", 4, 4, 4, 4, 4, cells=cells)
    assert offers(state, 2) == {"ones": (0, 100)}


def test_left_to_right_opens_a_row_one_column_at_a_time() -> None:
    state = rolled("triple_yahtzee+left_to_right", 1, 2, 3, 4, 6)
    assert (len(offers(state, 1)), offers(state, 2), offers(state, 3)) == (13, {}, {})
    state = roll(enter(state, "chance", 1), 1, 2, 3, 4, 6)
    assert (len(offers(state, 1)), set(offers(state, 2)), offers(state, 3)) == (12, {"chance"}, {})
    with pytest.raises(rules.IllegalMove, match="^cell_barred$"):
        enter(state, "chance", 3)


def test_after_an_entry_nothing_more_may_be_entered_until_the_next_roll() -> None:
    state = enter(rolled("yahtzee", 1, 2, 3, 4, 5), "large_straight")
    assert state.legal_placements() == ()
    for category in YAHTZEE_ROWS:
        with pytest.raises(rules.IllegalMove, match="^roll_first$"):
            enter(state, category)


def test_a_second_tap_on_another_cell_does_not_fill_it_for_the_next_player() -> None:
    state = enter(rolled("yahtzee", 1, 2, 3, 4, 5, seats=2), "chance")
    for move in (rules.Score(0, "ones", 1), rules.Score(1, "ones", 1)):
        with pytest.raises(rules.IllegalMove):
            state.apply(move)


def test_the_final_totals_contain_the_bonus_of_the_last_move() -> None:
    cells = {(category, 1): 0 for category in YAHTZEE_ROWS if category != "fours"} | {("yahtzee", 1): 50}
    state = enter(rolled("yahtzee", 4, 4, 4, 4, 4, cells=cells), "fours")
    assert state.outcome() == rules.Outcome(points=(170,), winners=(0,))
    assert rules.totals(YAHTZEE, state.scorecards[0]).grand == 170


def test_the_last_move_decides_who_wins() -> None:
    rows = [category for category in YAHTZEE_ROWS if category != "fours"]
    ahead = rules.Scorecard(cells={(row, 1): 0 for row in rows} | {("chance", 1): 30, ("fours", 1): 20})
    behind = rules.Scorecard(cells={(row, 1): 0 for row in rows} | {("yahtzee", 1): 50})
    state = rules.GameState(rules=YAHTZEE, scorecards=(ahead, behind), first_seat=0, entries=25)
    outcome = enter(roll(state, 4, 4, 4, 4, 4), "fours").outcome()
    assert outcome == rules.Outcome(points=(50, 170), winners=(1,))


def test_731_to_731_is_a_draw() -> None:
    cells = {(row, column): 0 for row in YAHTZEE_ROWS for column in (1, 2, 3)} | {
        ("yahtzee", 3): 50,
        ("chance", 3): 30,
        ("large_straight", 3): 40,
        ("small_straight", 3): 30,
        ("full_house", 3): 25,
        ("large_straight", 2): 40,
        ("chance", 2): 24,
        ("three_of_a_kind", 1): 28,
        ("four_of_a_kind", 1): 25,
        ("ones", 1): 5,
        ("twos", 1): 10,
        ("fives", 1): 10,
    }
    card = rules.Scorecard(cells=cells)
    state = rules.GameState(
        rules=rules.get("triple_yahtzee"), scorecards=(card, card), first_seat=0, entries=78
    )
    outcome = state.outcome()
    assert outcome == rules.Outcome(points=(731, 731), winners=(0, 1))
    assert outcome is not None and outcome.is_draw


def test_a_fourth_roll_is_refused_and_changes_nothing() -> None:
    state = rolled("yahtzee", 1, 2, 3, 4, 5)
    for _ in range(2):
        state = roll(state, 1, 2, 3, 4, 5)
    before = (state.roll, state.dice, state.legal_placements())
    with pytest.raises(rules.IllegalMove, match="^no_rolls_left$"):
        roll(state, 6, 6, 6, 6, 6)
    assert (state.roll, state.dice, state.legal_placements()) == before


def test_four_held_dice_stay_where_they_lie_also_among_equal_faces() -> None:
    state = rolled("yahtzee", 3, 3, 3, 3, 3)
    state = state.apply(rules.Roll(seat=0, held=(0, 1, 3, 4), faces=(3, 3, 6, 3, 3)))
    assert state.dice == (3, 3, 6, 3, 3)
    with pytest.raises(rules.IllegalMove, match="^held_die_changed$"):
        state.apply(rules.Roll(seat=0, held=(0, 2), faces=(3, 3, 3, 3, 6)))


def test_undo_brings_back_dice_roll_number_offers_and_the_right_to_the_bonus() -> None:
    moves: list[rules.Move] = [
        rules.Roll(0, (), (6, 6, 6, 6, 6)),
        rules.Score(0, "yahtzee", 1),
        rules.Roll(0, (), (4, 4, 4, 4, 1)),
        rules.Roll(0, (0, 1, 2, 3), (4, 4, 4, 4, 4)),
        rules.Score(0, "fours", 1),
    ]
    entered = rules.replay(YAHTZEE, moves, seats=1)
    assert entered.can_undo
    assert entered.scorecards[0].bonuses == {1: 100}
    undone = rules.replay(YAHTZEE, moves[:-1], seats=1)
    assert (undone.dice, undone.roll, undone.seat) == ((4, 4, 4, 4, 4), 2, 0)
    assert undone.scorecards[0].bonuses == {}
    assert offers(undone, 1) == {"fours": (20, 100)}
    assert undone.apply(moves[-1]) == entered


def test_undo_of_the_50_takes_the_right_to_later_bonuses_away() -> None:
    first: list[rules.Move] = [rules.Roll(0, (), (6, 6, 6, 6, 6))]
    state = rules.replay(YAHTZEE, [*first, rules.Score(0, "yahtzee", 1)], seats=1)
    assert offers(roll(state, 6, 6, 6, 6, 6), 1) == {"sixes": (30, 100)}
    state = rules.replay(YAHTZEE, [*first, rules.Score(0, "sixes", 1)], seats=1)
    assert offers(roll(state, 6, 6, 6, 6, 6), 1)["yahtzee"] == (50, 0)


@pytest.mark.parametrize(
    "category", ["", " ", "FOURS", "Fours", "fours ", "yatzy", "bonus", "0", "fours\x00"]
)
def test_unknown_empty_or_wrong_case_cell_is_refused(category: str) -> None:
    with pytest.raises(rules.IllegalMove, match="^unknown_cell$"):
        enter(rolled("yahtzee", 4, 4, 4, 4, 4), category)


@pytest.mark.parametrize("column", [-1, 0, 4, 39])
def test_unknown_column_is_refused(column: int) -> None:
    with pytest.raises(rules.IllegalMove, match="^unknown_cell$"):
        enter(rolled("triple_yahtzee", 4, 4, 4, 4, 4), "fours", column)
