"""Moments: facts about the latest moves, against an independent computation, and as pages carry them."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import rules
from games.models import Game
from games.table import moments
from games.tests.contract_page import Page
from games.tests.players import Person, game_at, play_out, set_moves, table_for_two
from games.tests.rules.random_play import play_on
from games.tests.table.test_result import end_with_200, others

RARE = {"four_of_a_kind", "full_house", "small_straight", "large_straight"}
"""As people would name them; the code finds them by counting."""


def game_of(rules_id: str, moves: list[str], seats: int) -> Game:
    return Game(rules_id=rules_id, players=seats, seed=bytes(32), moves=moves, status=Game.Status.PLAYING)


def fits(game: rules.RuleSet, row: str, dice: rules.Dice) -> bool:
    """Tell whether dice fit a row, in words of their own."""
    counts, faces = sorted(Counter(dice).values()), sorted(set(dice))
    if row == "four_of_a_kind":
        return counts[-1] >= 4
    if row == "full_house":
        return counts == [2, 3]
    if game.name == "yatzy":
        return faces == ([1, 2, 3, 4, 5] if row == "small_straight" else [2, 3, 4, 5, 6])
    length = 4 if row == "small_straight" else 5
    return any(set(range(low, low + length)) <= set(faces) for low in range(1, 8 - length))


@given(st.integers(0, 2**32), st.sampled_from(rules.all_rules()), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_the_facts_of_random_games(number: int, game: rules.RuleSet, seats: int) -> None:
    made = list(play_on(Random(number), rules.start(game, seats=seats)))
    texts = [rules.format_move(move) for move, _ in made]
    states = [rules.start(game, seats=seats), *(state for _, state in made)]
    found = [
        moment
        for end in range(1, len(texts) + 1)
        for moment in moments.since(game_of(game.rules_id, texts[:end], seats), seats, 1)
    ]
    assert [moment.number for moment in found] == list(range(1, len(texts) + 1))
    leaders: list[int | None] = [None]
    for moment, before, after in zip(found, states[:-1], states[1:], strict=True):
        if isinstance(moment, moments.Rolled):
            check_roll(moment, before, after)
        else:
            check_entry(moment, before, after, leaders)


def check_roll(moment: moments.Rolled, before: rules.GameState, after: rules.GameState) -> None:
    dice, game = after.dice, after.rules
    assert (moment.dice, moment.roll) == (dice, after.roll)
    assert moment.five_of_a_kind == (len(set(dice)) == 1)
    open_rows = {offer.category for offer in after.legal_placements() if offer.points}
    new = {row for row in RARE & open_rows if fits(game, row, dice)}
    if before.dice:
        new = {row for row in new if not fits(game, row, before.dice)}
    if moment.five_of_a_kind:
        assert not moment.makes and moment.decides is not None
        card = after.scorecards[moment.seat]
        held = [card.points(game.five_of_a_kind, column) for column in game.columns]
        open_columns = {offer.column for offer in after.legal_placements()}
        bonus = any(held[column - 1] for column in open_columns)
        assert moment.yahtzee_bonus == (game.yahtzee_bonus if bonus else 0)
        assert moment.joker == (game.joker and any(held[c - 1] is not None for c in open_columns))
        return
    assert (moment.yahtzee_bonus, moment.joker) == (0, False)
    assert bool(moment.makes) == bool(new)
    if moment.makes:
        assert moment.makes in new and (moment.makes != "small_straight" or "large_straight" not in new)
        rolled = [slot for slot in range(rules.DICE) if slot not in moment.held]
        needed = [slot for slot in rolled if not fits_without(game, moment, dice[slot])]
        assert moment.decides == max(needed, default=None)


def fits_without(game: rules.RuleSet, moment: moments.Rolled, rolled: int) -> bool:
    """Tell whether the dice fit all the same when those rolled with this face show any other."""
    return all(
        fits(
            game,
            moment.makes,
            tuple(
                face if die == rolled and slot not in moment.held else die
                for slot, die in enumerate(moment.dice)
            ),
        )
        for face in rules.FACES
    )


def check_entry(
    moment: moments.Entered, before: rules.GameState, after: rules.GameState, leaders: list[int | None]
) -> None:
    game, seat, column = after.rules, moment.seat, moment.column
    offer = before.placement(seat, moment.box, column)
    assert (moment.points, moment.yahtzee_bonus, moment.dice) == (offer.points, offer.bonus, before.dice)
    upper = [
        sum(state.scorecards[seat].points(row.id, column) or 0 for row in game.categories if row.face)
        for state in (before, after)
    ]
    at = game.upper_bonus.at if game.upper_bonus else 1000
    earned = game.upper_bonus.points if game.upper_bonus and upper[0] < at <= upper[1] else 0
    assert moment.bonus_reached == earned
    filled = Counter(column for _, column in after.scorecards[seat].cells)
    whole = len(game.categories)
    assert moment.column_done == (filled[column] == whole and sum(filled.values()) < game.cells)
    assert moment.last_turn == all(len(card.cells) == game.cells - 1 for card in after.scorecards)
    lead = None
    if after.entries % after.seats == 0:
        points = [rules.totals(game, card).grand for card in after.scorecards]
        best = [number for number, total in enumerate(points) if total == max(points)]
        leaders.append(best[0] if len(best) == 1 else None)
        if after.seats > 1 and len(leaders) > 2 and after.status == "playing" and leaders[-1] != leaders[-2]:
            lead = leaders[-1]
    assert moment.lead == lead


def test_several_moves_give_the_same_as_one_by_one() -> None:
    texts = [
        rules.format_move(move) for move, _ in play_on(Random(7), rules.start(rules.get("yahtzee"), seats=2))
    ]
    end = len(texts) - 3
    single = [
        moment
        for length in range(end - 24, end + 1)
        for moment in moments.since(game_of("yahtzee", texts[:length], 2), 2, 1)
    ]
    assert moments.since(game_of("yahtzee", texts[:end], 2), 2, 5) == single[-5:]
    assert moments.since(game_of("yahtzee", texts[:end], 2), 2, 999) == single[-moments.MOST :]


# --- in pages ---------------------------------------------------------------------------------------


def told(page: Page) -> list[dict[str, Any]]:
    texts = [tag["data-moments"] for _name, tag in page.tags if "data-moments" in tag]
    found: list[dict[str, Any]] = json.loads(texts[0]) if texts else []
    return found


def fragment(person: Person, path: str, since: int) -> Page:
    return person.get(f"{path}table?since={since}", htmx=True).page


def test_a_page_that_is_opened_tells_of_nothing(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    page = anna.page(path)
    assert told(page) == [] and page.get("moves") == "1"
    assert told(fragment(anna, path, 0)) == [], "nobody knows what this browser shows"


def test_a_command_tells_of_its_move(anna: Person) -> None:
    path = anna.create(rules="yahtzee")
    (rolled,) = told(anna.roll(path))
    assert (rolled["move"], rolled["do"], rolled["roll"], rolled["held"]) == (1, "roll", 1, [])
    (entered,) = told(anna.score(path, "chance"))
    assert entered == {
        **{"move": 2, "do": "score", "seat": 0, "box": "chance", "column": 1},
        **{"points": sum(rolled["dice"]), "dice": rolled["dice"]},
    }
    assert told(anna.do(path, "undo").page) == [], "an entry taken back is no move"


def test_moves_between_two_questions_are_all_told(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    seen = ben.page(path).version
    anna.roll(path)
    anna.roll(path, 0, 1)
    anna.score(path, "chance")
    found = told(fragment(ben, path, seen))
    assert [(each["do"], each.get("held")) for each in found] == [
        ("roll", []),
        ("roll", [0, 1]),
        ("score", None),
    ]
    assert told(fragment(ben, path, seen + 2)) == found[2:]


def test_a_whole_turn_of_a_computer_is_told(anna: Person) -> None:
    path = anna.create(bot=["medium"], mode="local", players=2)
    anna.roll(path)
    anna.score(path, "chance")
    before = game_at(path)
    found = told(anna.do(path, "bot", turns="all").page)
    assert len(found) == len(game_at(path).moves) - len(before.moves) >= 2
    assert {each["seat"] for each in found} == {1} and found[-1]["do"] == "score"


def test_the_words_are_those_of_the_reader(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    set_moves(path, "0 roll - 55555", "0 score yahtzee 3")
    since = game_at(path).version
    set_moves(path, "0 roll - 55555", "0 score yahtzee 3", "0 roll - 66666")
    page = anna.get(f"{path}table?since={since}&lang=de", htmx=True).page
    (rolled,) = told(page)
    assert rolled["five_of_a_kind"] and rolled["joker"] and rolled["yahtzee_bonus"] == 100
    assert (rolled["title"], rolled["note"]) == ("YAHTZEE!", "+100! Joker!")
    assert page.get("event").endswith(" YAHTZEE! +100! Joker!")


def test_a_bonus_a_column_and_the_last_turn_are_said(anna: Person) -> None:
    rows = [row.id for row in rules.get("yahtzee").categories]
    dice = {"ones": "11123", "twos": "22213", "threes": "33312", "fours": "44412", "fives": "55512"}
    moves = []
    for row in (*rows[:5], *(row for row in rows[6:] if row != "chance"), "sixes"):
        moves += [f"0 roll - {dice.get(row, '66612')}", f"0 score {row} 1"]
    path = anna.create(rules="yahtzee")
    set_moves(path, *moves[:-1])
    since = game_at(path).version
    set_moves(path, *moves)
    page = fragment(anna, path, since)
    (entered,) = told(page)
    assert (entered["bonus_reached"], entered["last_turn"]) == (35, True)
    assert entered["stamps"] == ["+35", "Last turn!"]
    assert "Bonus +35! Last turn!" in page.get("event")


def test_the_best_total_on_its_board_is_a_record(anna: Person) -> None:
    others(5, 0)
    path = end_with_200(anna)
    assert told(anna.page(path)) == []
    (entered,) = told(fragment(anna, path, game_at(path).version - 1))
    assert entered["records"] == [0] and "New high score!" in entered["stamps"]
    assert anna.page(path).get("event").endswith(" New high score!")


def test_an_own_best_is_told_to_its_browser_alone(anna: Person, carla: Person) -> None:
    others(5, 1000)
    for _ in range(2):
        path = anna.create()
        play_out(path, anna)
    path = end_with_200(anna)
    since = game_at(path).version - 1
    (entered,) = told(fragment(anna, path, since))
    assert entered["own_best"] and "records" not in entered and entered["stamps"][-1] == "Your best ever!"
    (entered,) = told(fragment(carla, path, since))
    assert "own_best" not in entered


@pytest.mark.parametrize("neutral_site", [False, True])
def test_ids_are_those_of_the_page(anna: Person, neutral_site: bool, settings: Any) -> None:
    settings.NEUTRAL = neutral_site
    path = anna.create(rules="yahtzee")
    set_moves(path, "0 roll - 55555")
    since = game_at(path).version
    set_moves(path, "0 roll - 55555", "0 score yahtzee 1")
    (entered,) = told(fragment(anna, path, since))
    assert entered["box"] == ("quint" if neutral_site else "yahtzee")
