"""Moves as text: what is written can be read, and nothing else can."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games import rules

SLOTS = st.lists(st.integers(0, 4), unique=True, max_size=4).map(sorted).map(tuple)
FACES = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
ROLLS = st.builds(rules.Roll, seat=st.integers(0, 5), held=SLOTS, faces=FACES)
CELLS = sorted({(c.id, column) for r in rules.all_rules() for c in r.categories for column in r.columns})
SCORES = st.builds(
    lambda seat, cell: rules.Score(seat, *cell), seat=st.integers(0, 5), cell=st.sampled_from(CELLS)
)


@given(move=ROLLS | SCORES)
def test_round_trip(move: rules.Move) -> None:
    text = rules.format_move(move)
    assert text.isascii()
    assert rules.parse_move(text) == move


@given(text=st.text() | st.from_regex(r"[0-9] (roll|score) [0-9a-z_-]{1,6} [0-9]{1,6}", fullmatch=True))
@example(text="0 roll 024 31144")
@example(text="0 roll 420 31144")
@example(text="0 roll 00 31144")
def test_any_text_is_refused_or_means_exactly_one_move(text: str) -> None:
    try:
        move = rules.parse_move(text)
    except rules.MalformedMove:
        return
    assert rules.format_move(move) == text


@given(move=ROLLS | SCORES, junk=st.text(min_size=1, max_size=3), data=st.data())
def test_text_with_garbage_in_it_is_malformed_or_another_move(
    move: rules.Move, junk: str, data: st.DataObject
) -> None:
    text = rules.format_move(move)
    at = data.draw(st.integers(0, len(text)))
    with suppress(rules.MalformedMove):
        assert rules.parse_move(text[:at] + junk + text[at:]) != move


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "roll",
        "0 roll",
        "0 roll 12345",
        "0 roll - 1234",
        "0 roll - 123456",
        "0 roll - 12340",
        "0 roll - 12347",
        "0 roll 5 12345",
        "0 roll 01234 11111",
        "0 roll 10 12345",
        "0 roll 00 12345",
        "0  roll - 12345",
        "0 roll - 12345 ",
        "0 roll - 12345\n",
        "0 ROLL - 12345",
        "-1 roll - 12345",
        "a roll - 12345",
        "0 roll - １２３４５",
        "0 score chance",
        "0 score chance 0",
        "0 score chance 12",
        "0 score Chance 1",
        "0 score  1",
        "0 score full house 1",
        "0 score chance 1; 1 score chance 1",
        "0 undo",
        "٠ score chance 1",
        "0 roll - 12345\x00",
    ],
)
def test_malformed(text: str) -> None:
    with pytest.raises(rules.MalformedMove):
        rules.parse_move(text)


def test_an_unknown_cell_is_readable_but_illegal() -> None:
    """The notation knows no rule set; only the game knows whether a cell exists."""
    state = rules.start(rules.get("yacht"), seats=1).apply(rules.parse_move("0 roll - 12345"))
    with pytest.raises(rules.IllegalMove, match="^unknown_cell$"):
        state.apply(rules.parse_move("0 score yatzy 1"))


def test_malformed_and_illegal_are_told_apart_and_are_value_errors() -> None:
    for error in (rules.MalformedMove, rules.IllegalMove, rules.UnknownRuleSet):
        assert issubclass(error, ValueError)
    assert not issubclass(rules.MalformedMove, rules.IllegalMove)
