"""Tips for playing a game well. Every figure in them is computed from the rules."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.rules import RuleSet, figures
from games.words.figures import whole
from games.words.prose import Tip, say, together, word

_MIDDLE, _EDGE = (3, 4, 5), (1, 2, 3)


def tips(rules: RuleSet) -> list[Tip]:
    """Return the tips for a game, the most useful one first."""
    found = (tip(rules) for tip in _TIPS)
    return [tip for tip in found if tip]


def _big_throws(rules: RuleSet) -> Tip | None:
    if len(rules.columns) == 1:
        return None
    points = figures.most(rules.category(rules.five_of_a_kind))
    text = say(
        _(
            "In the end {box} is worth {dear} points in column {column} but only {plain} in column 1. It is"
            " the same for every other big throw."
        ),
        box=word(rules, rules.five_of_a_kind),
        dear=points * rules.factors[-1],
        plain=points * rules.factors[0],
        column=rules.columns[-1],
    )
    later = (
        _("That box opens last in its row, so fill the ones before it early.") if rules.left_to_right else ""
    )
    return Tip(_("Big throws belong where they count most."), together(text, later))


def _strike(rules: RuleSet) -> Tip:
    title = _("Strike where it hurts least.")
    if len(rules.columns) > 1:
        text = _(
            "A zero costs least in column 1: the same points count {factor} times as much in column {column}."
        )
        return Tip(title, say(text, factor=rules.factors[-1], column=rules.columns[-1]))
    lowest = rules.categories[0]
    text = _(
        "When a turn goes wrong, strike the {box}: they score {most} points at best. Late in the"
        " game, strike {five}: even if you play for nothing else, it comes up in only one turn out"
        " of {turns}."
    )
    turns = round(1 / figures.five_of_a_kind_chance())
    box, five = word(rules, lowest.id), word(rules, rules.five_of_a_kind)
    return Tip(title, say(text, box=box, five=five, most=figures.most(lowest), turns=turns))


def _bonus(rules: RuleSet) -> Tip | None:
    bonus = rules.upper_bonus
    if bonus is None:
        return None
    highest = max(row.face or 0 for row in rules.categories)
    text = say(
        _(
            "{at} points in the upper section earn {points} more; three of every number are just enough."
            " With four sixes you are {ahead} points ahead and can afford a bad turn."
        ),
        at=bonus.at,
        points=bonus.points,
        ahead=highest,
    )
    if len(rules.columns) > 1:
        more = _("In column {column} the bonus is worth {points} points in the end.")
        dear = bonus.points * rules.factors[-1]
        text = together(text, say(more, column=rules.columns[-1], points=dear))
    return Tip(_("Go for the bonus."), text)


def _chance(rules: RuleSet) -> Tip:
    chance = word(rules, "chance")
    text = _("It takes any dice. If you use it early, you will miss it when nothing else fits.")
    if len(rules.columns) > 1:
        more = _("You have {number} of these boxes; a bad throw costs least in column 1.")
        text = together(text, say(more, number=len(rules.columns)))
    return Tip(say(_("Save {box} for a bad throw."), box=chance), text)


def _pairs(rules: RuleSet) -> Tip:
    text = _(
        "Without a better plan, hold your highest pair or three of a kind. They can become {four}, {house} "
        "or even {five}."
    )
    four, house, five = (word(rules, row) for row in ("four_of_a_kind", "full_house", rules.five_of_a_kind))
    return Tip(_("Hold pairs, not single dice."), say(text, four=four, house=house, five=five))


def _straights(rules: RuleSet) -> Tip:
    good, throws = figures.straights(rules, _MIDDLE)
    poor, _same = figures.straights(rules, _EDGE)
    text = _(
        "{middle} can grow at both ends: one roll of the other two dice makes a straight in {good}"
        " of {throws} cases, with {edge} in only {poor}."
    )
    middle, edge = ("-".join(map(str, dice)) for dice in (_MIDDLE, _EDGE))
    return Tip(
        _("Build straights from the middle."),
        say(text, middle=middle, edge=edge, good=whole(good), poor=whole(poor), throws=whole(throws)),
    )


_TIPS: tuple[Callable[[RuleSet], Tip | None], ...] = (
    _big_throws,
    _bonus,
    _chance,
    _strike,
    _pairs,
    _straights,
)
