"""The cells in which a roll may be entered: jokers and left_to_right against the oracle, counted entries."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

from games import rules
from games.tests.rules import oracle

ALL_RULES = rules.all_rules()
FIVE_OF_A_KIND = [(face,) * rules.DICE for face in rules.FACES]


def engine_offers(game: rules.RuleSet, card: rules.Scorecard, dice: rules.Dice) -> dict[oracle.Cell, object]:
    """Return the engine's offers in the shape of the oracle's."""
    found = rules.legal_placements(game, card, dice)
    offers: dict[oracle.Cell, object] = {(p.category, p.column): (p.points, p.bonus) for p in found}
    assert len(offers) == len(found)
    return offers


def some_card(rng: Random, game: rules.RuleSet) -> rules.Scorecard:
    """Return a card with a random part of its cells filled; half the filled YAHTZEE cells hold 50."""
    filled = rng.random()
    cells = {}
    for category, column in product(game.categories, game.columns):
        if rng.random() < filled:
            cells[category.id, column] = (
                50 * (rng.random() < 0.5) if category.id == game.five_of_a_kind else 0
            )
    return rules.Scorecard(cells=cells)


@pytest.mark.parametrize("rules_id", ["yahtzee", "yahtzee+no_yahtzee_bonus"])
def test_jokers_on_every_card_of_one_column(rules_id: str) -> None:
    game = rules.get(rules_id)
    others = [category.id for category in game.categories if category.id != "yahtzee"]
    for mask, held in product(range(1 << len(others)), (None, 0, 50)):
        cells = {(row, 1): 0 for bit, row in enumerate(others) if mask >> bit & 1}
        if held is not None:
            cells["yahtzee", 1] = held
        card = rules.Scorecard(cells=cells)
        for dice in (FIVE_OF_A_KIND[mask % 6], FIVE_OF_A_KIND[mask // 64 % 6]):
            assert engine_offers(game, card, dice) == oracle.offers(rules_id, cells, dice), (cells, dice)


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
def test_offers_on_random_cards_equal_the_oracle(game: rules.RuleSet) -> None:
    rng = Random(f"cards {game.rules_id}")
    for _ in range(150):
        card = some_card(rng, game)
        for dice in [*FIVE_OF_A_KIND, *rng.sample(oracle.ROLLS, 4)]:
            expected = oracle.offers(game.rules_id, dict(card.cells), dice)
            assert engine_offers(game, card, dice) == expected, (card.cells, dice)
            assert bool(expected) == (len(card.cells) < game.cells)


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
def test_offers_come_in_card_order_then_by_column(game: rules.RuleSet) -> None:
    order = [(category.id, column) for category in game.categories for column in game.columns]
    offers = [
        (p.category, p.column) for p in rules.legal_placements(game, rules.Scorecard(), (1, 2, 3, 4, 6))
    ]
    assert offers == [cell for cell in order if cell in offers]


# Counted entries, like perft in chess: over all 252 rolls per turn, the number of legal entries in
# the first turn, and of sequences of two entries. With b cells on offer, a game without jokers has
# 252·b and 252·b · 252·(b − 1). With jokers the 252·c first entries into a YAHTZEE cell (c columns)
# leave the six rolls of five of a kind only one cell of that column, instead of twelve.
# left_to_right: 13 cells on offer always, one column after the other in each row.
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


def first_entries(game: rules.RuleSet) -> Iterator[Mapping[oracle.Cell, int]]:
    for roll in oracle.ROLLS:
        for placement in rules.legal_placements(game, rules.Scorecard(), roll):
            yield rules.Scorecard().place(placement).cells


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
def test_number_of_entries_in_the_first_two_turns(game: rules.RuleSet) -> None:
    cards = list(first_entries(game))
    assert len(cards) == FIRST[game.rules_id]
    # What is offered next depends on the filled cell and on whether five of a kind has been scored.
    kinds: dict[tuple[oracle.Cell, bool], list[Mapping[oracle.Cell, int]]] = {}
    for cells in cards:
        [(cell, points)] = cells.items()
        kinds.setdefault((cell, points > 0), []).append(cells)
    second = 0
    for same in kinds.values():
        card = rules.Scorecard(cells=same[0])
        second += len(same) * sum(len(rules.legal_placements(game, card, roll)) for roll in oracle.ROLLS)
    assert second == SECOND[game.rules_id]
