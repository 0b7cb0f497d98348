"""Questions about a game, and their answers. Every figure is computed from the rules, or was measured."""

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import rules as games
from games.bots import measured
from games.rulebook import booklet
from games.rules import MAX_ROLLS, RuleSet, figures
from games.words import labels
from games.words.figures import whole
from games.words.prose import Question, listed, say, together, word


def questions(rules: RuleSet) -> list[Question]:
    """Return the questions about a game, those about playing first."""
    found = (question(rules) for question in _QUESTIONS)
    return [question for question in found if question]


def _sum(rules: RuleSet) -> Question:
    bonus = rules.upper_bonus
    text = _("Add up all the boxes.")
    if bonus:
        text = say(
            _(
                "Add up the upper boxes, {points} bonus points if they make {at} or more, and the"
                " lower boxes."
            ),
            at=bonus.at,
            points=bonus.points,
        )
    extra = then = ""
    if rules.yahtzee_bonus:
        extra = say(
            _("Then add {points} points for every further {box} that earned the bonus."),
            box=word(rules, rules.five_of_a_kind),
            points=rules.yahtzee_bonus,
        )
    if len(rules.columns) > 1:
        factors = ", ".join(f"×{factor}" for factor in rules.factors)
        then = say(_("Multiply every column by its factor ({factors}) and add the columns."), factors=factors)
    last = _("The highest total wins.")
    return Question(
        _("How do I add up the points?"),
        together(text, extra, then, last),
        booklet.source(rules, "Upper Section", "Win"),
    )


def _third(rules: RuleSet) -> Question:
    text = say(
        _("No. {rolls} rolls are the most; after the last one you choose a box."),
        rolls=MAX_ROLLS,
    )
    source = booklet.source(rules, "On your turn")
    return Question(_("May I hold dice after the third roll?"), text, source)


def _zero(rules: RuleSet) -> Question:
    text = _(
        "Yes. After your last roll you have to fill a box; if the dice fit none, you choose which one"
        " gets the 0."
    )
    joker = _("Only a joker has its fixed place.") if rules.joker else ""
    source = booklet.source(rules, "On your turn")
    return Question(_("May I enter 0?"), together(text, joker), source)


def _several_boxes(rules: RuleSet) -> Question:
    small, large = (rules.category(row) for row in figures.STRAIGHTS)
    text = _("It may fit several, but you fill only one of them, whichever you prefer.")
    points = small.value(labels.EXAMPLES["large_straight"])
    also = _("{large} may also go into the box {small}, for {points} points, when its own box is full.")
    not_so = _("{large} does not fit {small}, though: each asks for five numbers of its own.")
    names = {"large": word(rules, large.id), "small": word(rules, small.id)}
    straight = say(also if points else not_so, points=points, **names)
    source = booklet.source(rules, "Scoring your 13 turns", "Lower Section")
    return Question(_("Can one throw count in several boxes?"), together(text, straight), source)


def _second(rules: RuleSet) -> Question:
    five = word(rules, rules.five_of_a_kind)
    parts = []
    if rules.yahtzee_bonus:
        bonus = _("{bonus} extra points if its box holds {points}, none if it holds 0.")
        points = figures.most(rules.category(rules.five_of_a_kind))
        parts.append(say(bonus, bonus=rules.yahtzee_bonus, points=points))
    if rules.joker:
        parts.append(
            _(
                "Once that box is filled, it is also a joker: the box of its number comes first,"
                " then any open lower box, for full points, and last a 0 in an upper box."
            )
        )
    if len(rules.columns) > 1 and parts:
        parts.append(_("Every column is judged by itself."))
    if not parts:
        parts.append(_("Nothing more than the dice score in the box you choose."))
    title = say(_("What is a second {box} worth?"), box=five)
    return Question(title, together(*parts), booklet.source(rules, "Yahtzee Bonus"))


def _highest(rules: RuleSet) -> Question:
    best = figures.highest(rules)
    five = word(rules, rules.five_of_a_kind)
    if rules.yahtzee_bonus:
        text = say(
            _(
                "{box} in every turn makes {column} points: {card} in the boxes and for the bonus, and"
                " {times} × {extra}."
            ),
            box=five,
            column=whole(best.column),
            card=best.card,
            times=best.further,
            extra=rules.yahtzee_bonus,
        )
    else:
        text = say(
            _(
                "{points} points, with five of a kind in every upper row and the most that each lower row "
                "can score."
            ),
            points=whole(best.column),
        )
    columns = ""
    if len(rules.columns) > 1:
        columns = say(
            _("That is one column; all of them count {factor} times as much: {total} points."),
            factor=sum(rules.factors),
            total=whole(best.total),
        )
    own = _("That is our own sum: the booklet has none.") if booklet.source(rules) else ""
    return Question(_("What is the highest possible total?"), together(text, columns, own))


