"""Replays stored moves to positions, with a cache of recent ones.

A position depends on nothing but its key in the cache, so the cache is never out of date.
"""

from collections import OrderedDict
from contextlib import suppress

from games import dice_stream, rules
from games.models import Game

_REMEMBERED = 256
_Key = tuple[str, int, int, tuple[str, ...]]
_recent: OrderedDict[_Key, rules.GameState] = OrderedDict()


class BrokenGame(Exception):
    """The stored moves cannot be replayed; the game is shown as closed."""


def position(game: Game, seats: int, moves: int | None = None) -> rules.GameState:
    """Return the position the moves of a game lead to, or its first `moves` moves; raises BrokenGame."""
    try:
        key = (game.rules_id, seats, game.first_seat, tuple(game.moves[:moves]))
        state = _recent.get(key) or _replay(key)
    except (ValueError, TypeError) as error:
        raise BrokenGame(f"{game.code}: {error}") from error
    _recent[key] = state
    with suppress(KeyError):  # another thread may have removed it
        _recent.move_to_end(key)
    while len(_recent) > _REMEMBERED:
        with suppress(KeyError):  # another thread has removed it already
            _recent.popitem(last=False)
    return state


def rules_of(game: Game) -> rules.RuleSet:
    """Return the rules of a game; the first rule set where its own no longer exists."""
    try:
        return rules.get(game.rules_id)
    except rules.UnknownRuleSet:
        return rules.RULE_SETS[0].build(())


def _replay(key: _Key) -> rules.GameState:
    """Replay all moves, or only the last one when the position before it is in the cache."""
    rules_id, seats, first_seat, texts = key
    before = _recent.get((rules_id, seats, first_seat, texts[:-1])) if texts else None
    if before is not None:
        return before.apply(rules.parse_move(texts[-1]))
    moves = [rules.parse_move(text) for text in texts]
    return rules.replay(rules.get(rules_id), moves, seats=seats, first_seat=first_seat)


def wins_after(game: Game, seats: int) -> list[int]:
    """Return the games won by each seat in this family of rematches, this one included.

    A draw counts for nobody.
    """
    wins = list(game.wins) or [0] * seats
    try:
        outcome = position(game, seats).outcome()
    except BrokenGame:
        return wins
    if outcome and not outcome.is_draw:
        wins[outcome.winners[0]] += 1
    return wins


def roll_off(game: Game, seats: int) -> list[dict[int, int]]:
    """Return the roll-off that decided who starts, as `dice_stream.roll_off` does.

    Empty where the order was chosen, in a rematch, for a player alone, and before the game has begun.
    """
    if not game.roll_off or game.previous_id is not None or game.status == Game.Status.WAITING:
        return []
    return dice_stream.roll_off(bytes(game.seed), seats=seats)


def bot_seed(game: Game, state: rules.GameState) -> int:
    """Return the number for a computer's random holds: always the same, and unrelated to the next dice."""
    return dice_stream.random_hold(bytes(game.seed), seat=state.seat or 0, turn=state.turn, roll=state.roll)


def last_held(game: Game) -> tuple[int, ...]:
    """Return the slots held in the last roll of this turn; none when an entry was made last."""
    move = rules.parse_move(game.moves[-1]) if game.moves else None
    return move.held if isinstance(move, rules.Roll) else ()


def dice_entered_last(game: Game) -> rules.Dice:
    """Return the dice of the entry that was made last; none after a roll, or before the first entry."""
    moves = [rules.parse_move(text) for text in game.moves[-2:]]
    if len(moves) < 2 or isinstance(moves[1], rules.Roll) or isinstance(moves[0], rules.Score):
        return ()
    return moves[0].faces
