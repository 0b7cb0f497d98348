"""From a position to what a page shows: rows, cells, dice, sentences. Reads, never writes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import dice_stream, events, reasons, rules
from games.bots import Decision, decide
from games.models import Game
from games.session.positions import BrokenGame, bot_seed, last_held, position, rules_of, wins_after
from games.session.seats import Table
from games.words import labels

_LOG_LINES = 8


@dataclass(frozen=True, slots=True)
class Cell:
    """One box on a page."""

    column: int
    state: str
    """open, possible, filled or struck."""
    points: int | None
    label: str = ""
    """How the box is called out, only where it can be chosen."""
    fresh: bool = False
    """Whether this is the entry made last."""


@dataclass(frozen=True, slots=True)
class Row:
    category: str
    label: labels.Text
    section: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One scorecard on a page."""

    seat: int
    name: str
    elsewhere: bool
    """Whether somebody plays it at another browser, who may be away."""
    lead: bool
    """Whether this card comes first on the asking browser's page."""
    on_turn: bool
    winner: bool
    upper: tuple[Row, ...]
    lower: tuple[Row, ...]
    sums: dict[int, Any]
    grand: int


@dataclass(frozen=True, slots=True)
class Die:
    slot: int
    face: int | None
    kept: bool
    """Whether it was held in the last roll."""
    planned: bool = False
    """Whether the computer on turn is going to hold it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One past entry in the log."""

    name: str
    box: str
    points: int


