"""Writes record.json, the public data of a game (docs/contract.md)."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from games import rules
from games.models import Game
from games.session.positions import roll_off
from games.session.seats import SeatedGame
from games.table.present import TableView


def write_record(seated: SeatedGame) -> dict[str, Any]:
    """Return the game as everybody may read it (record.json, version 1)."""
    game = seated.game
    view = TableView(seated)
    return {
        "record": 1,
        "code": game.code,
        "rules": game.rules_id,
        "status": view.status,
        "version": view.version,
        "seats": [
            {"name": name, "bot": seat.bot or None, "totals": _totals(view, seat.index)}
            for seat, name in zip(seated.seats, seated.names, strict=True)
        ],
        "roll_off": _roll_off(game, len(seated.seats)),
        "moves": list(_recorded_moves(view)),
        "commitment": game.commitment,
        "seed": game.open_seed,
        "started": game.started_at and game.started_at.isoformat(),
        "finished": game.finished_at and game.finished_at.isoformat(),
    }


def _roll_off(game: Game, seats: int) -> list[list[int | None]] | None:
    """Return the faces by seat of every round, None for a seat that did not roll; None without a roll-off."""
    rounds = roll_off(game, seats)
    return [[thrown.get(seat) for seat in range(seats)] for thrown in rounds] or None


def _totals(view: TableView, seat: int) -> dict[str, Any]:
    if view.broken:
        return {}
    card = view.cards[seat]
    sums = {str(column): asdict(total) for column, total in card.sums.items()}
    return {**sums, "grand": card.grand}


def _recorded_moves(view: TableView) -> Iterator[list[Any]]:
    if view.state is None:
        return
    game = view.game
    state = rules.start(view.rule_set, seats=len(view.seated.seats), first_seat=game.first_seat)
    for text in game.moves:
        move = rules.parse_move(text)
        if isinstance(move, rules.Roll):
            yield ["roll", move.seat, list(move.held), list(move.faces)]
        else:
            placement = state.placement(move.seat, move.category, move.column)
            yield ["score", move.seat, move.category, move.column, placement.points, placement.bonus]
        state = state.apply(move)
