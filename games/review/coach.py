"""The coach of a solo game: the best choice, and the cost of every other one. Reads, never writes."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games import bots
from games.bots import Advice, Choice
from games.review import choices
from games.review.reports import NOTICEABLE
from games.rules import GameState, Placement
from games.table.present import TableView
from games.words import figures
from games.words.ids import outside


@dataclass(frozen=True)
class Coach:
    """What the coach says about a position with a seat to move."""

    state: GameState

    @cached_property
    def advice(self) -> Advice:
        return bots.advise(self.state)

    @property
    def expected(self) -> str:
        """The final total to be expected with the best choice."""
        return figures.points(self.advice.value)

    @property
    def rolled(self) -> bool:
        return bool(self.state.dice)

    @property
    def best(self) -> str:
        """The best choice in words, empty before the first roll."""
        hold, entry = self.advice.best_hold, self.advice.best_placement
        if entry is None:
            return ""
        return self._hold() if hold is not None and hold.value > entry.value else self._entry()

    @property
    def best_entry(self) -> str:
        """The best box with its cost, empty where entering is the best choice or not yet allowed."""
        hold, entry = self.advice.best_hold, self.advice.best_placement
        if hold is None or entry is None or entry.value >= hold.value:
            return ""
        return _("Best box: {choice}, costs {points}").format(
            choice=self._entry(), points=figures.points(entry.cost)
        )

    @property
    def hold_costs(self) -> str:
        """The points every hold costs, by its slots, as JSON: "024" holds the first, third and fifth die."""
        return _costs({_slots(hold.slots): hold.cost for hold in self.advice.holds})

    @property
    def box_costs(self) -> str:
        """The points every entry costs, by category and column, as JSON: "full_house:3"."""
        return _costs({outside(_box(one.placement)): one.cost for one in self.advice.placements})

    def data(self) -> dict[str, Any]:
        """Return everything for scripts; values are final totals to be expected."""
        hold, entry = self.advice.best_hold, self.advice.best_placement
        return {
            "value": round(self.advice.value, 3),
            "best": self.best,
            "best_hold": list(hold.slots) if hold else None,
            "best_box": _box(entry.placement) if entry else None,
            "holds": {_slots(one.slots): round(one.value, 3) for one in self.advice.holds},
            "boxes": {_box(one.placement): round(one.value, 3) for one in self.advice.placements},
        }

    def _hold(self) -> str:
        hold = self.advice.best_hold
        assert hold is not None
        return choices.say(self.state.rules, self.state.dice, Choice(hold.slots, None))

    def _entry(self) -> str:
        entry = self.advice.best_placement
        assert entry is not None
        return choices.say(self.state.rules, self.state.dice, Choice(None, entry.placement))


def coach_of(view: TableView) -> Coach | None:
    """Return the coach of the browser whose turn it is, None where there is none."""
    if not view.game.coach or not view.my_turn or view.state is None:
        return None
    return Coach(view.state)


def _slots(slots: tuple[int, ...]) -> str:
    return "".join(map(str, slots))


def _box(placement: Placement) -> str:
    return f"{placement.category}:{placement.column}"


def _costs(costs: dict[str, float]) -> str:
    """Return costs as text with one decimal, empty where that would be zero."""
    shown = {key: figures.points(cost) if cost >= NOTICEABLE else "" for key, cost in costs.items()}
    return json.dumps(shown, separators=(",", ":"))