@dataclass
class TableView:
    """Everything the table fragment needs."""

    table: Table
    notice: str = ""
    rematch: Game | None = None
    """The game that follows this one, where there is one already."""

    @property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def state(self) -> rules.GameState | None:
        """The position; None when the moves no longer replay."""
        try:
            return position(self.game, max(1, len(self.table.seats)))
        except BrokenGame:
            return None

    @property
    def broken(self) -> bool:
        return self.state is None

    @cached_property
    def rule_set(self) -> rules.RuleSet:
        return self.state.rules if self.state else rules_of(self.game)

    @property
    def status(self) -> str:
        return "finished" if self.broken else self.game.status

    @property
    def playing(self) -> bool:
        return self.status == Game.Status.PLAYING

    @property
    def you(self) -> str:
        """Own seats as the page contract has them."""
        return ",".join(map(str, self.table.you))

    @property
    def turn_seat(self) -> int | None:
        return self.state.seat if self.state and self.playing else None

    @property
    def my_turn(self) -> bool:
        return self.turn_seat in self.table.you

    @property
    def bot_turn(self) -> bool:
        seat = self.turn_seat
        return seat is not None and bool(self.table.seats[seat].bot)

    @property
    def roll(self) -> int:
        return self.state.roll if self.state and self.playing else 0

    @property
    def next_roll(self) -> int:
        return min(self.roll + 1, rules.MAX_ROLLS)

    @property
    def roll_label(self) -> str:
        """What the big button says, in the words of this card."""
        return str(labels.word(self.rule_set, "roll")).format(number=self.next_roll)

    @property
    def can_roll(self) -> bool:
        return self.my_turn and self.roll < rules.MAX_ROLLS

    @property
    def can_hold(self) -> bool:
        return self.my_turn and 0 < self.roll < rules.MAX_ROLLS

    @property
    def can_undo(self) -> bool:
        if not (self.state and self.playing and self.state.can_undo and self.state.last_entry):
            return False
        return self.state.last_entry.seat in self.table.you

    @property
    def entries(self) -> int:
        """Entries made so far; names the turn for what the browser remembers of it."""
        return self.state.entries if self.state else 0

    @cached_property
    def names(self) -> list[str]:
        """What the seats are called on this page, in seat order."""
        return self.table.names

    @property
    def title(self) -> labels.Text:
        """The game with its options."""
        return labels.board_label(self.rule_set)

    @property
    def ranking(self) -> list[Card]:
        """The cards, the best first."""
        return sorted(self.cards, key=lambda card: -card.grand)

    @property
    def turn_name(self) -> str:
        return self.names[self.turn_seat] if self.turn_seat is not None else ""

    @property
    def turn_number(self) -> int:
        return min(self.state.turn + 1, self.rule_set.boxes) if self.state else 0

    @cached_property
    def columns(self) -> list[tuple[int, int, labels.Text]]:
        """Column number, factor and its word where it has one, from left to right."""
        factors = enumerate(self.rule_set.factors, start=1)
        return [(column, factor, labels.FACTORS.get(factor, "")) for column, factor in factors]

    @cached_property
    def words(self) -> dict[str, labels.Text]:
        """The words for the totals on this card, and for a die that is held."""
        return {key: labels.word(self.rule_set, key) for key in (*labels.TOTALS, "hold")}

    @cached_property
    def outcome(self) -> rules.Outcome | None:
        return self.state.outcome() if self.state else None

    @cached_property
    def cards(self) -> list[Card]:
        return [self._card(seat) for seat in range(len(self.table.seats))] if self.state else []

    @cached_property
    def dice(self) -> list[Die]:
        faces = self.state.dice if self.state and self.playing else ()
        kept = last_held(self.game) if faces else ()
        planned = (self.plan and self.plan.hold) or ()
        return [
            Die(slot, faces[slot] if faces else None, slot in kept, slot in planned)
            for slot in range(rules.DICE)
        ]

    @cached_property
    def plan(self) -> Decision | None:
        """What the computer on turn is going to do with the dice on the table."""
        if not (self.state and self.state.dice and self.bot_turn and self.turn_seat is not None):
            return None
        level = self.table.seats[self.turn_seat].bot
        return decide(self.state, level, bot_seed(self.game, self.state), last_held(self.game))

    @property
    def plan_line(self) -> str:
        """Why it is going to do that."""
        return reasons.line(self.rule_set, self.plan) if self.plan else ""

    @cached_property
    def wins(self) -> list[int]:
        """Games won in this match by seat, this one included."""
        return wins_after(self.game, len(self.table.seats))

    @property
    def match_line(self) -> str:
        """How the match stands, or the games won so far where there is none; empty for a single game."""
        if len(self.names) < 2 or (self.game.match_to < 2 and not self.game.previous_id):
            return ""
        stand = "\N{NO-BREAK SPACE}· ".join(
            f"{name} {won}" for name, won in zip(self.names, self.wins, strict=True)
        )
        if self.game.match_to < 2:
            return _("Games won so far: {stand}").format(stand=stand)
        if max(self.wins) >= self.game.match_to:
            name = self.names[self.wins.index(max(self.wins))]
            return _("{name} wins the match. {stand}").format(name=name, stand=stand)
        return _("Match to {number}: {stand}").format(number=self.game.match_to, stand=stand)

    @property
    def match_goes_on(self) -> bool:
        return self.game.match_to > 1 and max(self.wins) < self.game.match_to

    @cached_property
    def rematch_line(self) -> str:
        """Who waits in the game that follows, for those who have not opened it."""
        if not self.rematch:
            return ""
        seats = [seat for seat in self.rematch.seats.all() if not seat.bot]
        ready = [seat.index for seat in seats if seat.last_seen_at >= self.rematch.created_at]
        if not ready or set(ready) & set(self.table.you):
            return ""
        text = _("%(name)s is ready for the rematch.")
        if self.match_goes_on:
            text = _("%(name)s is ready for the next game.")
        return text % {"name": self.names[ready[0]]}

    @property
    def log(self) -> list[Line]:
        """The entries made last, the newest first."""
        return list(self._log_lines())

    @property
    def event(self) -> str:
        """One line that says what happened last; what a screen reader hears."""
        return events.line(self)

    @property
    def result(self) -> str:
        """How the game ended, in a sentence."""
        return events.result(self)

    @property
    def won(self) -> bool:
        """Whether somebody at this browser has a reason to celebrate."""
        return bool(self.outcome and set(self.outcome.winners) & set(self.table.you))

    def _card(self, seat: int) -> Card:
        assert self.state is not None
        card = self.state.scorecards[seat]
        on_turn = seat == self.turn_seat
        offers = {}
        if on_turn:
            offers = {(p.category, p.column): p for p in self.state.legal_placements()}
        playable = bool(offers) and self.my_turn
        entry = self.state.last_entry
        rows = []
        for category in self.rule_set.categories:
            cells = []
            for column in self.rule_set.columns:
                points = card.points(category.id, column)
                offer = offers.get((category.id, column))
                fresh = entry == rules.Score(seat, category.id, column)
                if points is not None:
                    cell = Cell(column, "filled" if points else "struck", points, fresh=fresh)
                elif offer is None:
                    cell = Cell(column, "open", None)
                else:
                    cell = Cell(column, "possible", offer.points, self._offer(offer) if playable else "")
                cells.append(cell)
            word = labels.word(self.rule_set, category.id)
            rows.append(Row(category.id, word, category.section, tuple(cells)))
        totals = rules.totals(self.rule_set, card)
        own = self.table.seats[seat]
        return Card(
            seat=seat,
            name=self.names[seat],
            elsewhere=self.playing
            and self.game.mode == Game.Mode.ONLINE
            and not own.bot
            and seat not in self.table.you,
            lead=seat == (self.table.you or (0,))[0],
            on_turn=on_turn,
            winner=bool(self.outcome and seat in self.outcome.winners and len(self.names) > 1),
            upper=tuple(row for row in rows if row.section == "upper"),
            lower=tuple(row for row in rows if row.section == "lower"),
            sums=dict(totals.columns),
            grand=totals.grand,
        )

    def _offer(self, offer: rules.Placement) -> str:
        box = labels.box_label(self.rule_set, offer.category, offer.column)
        text = ngettext("%(box)s: %(points)s point", "%(box)s: %(points)s points", offer.points)
        if offer.bonus:
            text = _("%(box)s: %(points)s points and %(bonus)s bonus")
        return text % {"box": box, "points": offer.points, "bonus": offer.bonus}

    def _log_lines(self) -> Iterator[Line]:
        if not self.state:
            return
        found = 0
        for number in range(len(self.game.moves) - 1, -1, -1):
            move = rules.parse_move(self.game.moves[number])
            if isinstance(move, rules.Roll):
                continue
            points = self.state.scorecards[move.seat].points(move.category, move.column) or 0
            box = labels.box_label(self.rule_set, move.category, move.column)
            yield Line(self.names[move.seat], box, points)
            found += 1
            if found == _LOG_LINES:
                return

    @property
    def roll_off_line(self) -> str:
        """What everybody rolled to see who starts; empty where the order was given."""
        if not self.game.roll_off or self.game.previous_id:
            return ""
        rounds = dice_stream.roll_off(bytes(self.game.seed), seats=len(self.names))
        thrown = [", ".join(f"{self.names[seat]} {face}" for seat, face in each.items()) for each in rounds]
        return _("Roll-off: {dice}.").format(dice="; ".join(thrown))