def _two(rules: RuleSet) -> Question:
    text = say(
        _(
            "Just like any other number: each has a card and {turns} turns, one after the other. The"
            " higher total wins; equal totals are a draw."
        ),
        turns=rules.cells,
    )
    alone = _("The booklet asks for at least two players; here you can also play alone.")
    source = booklet.source(rules, "Play", "Win")
    return Question(_("How do two of us play?"), together(text, alone if source else ""), source)


def _who_starts(rules: RuleSet) -> Question:
    text = _("Everybody rolls one die; the highest roll starts, then play goes clockwise.")
    tie = _("Ties are rolled again.")
    source = booklet.source(rules, "Play")
    own = _("That is our own rule, not the booklet’s.") if source else ""
    return Question(_("Who starts?"), together(text, tie, own), source)


def _paper(rules: RuleSet) -> Question | None:
    if len(rules.columns) == 1:
        return None
    names = [str(labels.FACTORS.get(factor, factor)) for factor in rules.factors]
    text = say(
        _(
            "No. Draw {columns} columns beside the {rows} rows, or take {columns} ordinary sheets"
            " and mark them {names}. Write the points as they are; only the sums are multiplied, at"
            " the end."
        ),
        columns=len(rules.columns),
        rows=len(rules.categories),
        names=", ".join(names),
    )
    pad = say(
        _('An empty sheet to print is on the <a href="{address}">score pad</a>.'),
        address=reverse("games:score_pad", args=[rules.name]),
    )
    return Question(_("Do we need a special pad?"), together(text, pad))


def _house_rules(rules: RuleSet) -> Question | None:
    family = next(family for family in games.RULE_SETS if family.name == rules.name)
    if not family.options:
        return None
    titles = [pgettext("quoted", "“{}”").format(labels.OPTIONS[option][0]) for option in family.options]
    text = say(
        _(
            "Some people play with these: {options}. You choose them for a new game; such a game has"
            " rules and high scores of its own."
        ),
        options=listed(titles),
    )
    return Question(_("Which house rules are there?"), text)


def _relatives(rules: RuleSet) -> Question | None:
    """Return what differs from other games on a card of one column."""
    if len(rules.columns) > 1:
        return None
    here = {row.id for row in rules.categories}
    others = [each for each in games.all_rules() if len(each.columns) == 1]
    rows = {row.id: word(each, row.id) for each in others for row in each.categories if row.id not in here}
    fives = {each.five_of_a_kind for each in others}
    missing = [name for row, name in rows.items() if row not in fives]
    text = say(
        _(
            "Nearly. Five dice, three rolls and a card are the same everywhere; the boxes differ. {game}"
            " has {boxes} of them."
        ),
        game=labels.GAMES[rules.name].title,
        boxes=rules.cells,
    )
    lacking = say(_("Other games also have {rows}."), rows=listed(missing)) if missing else ""
    further = ""
    if not rules.yahtzee_bonus and any(each.yahtzee_bonus for each in others):
        further = _("In some, a second five of a kind earns a bonus of its own.")
    title = _("Is this the same as other games with five dice?")
    return Question(title, together(text, lacking, further))


def _strength(rules: RuleSet) -> Question | None:
    found = measured(rules)
    if not found:
        return None
    means = {level: whole(round(figures["mean"])) for level, figures in found["levels"].items()}
    text = say(
        _(
            "{easy} often keeps the wrong dice and averages about {easy_points} points. {medium}"
            " goes for the most points in this turn: about {medium_points}. {hard} also thinks of"
            " later boxes: about {hard_points}."
        ),
        **labels.LEVELS,
        **{f"{level}_points": mean for level, mean in means.items()},
    )
    duel = say(
        _("In {wins} of 100 games {hard} beats {medium}."),
        wins=round(found["duels"]["hard-medium"]["win"]),
        **labels.LEVELS,
    )
    return Question(_("How strong is the computer?"), together(text, duel))


_QUESTIONS: tuple[Callable[[RuleSet], Question | None], ...] = (
    _two,
    _who_starts,
    _paper,
    _third,
    _zero,
    _several_boxes,
    _second,
    _sum,
    _highest,
    _strength,
    _house_rules,
    booklet.yams,
    _relatives,
)
