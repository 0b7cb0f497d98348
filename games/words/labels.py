"""The names of rule sets, options, rows and columns. A new rule set adds its lines here.

Cards use the plain words; a game in CARD_WORDS has its own set (Triple Yahtzee keeps the words
of the old Macintosh game in every language that does).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.utils.functional import Promise, lazy
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules import RULE_SETS, Dice, RuleSet

Text = str | Promise


@dataclass(frozen=True, slots=True)
class GameWords:
    """The texts that present a game to somebody who chooses one."""

    title: Text
    summary: Text
    minutes: int
    """How long a game takes, per seat."""


def _set_or(word: Text) -> str:
    return settings.FIVE_OF_A_KIND_LABEL or str(word)


_own_word = lazy(_set_or, str)
"""A word for five of a kind, for which a site may have its own."""

GAMES: dict[str, GameWords] = {
    "triple_yahtzee": GameWords(
        _("Triple Yahtzee"), _("39 boxes in three columns that count once, twice and three times."), 12
    ),
    "yahtzee": GameWords(
        pgettext_lazy("game", "Yahtzee"), _("13 boxes, a bonus and jokers: the game everybody knows."), 4
    ),
    "yacht": GameWords(_("Yacht"), _("12 boxes, the classic: a full house scores its dice."), 4),
    "yatzy": GameWords(_("Yatzy"), _("15 boxes with pairs, as played in Scandinavia."), 5),
}

OPTIONS: dict[str, tuple[Text, Text]] = {
    "left_to_right": (_("From left to right"), _("A row is filled in column 1, then 2, then 3.")),
    "no_yahtzee_bonus": (
        _("Without Yahtzee bonus"),
        _("Another Yahtzee scores no 100 bonus points and is not a joker."),
    ),
}

CATEGORIES: dict[str, Text] = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
    "one_pair": _("One pair"),
    "two_pairs": _("Two pairs"),
    "three_of_a_kind": _("Three of a kind"),
    "four_of_a_kind": _("Four of a kind"),
    "full_house": _("Full house"),
    "small_straight": _("Small straight"),
    "large_straight": _("Large straight"),
    "yahtzee": _own_word(_("Yahtzee")),
    "yacht": _("Yacht"),
    "yatzy": _("Yatzy"),
    "chance": _("Chance"),
}

TOTALS: dict[str, Text] = {
    "upper": _("Upper section"),
    "upper_bonus": _("Bonus"),
    "lower": _("Lower section"),
    "yahtzee_bonus": _("Yahtzee bonus"),
    "combined": _("Total"),
    "weighted": _("Column total"),
    "grand": _("Grand total"),
}

PLACES: dict[str, Text] = {
    "roll": _("Roll #{number}"),
    # Translators: the row with the sum of the upper section and its bonus; short.
    "upper_row": _("Upper + bonus"),
    # Translators: in capitals below a die that is held; five of these stand side by side on a phone.
    "hold": pgettext_lazy("below a die", "HOLD"),
}
"""The labels of the roll button, of the row with upper sum and bonus, and of a held die."""

CARD_WORDS: dict[str, dict[str, Text]] = {
    "triple_yahtzee": {
        "ones": pgettext_lazy("Macintosh card", "Ones"),
        "twos": pgettext_lazy("Macintosh card", "Twos"),
        "threes": pgettext_lazy("Macintosh card", "Threes"),
        "fours": pgettext_lazy("Macintosh card", "Fours"),
        "fives": pgettext_lazy("Macintosh card", "Fives"),
        "sixes": pgettext_lazy("Macintosh card", "Sixes"),
        "three_of_a_kind": pgettext_lazy("Macintosh card", "3 of a Kind"),
        "four_of_a_kind": pgettext_lazy("Macintosh card", "4 of a Kind"),
        "full_house": pgettext_lazy("Macintosh card", "Full House"),
        "small_straight": pgettext_lazy("Macintosh card", "Small Straight"),
        "large_straight": pgettext_lazy("Macintosh card", "Large Straight"),
        "yahtzee": _own_word(pgettext_lazy("Macintosh card", "YAHTZEE")),
        "chance": pgettext_lazy("Macintosh card", "Chance"),
        "roll": pgettext_lazy("Macintosh card", "Roll #{number}"),
        "hold": pgettext_lazy("Macintosh card", "HOLD"),
        "upper": pgettext_lazy("Macintosh card", "Upper Section"),
        "upper_row": pgettext_lazy("Macintosh card", "Upper + Bonus"),
        "lower": pgettext_lazy("Macintosh card", "Lower Section"),
        "yahtzee_bonus": pgettext_lazy("Macintosh card", "YAHTZEE Bonus"),
        "combined": pgettext_lazy("Macintosh card", "Combined Total"),
        "weighted": pgettext_lazy("Macintosh card", "Triple Yahtzee"),
        "grand": pgettext_lazy("Macintosh card", "Grand Total"),
    }
}

CONDITIONS: dict[str, Text] = {
    "one_pair": _("two equal dice, the highest pair"),
    "two_pairs": _("two different pairs"),
    "three_of_a_kind": _("at least three equal dice"),
    "four_of_a_kind": _("at least four equal dice"),
    "full_house": _("three of one face and two of another"),
    "small_straight": _("at least four in a row"),
    "large_straight": _("five in a row"),
    "yahtzee": _("five equal dice"),
    "yacht": _("five equal dice"),
    "yatzy": _("five equal dice"),
    "chance": _("any dice at all"),
}
"""What a row of the lower section asks for; its points come from the rules."""

GAME_CONDITIONS: dict[str, dict[str, Text]] = {
    "yatzy": {
        "three_of_a_kind": _("three equal dice"),
        "four_of_a_kind": _("four equal dice"),
        "small_straight": _("exactly 1-2-3-4-5"),
        "large_straight": _("exactly 2-3-4-5-6"),
    }
}

EXAMPLES: dict[str, Dice] = {
    "ones": (1, 1, 1, 3, 6),
    "twos": (2, 2, 3, 5, 6),
    "threes": (3, 3, 3, 1, 5),
    "fours": (4, 4, 2, 4, 1),
    "fives": (5, 5, 5, 2, 6),
    "sixes": (6, 6, 6, 6, 1),
    "one_pair": (5, 5, 3, 3, 1),
    "two_pairs": (5, 5, 3, 3, 1),
    "three_of_a_kind": (5, 5, 5, 6, 1),
    "four_of_a_kind": (4, 4, 4, 4, 2),
    "full_house": (2, 2, 5, 5, 5),
    "small_straight": (1, 2, 3, 4, 4),
    "large_straight": (2, 3, 4, 5, 6),
    "yahtzee": (6, 6, 6, 6, 6),
    "yacht": (6, 6, 6, 6, 6),
    "yatzy": (6, 6, 6, 6, 6),
    "chance": (2, 3, 5, 6, 6),
}
"""Good dice for a row; shown in games where they bring points."""

GAME_EXAMPLES: dict[str, dict[str, Dice]] = {"yatzy": {"small_straight": (1, 2, 3, 4, 5)}}

STRUCK: tuple[str, Dice] = ("large_straight", (1, 2, 3, 4, 6))
"""A row that is struck in the example of a whole column, and the dice it was struck with."""

NEAR_MISSES: tuple[tuple[str, Dice, Text], ...] = (
    ("small_straight", (1, 2, 3, 5, 6), _("there is a gap")),
    ("small_straight", (1, 2, 3, 4, 4), _("the five is missing")),
    ("large_straight", (1, 2, 3, 4, 6), _("there is a gap")),
    ("two_pairs", (4, 4, 4, 4, 2), _("the pairs must be different")),
    ("full_house", (4, 4, 4, 4, 4), _("five equal dice are no full house")),
)
"""Dice that almost fit a row, with the reason why not; shown in games where they bring nothing."""

ONLY_AS_A_JOKER: Text = _("five equal dice are a full house only as a joker")
"""The reason for five of a kind in games with a joker."""

FACTORS: dict[int, Text] = {1: _("Single"), 2: _("Double"), 3: _("Triple")}
"""The words for column factors; a factor without a word is shown alone."""

LEVELS: dict[str, Text] = {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}


def word(rules: RuleSet, key: str) -> Text:
    """Return the word for a category, a total or one of PLACES on the card of this rule set."""
    return _word(rules.name, key)


def _word(game: str, key: str) -> Text:
    # Not with `or`: that would look for the translation of a lazy string.
    for words in (CARD_WORDS.get(game, {}), CATEGORIES, TOTALS):
        if key in words:
            return words[key]
    return PLACES[key]


def examples(rules: RuleSet) -> dict[str, Dice]:
    """Return good example dice for the rows of this game."""
    return {**EXAMPLES, **GAME_EXAMPLES.get(rules.name, {})}


def box_label(rules: RuleSet, category: str, column: int) -> str:
    """Return the name of a box in a sentence, with its factor if there are several columns."""
    return _box_label(rules.name, rules.factors, category, column, get_language())


@lru_cache(maxsize=1024)
def _box_label(game: str, factors: tuple[int, ...], category: str, column: int, _language: str | None) -> str:
    name = str(_word(game, category))
    return f"{name} ×{factors[column - 1]}" if len(factors) > 1 else name


def offer_label(rules: RuleSet, category: str, column: int, points: int, bonus: int) -> str:
    """Return the name of a box that can be chosen, with the points it would bring."""
    return _offer_label(rules.name, rules.factors, category, column, points, bonus, get_language())


@lru_cache(maxsize=4096)
def _offer_label(
    game: str,
    factors: tuple[int, ...],
    category: str,
    column: int,
    points: int,
    bonus: int,
    language: str | None,
) -> str:
    box = _box_label(game, factors, category, column, language)
    text = ngettext("%(box)s: %(points)s point", "%(box)s: %(points)s points", points)
    if bonus:
        text = gettext("%(box)s: %(points)s points and %(bonus)s bonus")
    return text % {"box": box, "points": points, "bonus": bonus}


@receiver(setting_changed)
def forget(**_signal: Any) -> None:
    """Forget the names of boxes: for tests, which change the words of a running process."""
    _box_label.cache_clear()
    _offer_label.cache_clear()


def site_description() -> str:
    """Return the description of the site for search engines and home screens; it names every game."""
    titles = [str(GAMES[family.name].title) for family in RULE_SETS]
    text = gettext(
        "%(games)s in the browser: alone, around one device or with friends through a link. "
        "Free, without an account."
    )
    return text % {"games": get_text_list(titles, pgettext("before the last game of several", "and"))}


def _board_label(name: str, options: tuple[str, ...]) -> str:
    title = str(GAMES[name].title)
    if not options:
        return title
    return gettext("%(game)s (%(options)s)") % {"game": title, "options": _option_titles(options)}


def _option_titles(options: tuple[str, ...]) -> str:
    return "\N{NO-BREAK SPACE}· ".join(str(OPTIONS[option][0]) for option in options)


_lazy_board_label = lazy(_board_label, str)


def columns(rules: RuleSet) -> list[tuple[int, int, Text]]:
    """Return column number, factor and its word where it has one, from left to right."""
    return [(column, factor, FACTORS.get(factor, "")) for column, factor in enumerate(rules.factors, start=1)]


def board_label(rules: RuleSet) -> Text:
    """Return the name of a game with its options, e.g. for its high-score board."""
    return _lazy_board_label(rules.name, rules.options)


def options_label(rules: RuleSet) -> str:
    """Return the names of the options chosen."""
    return _option_titles(rules.options)


def seat_name(name: str, bot: str, index: int, computer: int = 0, *, alone: bool = False) -> str:
    """Return the name of a seat; computers and nameless people get one in the language of the page.

    ``computer`` numbers the computers where there are several; ``alone``: there is one person at most.
    """
    if bot and computer:
        return gettext("Computer %(number)s (%(level)s)") % {"number": computer, "level": LEVELS[bot]}
    if bot:
        return gettext("Computer (%(level)s)") % {"level": LEVELS[bot]}
    if alone:
        return name or gettext("Player")
    return name or gettext("Player %(number)s") % {"number": index + 1}
