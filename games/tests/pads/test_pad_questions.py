"""Questions and tips on the pages of the pads: their figures follow from the rules."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games import rules
from games.pads import questions
from games.rules import farkle
from games.tests.rulebook.test_advice import numbers, plain

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_pad = pytest.mark.parametrize("family", rules.RULE_SETS, ids=lambda family: family.name)


def page(address: str, language: str) -> str:
    return Client(headers={"accept-language": language}).get(address).content.decode()


@every_pad
@every_language
def test_a_score_pad_answers_six_questions(family: rules.RuleSetFamily, language: str) -> None:
    """The bonus, no box that fits, five of a kind as a full house, the highest total, kept, and printed."""
    html = page(reverse("games:score_pad", args=[family.name]), language)
    with override(language):
        asked = questions.score_questions(family)
    assert [question.title for question in asked if question.title in html] == [q.title for q in asked]
    about = html.partition('<section class="window centre about">')[2].partition("</section>")[0]
    assert re.sub(r"<[^>]+>", "", about).count("?") == about.count("<h3>") == 6
    assert about.index(asked[-1].text) < about.rindex("<h3>") < about.index('<p class="small">')


@pytest.mark.parametrize(
    ("name", "bonus", "highest"),
    [
        ("triple_yahtzee", [63, 35], 2250),
        ("yahtzee", [63, 35], 375),
        ("yacht", [63, 35], 323),
        ("yatzy", [63, 50], 374),
    ],
)
def test_figures_of_a_score_pad(name: str, bonus: list[int], highest: int) -> None:
    family = next(family for family in rules.RULE_SETS if family.name == name)
    with override("en"):
        said = {question.title: plain(question.text) for question in questions.score_questions(family)}
    assert numbers(said["When do I get the bonus?"]) == bonus
    assert numbers(said["What is the highest possible total?"]) == [highest, 100]
    assert "choose “Strike (0)”" in said["What if no box fits?"]
    assert (
        "“Five equal dice as joker” under “Players and rules”"
        in said["Does five of a kind count as a full house?"]
    )


def test_tips_for_farkle_have_the_chances_of_a_farkle() -> None:
    """60 of 216, 16 of 36 and 4 of 6; 600 of 7,776; 1,080 of 46,656: the same in every preset."""
    with override("en"):
        said = [numbers(tip.text) for tip in questions.farkle_tips()]
    assert said == [[28, 100, 44, 67], [5, 8, 100], [2, 100]]
    counts = (60, 216), (16, 36), (4, 6), (600, 7776), (1080, 46656)
    assert [round(100 * bad / all_) for bad, all_ in counts] == [28, 44, 67, 8, 2]
    for preset in farkle.PRESETS:
        assert [farkle.farkles(preset, dice) for dice in (3, 2, 1, 5, 6)] == [bad for bad, _all in counts]


@every_language
def test_questions_about_farkle(language: str) -> None:
    with override(language):
        penalty, shorter, _printed = questions.farkle_questions()
    assert numbers(penalty.text) == [farkle.PENALTY]
    assert numbers(shorter.text) == [5000, 10000, 12]
    assert f'href="{reverse("games:rules", args=["yacht"])}"' in shorter.text
    html = page(reverse("games:farkle"), language)
    assert penalty.text in html and shorter.text in html


def test_three_farkles_cost_what_the_pad_takes_away() -> None:
    script = (ROOT / "static/js/pads/farkle/state.js").read_text(encoding="utf-8")
    assert f"export const PENALTY = {farkle.PENALTY};" in script


@every_language
def test_the_match_counter_says_what_counts_and_leads_to_the_rules(language: str) -> None:
    html = page(reverse("games:match"), language)
    with override(language):
        asked = questions.match_questions()
    assert len(asked) == 4 and numbers(asked[1].text) == [9]
    assert not [question for question in asked if question.text not in html]
    for family in rules.RULE_SETS:
        assert f'href="{reverse("games:rules", args=[family.name])}"' in html


@pytest.mark.parametrize("language", ["de", "nb", "nl"])
def test_english_words_in_the_rules_of_farkle_are_marked(language: str) -> None:
    rules_of_farkle = (
        page(reverse("games:farkle"), language).partition('id="rules"')[2].partition("</section>")[0]
    )
    assert '<span lang="en">hot dice</span>' in rules_of_farkle.replace("Hot Dice", "hot dice")
