"""Tips, questions and short rules: every figure is one of the rules or was measured, in every language."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import Settings

from games import bots, rules, static_pages
from games.rulebook import book, booklet, questions, tips
from games.rules import RuleSet
from games.tests.rulebook.test_rule_pages import book_of, page
from games.words import labels

LANGUAGES = [code for code, _name in settings.LANGUAGES]
every_variant = pytest.mark.parametrize("game", rules.all_rules(), ids=lambda game: game.rules_id)
every_language = pytest.mark.parametrize("language", LANGUAGES)
MEASURED = Path(bots.__file__).with_name("measured.json")


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def numbers(html: str) -> list[int]:
    """Return the whole numbers in a text, whatever separates their thousands; none of “3 of a Kind”."""
    text = re.sub(r"(?<=\d)[.,\u00a0\u202f ](?=\d{3}\b)|\d of a Kind", "", plain(html))
    return [int(number) for number in re.findall(r"\d+", text)]


def advice(rules_id: str, language: str = "en") -> dict[str, str]:
    """Return tips, questions and short rules of a game by their titles."""
    game = rules.get(rules_id)
    with override(language):
        found = [*tips.tips(game), *questions.questions(game), *booklet.short_rules(game)]
        return {plain(each.title): each.text for each in found}


@every_variant
def test_every_language_says_the_same_figures(game: RuleSet) -> None:
    english = [sorted(numbers(text)) for text in advice(game.rules_id).values()]
    for language in LANGUAGES:
        assert [sorted(numbers(text)) for text in advice(game.rules_id, language).values()] == english


@pytest.mark.parametrize(
    ("rules_id", "title", "figures"),
    [
        # 50 × 3 and 50; 63, 35 and 35 × 3, four sixes being six more than three
        ("triple_yahtzee", "Big throws belong where they count most.", [150, 3, 50, 1]),
        ("triple_yahtzee", "Go for the bonus.", [63, 35, 6, 3, 105]),
        ("triple_yahtzee", "Strike where it hurts least.", [1, 3, 3]),
        ("triple_yahtzee", "Save Chance for a bad throw.", [3, 1]),
        ("triple_yahtzee", "Do we need a special pad?", [3, 13, 3]),
        ("triple_yahtzee", "How do two of us play?", [39]),
        ("triple_yahtzee", "How do I add up the points?", [35, 63, 100, 1, 2, 3]),
        ("triple_yahtzee", "What is the highest possible total?", [1575, 375, 12, 100, 6, 9450]),
        ("triple_yahtzee+no_yahtzee_bonus", "What is the highest possible total?", [375, 6, 2250]),
        ("yahtzee", "What is the highest possible total?", [1575, 375, 12, 100]),
        ("yahtzee", "What is a second Yahtzee worth?", [100, 50, 0, 0]),
        ("yahtzee", "Can one throw count in several boxes?", [30]),
        ("yahtzee", "The turns", [13, 3, 5, 0]),
        ("yahtzee", "Upper section", [63, 35]),
        ("yahtzee", "Lower section", [25, 30, 40]),
        ("yahtzee", "Yahtzee", [50, 100, 0]),
        ("yahtzee", "Who starts", [13]),
        ("yacht", "Go for the bonus.", [63, 35, 6]),
        # 7,776² / 347,897 × … = 21.7
        ("yacht", "Strike where it hurts least.", [5, 22]),
        # a two or a six among two dice: 36 − 16; from 1-2-3 a four: 36 − 25
        ("yacht", "Build straights from the middle.", [3, 4, 5, 20, 36, 1, 2, 3, 11]),
        ("yacht", "May I hold dice after the third roll?", [3]),
        ("yacht", "What is the highest possible total?", [323]),
        ("yacht", "Is this the same as other games with five dice?", [12]),
        ("yatzy", "Go for the bonus.", [63, 50, 6]),
        ("yatzy", "What is the highest possible total?", [374]),
        # 1-2 or 2-6 in two orders; from 1-2-3 only 4-5
        ("yatzy", "Build straights from the middle.", [3, 4, 5, 4, 36, 1, 2, 3, 2]),
    ],
)
def test_figures_that_were_counted_by_hand(rules_id: str, title: str, figures: list[int]) -> None:
    assert numbers(advice(rules_id)[title]) == figures


@every_variant
def test_the_strength_of_the_computer_is_as_measured(game: RuleSet) -> None:
    figures = json.loads(MEASURED.read_text())[game.rules_id]
    levels = [round(figures["levels"][level]["mean"]) for level in ("easy", "medium", "hard")]
    won = round(figures["duels"]["hard-medium"]["win"])
    assert numbers(advice(game.rules_id)["How strong is the computer?"]) == [*levels, won, 100]


def test_the_levels_of_yacht_are_those_that_were_asked_for() -> None:
    said = numbers(advice("yacht")["How strong is the computer?"])
    assert all(abs(found - wanted) <= 2 for found, wanted in zip(said, (130, 165, 190), strict=False))


def test_straights_and_a_second_five_of_a_kind_differ_from_game_to_game() -> None:
    several = "Can one throw count in several boxes?"
    assert "may also go into the box Small straight, for 15 points" in plain(advice("yacht")[several])
    assert "does not fit Small straight" in plain(advice("yatzy")[several])
    assert "joker" not in advice("yacht")["What is a second Yacht worth?"]
    assert "Every column is judged by itself" in advice("triple_yahtzee")["What is a second YAHTZEE worth?"]


def test_a_column_that_opens_last_is_told_where_rows_have_an_order() -> None:
    title = "Big throws belong where they count most."
    assert "opens last" in advice("triple_yahtzee+left_to_right")[title]
    assert "opens last" not in advice("triple_yahtzee")[title]


# --- the booklet -----------------------------------------------------------------------------------------


@every_language
def test_each_short_rule_has_its_source(language: str) -> None:
    with override(language):
        found = booklet.short_rules(rules.get("yahtzee"))
    assert [rule.figure for rule in found][:4] == ["13", "35", "25–40", "50"]
    places = [plain(rule.source) for rule in found]
    assert all(place.startswith("Hasbro, Yahtzee Classic, C2406, 2016: “") for place in places)
    sections = [set(re.findall("“([^”]+)”", place)) for place in places]
    assert sections == [
        {"On your turn", "Scoring your 13 turns"},
        {"Upper Section"},
        {"Lower Section"},
        {"Lower Section", "Yahtzee Bonus"},
        {"Play", "Win"},
    ]
    html = page("yahtzee", language)
    for rule in found:
        assert rule.text in html and rule.source in html


@every_variant
def test_only_the_game_of_the_booklet_has_sources(game: RuleSet) -> None:
    assert ("Hasbro" in page(game.rules_id)) == (game.rules_id == "yahtzee")
    found = {question.title for question in questions.questions(game) if question.source}
    assert bool(found) == (game.rules_id == "yahtzee")


@every_language
def test_a_site_without_trade_marks_names_no_booklet(settings: Settings, language: str) -> None:
    settings.NEUTRAL = True
    html = page("yahtzee", language)
    assert not [word for word in ("Hasbro", "Yams", "C2406") if word in html]


@every_language
def test_yams_is_explained_where_a_publisher_is_named(language: str) -> None:
    game = rules.get("yahtzee")
    with override(language):
        yams = booklet.yams(game)
    assert yams and "Yams" in yams.title and "Hasbro" in yams.text and yams.title.endswith("?")
    assert yams.text in page("yahtzee", language)
    assert booklet.yams(rules.get("yacht")) is None


# --- what a page leads to --------------------------------------------------------------------------------


@every_variant
def test_every_page_leads_to_a_shorter_or_a_longer_game(game: RuleSet) -> None:
    shown = book_of(game)
    assert shown.shorter or shown.longer
    mine = labels.GAMES[game.name].minutes
    assert all(each.minutes < mine for each in shown.shorter)
    assert all(each.minutes > mine for each in shown.longer)
    section = page(game.rules_id).partition('id="questions"')[2]
    for each in (*shown.shorter, *shown.longer):
        link = f'<a href="{reverse("games:rules", args=[each.name])}">{each.title}</a>'
        assert link in section and f"{each.boxes} boxes, about {each.minutes} minutes" in section


def test_triple_yahtzee_leads_to_its_single_column_and_to_yatzy() -> None:
    names = [each.name for each in book_of(rules.get("triple_yahtzee")).shorter]
    assert names[0] == "yatzy" and "yahtzee" in names


@every_variant
def test_a_page_has_tips_as_a_list_and_questions_as_headings(game: RuleSet) -> None:
    html = page(game.rules_id)
    for heading in ("tips", "questions"):
        assert f'href="#{heading}"' in html and f'<h2 id="{heading}">' in html
    listed = html.partition('<ul class="tips">')[2].partition("</ul>")[0]
    with override("en"):
        assert listed.count("<li>") == len(tips.tips(game)) >= 5
        asked = questions.questions(game)
    assert len(asked) >= 10
    for question in asked:
        assert f"<summary><h3>{question.title}</h3></summary>\n<p>{question.text}</p>" in html
        assert question.title.endswith("?")


# --- words in another language ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", [game.rules_id for game in rules.all_rules()])
def test_english_words_of_a_german_card_are_marked(rules_id: str) -> None:
    """The card of the old Macintosh game: what is not in a marked word, a name or a tag, is German."""
    main = page(rules_id, "de").partition("<main")[2].partition("</main>")[0]
    marked = set(re.findall(r'<span lang="en">([^<]+)</span>', main))
    rest = re.sub(r'<span lang="en">[^<]+</span>', "", main)
    own = labels.CARD_WORDS.get(rules.get(rules_id).name, {})
    with override("de"):
        unused = {"weighted", "roll", "upper_row"}
        if not rules.get(rules_id).yahtzee_bonus:
            unused.add("yahtzee_bonus")
        words = {str(own[key]) for key in own if key not in unused}
    assert words <= marked
    assert not [word for word in words if re.search(rf">\s*{re.escape(word)}\b(?!-)", rest)]
    in_german_too = {"Full House", "YAHTZEE"}
    assert not [word for word in words - in_german_too if re.search(rf"\b{re.escape(word)}\b", rest)]


@pytest.mark.parametrize("language", ["nb", "nl"])
def test_a_card_in_the_language_of_the_page_has_no_marks(language: str) -> None:
    html = page("triple_yahtzee", language)
    assert '<span lang="en">' not in html
    assert '<span lang="en">Yahtzee Classic</span>' in page("yahtzee", language)


def test_nothing_is_marked_on_an_english_page() -> None:
    assert '<span lang="en">' not in page("yahtzee") + page("triple_yahtzee")


def test_a_word_of_ones_own_is_in_no_language(settings: Settings) -> None:
    settings.FIVE_OF_A_KIND_LABEL = "Rentho & Co"
    static_pages.forget()
    html = page("triple_yahtzee", "de")
    assert "Rentho &amp; Co ist" in html.replace("\n", " ")
    assert '<span lang="en">Rentho' not in html
    assert '<span lang="en">Full House</span>' in html


def test_every_game_is_as_long_as_it_is_said_to_be() -> None:
    """About as many minutes as a third of its boxes: twenty seconds for a turn."""
    for each in book._by_length():
        assert abs(each.minutes - each.boxes / 3) <= 1, each.name


def test_the_page_stays_small() -> None:
    """Compressed, as it is sent; all of them are kept in every browser."""
    for game in rules.all_rules():
        answer = Client(headers={"accept-encoding": "gzip"}).get(reverse("games:rules", args=[game.rules_id]))
        assert len(answer.content) <= 11_000, game.rules_id
