"""Moments of a game: what is worth showing in the latest moves, as facts without language.

Everything follows from the moves and the rule set; the words for it are in `stamps`. Reads, never writes.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games import rules
from games.models import Game
from games.rules.scorecard import column_totals
from games.session.positions import position

MOST = 20
"""How many of the latest moves are told of."""

_RARE = 1 / 6
"""A row of the lower section is worth a moment when fewer rolls of five dice than this bring points there."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll, and what it shows for the first time in its turn."""

    number: int
    """The place of the move among all moves of the game, from 1."""
    seat: int
    roll: int
    held: tuple[int, ...]
    dice: rules.Dice
    five_of_a_kind: bool = False
    makes: str = ""
    """The rarest row that these dice fit and still can be entered in; not for five of a kind."""
    yahtzee_bonus: int = 0
    """The most bonus points for a further five of a kind that an entry can bring."""
    joker: bool = False
    """Whether these dice are a joker in a column with an open box."""
    decides: int | None = None
    """A slot that was rolled and without which there would be no such combination."""


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry, and what came with it."""

    number: int
    seat: int
    box: str
    column: int
    points: int
    dice: rules.Dice
    yahtzee_bonus: int = 0
    joker: bool = False
    bonus_reached: int = 0
    """The points of the upper bonus that this entry has earned."""
    column_done: bool = False
    """Whether no box of this column is open any more, while others are."""
    lead: int | None = None
    """The seat that leads after this round and did not lead after the one before."""
    last_turn: bool = False
    """Whether everybody has one box left now."""
    records: tuple[int, ...] = ()
    """The winners whose total is a record of its board; known at the end only."""
    own_best: bool = False
    """Whether the asking browser has never reached so many points; known at its end only."""


Moment = Rolled | Entered


def since(game: Game, seats: int, moves: int) -> list[Moment]:
    """Return the moments of the last moves of a game, the oldest first; raises BrokenGame."""
    count = len(game.moves)
    first = count - min(moves, count, MOST)
    state = position(game, seats, first)
    found: list[Moment] = []
    for number in range(first, count):
        move = rules.parse_move(game.moves[number])
        after = position(game, seats, number + 1)
        if isinstance(move, rules.Roll):
            found.append(_rolled(number + 1, move, state, after))
        else:
            found.append(_entered(number + 1, move, state, after, _lead(game, number + 1, after)))
        state = after
    return found


# --- rolls ------------------------------------------------------------------------------------------


def _rolled(number: int, move: rules.Roll, before: rules.GameState, after: rules.GameState) -> Rolled:
    plain = Rolled(number, move.seat, after.roll, move.held, move.faces)
    if rules.is_five_of_a_kind(move.faces):
        return _five_of_a_kind(plain, after)
    row = _newly_made(before, after)
    if row is None:
        return plain
    return replace(plain, makes=row.id, decides=_decisive(row, move))


def _five_of_a_kind(plain: Rolled, after: rules.GameState) -> Rolled:
    offers = after.legal_placements()
    card = after.scorecards[plain.seat]
    columns = {offer.column for offer in offers}
    return replace(
        plain,
        five_of_a_kind=True,
        yahtzee_bonus=max(offer.bonus for offer in offers),
        joker=any(rules.is_joker(after.rules, card, plain.dice, column) for column in columns),
        decides=max(slot for slot in range(rules.DICE) if slot not in plain.held),
    )


def _newly_made(before: rules.GameState, after: rules.GameState) -> rules.Category | None:
    """Return the rarest row these dice fit, the dice before did not, and that has an open box."""
    assert after.seat is not None
    card = after.scorecards[after.seat]
    for row in _rare_rows(after.rules.rules_id):
        new = row.points(after.dice) and not (before.dice and row.points(before.dice))
        # The leftmost open box of a row may always be chosen.
        if new and any(card.is_open(row.id, column) for column in after.rules.columns):
            return row
    return None


def _decisive(row: rules.Category, move: rules.Roll) -> int | None:
    """Return the last of the rolled slots whose face this row needs, be it rolled once or more often."""
    rolled = [slot for slot in range(rules.DICE) if slot not in move.held]

    def needed(slot: int) -> bool:
        alike = {other for other in rolled if move.faces[other] == move.faces[slot]}
        return any(
            not row.points(tuple(face if other in alike else die for other, die in enumerate(move.faces)))
            for face in rules.FACES
        )

    return next(filter(needed, reversed(rolled)), None)


@lru_cache
def _rare_rows(rules_id: str) -> tuple[rules.Category, ...]:
    """Return the rows of the lower section that few rolls fit but for five of a kind, the rarest first."""
    game = rules.get(rules_id)
    ways = {
        dice: factorial(rules.DICE) // prod(map(factorial, Counter(dice).values()))
        for dice in combinations_with_replacement(rules.FACES, rules.DICE)
    }
    chances = {
        row: sum(number for dice, number in ways.items() if row.points(dice)) / sum(ways.values())
        for row in game.categories
        if row.section == "lower" and row.id != game.five_of_a_kind
    }
    return tuple(sorted((row for row, chance in chances.items() if chance < _RARE), key=chances.__getitem__))


# --- entries ----------------------------------------------------------------------------------------


def _entered(
    number: int, move: rules.Score, before: rules.GameState, after: rules.GameState, lead: int | None
) -> Entered:
    game, column, seat = after.rules, move.column, move.seat
    earlier, card = before.scorecards[seat], after.scorecards[seat]
    sums = [column_totals(game, each, column) for each in (earlier, card)]
    done = not any(card.is_open(row.id, column) for row in game.categories)
    return Entered(
        number=number,
        seat=seat,
        box=move.category,
        column=column,
        points=card.points(move.category, column) or 0,
        dice=before.dice,
        yahtzee_bonus=sums[1].yahtzee_bonus - sums[0].yahtzee_bonus,
        joker=rules.is_joker(game, earlier, before.dice, column),
        bonus_reached=sums[1].upper_bonus - sums[0].upper_bonus,
        column_done=done and len(card.cells) < game.cells,
        lead=lead,
        last_turn=after.entries == after.seats * (game.cells - 1),
    )


def _lead(game: Game, moves: int, after: rules.GameState) -> int | None:
    """Return who has taken the lead with a round that has just ended.

    Points are compared when all have made the same number of entries; before the second round nobody leads.
    """
    over = after.entries % after.seats == 0 and after.status == "playing"
    if not over or after.seats == 1 or after.entries < 2 * after.seats:
        return None
    leader = _leader(after)
    if leader is None:
        return None
    earlier = position(game, after.seats, _round_before(game.moves[:moves], after.seats))
    return None if leader == _leader(earlier) else leader


def _leader(state: rules.GameState) -> int | None:
    """Return the seat with the most points, None where several have them."""
    points = [rules.totals(state.rules, card).grand for card in state.scorecards]
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _round_before(moves: Sequence[str], seats: int) -> int:
    """Return the number of moves up to the end of the round before the last one."""
    entries = 0
    for number in range(len(moves), 0, -1):
        entries += isinstance(rules.parse_move(moves[number - 1]), rules.Score)
        if entries > seats:
            return number
    return 0
