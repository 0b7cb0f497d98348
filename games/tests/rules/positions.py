"""Helpers that set up positions for tests."""

from games import rules

YAHTZEE_ROWS = tuple(category.id for category in rules.get("yahtzee").categories)


def rolled(
    rules_id: str,
    *dice: int,
    cells: dict[tuple[str, int], int] | None = None,
    seats: int = 1,
) -> rules.GameState:
    """Return a game in which seat 0 has these cells filled and has just rolled these dice."""
    game = rules.get(rules_id)
    cards = (rules.Scorecard(cells=cells or {}), *[rules.Scorecard()] * (seats - 1))
    entries = len(cells or {}) * seats
    state = rules.GameState(rules=game, scorecards=cards, first_seat=0, entries=entries)
    return state.apply(rules.Roll(seat=0, held=(), faces=dice)) if dice else state


def offers(state: rules.GameState, column: int) -> dict[str, tuple[int, int]]:
    """Return what is offered in one column: (points, bonus) by category."""
    return {p.category: (p.points, p.bonus) for p in state.legal_placements() if p.column == column}


def enter(state: rules.GameState, category: str, column: int = 1) -> rules.GameState:
    """Return the state after the seat to move has made this entry."""
    assert state.seat is not None
    return state.apply(rules.Score(seat=state.seat, category=category, column=column))


def roll(state: rules.GameState, *dice: int) -> rules.GameState:
    """Return the state after the seat to move has rolled all dice."""
    assert state.seat is not None
    return state.apply(rules.Roll(seat=state.seat, held=(), faces=dice))
