"""The view of the table: computes from a position what the page shows. Reads, never writes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from games import rules
from games.bots import Decision, decide
from games.models import Game
from games.session.positions import (
    BrokenGame,
    bot_seed,
    dice_entered_last,
    last_held,
    position,
    roll_off,
    rules_of,
    wins_after,
)
from games.session.seats import SeatedGame
from games.table import events, moments, reasons, stamps
from games.table.card import Card
from games.table.match import MatchView, RematchView
from games.words import labels, prose
from games.words.names import isolated

_LOG_LINES = 12


@dataclass(frozen=True, slots=True)
class Die:
    slot: int
    face: int | None
    kept: bool
    """Whether it was held in the last roll."""
    planned: bool = False
    """Whether the computer on turn is going to hold it."""
    last: int | None = None
    """Between an entry and the next roll the face that was entered."""


@dataclass(frozen=True, slots=True)
class Line:
    """One past entry in the log."""

    name: str
    category: str
    box: str
    """The name of the box."""
    points: int


@dataclass
class TableView:
    """Everything the table fragment needs."""

    seated: SeatedGame
    notice: str = ""
    next_game: Game | None = None
    """The rematch, where there is one already."""
    since: int | None = None
    """The version that the asking browser shows, where it has said so."""
    own_best: bool = False
    """Whether the asking browser has never reached so many points on this board."""
    records: tuple[int, ...] = ()
    """The winners whose total is a record of its board."""

    @property
    def game(self) -> Game:
        return self.seated.game

    @cached_property
    def state(self) -> rules.GameState | None:
        """The position; None when the moves no longer replay."""
        try:
            return position(self.game, max(1, len(self.seated.seats)))
        except BrokenGame:
            return None

    @property
    def broken(self) -> bool:
        return self.state is None

    @cached_property
    def rule_set(self) -> rules.RuleSet:
        return self.state.rules if self.state else rules_of(self.game)

    @cached_property
    def status(self) -> str:
        return "finished" if self.broken else self.game.status

    @cached_property
    def _over_for_good(self) -> bool:
        return self.game.is_sealed

    @property
    def sealed(self) -> bool:
        """Whether nothing about this game can change any more."""
        return self.broken or self._over_for_good

    @property
    def version(self) -> int:
        return self.game.version_if(self._over_for_good)

    @cached_property
    def playing(self) -> bool:
        return self.status == Game.Status.PLAYING

    @cached_property
    def you(self) -> str:
        """Own seats in the form of the page contract."""
        return ",".join(map(str, self.seated.you))

    @cached_property
    def turn_seat(self) -> int | None:
        return self.state.seat if self.state and self.playing else None

    @cached_property
    def only_person(self) -> int | None:
        """The seat of this browser where nobody else but computers plays: its player is spoken to."""
        people = [seat.index for seat in self.seated.seats if not seat.bot]
        return people[0] if tuple(people) == self.seated.you and len(people) == 1 else None

    @cached_property
    def my_turn(self) -> bool:
        return self.turn_seat in self.seated.you

    @cached_property
    def bot_turn(self) -> bool:
        seat = self.turn_seat
        return seat is not None and bool(self.seated.seats[seat].bot)

    @cached_property
    def roll(self) -> int:
        return self.state.roll if self.state and self.playing else 0

    @property
    def next_roll(self) -> int:
        return min(self.roll + 1, rules.MAX_ROLLS)

    @property
    def roll_label(self) -> str:
        """What the big button says, in the words of this card, as HTML."""
        return prose.say(prose.word(self.rule_set, "roll"), number=self.next_roll)

    @cached_property
    def can_roll(self) -> bool:
        return self.my_turn and self.roll < rules.MAX_ROLLS

    @cached_property
    def can_hold(self) -> bool:
        return self.my_turn and 0 < self.roll < rules.MAX_ROLLS

    @cached_property
    def can_undo(self) -> bool:
        entry = self.state.last_entry if self.state and not self.sealed else None
        return entry is not None and entry.seat in self.seated.you

    @property
    def entries(self) -> int:
        """Number of entries made so far; browsers use it as the key of the present turn."""
        return self.state.entries if self.state else 0

    @property
    def moves(self) -> int:
        """Number of moves made so far."""
        return len(self.game.moves) if self.state else 0

    @cached_property
    def names(self) -> list[str]:
        """The names of the seats as shown, in seat order, isolated."""
        return [isolated(name) for name in self.seated.names]

    @property
    def title(self) -> labels.Text:
        """The game with its options."""
        return labels.board_label(self.rule_set)

    @cached_property
    def standing(self) -> str:
        """How the game stands, in a few words for the title of the page; empty on this browser's turn."""
        if self.status == "waiting":
            return _("Waiting room")
        if self.status == "finished":
            return "" if self.broken else _("Result")
        return "" if self.my_turn else _("{name}'s turn").format(name=self.turn_name)

    @property
    def page_title(self) -> str:
        """The title of the page as it is sent; static/js/table/signs.js keeps it up to date."""
        return f"{self.standing} – {self.title}" if self.standing else str(self.title)

    @property
    def ranking(self) -> list[Card]:
        """The cards, the best first."""
        return sorted(self.cards, key=lambda shown: -shown.grand)

    @cached_property
    def turn_name(self) -> str:
        return self.names[self.turn_seat] if self.turn_seat is not None else ""

    @property
    def turn_number(self) -> int:
        return min(self.state.turn + 1, self.rule_set.cells) if self.state else 0

    @cached_property
    def columns(self) -> list[tuple[int, int, labels.Text]]:
        """Column number, factor and its word where it has one, from left to right."""
        return labels.columns(self.rule_set)

    @cached_property
    def words(self) -> dict[str, labels.Text]:
        """The words for the totals on this card, and for a die that is held."""
        return {key: labels.word(self.rule_set, key) for key in (*labels.TOTALS, "hold")}

    @cached_property
    def outcome(self) -> rules.Outcome | None:
        return self.state.outcome() if self.state else None

    @cached_property
    def cards(self) -> list[Card]:
        return [self._card(seat) for seat in range(len(self.seated.seats))] if self.state else []

    @cached_property
    def dice(self) -> list[Die]:
        faces = self.state.dice if self.state and self.playing else ()
        last = () if faces or not self.playing else dice_entered_last(self.game)
        kept = last_held(self.game) if faces else ()
        planned = (self.plan and self.plan.hold) or ()
        return [
            Die(
                slot,
                faces[slot] if faces else None,
                slot in kept,
                slot in planned,
                last[slot] if last else None,
            )
            for slot in range(rules.DICE)
        ]

    @cached_property
    def plan(self) -> Decision | None:
        """The decision of the computer on turn about the dice on the table."""
        if not (self.state and self.state.dice and self.bot_turn and self.turn_seat is not None):
            return None
        level = self.seated.seats[self.turn_seat].bot
        return decide(self.state, level, bot_seed(self.game, self.state), last_held(self.game))

    @cached_property
    def plan_line(self) -> str:
        """The reason for that decision."""
        return reasons.line(self.rule_set, self.plan) if self.plan else ""

    @cached_property
    def match(self) -> MatchView:
        """The match, this game included."""
        return MatchView(self.game, self.names, wins_after(self.game, len(self.seated.seats)))

    @cached_property
    def rematch(self) -> RematchView | None:
        """The rematch after this game, if there is one already."""
        if self.next_game is None:
            return None
        return RematchView(self.next_game, self.names, self.seated.you, self.match.goes_on)

    @property
    def log(self) -> list[Line]:
        """The entries made last, the newest first."""
        return list(self._log_lines())

    @cached_property
    def event(self) -> str:
        """One line about the last event, read by screen readers."""
        if self.outcome:
            honours = stamps.honours(self.records, self.own_best)
            return (self.rematch and self.rematch.line) or " ".join((self.result, *honours))
        return events.line(self._happened) if self._happened else ""

    @property
    def _happened(self) -> events.Happened | None:
        """The input for the line of the last event; None where the moves no longer replay."""
        if self.state is None:
            return None
        return events.Happened(
            game=self.game,
            state=self.state,
            names=self.names,
            you=self.only_person,
            roll_off=self.roll_off_line if self.entries == 0 else "",
            moment=self._last_moment,
        )

    @cached_property
    def _new_moves(self) -> int:
        """How many moves at most the asking browser has not seen; what else raised the version is no move."""
        if self.since is None:
            return 0
        return max(0, self.version - self.since - bool(self.game.last_event))

    @cached_property
    def _moments(self) -> list[moments.Moment]:
        """The moments of the moves that the browser has not seen, and of the last one in any case."""
        if self.state is None or not self.game.moves:
            return []
        found = moments.since(self.game, len(self.seated.seats), max(1, self._new_moves))
        if isinstance(found[-1], moments.Entered):
            found[-1] = replace(found[-1], records=self.records, own_best=self.own_best)
        return found

    @property
    def _last_moment(self) -> str:
        """The words for what the last move showed or brought."""
        return stamps.said(self._moments[-1], self.rule_set, self.names) if self._moments else ""

    @property
    def moments(self) -> str:
        """The moments of the moves that the browser has not seen, as JSON; empty if there are none."""
        new = self._moments if self._new_moves else []
        return stamps.as_json(new, self.rule_set, self.names) if new else ""

    @property
    def result(self) -> str:
        """The result as a sentence; empty before the end."""
        return events.result(self.outcome, self.names, self.only_person) if self.outcome else ""

    @property
    def won(self) -> bool:
        """Whether the page should celebrate a win of a player at this browser."""
        return bool(self.outcome and set(self.outcome.winners) & set(self.seated.you))

    def _card(self, seat: int) -> Card:
        assert self.state is not None
        on_turn = seat == self.turn_seat
        entry = self.state.last_entry
        return Card(
            seat=seat,
            name=self.names[seat],
            elsewhere=self._is_elsewhere(seat),
            lead=seat == (self.seated.you or (0,))[0],
            on_turn=on_turn,
            playable=on_turn and self.my_turn,
            winner=bool(self.outcome and seat in self.outcome.winners and len(self.names) > 1),
            fresh=entry if entry and entry.seat == seat else None,
            state=self.state,
        )

    def _is_elsewhere(self, seat: int) -> bool:
        """Tell whether this seat belongs to a person at another browser, who may be offline."""
        online = self.playing and self.game.mode == Game.Mode.ONLINE
        return online and not self.seated.seats[seat].bot and seat not in self.seated.you

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
            yield Line(self.names[move.seat], move.category, box, points)
            found += 1
            if found == _LOG_LINES:
                return

    @cached_property
    def roll_off_line(self) -> str:
        """The sentence about the roll-off; empty where the order was chosen."""
        rounds = roll_off(self.game, len(self.names))
        thrown = [", ".join(f"{self.names[seat]} {face}" for seat, face in each.items()) for each in rounds]
        return _("Roll-off: {dice}.").format(dice="; ".join(thrown)) if thrown else ""
