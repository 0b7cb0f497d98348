"""The rules page of every game: there, whole, and true to the rules."""

import pytest
from django.template.defaultfilters import floatformat
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games import labels, rulebook, rules, strength

every_family = pytest.mark.parametrize("family", rules.RULE_SETS, ids=lambda family: family.name)


def page(family: rules.RuleSetFamily, language: str = "en") -> str:
    client = Client()
    client.cookies["yahtzee_lang"] = language
    response = client.get(reverse("games:rules", args=[family.name]))
    assert response.status_code == 200
    return response.content.decode()


@every_family
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_game_has_its_page(family: rules.RuleSetFamily, language: str) -> None:
    html = page(family, language)
    assert f'<html lang="{language}">' in html
    for other in rules.RULE_SETS:
        assert reverse("games:rules", args=[other.name]) in html
    assert html.count('aria-current="page"') == 1


@every_family
def test_words_for_everything(family: rules.RuleSetFamily) -> None:
    book = rulebook.open_book(family)
    lines = [line for _title, lines in book.sections for line in lines]
    assert len(lines) == len(book.rules.categories)
    assert all(line.label and line.condition and line.points for line in lines)
    assert len(book.options) == len(family.options)
    assert family.name in labels.GAMES


@every_family
def test_the_bonus_is_the_one_of_the_game(family: rules.RuleSetFamily) -> None:
    book = rulebook.open_book(family)
    html = page(family)
    assert f"From 63 points in the upper section on you get {book.rules.upper_bonus} extra" in html
    assert ("More than one" in html) == bool(book.rules.yahtzee_bonus)
    assert ("The columns" in html) == (len(book.rules.columns) > 1)


def points(name: str) -> dict[str, str]:
    book = rulebook.open_book(next(family for family in rules.RULE_SETS if family.name == name))
    lines = [line for _title, lines in book.sections for line in lines]
    return {row.id: line.points for row, line in zip(book.rules.categories, lines, strict=True)}


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


def test_triple_yahtzee_keeps_the_words_of_the_old_card() -> None:
    for language in ("de", "en"):
        html = page(rules.RULE_SETS[0], language)
        for word in ("Ones", "3 of a Kind", "Combined Total", "Triple Yahtzee", "Grand Total"):
            assert word in html
    assert "(63 + 35) × 2 = 196" in html


def test_an_unknown_game_leads_to_the_first() -> None:
    response = Client().get(reverse("games:rules", args=["chess"]))
    assert response.status_code == 302
    assert response["Location"] == reverse("games:rules", args=[rules.RULE_SETS[0].name])


@every_family
def test_the_strength_of_the_computers_is_shown_where_it_was_measured(family: rules.RuleSetFamily) -> None:
    found = strength.strength(family.build(()))
    html = page(family)
    assert "Computer players" in html
    assert ("Points on average" in html) == (found is not None)
    for level in found.levels if found else ():
        with override("en"):
            assert f"{floatformat(level.mean, 1)} ± " in html
        assert max(bar.height for bar in level.bars) == strength.HEIGHT
        assert all(bar.x >= 0 and bar.x + bar.width <= strength.WIDTH for bar in level.bars)


def test_games_that_are_not_measured_have_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "measured", lambda _rules: None)
    assert strength.strength(rules.get("yacht")) is None
    assert "Points on average" not in page(rules.RULE_SETS[0])
