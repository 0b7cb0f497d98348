"""Which boxes a roll may go into: jokers and left_to_right against the oracle, and counted entries."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

from games import rules
from games.tests.rules import oracle

ALL_RULES = rules.all_rules()
FIVE_ALIKE = [(face,) * rules.DICE for face in rules.FACES]


def engine_offers(game: rules.RuleSet, card: rules.Scorecard, dice: rules.Dice) -> dict[oracle.Box, object]:
    """Return the engine's offers in the shape of the oracle's."""
    found = rules.legal_placements(game, card, dice)
    offers: dict[oracle.Box, object] = {(p.category, p.column): (p.points, p.bonus) for p in found}
    assert len(offers) == len(found)
    return offers


def some_card(rng: Random, game: rules.RuleSet) -> rules.Scorecard:
    """Return a card with a random part of its boxes filled; half the filled YAHTZEE boxes hold 50."""
    filled = rng.random()
    boxes = {}
    for category, column in product(game.categories, game.columns):
        if rng.random() < filled:
            boxes[category.id, column] = 50 * (rng.random() < 0.5) if category.id == game.five_alike else 0
    return rules.Scorecard(boxes=boxes)


@pytest.mark.parametrize("rules_id", ["yahtzee", "yahtzee+no_yahtzee_bonus"])
def test_jokers_on_every_card_of_one_column(rules_id: str) -> None:
    game = rules.get(rules_id)
    others = [category.id for category in game.categories if category.id != "yahtzee"]
    for mask, held in product(range(1 << len(others)), (None, 0, 50)):
        boxes = {(row, 1): 0 for bit, row in enumerate(others) if mask >> bit & 1}
        if held is not None:
            boxes["yahtzee", 1] = held
        card = rules.Scorecard(boxes=boxes)
        for dice in (FIVE_ALIKE[mask % 6], FIVE_ALIKE[mask // 64 % 6]):
            assert engine_offers(game, card, dice) == oracle.offers(rules_id, boxes, dice), (boxes, dice)


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
def test_offers_on_random_cards_equal_the_oracle(game: rules.RuleSet) -> None:
    rng = Random(f"cards {game.rules_id}")
    for _ in range(150):
        card = some_card(rng, game)
        for dice in [*FIVE_ALIKE, *rng.sample(oracle.ROLLS, 4)]:
            expected = oracle.offers(game.rules_id, dict(card.boxes), dice)
            assert engine_offers(game, card, dice) == expected, (card.boxes, dice)
            assert bool(expected) == (len(card.boxes) < game.boxes)


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
def test_offers_come_in_card_order_then_by_column(game: rules.RuleSet) -> None:
    order = [(category.id, column) for category in game.categories for column in game.columns]
    offers = [
        (p.category, p.column) for p in rules.legal_placements(game, rules.Scorecard(), (1, 2, 3, 4, 6))
    ]
    assert offers == [box for box in order if box in offers]


# Counted entries, like perft in chess: over all 252 rolls per turn, the number of legal entries in
# the first turn, and of sequences of two entries. With b boxes on offer, a game without jokers has
# 252·b and 252·b · 252·(b − 1). With jokers the 252·c first entries into a YAHTZEE box (c columns)
# leave the six five-alike rolls only one box of that column, instead of twelve.
# left_to_right: 13 boxes on offer always, one column after the other in each row.
FIRST = {
    "triple_yahtzee": 252 * 39,
    "triple_yahtzee+left_to_right": 252 * 13,
    "triple_yahtzee+no_yahtzee_bonus": 252 * 39,
    "triple_yahtzee+left_to_right+no_yahtzee_bonus": 252 * 13,
    "yahtzee": 252 * 13,
    "yahtzee+no_yahtzee_bonus": 252 * 13,
    "yacht": 252 * 12,
    "yatzy": 252 * 15,
}
SECOND = {
    "triple_yahtzee": 252 * 39 * 252 * 38 - 252 * 3 * 6 * 11,
    "triple_yahtzee+left_to_right": 252 * 13 * 252 * 13 - 252 * 6 * 11,
    "triple_yahtzee+no_yahtzee_bonus": 252 * 39 * 252 * 38,
    "triple_yahtzee+left_to_right+no_yahtzee_bonus": 252 * 13 * 252 * 13,
    "yahtzee": 252 * 13 * 252 * 12 - 252 * 6 * 11,
    "yahtzee+no_yahtzee_bonus": 252 * 13 * 252 * 12,
    "yacht": 252 * 12 * 252 * 11,
    "yatzy": 252 * 15 * 252 * 14,
}


def first_entries(game: rules.RuleSet) -> Iterator[Mapping[oracle.Box, int]]:
    for roll in oracle.ROLLS:
        for placement in rules.legal_placements(game, rules.Scorecard(), roll):
            yield rules.Scorecard().place(placement).boxes


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
def test_number_of_entries_in_the_first_two_turns(game: rules.RuleSet) -> None:
    cards = list(first_entries(game))
    assert len(cards) == FIRST[game.rules_id]
    # What is offered next depends on the filled box and on whether the box for five equal dice holds points.
    kinds: dict[tuple[oracle.Box, bool], list[Mapping[oracle.Box, int]]] = {}
    for boxes in cards:
        [(box, points)] = boxes.items()
        kinds.setdefault((box, points > 0), []).append(boxes)
    second = 0
    for alike in kinds.values():
        card = rules.Scorecard(boxes=alike[0])
        second += len(alike) * sum(len(rules.legal_placements(game, card, roll)) for roll in oracle.ROLLS)
    assert second == SECOND[game.rules_id]
