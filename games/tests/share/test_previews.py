"""Link previews: title, description and picture of the start page and of games. None takes a seat."""

import io

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override
from PIL import Image
from pytest_django import Settings

from games.models import Seat
from games.session.seats import SeatedGame
from games.share import cards, pictures, previews
from games.table.present import TableView
from games.tests.contract_page import read
from games.tests.players import Person, game_at, play_out, set_moves, table_for_two
from games.tests.table.test_result import FULL_COLUMN
from games.words import notices


def tags(who: Person, path: str) -> dict[str, str]:
    """Return the preview in the metadata of a page."""
    found = read(who.get(path).text).tags
    named = [(each.get("property") or each.get("name", ""), each) for tag, each in found if tag == "meta"]
    return {name: each["content"] for name, each in named if name.startswith(("og:", "twitter:"))}


def table_at(path: str) -> SeatedGame:
    game = game_at(path)
    return SeatedGame(game, list(game.seats.all()), None)


def test_an_invitation_says_who_invites_to_which_game(anna: Person, carla: Person) -> None:
    path = anna.create(mode="online", players=2, rules="triple_yahtzee")
    found = tags(carla, path)
    assert found["og:title"] == "Anna invites you to a game of Triple Yahtzee."
    assert found["og:image:alt"] == found["og:title"]
    assert found["og:url"] == f"http://testserver{path}"
    assert found["og:image"] == f"http://testserver{path}preview-en.png"
    assert found["twitter:card"] == "summary_large_image" and found["og:description"]


