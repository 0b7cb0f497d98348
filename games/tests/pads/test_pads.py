"""The pages of the score pads: their data follows from the rules."""

import json
import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games import rules
from games.lobby import offline
from games.pads import score, words
from games.pads.overview import pad_offers
from games.tests.rules import oracle

ROOT = Path(__file__).resolve().parents[3]
NAMES = [family.name for family in rules.RULE_SETS]
every_pad = pytest.mark.parametrize("name", NAMES)
ALL_ROLLS = list(product(rules.FACES, repeat=rules.DICE))


def family_of(name: str) -> rules.RuleSetFamily:
    return next(family for family in rules.RULE_SETS if family.name == name)


def sheet_of(name: str) -> dict[str, Any]:
    with override("en"):
        return score.sheet(family_of(name))


@every_pad
def test_boxes_offer_what_some_roll_can_give(name: str) -> None:
    assert len(ALL_ROLLS) == 7776
    rows = sheet_of(name)["categories"]
    assert [row["id"] for row in rows] == oracle.rows(name)
    for row in rows:
        plain = {oracle.points(name, row["id"], dice) for dice in ALL_ROLLS}
        joker = {oracle.house_points(name, row["id"], dice) for dice in ALL_ROLLS}
        assert row["values"] == sorted(plain - {0}), row["id"]
        assert row["house"] == sorted((plain | joker) - {0}), row["id"]


@every_pad
def test_five_dice_are_looked_up(name: str) -> None:
    sheet = sheet_of(name)
    assert len(sheet["rolls"]) == 252
    for row in sheet["categories"]:
        for roll, points in zip(sheet["rolls"], row["points"], strict=True):
            assert points == oracle.points(name, row["id"], [int(face) for face in roll]), (row["id"], roll)
        five = [oracle.house_points(name, row["id"], [face] * 5) for face in rules.FACES]
        plain = [oracle.points(name, row["id"], [face] * 5) for face in rules.FACES]
        assert [max(pair) for pair in zip(row["jokers"], plain, strict=True)] == five, row["id"]


def test_what_no_roll_can_give_is_not_offered() -> None:
    values = {(name, row["id"]): row["values"] for name in NAMES for row in sheet_of(name)["categories"]}
    assert values["yahtzee", "ones"] == [1, 2, 3, 4, 5]
    assert values["yahtzee", "threes"] == [3, 6, 9, 12, 15]
    assert values["yahtzee", "chance"] == list(range(5, 31))
    assert values["triple_yahtzee", "full_house"] == [25]
    for name in ("yacht", "yatzy"):
        assert set(range(5, 31)) - set(values[name, "full_house"]) == {5, 6, 10, 25, 29, 30}


@every_pad
def test_sums_and_words(name: str) -> None:
    sheet = sheet_of(name)
    game = rules.get(name)
    bonus = game.upper_bonus
    assert (sheet["bonus_at"], sheet["bonus"]) == ((bonus.at, bonus.points) if bonus else (0, 0))
    assert sheet["factors"] == game.factors
    assert (sheet["five_of_a_kind"], sheet["extra"]) == (game.five_of_a_kind, 100)
    options = [option["id"] for option in sheet["options"]]
    assert options == ["american", "house", *(["left_to_right"] if name == "triple_yahtzee" else [])]
    assert sheet["categories"][0]["label"] == "Ones"
    assert all(row["label"] for row in sheet["categories"]) and all(sheet["totals"].values())
    assert json.loads(json.dumps(sheet))["rules"] == name


class Page(HTMLParser):
    """The scripts and data of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.data: dict[str, Any] = {}
        self._id = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.tags.append((tag, found))
        self._id = found.get("id", "") if found.get("type") == "application/json" else ""

    def handle_data(self, data: str) -> None:
        if self._id:
            self.data[self._id] = json.loads(data)
            self._id = ""


def imported(script: str, seen: set[str]) -> Iterator[str]:
    """Yield a script and everything it imports, once each."""
    if script in seen:
        return
    seen.add(script)
    text = (ROOT / "static" / script).read_text(encoding="utf-8")
    for target in re.findall(r'^import (?:[^"]*? from )?"([^"]+)";|\bimport\("([^"]+)"\)', text, flags=re.M):
        yield from imported(
            posixpath.normpath(posixpath.join(posixpath.dirname(script), "".join(target))), seen
        )
    yield script


@every_pad
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page(name: str, language: str) -> None:
    client = Client()
    client.cookies["yahtzee_lang"] = language
    response = client.get(reverse("games:score_pad", args=[name]))
    assert response.status_code == 200 and not response.cookies
    page = Page(response.content.decode())
    with override(language):
        assert page.data["sheet"] == json.loads(json.dumps(score.sheet(family_of(name))))
        assert page.data["words"] == {
            **words.shared_words(),
            **words.players_words(),
            **score.words(),
        }


@pytest.mark.parametrize("address", offline.pages())
def test_a_page_lists_every_script_it_needs(address: str) -> None:
    """The service worker stores the files in this list."""
    page = Page(Client().get(address).content.decode())
    main = [tag["src"] for _kind, tag in page.tags if tag.get("type") == "module"]
    later = [tag["data-later"] for _kind, tag in page.tags if "data-later" in tag]
    listed = {tag["href"] for _kind, tag in page.tags if tag.get("rel") == "modulepreload"}
    seen: set[str] = set()
    for name in main:
        list(imported(name.removeprefix("/static/"), seen))
    asking_the_server = {"/static/js/site/begin.js", "/static/js/site/invitation.js"}
    needed = {f"/static/{script}" for script in seen} - asking_the_server
    assert needed <= {*listed, *main, *" ".join(later).split()}
    if address in [offer.address for offer in pad_offers()]:
        assert "/static/js/site/confetti.js" in needed


def test_the_overview_leads_to_every_pad() -> None:
    response = Client().get(reverse("games:pads"))
    assert response.status_code == 200 and not response.cookies
    links = [tag.get("href") for _kind, tag in Page(response.content.decode()).tags]
    for offer in pad_offers():
        assert offer.address in links
        assert Client().get(offer.address).status_code == 200


@pytest.mark.django_db
def test_the_start_page_leads_to_every_pad() -> None:
    html = Client().get("/").content.decode()
    assert all(f'href="{offer.address}"' in html for offer in pad_offers())
    assert f'href="{reverse("games:pads")}"' in html


def test_other_addresses_and_methods() -> None:
    assert Client().get("/pads/chess/").status_code == 404
    assert Client().post("/pads/yacht/").status_code == 405
