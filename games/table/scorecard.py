"""A scorecard as HTML, with the attributes of the page contract (docs/contract.md).

The frame of a card is a template; its cells, dozens with every move, are written here.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.remembered import once, render
from games.rules import ColumnTotals, RuleSet
from games.table.card import Card, Cell, Row
from games.table.presence import presence
from games.words import figures, labels, prose
from games.words.ids import outside

_TOTALS = ("lower", "yahtzee_bonus", "combined", "weighted")
"""The rows of totals below the boxes, from top to bottom."""
_FRESH = ' class="fresh"'


def card_html(card: Card, cards: int, seconds: int | None) -> SafeString:
    """Return a card as HTML.

    ``cards``: how many are on the page. ``seconds``: for how long its browser has been silent; None where
    that is not shown.
    """
    values: dict[str, str | int] = {
        "seat": card.seat,
        "name": card.name,
        "number": f" ({card.seat + 1})" if cards > 1 else "",
        "presence": presence(card.seat, seconds) if card.elsewhere and seconds is not None else "",
        "turn": card.turn_number,
        "points": card.grand,
        "grand": figures.whole(card.grand),
    }
    values |= _cells(card) if card.offers else once(_key(card), lambda: _cells(card))
    return render(
        "table/_card.html",
        values,
        rules_id=card.state.rules.rules_id,
        on_turn=card.on_turn,
        lead=card.lead,
        winner=card.winner,
    )


def _key(card: Card) -> Hashable:
    """Return all that makes a difference to the cells of a card without offers."""
    scorecard = card.state.scorecards[card.seat]
    entries = tuple(scorecard.cells.items()), tuple(scorecard.bonuses.items())
    return card.state.rules.rules_id, card.seat, card.fresh, entries


def _cells(card: Card) -> dict[str, SafeString]:
    """Return the cells of all rows by the names that they have in the template."""
    sums = card.sums
    return {
        "upper": _upper_cells(card),
        **{f"row_{row.category}": _box_cells(card.seat, row) for row in card.rows},
        **{f"sum_{name}": _total_cells(card.seat, name, sums) for name in _TOTALS},
    }


# The cells hold only ids and numbers but for the labels of buttons, which are escaped.


def _box_cells(seat: int, row: Row) -> SafeString:
    """Return the boxes of a row, with a button in those that can be chosen."""
    box = outside(row.category)
    return SafeString(
        "".join(
            f'<td data-seat="{seat}" data-box="{box}" data-column="{cell.column}" data-state="{cell.state}"'
            f' data-points="{"" if cell.points is None else cell.points}"{_FRESH if cell.fresh else ""}>'
            f"{_content(box, cell)}</td>"
            for cell in row.cells
        )
    )


def _content(box: str, cell: Cell) -> str:
    if cell.label:
        label = conditional_escape(cell.label)
        return f'<button name="cell" value="{box}:{cell.column}" aria-label="{label}">{cell.points}</button>'
    if cell.state == "struck":
        return "<s>0</s>"
    return "" if cell.points is None else str(cell.points)


def _total_cells(seat: int, name: str, sums: Mapping[int, ColumnTotals]) -> SafeString:
    """Return one total of every column."""
    return SafeString(
        "".join(
            f'<td data-seat="{seat}" data-total="{outside(name)}" data-column="{column}"'
            f' data-points="{points}">{figures.whole(points)}</td>'
            for column, points in ((column, getattr(total, name)) for column, total in sums.items())
        )
    )


def _upper_cells(card: Card) -> SafeString:
    """Return the upper sum of every column with the bonus, or the points missing for it.

    In a game without a bonus both are 0 and hidden, as the page contract wants.
    """
    seat, has_bonus = card.seat, card.state.rules.upper_bonus is not None
    missing = conditional_escape(_("{points} to go"))
    lost = conditional_escape(_("no bonus, {points} short"))
    short = conditional_escape(pgettext("points missing for the bonus", "{points} short"))
    if len(card.sums) > 1:  # narrow columns: the rest is only heard
        lost = SafeString(f'<span aria-hidden="true">{short}</span><span class="vh">{lost}</span>')
    return SafeString(
        "".join(
            f'<td><span data-seat="{seat}" data-total="upper" data-column="{column}"'
            f' data-points="{total.upper}">{total.upper}</span> <small>'
            f'<span data-seat="{seat}" data-total="missing" data-column="{column}"'
            f' data-points="{total.missing}"{_hidden(not total.missing)}>'
            f"{(lost if card.upper_full(column) else missing).format(points=total.missing)}</span>"
            f'<b data-seat="{seat}" data-total="upper_bonus" data-column="{column}"'
            f' data-points="{total.upper_bonus}"{_hidden(total.missing > 0 or not has_bonus)}>'
            f"+{total.upper_bonus}</b></small></td>"
            for column, total in card.sums.items()
        )
    )


def _hidden(hidden: bool) -> str:
    return " hidden" if hidden else ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row in the frame of a card."""

    label: str
    """Its head, as HTML that says where it is in another language than the page."""
    value: str
    """The name of the value that holds its cells."""
    hidden: bool = False


@dataclass(frozen=True)
class Frame:
    """What a card of a rule set shows whatever has been entered."""

    rules: RuleSet

    @property
    def columns(self) -> list[tuple[int, int, labels.Text]]:
        return labels.columns(self.rules)

    @property
    def words(self) -> dict[str, str]:
        return {key: prose.word(self.rules, key) for key in (*labels.TOTALS, "upper_row")}

    @property
    def upper(self) -> list[Line]:
        return self._boxes("upper")

    @property
    def lower(self) -> list[Line]:
        return self._boxes("lower")

    @property
    def sums(self) -> list[Line]:
        """The totals below the lower section; those that say nothing in this game are hidden."""
        silent = {"yahtzee_bonus"} if not self.rules.yahtzee_bonus else set()
        if len(self.rules.columns) == 1:
            silent |= {"combined", "weighted"}
        return [Line(prose.word(self.rules, name), f"sum_{name}", name in silent) for name in _TOTALS]

    def _boxes(self, section: str) -> list[Line]:
        return [
            Line(prose.word(self.rules, category.id), f"row_{category.id}")
            for category in self.rules.categories
            if category.section == section
        ]
