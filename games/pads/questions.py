"""Questions and tips on the pages of the pads. Every figure in them is computed from the rules."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games import rules
from games.models import MAX_MATCH
from games.pads import match, words
from games.pads.score import option_titles
from games.rules import RuleSet, RuleSetFamily, farkle, figures
from games.words import labels
from games.words.figures import whole
from games.words.prose import Question, Tip, listed, say, together

_PRESET = farkle.PRESETS[0]


def score_questions(family: RuleSetFamily) -> list[Question]:
    """Return the questions about the score pad of a game."""
    game = family.build(())
    return [*_bonus(game), _struck(), _full_house(family), _highest(family, game), _printed(empty=True)]


def _bonus(game: RuleSet) -> list[Question]:
    bonus = game.upper_bonus
    if bonus is None:
        return []
    text = say(
        _(
            "With {at} points in the upper section there are {points} more; three of every number are just"
            " enough. The pad shows for every player how many points are missing."
        ),
        at=bonus.at,
        points=bonus.points,
    )
    return [Question(_("When do I get the bonus?"), text)]


def _struck() -> Question:
    text = _("Then you strike an open box: tap it and choose “{strike}”. It is crossed out and scores 0.")
    return Question(_("What if no box fits?"), say(text, strike=_("Strike (0)")))


def _full_house(family: RuleSetFamily) -> Question:
    text = say(
        _(
            "Normally not: it takes three of one number and two of another. Many play that five of a kind "
            "counts as a full house or a straight all the same: switch on “{option}” under “{panel}”, and "
            "the pad offers those points."
        ),
        option=option_titles(family)["house"],
        panel=words.players_words()["players_and_rules"],
    )
    return Question(_("Does five of a kind count as a full house?"), text)


def _highest(family: RuleSetFamily, game: RuleSet) -> Question:
    plain = figures.highest(game).card * sum(game.factors)
    text = say(_("{points} points, if you play without additional rules."), points=whole(plain))
    more = say(
        _("With the “{option}” every further five of a kind adds {points}."),
        option=option_titles(family)["american"],
        points=rules.get("yahtzee").yahtzee_bonus,
    )
    return Question(_("What is the highest possible total?"), together(text, more))


def _printed(*, empty: bool) -> Question:
    text = _("Yes: “{button}” prints it with the present players.")
    choice = _("You can have an empty one, too.") if empty else ""
    button = words.players_words()["print"]
    return Question(_("Can I print the sheet?"), together(say(text, button=button), choice))


def farkle_tips() -> list[Tip]:
    """Return the tips for Farkle; the chances are the same in every preset."""
    three, two, one = (_failing(dice) for dice in (3, 2, 1))
    one_less = farkle.DICE - 1
    return [
        Tip(
            _("Count your dice before you roll on."),
            say(
                _(
                    "With three dice a roll scores nothing in {three} of 100 cases, with two in {two}, with"
                    " one in {one}."
                ),
                three=three,
                two=two,
                one=one,
            ),
        ),
        Tip(
            _("You need not take every die that scores."),
            say(
                _(
                    "If you take only one, you roll {dice}, and they score nothing in only {cases} of 100"
                    " cases."
                ),
                dice=one_less,
                cases=_failing(one_less),
            ),
        ),
        Tip(
            _("Roll on when all six have scored."),
            say(
                _("Six fresh dice score nothing in only {cases} of 100 cases."),
                cases=_failing(farkle.DICE),
            ),
        ),
    ]


def _failing(dice: int) -> int:
    """Return in how many of a hundred rolls so many dice score nothing."""
    return round(100 * farkle.farkles(_PRESET, dice) / len(rules.FACES) ** dice)


def farkle_questions() -> list[Question]:
    """Return the questions about the Farkle pad."""
    panel = words.players_words()["players_and_rules"]
    penalty = say(
        _("Normally nothing. Under “{panel}” you can agree that they cost {points} points."),
        panel=panel,
        points=whole(farkle.PENALTY),
    )
    shorter = say(
        _("Yes: set the points to reach under “{panel}”, for example {fewer} instead of {target}."),
        panel=panel,
        fewer=whole(farkle.TARGET // 2),
        target=whole(farkle.TARGET),
    )
    quickest = min((family.build(()) for family in rules.RULE_SETS), key=lambda game: game.cells)
    other = say(
        _("Or play {game} with five dice: it is over after {turns} turns each."),
        game=_rules_link(quickest.name),
        turns=quickest.cells,
    )
    return [
        Question(_("What do three Farkles in a row cost?"), penalty),
        Question(_("Can we play a shorter game?"), together(shorter, other)),
        _printed(empty=False),
    ]


def match_questions() -> list[Question]:
    """Return the questions about the match counter."""
    over = say(
        _(
            "As soon as somebody has won the number of games you agreed on, up to {most}. Then nothing more"
            " is counted. A drawn game counts for nobody."
        ),
        most=MAX_MATCH,
    )
    keys = match.words()
    unseen = say(
        _(
            "Yes, with the buttons of earbuds or of a watch: “{previous}” is a game for the first player,"
            " “{next}” for the second, and “{pause}” undoes the last one."
        ),
        previous=keys["previous"],
        next=keys["next"],
        pause=keys["pause"],
    )
    games = say(
        _("Any for two. Here you find the rules of {games}."),
        games=listed(_rules_link(family.name) for family in rules.RULE_SETS),
    )
    return [
        Question(
            _("What does a tap count?"),
            _(
                "A game won, not its points: those stay on your score pads. Tap the one with the highest"
                " total."
            ),
        ),
        Question(_("When is the match over?"), over),
        Question(_("Can I count without looking?"), unseen),
        Question(_("Which games can we count?"), games),
    ]


def _rules_link(name: str) -> str:
    address = reverse("games:rules", args=[name])
    return format_html('<a href="{}">{}</a>', address, labels.GAMES[name].title)
