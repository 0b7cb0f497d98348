"""Random games of every rule set with one to six seats, compared with the oracle."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import rules
from games.tests.rules import oracle
from games.tests.rules.random_play import next_move, pick, play_on

RULES_IDS = [game.rules_id for game in rules.all_rules()]
SEEDS = st.integers(0, 2**64 - 1)
every_rule_set = pytest.mark.parametrize("rules_id", RULES_IDS)
few = settings(max_examples=6)


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int, Random]:
    """Draw the number of seats, the first of them, and the chance that rules this game."""
    seats = draw(st.integers(1, rules.MAX_SEATS))
    return seats, draw(st.integers(0, seats - 1)), Random(draw(SEEDS))


def oracle_totals(sums: rules.Totals) -> dict[str, object]:
    """Return the engine's totals in the shape of the oracle's."""
    names = rules.ColumnTotals.__dataclass_fields__
    columns: dict[str, object] = {
        str(column): {name: getattr(column_sums, name) for name in names}
        for column, column_sums in sums.columns.items()
    }
    return columns | {"grand": sums.grand}


def assert_same(state: rules.GameState, game: oracle.Game) -> None:
    """Assert that the engine and the oracle see the same position."""
    assert (state.seat, state.roll, list(state.dice), state.status, state.entries) == (
        game["seat"],
        game["roll"],
        game["dice"],
        game["status"],
        game["entries"],
    )
    assert state.can_undo == (game["before"] is not None)
    if state.seat is not None:
        offered = {(p.category, p.column): (p.points, p.bonus) for p in state.legal_placements()}
        assert offered == oracle.offers(game["rules"], game["cells"][state.seat], state.dice)
        assert bool(offered) == bool(state.dice)


def apply_to_oracle(game: oracle.Game, move: rules.Move) -> None:
    if isinstance(move, rules.Roll):
        oracle.roll(game, move.seat, move.held, move.faces)
    else:
        oracle.score(game, move.seat, move.category, move.column)


@every_rule_set
@few
@given(table=tables())
def test_a_game_ends_after_all_cells_and_equals_the_oracle_throughout(
    rules_id: str, table: tuple[int, int, Random]
) -> None:
    seats, first, rng = table
    state = rules.start(rules.get(rules_id), seats=seats, first_seat=first)
    game = oracle.new_game(rules_id, seats, first)
    entries = 0
    for move, after in play_on(rng, state):
        apply_to_oracle(game, move)
        assert_same(after, game)
        entries += isinstance(move, rules.Score)
        state = after
    assert entries == state.rules.cells * seats
    outcome = state.outcome()
    assert outcome is not None
    for seat, card in enumerate(state.scorecards):
        expected = oracle.totals(rules_id, game["cells"][seat], game["bonuses"][seat])
        assert oracle_totals(rules.totals(state.rules, card)) == expected
        assert outcome.points[seat] == expected["grand"]
        assert len(card.cells) == state.rules.cells


@every_rule_set
@few
@given(table=tables())
def test_replay_equals_play_also_through_text(rules_id: str, table: tuple[int, int, Random]) -> None:
    seats, first, rng = table
    state = rules.start(rules.get(rules_id), seats=seats, first_seat=first)
    moves, texts = [], []
    stop = int(rng.random() * state.rules.cells * seats * 2)
    for move, after in play_on(rng, state):
        moves.append(move)
        texts.append(rules.format_move(move))
        state = after
        if len(moves) >= stop:
            break
    parsed = [rules.parse_move(text) for text in texts]
    assert parsed == moves
    assert rules.replay(state.rules, parsed, seats=seats, first_seat=first) == state


@every_rule_set
@few
@given(table=tables())
def test_undo_restores_everything(rules_id: str, table: tuple[int, int, Random]) -> None:
    """Every entry that may be taken back is: dropping it and replaying gives the position before it."""
    seats, first, rng = table
    before = rules.start(rules.get(rules_id), seats=seats, first_seat=first)
    game = oracle.new_game(rules_id, seats, first)
    moves: list[rules.Move] = []
    chosen = {int(rng.random() * before.rules.cells * seats) for _ in range(4)} | {0}
    for move, after in play_on(rng, before):
        moves.append(move)
        apply_to_oracle(game, move)
        assert after.can_undo == isinstance(move, rules.Score)
        if after.can_undo and before.entries in chosen:
            undone = rules.replay(before.rules, moves[:-1], seats=seats, first_seat=first)
            assert undone == before
            assert undone.legal_placements() == before.legal_placements()
            assert not undone.can_undo
            oracle.undo(game, move.seat)
            assert_same(undone, game)
            apply_to_oracle(game, move)
            assert undone.apply(move) == after
        before = after


def wild_move(rng: Random, state: rules.GameState) -> rules.Move:
    """Return a random command, seldom a legal one."""
    seat = pick(rng, (state.seat or 0, state.seat or 0, int(rng.random() * 8) - 1))
    if rng.random() < 0.5:
        held = tuple(slot for slot in range(-1, 7) if rng.random() < 0.25)
        faces = tuple(int(rng.random() * 6.5) + 1 for _ in range(5))
        kept = dict(enumerate(state.dice)) if rng.random() < 0.7 else {}
        kept = {slot: face for slot, face in kept.items() if slot in held}
        return rules.Roll(seat, held, tuple(kept.get(slot, face) for slot, face in enumerate(faces)))
    categories = [*(category.id for category in state.rules.categories), "", "Ones", "yatzy"]
    return rules.Score(seat, pick(rng, categories), pick(rng, (*state.rules.columns, 1, 0, 4)))


@every_rule_set
@few
@given(table=tables())
def test_wild_commands_are_refused_exactly_when_the_oracle_refuses(
    rules_id: str, table: tuple[int, int, Random]
) -> None:
    seats, first, rng = table
    state = rules.start(rules.get(rules_id), seats=seats, first_seat=first)
    game = oracle.new_game(rules_id, seats, first)
    for _ in range(400):
        move = next_move(rng, state) if rng.random() < 0.2 else wild_move(rng, state)
        try:
            after = state.apply(move)
        except rules.IllegalMove:
            with pytest.raises(oracle.Refused):
                apply_to_oracle(game, move)
        else:
            apply_to_oracle(game, move)
            state = after
        if state.status == "finished":
            break
    assert_same(state, game)


@every_rule_set
def test_a_long_record_passes_the_oracle(rules_id: str) -> None:
    """What the oracle accepts as record.json is what the engine plays; a changed number is noticed."""
    state = rules.start(rules.get(rules_id), seats=2, first_seat=1)
    rows: list[list[object]] = []
    for move, after in play_on(Random(f"record {rules_id}"), state):
        if isinstance(move, rules.Roll):
            rows.append(["roll", move.seat, list(move.held), list(move.faces)])
        else:
            placement = state.placement(move.seat, move.category, move.column)
            worth = [placement.points, placement.bonus]
            rows.append(["score", move.seat, move.category, move.column, *worth])
        state = after
    seats = [{"totals": oracle_totals(rules.totals(state.rules, card))} for card in state.scorecards]
    record = {"rules": rules_id, "status": "finished", "seats": seats, "moves": rows}
    assert oracle.check_record(record)["status"] == "finished"
    with pytest.raises(AssertionError):
        oracle.check_record(record | {"seats": seats[::-1]})
    with pytest.raises(AssertionError):
        oracle.check_record(record | {"moves": [*rows[:-1], [*rows[-1][:-2], 99, 0]]})
    with pytest.raises(AssertionError):
        oracle.check_record(record | {"moves": rows[:-1]})
    with pytest.raises(oracle.Refused):
        oracle.check_record(record | {"moves": [*rows, rows[-1]]})
