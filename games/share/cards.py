"""What the picture of a finished card says, as plain data: words and numbers, nothing of how it is drawn."""

from dataclasses import dataclass

from games import rules
from games.models import Game
from games.session.positions import BrokenGame, position
from games.session.seats import SeatedGame
from games.words import figures, labels


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a card: its head and the text of its columns."""

    label: str
    cells: tuple[str, ...]
    strong: bool = False
    """Whether it is a sum."""


@dataclass(frozen=True, slots=True)
class CardText:
    """A finished card in words."""

    game: str
    name: str
    points: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    site: str


def final(seated: SeatedGame) -> rules.GameState | None:
    """Return the position at the end of a game, None before that and where the moves do not replay."""
    if seated.game.status != Game.Status.FINISHED:
        return None
    try:
        state = position(seated.game, len(seated.seats))
    except BrokenGame:
        return None
    return state if state.outcome() else None


def card_text(state: rules.GameState, seat: int, *, name: str, site: str) -> CardText:
    """Return the card of a seat as it stands at the end."""
    game, card = state.rules, state.scorecards[seat]
    sums = rules.totals(game, card)
    several = len(game.columns) > 1

    def boxes(section: str) -> list[Row]:
        rows = (category.id for category in game.categories if category.section == section)
        return [
            Row(
                str(labels.word(game, row)),
                tuple(str(card.points(row, column) or 0) for column in game.columns),
            )
            for row in rows
        ]

    def total(key: str) -> Row:
        cells = tuple(figures.whole(getattr(sums.columns[column], key)) for column in game.columns)
        return Row(str(labels.word(game, key)), cells, strong=True)

    return CardText(
        game=str(labels.board_label(game)),
        name=name,
        points=figures.whole(sums.grand),
        columns=tuple(f"×{game.factor(column)}" for column in game.columns) if several else (),
        rows=(
            *boxes("upper"),
            *((total("upper_bonus"),) if game.upper_bonus else ()),
            *boxes("lower"),
            *((total("yahtzee_bonus"),) if game.yahtzee_bonus else ()),
            *((total("weighted"),) if several else ()),
        ),
        site=site,
    )
