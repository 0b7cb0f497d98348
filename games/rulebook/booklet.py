"""Rules in short as the publisher's booklet has them, each with its source, where a game is played by one."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules import DICE, MAX_ROLLS, RuleSet, figures
from games.words.prose import Question, english, listed, say, word


@dataclass(frozen=True, slots=True)
class Booklet:
    """A printed booklet of rules, in English."""

    publisher: str
    title: str
    number: str
    year: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the booklet, under the figure one remembers it by."""

    figure: str
    title: str
    text: str
    source: str


BOOKLETS = {"yahtzee": Booklet("Hasbro", "Yahtzee Classic", "C2406", 2016)}
"""By rules_id the booklet that a game follows in every rule. A site without trade marks names none."""


def source(rules: RuleSet, *sections: str) -> str:
    """Return where these rules are printed, as HTML; empty for a game that follows no booklet."""
    booklet = _booklet(rules)
    if booklet is None:
        return ""
    names = listed(english(f"“{section}”") for section in sections)
    place = ", ".join((booklet.number, str(booklet.year)))
    return format_html("{}, {}, {}: {}", booklet.publisher, english(booklet.title), place, names)


def short_rules(rules: RuleSet) -> list[Rule]:
    """Return the rules in short, each with its source; none for a game that follows no booklet."""
    if _booklet(rules) is None:
        return []
    return [_turns(rules), _upper(rules), _lower(rules), _five(rules), _start(rules)]


def yams(rules: RuleSet) -> Question | None:
    """Return the question about the other name of a game with a booklet."""
    booklet = _booklet(rules)
    if booklet is None:
        return None
    five = word(rules, rules.five_of_a_kind)
    text = say(
        _(
            "{game} is the name {publisher} sells the game under; in France many people call it"
            " Yams. The short rules on this page are those of the booklet."
        ),
        game=five,
        publisher=booklet.publisher,
    )
    return Question(say(_("Is {game} the same as Yams?"), game=five), text)


def _booklet(rules: RuleSet) -> Booklet | None:
    return None if settings.NEUTRAL else BOOKLETS.get(rules.rules_id)


def _turns(rules: RuleSet) -> Rule:
    text = say(
        _(
            "Everybody has {turns} turns: up to {rolls} rolls of the {dice} dice, then one box, with 0"
            " if nothing"
            " fits. What is entered stays."
        ),
        turns=rules.cells,
        rolls=MAX_ROLLS,
        dice=DICE,
    )
    return Rule(
        str(rules.cells), _("The turns"), text, source(rules, "On your turn", "Scoring your 13 turns")
    )


def _upper(rules: RuleSet) -> Rule:
    bonus = rules.upper_bonus
    assert bonus
    text = say(
        _("From {first} to {last}: add up the dice of that number. {at} points or more earn {points} more."),
        first=word(rules, rules.categories[0].id),
        last=word(rules, rules.categories[5].id),
        at=bonus.at,
        points=bonus.points,
    )
    return Rule(str(bonus.points), word(rules, "upper"), text, source(rules, "Upper Section"))


def _lower(rules: RuleSet) -> Rule:
    fixed = ("full_house", "small_straight", "large_straight")
    points = [figures.most(rules.category(row)) for row in fixed]
    whole = [word(rules, row) for row in ("three_of_a_kind", "four_of_a_kind", "chance")]
    text = say(
        _(
            "{rows}: all five dice together. {house}: {house_points}. {small}: {small_points}. {large}:"
            " {large_points}."
        ),
        rows=listed(whole),
        house=word(rules, fixed[0]),
        small=word(rules, fixed[1]),
        large=word(rules, fixed[2]),
        house_points=points[0],
        small_points=points[1],
        large_points=points[2],
    )
    figure = f"{min(points)}–{max(points)}"
    return Rule(figure, word(rules, "lower"), text, source(rules, "Lower Section"))


def _five(rules: RuleSet) -> Rule:
    points = figures.most(rules.category(rules.five_of_a_kind))
    text = say(
        _(
            "Five of a kind scores {points} points. Every further time earns {bonus} more, unless the box "
            "holds a 0."
        ),
        points=points,
        bonus=rules.yahtzee_bonus,
    )
    title = word(rules, rules.five_of_a_kind)
    return Rule(str(points), title, text, source(rules, "Lower Section", "Yahtzee Bonus"))


def _start(rules: RuleSet) -> Rule:
    text = say(
        _(
            "Everybody rolls one die. The highest roll starts, then play goes clockwise; after {turns} "
            "turns the highest total wins."
        ),
        turns=rules.cells,
    )
    return Rule(pgettext("who starts", "1st"), _("Who starts"), text, source(rules, "Play", "Win"))
