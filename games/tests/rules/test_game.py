"""Turns, seats, endings, and every reason for which a move is refused."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from games import rules
from games.rules import game as machine
from games.tests.rules.positions import enter, offers, roll, rolled


def finished() -> rules.GameState:
    return enter(one_cell_left("yacht", 1, 2, 3, 4, 5), "chance")


def one_cell_left(rules_id: str, *dice: int) -> rules.GameState:
    cells = {(category.id, 1): 0 for category in rules.get(rules_id).categories if category.id != "chance"}
    return rolled(rules_id, *dice, cells=cells)


def third_roll() -> rules.GameState:
    return roll(roll(rolled("yacht", 1, 2, 3, 4, 5), 1, 1, 1, 1, 2), 6, 6, 6, 6, 1)


def throw(*held: int, faces: tuple[int, ...] = (1, 2, 3, 4, 5), seat: int = 0) -> rules.Move:
    return rules.Roll(seat=seat, held=held, faces=faces)


def entry(category: str = "chance", column: int = 1, seat: int = 0) -> rules.Move:
    return rules.Score(seat=seat, category=category, column=column)


def fresh() -> rules.GameState:
    return rules.start(rules.get("yacht"), seats=2)


def after_roll() -> rules.GameState:
    return rolled("yacht", 1, 2, 3, 4, 5, seats=2)


def chance_filled() -> rules.GameState:
    return rolled("yacht", 1, 2, 3, 4, 5, cells={("chance", 1): 20}, seats=2)


def joker_due() -> rules.GameState:
    return rolled("yahtzee", 4, 4, 4, 4, 4, cells={("yahtzee", 1): 0})


def row_started() -> rules.GameState:
    return rolled("triple_yahtzee+left_to_right", 1, 2, 3, 4, 5)


REFUSALS: list[tuple[str, Callable[[], rules.GameState], rules.Move]] = [
    ("game_over", finished, throw()),
    ("game_over", finished, entry()),
    ("not_your_turn", fresh, throw(seat=1)),
    ("not_your_turn", fresh, throw(seat=-1)),
    ("not_your_turn", fresh, throw(seat=2)),
    ("not_your_turn", after_roll, entry(seat=1)),
    ("no_rolls_left", third_roll, throw()),
    ("no_rolls_left", third_roll, throw(0, faces=(6, 1, 1, 1, 1))),
    ("nothing_to_hold", fresh, throw(0)),
    ("all_held", after_roll, throw(0, 1, 2, 3, 4)),
    ("unknown_die", after_roll, throw(5)),
    ("unknown_die", after_roll, throw(-1)),
    ("unknown_die", after_roll, throw(0, 0)),
    ("unknown_die", fresh, throw(7)),
    ("no_such_faces", fresh, throw(faces=(1, 2, 3, 4))),
    ("no_such_faces", fresh, throw(faces=(1, 2, 3, 4, 5, 6))),
    ("no_such_faces", fresh, throw(faces=(0, 2, 3, 4, 5))),
    ("no_such_faces", fresh, throw(faces=(1, 2, 3, 4, 7))),
    ("held_die_changed", after_roll, throw(0, faces=(6, 2, 3, 4, 5))),
    ("held_die_changed", after_roll, throw(0, 4, faces=(1, 2, 3, 4, 6))),
    ("roll_first", fresh, entry()),
    ("unknown_cell", after_roll, entry("yatzy")),
    ("unknown_cell", after_roll, entry("")),
    ("unknown_cell", after_roll, entry("Chance")),
    ("unknown_cell", after_roll, entry("chance ")),
    ("unknown_cell", after_roll, entry(column=0)),
    ("unknown_cell", after_roll, entry(column=2)),
    ("unknown_cell", after_roll, entry(column=-1)),
    ("cell_filled", chance_filled, entry()),
    ("cell_barred", joker_due, entry()),
    ("cell_barred", row_started, entry(column=2)),
]


@pytest.mark.parametrize(("reason", "position", "move"), REFUSALS)
def test_refusal(reason: str, position: Callable[[], rules.GameState], move: rules.Move) -> None:
    state, untouched = position(), position()
    with pytest.raises(rules.IllegalMove) as caught:
        state.apply(move)
    assert caught.value.reason == str(caught.value) == reason
    assert state == untouched


def test_every_reason_has_its_test() -> None:
    source = Path(machine.__file__).read_text(encoding="utf-8")
    assert {reason for reason, *_ in REFUSALS} == set(re.findall(r'IllegalMove\("(\w+)"\)', source))


def test_replay_stops_at_the_first_move_that_cannot_be() -> None:
    with pytest.raises(rules.IllegalMove, match="^roll_first$"):
        rules.replay(rules.get("yacht"), [throw(), entry(), entry("ones")], seats=1)


@pytest.mark.parametrize("seats", range(1, rules.MAX_SEATS + 1))
@pytest.mark.parametrize("first", range(rules.MAX_SEATS))
def test_seats_play_in_order_from_the_first(seats: int, first: int) -> None:
    game = rules.get("yacht")
    if first >= seats:
        with pytest.raises(ValueError, match="no such seats"):
            rules.start(game, seats=seats, first_seat=first)
        return
    state = rules.start(game, seats=seats, first_seat=first)
    for number in range(seats * 2):
        assert state.seat == (first + number) % seats
        assert state.turn == number // seats
        state = enter(roll(state, 1, 1, 2, 2, 3), ("chance", "ones")[state.turn])


@pytest.mark.parametrize(("seats", "first"), [(0, 0), (-1, 0), (7, 0), (2, 2), (2, -1)])
def test_no_such_seats(seats: int, first: int) -> None:
    with pytest.raises(ValueError, match="no such seats"):
        rules.start(rules.get("yacht"), seats=seats, first_seat=first)


@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_scoring_is_allowed_after_any_roll(rolls: int) -> None:
    state = rules.start(rules.get("yacht"), seats=1)
    for _ in range(rolls):
        state = roll(state, 2, 3, 4, 5, 6)
    assert state.roll == rolls
    state = enter(state, "large_straight")
    assert (state.roll, state.dice, state.turn) == (0, (), 1)
    assert state.scorecards[0].points("large_straight", 1) == 30


def test_nothing_is_offered_before_a_roll_and_after_the_end() -> None:
    assert fresh().legal_placements() == ()
    assert finished().legal_placements() == ()


def test_a_state_is_never_changed() -> None:
    state = after_roll()
    card = state.scorecards[0]
    enter(state, "chance")
    assert state == after_roll()
    assert card.cells == {} and card.bonuses == {}


def test_outcome_only_at_the_end() -> None:
    assert fresh().outcome() is None
    assert after_roll().outcome() is None
    state = finished()
    assert (state.status, state.seat) == ("finished", None)
    outcome = state.outcome()
    assert outcome == rules.Outcome(points=(15,), winners=(0,))
    assert outcome is not None and not outcome.is_draw


def end_of_game(*chances: tuple[int, ...]) -> rules.Outcome:
    """Return the outcome of a game in which each seat has only its chance."""
    game = rules.get("yacht")
    struck = {(category.id, 1): 0 for category in game.categories if category.id != "chance"}
    state = rules.GameState(
        rules=game,
        scorecards=(rules.Scorecard(cells=struck),) * len(chances),
        first_seat=0,
        entries=len(struck) * len(chances),
    )
    for dice in chances:
        state = enter(roll(state, *dice), "chance")
    outcome = state.outcome()
    assert outcome is not None
    return outcome


LOW, HIGH = (1, 1, 1, 1, 1), (6, 6, 6, 6, 6)


@pytest.mark.parametrize(
    ("chances", "winners"),
    [
        ((LOW, HIGH), (1,)),
        ((HIGH, LOW), (0,)),
        ((HIGH, HIGH), (0, 1)),
        ((HIGH, LOW, HIGH), (0, 2)),
        ((LOW,) * 6, (0, 1, 2, 3, 4, 5)),
    ],
)
def test_winners_and_draws(chances: tuple[tuple[int, ...], ...], winners: tuple[int, ...]) -> None:
    outcome = end_of_game(*chances)
    assert outcome.winners == winners
    assert outcome.is_draw == (len(winners) > 1)
    assert outcome.points == tuple(map(sum, chances))


def test_undo_right_lasts_until_anyone_rolls() -> None:
    state = after_roll()
    assert not state.can_undo
    entered = enter(state, "chance")
    assert entered.can_undo
    assert entered.last_entry == rules.Score(seat=0, category="chance", column=1)
    assert not roll(entered, 1, 2, 3, 4, 5).can_undo


def test_no_undo_of_a_roll_but_of_the_last_cell() -> None:
    assert not fresh().can_undo
    assert not third_roll().can_undo
    assert finished().can_undo


def test_a_bonus_is_kept_per_column() -> None:
    cells = {("yahtzee", 1): 50, ("yahtzee", 2): 50, ("yahtzee", 3): 0}
    state = rolled("triple_yahtzee", 4, 4, 4, 4, 4, cells=cells)
    assert [set(offers(state, column).items()) for column in (1, 2, 3)] == [
        {("fours", (20, 100))},
        {("fours", (20, 100))},
        {("fours", (20, 0))},
    ]
    state = enter(state, "fours", 2)
    sums = rules.totals(state.rules, state.scorecards[0])
    assert [sums.columns[column].yahtzee_bonus for column in (1, 2, 3)] == [0, 100, 0]
    assert sums.grand == 50 + 2 * (50 + 20 + 100)
