"""The rules pages of all games and options: complete, and in agreement with the rules."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.conf import settings
from django.template.defaultfilters import floatformat
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games import rules, static_pages
from games.rulebook import book, examples, strength
from games.rules import Dice, RuleSet
from games.words import labels

every_variant = pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def page(rules_id: str, language: str = "en") -> str:
    response = Client().get(reverse("games:rules", args=[rules_id]), headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


def text(rules_id: str) -> str:
    """Return the text of a page in English, in one line."""
    html = re.sub(r"<[^>]+>", " ", page(rules_id))
    return " ".join(unescape(html).split())


def book_of(game: RuleSet) -> book.Rulebook:
    family = next(family for family in rules.RULE_SETS if family.name == game.name)
    return book.open_book(family, game)


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_and_option_has_its_page(game: RuleSet, language: str) -> None:
    html = page(game.rules_id, language)
    assert f'<html lang="{language}">' in html
    family = book_of(game).family
    for other in [*(each.name for each in rules.RULE_SETS), *(each.rules_id for each in family.variants())]:
        assert f'href="{reverse("games:rules", args=[other])}"' in html
    assert html.count('aria-current="page"') == (2 if family.options and not game.options else 1)
    assert "{" not in html.partition("<main")[2]


@every_variant
def test_words_for_everything(game: RuleSet) -> None:
    book = book_of(game)
    lines = [line for _title, lines in book.sections for line in lines]
    assert len(lines) == len(game.categories)
    assert all(line.label and line.condition and line.points and line.example for line in lines)
    assert len(book.options) == len(game.options)
    assert [variant.shown for variant in book.variants].count(True) == 1
    assert game.name in labels.GAMES


def test_games_are_offered_in_the_order_of_the_list() -> None:
    assert list(labels.GAMES) == [family.name for family in rules.RULE_SETS]


@every_variant
def test_a_page_says_what_holds_in_its_game_and_nothing_else(game: RuleSet) -> None:
    said = text(game.rules_id)
    if bonus := game.upper_bonus:
        assert f"From {bonus.at} points in the upper section on you get {bonus.points} extra" in said
    else:
        assert "in the upper section on you get" not in said
    assert ("The columns" in said) == (len(game.columns) > 1)
    assert ("the entry brings 100 extra points" in said) == bool(game.yahtzee_bonus)
    assert ("the dice are a joker" in said) == game.joker
    assert ("there are no extra points and no joker" in said) == (not game.joker and not game.yahtzee_bonus)
    assert ("column 1 first" in said) == game.left_to_right
    assert ("boxes whose turn has come" in said) == (game.left_to_right and game.joker)
    assert ("choose the column freely" in said) == (
        len(game.columns) > 1 and not game.left_to_right and bool(game.joker)
    )
    assert ("choose row and column freely" in said) == (len(game.columns) > 1 and not game.left_to_right)
    for sentence in ("very open box is free to choose", "any open box may be filled"):
        assert (sentence in said) == (game.joker and not game.left_to_right)


def test_bonus_and_joker_are_explained_one_without_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """No registered game has only one of them, but the page must not promise both."""
    yahtzee = rules.get("yahtzee")
    for changed in (replace(yahtzee, yahtzee_bonus=0), replace(yahtzee, joker=False)):
        monkeypatch.setitem(rules._BUILT, "yahtzee", changed)
        static_pages.forget()
        said = text("yahtzee")
        assert ("extra points" in said) == bool(changed.yahtzee_bonus)
        assert ("a joker" in said) == changed.joker


@pytest.mark.parametrize("rules_id", ["yacht", "triple_yahtzee"])
def test_a_game_without_an_upper_bonus_speaks_of_none(rules_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = replace(rules.get(rules_id), upper_bonus=None)
    monkeypatch.setitem(rules._BUILT, rules_id, plain)
    said = text(rules_id)
    assert "in the upper section on you get" not in said and "points are missing" not in said
    assert "bonus, lower section" not in said and "plans for the bonus" not in said
    assert "plans for later boxes" in said
    assert ("upper section, lower section and YAHTZEE Bonus" in said) == bool(plain.yahtzee_bonus)
    assert ("upper section and lower section" in said) == (not plain.yahtzee_bonus)


def points(name: str) -> dict[str, str]:
    lines = [line for _title, lines in book_of(rules.get(name)).sections for line in lines]
    return {row.id: line.points for row, line in zip(rules.get(name).categories, lines, strict=True)}


@pytest.mark.parametrize(
    ("game", "row", "worth"),
    [
        ("triple_yahtzee", "fours", "sum of these dice"),
        ("triple_yahtzee", "three_of_a_kind", "sum of all dice"),
        ("triple_yahtzee", "full_house", "25"),
        ("triple_yahtzee", "small_straight", "30"),
        ("triple_yahtzee", "large_straight", "40"),
        ("triple_yahtzee", "yahtzee", "50"),
        ("yacht", "full_house", "sum of all dice"),
        ("yacht", "small_straight", "15"),
        ("yacht", "large_straight", "30"),
        ("yatzy", "three_of_a_kind", "sum of these dice"),
        ("yatzy", "two_pairs", "sum of these dice"),
        ("yatzy", "large_straight", "20"),
        ("yatzy", "chance", "sum of all dice"),
    ],
)
def test_what_a_row_brings_is_read_off_the_rules(game: str, row: str, worth: str) -> None:
    with override("en"):
        assert points(game)[row] == worth


def test_german_keeps_the_words_of_the_old_card() -> None:
    for language in ("de", "en"):
        html = re.sub(r'<span lang="en">([^<]+)</span>', r"\1", page("triple_yahtzee", language))
        for word in ("Ones", "3 of a Kind", "Combined Total", "Triple Yahtzee", "Grand Total", "(HOLD)"):
            assert word in html
        assert "(63 + 35) × 2 = 196" in html


@pytest.mark.parametrize("unknown", ["chess", "triple_yahtzee+chess", "yacht+left_to_right", "+", "yacht+"])
def test_an_unknown_game_or_option_has_no_page(unknown: str) -> None:
    assert Client().get(f"/rules/{unknown}/").status_code == 404


@pytest.mark.parametrize(
    "written",
    [
        "triple_yahtzee+no_yahtzee_bonus+left_to_right",
        "triple_yahtzee+left_to_right+no_yahtzee_bonus+left_to_right",
    ],
)
def test_options_in_another_order_lead_to_their_page(written: str) -> None:
    response = Client().get(f"/rules/{written}/")
    assert response.status_code == 302
    target = reverse("games:rules", args=["triple_yahtzee+left_to_right+no_yahtzee_bonus"])
    assert response["Location"] == target


# --- worked examples, counted by hand --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules_id", "sums", "grand"),
    [
        # Ones 3, 4, 15 (five threes), 12, 15, 24; 22, 18, 25, 30, 0, 50, 22; and 100 for the five threes.
        ("triple_yahtzee", (73, 35, 167, 100, 375), 6 * 375),
        ("triple_yahtzee+left_to_right", (73, 35, 167, 100, 375), 6 * 375),
        ("triple_yahtzee+no_yahtzee_bonus", (67, 35, 167, 0, 269), 6 * 269),
        ("yahtzee", (73, 35, 167, 100, 375), 375),
        # chance 22, four of a kind 18, full house 19, small straight 15, none, yacht 50
        ("yacht", (67, 35, 124, 0, 226), 226),
        # 10, 16, 15, 16, 15, none, 19, 22, 50
        ("yatzy", (67, 50, 163, 0, 280), 280),
    ],
)
def test_the_whole_column(rules_id: str, sums: tuple[int, ...], grand: int) -> None:
    column = examples.whole_column(rules.get(rules_id))
    found = column.sums
    assert (found.upper, found.upper_bonus, found.lower, found.yahtzee_bonus, found.combined) == sums
    assert column.grand == grand
    assert [entry.points for entry in (*column.upper, *column.lower)].count(0) == 1


def cases(rules_id: str, held: int | None) -> list[tuple[list[tuple[int, list[str]]], int]]:
    with override("en"):
        return [
            ([(points, [str(word) for word in words]) for points, words in case.offers], case.bonus)
            for case in examples.five_fours(rules.get(rules_id), held)
        ]


def test_five_fours_in_every_state() -> None:
    below = [
        (40, ["Large straight"]),
        (30, ["Small straight"]),
        (25, ["Full house"]),
        (20, ["Three of a kind", "Four of a kind", "Chance"]),
    ]
    above = [(0, ["Ones", "Twos", "Threes", "Fives", "Sixes"])]
    joker = [[(20, ["Fours"])], below, above]
    assert cases("yahtzee", 50) == [(offers, 100) for offers in joker]
    assert cases("yahtzee", 0) == [(offers, 0) for offers in joker]
    rest = ["Ones", "Twos", "Threes", "Fives", "Sixes", "Full house", "Small straight", "Large straight"]
    as_they_are = [(20, ["Fours", "Three of a kind", "Four of a kind", "Chance"]), (0, rest)]
    assert cases("yahtzee", None) == [([(50, ["Yahtzee"]), *as_they_are], 0)]
    assert cases("yahtzee+no_yahtzee_bonus", 50) == [(as_they_are, 0)]


def shown(excerpt: examples.Excerpt) -> tuple[Dice, list[list[tuple[str, int, int]]]]:
    return excerpt.dice, [[(b.state[0], b.points, b.bonus) for b in boxes] for _label, boxes in excerpt.rows]


def test_left_to_right_shows_which_boxes_are_next() -> None:
    game = rules.get("triple_yahtzee+left_to_right")
    later = ("l", 0, 0)
    assert shown(examples.row_order(game)) == (
        (2, 2, 5, 5, 5),
        [
            [("f", 12, 0), ("p", 0, 0), later],
            [("p", 25, 0), later, later],
            [("f", 17, 0), ("f", 22, 0), ("p", 19, 0)],
        ],
    )
    assert shown(examples.joker_order(game)) == (
        (4, 4, 4, 4, 4),
        [
            [("p", 20, 100), later, later],
            [("f", 25, 0), ("p", 25, 100), later],
            [("f", 50, 0), ("f", 50, 0), ("p", 50, 0)],
        ],
    )


def test_dice_are_pictures_with_words() -> None:
    html = page("yacht")
    assert (
        '<span class="faces"><span class="vh">2, 2, 5, 5, 5</span><svg class="face" aria-hidden="true">'
        in html
    )
    assert 'id="face-6"' in html


# --- computer players ------------------------------------------------------------------------------------


@every_variant
def test_the_strength_of_the_computers_is_shown_where_it_was_measured(game: RuleSet) -> None:
    found = strength.strength(game)
    html = page(game.rules_id)
    assert "Computer players" in html
    assert ("Points on average" in html) == (found is not None)
    assert ("nobody can score more" in html) == (len(game.columns) == 1)
    for level in found.levels if found else ():
        with override("en"):
            assert f"{floatformat(level.mean, '1g')} ± " in html
        assert max(bar.height for bar in level.bars) == strength.HEIGHT
        assert all(bar.x >= 0 and bar.x + bar.width <= strength.WIDTH for bar in level.bars)


def test_games_that_are_not_measured_have_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "measured", lambda _rules: None)
    assert strength.strength(rules.get("yacht")) is None
    assert "Points on average" not in page("triple_yahtzee")


@pytest.mark.parametrize("rules_id", ["triple_yahtzee+left_to_right", "yahtzee", "yacht"])
def test_the_goal_comes_first_and_side_matters_are_folded(rules_id: str) -> None:
    """The choice of options comes after the rules; what is folded stays on the page, with its heading."""
    html = page(rules_id)
    main = html.partition("<main")[2]
    order = [
        "<h2>Goal",
        "<h2>A turn",
        "<h2>The boxes",
        "<h2>Start and end",
        "<h2>On the screen",
        'id="questions"',
    ]
    if rules_id != "yacht":
        order.insert(4, 'id="options"')
    places = [main.index(each) for each in order]
    assert places == sorted(places)
    assert main.index("<h2>Goal") < main.index("<table")
    folded = main.partition('<details class="fold">')[2]
    assert "<summary><h2>Computer players</h2></summary>" in folded
    assert main.count('<details class="asked">') > 3
    assert "<details open" not in main
