"""Writes one random game per rule set as readable text to games/tests/playthroughs.

A change of the rules shows up as a diff of these files. After an intended change write them anew:

    .venv/bin/python -m games.tests.rules.playthrough
"""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from games import rules
from games.tests.rules.random_play import next_move

DIRECTORY = Path(__file__).resolve().parent.parent / "playthroughs"
SEATS = 2
FIRST_SEED = 82
UNDONE_TURN = 2
"""The turn whose first entry is taken back once and made again."""


def path(rules_id: str) -> Path:
    """Return the file that holds the game of a rule set."""
    return DIRECTORY / f"{rules_id}.txt"


def totals_line(state: rules.GameState) -> str:
    """Return the grand totals of all seats, first seat first."""
    return " : ".join(str(rules.totals(state.rules, card).grand) for card in state.scorecards)


def describe(state: rules.GameState, after: rules.GameState, move: rules.Move) -> str:
    """Return one line for a move: its notation and what it brings."""
    text = rules.format_move(move)
    if isinstance(move, rules.Roll):
        count = len(after.legal_placements())
        return f"  {text:<32} {count:>2} offers"
    placement = state.placement(move.seat, move.category, move.column)
    bonus = f" + {placement.bonus} bonus" if placement.bonus else ""
    return f"  {text:<32} {placement.points:>2}{bonus}; totals {totals_line(after)}"


def card_lines(state: rules.GameState, seat: int) -> Iterator[str]:
    """Yield the final card of a seat, one line per row and per total."""
    card, sums = state.scorecards[seat], rules.totals(state.rules, state.scorecards[seat])
    yield f"card of seat {seat}"
    for category in state.rules.categories:
        values = (card.points(category.id, column) for column in state.rules.columns)
        yield f"  {category.id:<20}" + "".join(f"{value:>6}" for value in values)
    for name in ("upper", "upper_bonus", "missing", "lower", "yahtzee_bonus", "combined", "weighted"):
        values = (getattr(sums.columns[column], name) for column in state.rules.columns)
        yield f"  = {name:<18}" + "".join(f"{value:>6}" for value in values)
    yield f"  = {'grand':<18}{sums.grand:>6}"


def lines(rules_id: str, seed: int) -> Iterator[str]:
    """Yield a random game of a rule set line by line."""
    rng = Random(f"playthrough {seed} {rules_id}")
    state = rules.start(rules.get(rules_id), seats=SEATS)
    moves: list[rules.Move] = []
    yield f"{rules_id}: {SEATS} seats, {state.rules.cells} cells each"
    undone = False
    while state.status == "playing":
        if state.roll == 0 and state.seat == state.first_seat:
            yield f"turn {state.turn}"
        move = next_move(rng, state, greed=0.95)
        before, state = state, state.apply(move)
        moves.append(move)
        yield describe(before, state, move)
        if isinstance(move, rules.Score) and before.turn == UNDONE_TURN and not undone:
            undone = True
            moves.pop()
            state = rules.replay(state.rules, moves, seats=SEATS)
            yield f"  {move.seat} undo {'':<25} {len(state.legal_placements()):>2} offers"
    for seat in range(SEATS):
        yield from card_lines(state, seat)
    outcome = state.outcome()
    assert outcome is not None
    yield f"points {totals_line(state)}, winners {' '.join(map(str, outcome.winners))}"


def shows_bonuses(game: rules.RuleSet, text: str) -> bool:
    """Tell whether a game shows an upper bonus and a YAHTZEE bonus, where its rules have them."""
    upper = game.upper_bonus is None or re.search(r"= upper_bonus .*[1-9]", text)
    return bool(upper and (not game.yahtzee_bonus or " bonus; totals" in text))


def text(rules_id: str) -> str:
    """Return the whole playthrough: the first random game from FIRST_SEED on that shows its bonuses."""
    games = ("\n".join(lines(rules_id, seed)) + "\n" for seed in count(FIRST_SEED))
    return next(game for game in games if shows_bonuses(rules.get(rules_id), game))


def write_all() -> None:
    """Write the playthrough of every rule set and drop those of rule sets that are gone."""
    DIRECTORY.mkdir(exist_ok=True)
    wanted = {path(each.rules_id): text(each.rules_id) for each in rules.all_rules()}
    for old in set(DIRECTORY.glob("*.txt")) - set(wanted):
        old.unlink()
    for file, content in wanted.items():
        file.write_text(content, encoding="ascii")


if __name__ == "__main__":
    write_all()