def test_a_game_that_has_begun_says_who_plays(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    assert tags(carla, path)["og:title"] == "Yacht: Anna, Ben"
    assert "invites" not in str(tags(carla, path))
    alone = anna.create()
    play_out(alone, anna)
    assert tags(carla, alone)["og:title"] == "Yacht: Anna"


def test_a_finished_game_says_how_it_ended(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben)
    assert tags(carla, path)["og:description"] == "Open the link to watch."
    play_out(path, anna, ben)
    anna.post(f"{path}rematch")
    with override("en"):
        assert tags(carla, path)["og:description"] == TableView(table_at(path)).result != ""


def test_a_sealed_game_says_its_points(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben, rules="triple_yahtzee")
    running = anna.client.get(f"{path}preview-en.png").content
    play_out(path, anna, ben)
    assert tags(carla, path)["og:title"] == "Triple Yahtzee: Anna, Ben", "it may go on"
    anna.do(path, "seal")
    state = TableView(table_at(path)).state
    assert state
    outcome = state.outcome()
    assert outcome
    points = dict(zip(("Anna", "Ben"), outcome.points, strict=True))
    best = sorted(points, key=lambda name: -points[name])
    assert tags(carla, path)["og:title"] == f"Triple Yahtzee: {points_of(best, points)}"
    assert anna.client.get(f"{path}preview-en.png").content != running


def points_of(names: list[str], points: dict[str, int]) -> str:
    return ", ".join(f"{name} {points[name]:,}" for name in names)


@pytest.mark.parametrize("rules", ["triple_yahtzee", "yacht"])
def test_the_picture_of_a_card(anna: Person, carla: Person, rules: str) -> None:
    anna.name = "小明"  # which the font cannot write
    path = anna.create(rules=rules, mode="local", players=2, name=[anna.name, "W" * 20])
    address = f"{path}preview-card-0-de.png"
    assert carla.client.get(address).status_code == 404, "not before the end"
    play_out(path, anna)
    seen = set()
    for seat, language in ((0, "de"), (0, "nb"), (1, "en")):
        answer = carla.client.get(f"{path}preview-card-{seat}-{language}.png")
        assert answer["Content-Type"] == "image/png" and not answer.cookies
        assert len(answer.content) < 60_000
        picture = Image.open(io.BytesIO(answer.content))
        assert picture.width == 1080 and 1000 <= picture.height <= 1500
        seen.add(answer.content)
    assert len(seen) == 3
    for seat, language in ((2, "de"), (0, "tlh")):
        assert carla.client.get(f"{path}preview-card-{seat}-{language}.png").status_code == 404


def test_the_card_in_words(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    moves = [m for box, faces in FULL_COLUMN.items() for m in (f"0 roll - {faces}", f"0 score {box} 3")]
    set_moves(path, *moves)
    state = TableView(table_at(path)).state
    assert state
    with override("de"):
        card = cards.card_text(state, 0, name="Anna", site="Site")
    assert (card.game, card.points, card.columns) == ("Triple Yahtzee", "1.116", ("×1", "×2", "×3"))
    rows = {row.label: row.cells for row in card.rows}
    assert rows["Ones"] == ("0", "0", "5")
    assert rows["Triple Yahtzee"] == ("0", "0", "1.116")


def test_the_result_offers_picture_and_text(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    play_out(path, anna, ben)
    html = ben.get(path).text
    assert f"{path}preview-card-1-en.png?v=" in html
    text = html.partition('id="invitation"')[2].partition(">")[2].partition("</textarea>")[0]
    assert text.startswith("Yacht\n") and text.endswith(f"http://testserver{path}")
    assert "Anna: " in text and "Ben: " in text


def test_a_game_that_cannot_go_on_says_so(anna: Person, carla: Person) -> None:
    path = anna.create()
    set_moves(path, "0 score chance 1")
    with override("en"):
        assert tags(carla, path)["og:description"] == notices.sentence("broken")


def test_the_start_page(settings: Settings, anna: Person) -> None:
    settings.SITE_NAME, settings.PUBLIC_ORIGIN = "Dice & Friends", "https://dice.example.org"
    found = tags(anna, "/")
    assert found["og:title"].startswith("Dice & Friends –") and found["og:site_name"] == "Dice & Friends"
    assert found["og:image"] == "https://dice.example.org/preview-en.png"
    assert found["og:url"] == "https://dice.example.org/"


def test_pictures(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    seen = set()
    for address in ("/preview-de.png", "/preview-nl.png", f"{path}preview-en.png", f"{path}preview-de.png"):
        answer = anna.client.get(address)
        assert answer["Content-Type"] == "image/png" and "public" in answer["Cache-Control"]
        assert not answer.cookies
        assert len(answer.content) < 40_000
        picture = Image.open(io.BytesIO(answer.content))
        assert picture.size == (1200, 630)
        seen.add(answer.content)
    assert len(seen) == 4
    for address in ("/preview-tlh.png", f"{path}preview-tlh.png", "/g/ABCDEFGHJK/preview-de.png"):
        assert anna.client.get(address).status_code == 404


def test_a_picture_never_brings_a_player_cookie(anna: Person) -> None:
    """Shared caches may store it."""
    path = anna.create(mode="online", players=2)
    value = anna.client.cookies[settings.PLAYER_COOKIE_NAME].value
    client = Client()
    client.cookies[settings.PLAYER_COOKIE_NAME] = value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.session.seats._RENEW_AFTER", -1)
        assert settings.PLAYER_COOKIE_NAME in client.get(path).cookies
        assert not client.get(f"{path}preview-de.png").cookies


def test_fetching_takes_no_seat(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    robot = Client()
    for address in (path, f"{path}preview-de.png", f"{path}qr.svg"):
        for _ in range(3):
            assert robot.get(address).status_code == robot.head(address).status_code == 200
    assert Seat.objects.count() == 1
    assert settings.PLAYER_COOKIE_NAME not in robot.cookies


@pytest.mark.parametrize("name", ["小明", "👍", "Žofie", "Жанна"])
def test_names_the_font_cannot_write_are_left_out(anna: Person, name: str) -> None:
    anna.name = name
    seated = table_at(anna.create(mode="online", players=2))
    with override("en"):
        text, title = previews.game_title(seated, previews.drawn), previews.game_title(seated)
    assert title == f"{name} invites you to a game of Yacht."
    if name in ("Žofie", "Жанна"):
        assert text == f"\u2068{name}\u2069 invites you to a game of Yacht."
    else:
        assert text == "You are invited to a game of Yacht."


def test_long_texts_stay_in_the_window() -> None:
    """The margin around the text stays white with the longest text."""
    margin = (70, pictures._TEXT_TOP, 105, pictures._TEXT_BOTTOM + 10)
    for text in ("A", "W" * 20, "W" * 20 + " invites you to " + "a very long game " * 6, " ".join("W" * 6)):
        picture = Image.open(io.BytesIO(pictures.draw("Site", text)))
        assert picture.crop(margin).getextrema() == (255, 255), text
        below = picture.crop((70, pictures._TEXT_BOTTOM + 4, 1130, pictures._TEXT_BOTTOM + 16))
        assert below.getextrema() == (255, 255), text
