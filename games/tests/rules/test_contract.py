"""Properties of every registered rule set; a new one is tested as soon as it is registered."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import rules
from games.tests.rules import oracle, playthrough

ALL_RULES = rules.all_rules()
every_rule_set = pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rules_id)
every_family = pytest.mark.parametrize("family", rules.RULE_SETS, ids=lambda family: family.name)
ROOT = Path(__file__).resolve().parents[3]

# Ids and order on the card: part of the page contract and of stored games, never to be renamed.
UPPER = "ones twos threes fours fives sixes"
CARDS = {
    "triple_yahtzee": f"{UPPER} three_of_a_kind four_of_a_kind full_house small_straight large_straight"
    " yahtzee chance",
    "yahtzee": f"{UPPER} three_of_a_kind four_of_a_kind full_house small_straight large_straight"
    " yahtzee chance",
    "yacht": f"{UPPER} chance four_of_a_kind full_house small_straight large_straight yacht",
    "yatzy": f"{UPPER} one_pair two_pairs three_of_a_kind four_of_a_kind small_straight large_straight"
    " full_house chance yatzy",
}
CELLS = {"triple_yahtzee": 39, "yahtzee": 13, "yacht": 12, "yatzy": 15}
COLUMNS = {"triple_yahtzee": [1, 2, 3], "yahtzee": [1], "yacht": [1], "yatzy": [1]}
"""Column numbers, which are also the factors of the columns."""
UPPER_BONUS: dict[str, rules.Bonus | None] = {
    "triple_yahtzee": rules.Bonus(at=63, points=35),
    "yahtzee": rules.Bonus(at=63, points=35),
    "yacht": rules.Bonus(at=63, points=35),
    "yatzy": rules.Bonus(at=63, points=50),
}
RULES_IDS = [
    "triple_yahtzee",
    "triple_yahtzee+left_to_right",
    "triple_yahtzee+no_yahtzee_bonus",
    "triple_yahtzee+left_to_right+no_yahtzee_bonus",
    "yahtzee",
    "yahtzee+no_yahtzee_bonus",
    "yacht",
    "yatzy",
]


def test_registered_games_and_their_ids() -> None:
    assert [family.name for family in rules.RULE_SETS] == list(CARDS)
    assert [game.rules_id for game in ALL_RULES] == RULES_IDS
    assert len(set(RULES_IDS)) == len(RULES_IDS)


@every_rule_set
def test_an_id_names_its_rule_set(game: rules.RuleSet) -> None:
    assert rules.get(game.rules_id) is game
    assert game.rules_id == "+".join([game.name, *sorted(game.options)])
    assert len(set(game.options)) == len(game.options)


@every_family
def test_a_family_lists_its_options_in_alphabetical_order(family: rules.RuleSetFamily) -> None:
    assert list(family.options) == sorted(set(family.options))
    variants = list(family.variants())
    assert len(variants) == 2 ** len(family.options)
    assert variants[0].options == () and variants[0].rules_id == family.name
    assert all(variant.name == family.name for variant in variants)


@pytest.mark.parametrize(
    "rules_id",
    [
        "",
        "Yahtzee",
        "yahtzee ",
        "yahtzee+",
        "+yahtzee",
        "yahtzee+left_to_right",
        "yacht+no_yahtzee_bonus",
        "triple_yahtzee+no_yahtzee_bonus+left_to_right",
        "yahtzee+no_yahtzee_bonus+no_yahtzee_bonus",
        "farkle",
    ],
)
def test_unknown_rule_set(rules_id: str) -> None:
    with pytest.raises(rules.UnknownRuleSet):
        rules.get(rules_id)


@every_rule_set
def test_rows_and_their_order(game: rules.RuleSet) -> None:
    ids = [category.id for category in game.categories]
    assert ids == CARDS[game.name].split() == oracle.rows(game.rules_id)
    assert game.cells == CELLS[game.name] == len(ids) * len(game.columns)
    sections = [category.section for category in game.categories]
    assert sections == ["upper"] * 6 + ["lower"] * (len(ids) - 6)
    assert [category.face for category in game.categories] == [*rules.FACES, *[None] * (len(ids) - 6)]
    assert all(game.category(category.id) is category for category in game.categories)
    with pytest.raises(KeyError):
        game.category("nothing")


@every_rule_set
def test_columns_and_their_factors(game: rules.RuleSet) -> None:
    assert list(game.columns) == oracle.columns(game.rules_id) == COLUMNS[game.name]
    assert [game.factor(column) for column in game.columns] == COLUMNS[game.name]


@every_rule_set
def test_bonuses(game: rules.RuleSet) -> None:
    extras = game.name in ("yahtzee", "triple_yahtzee") and "no_yahtzee_bonus" not in game.options
    assert game.upper_bonus == UPPER_BONUS[game.name]
    assert (game.yahtzee_bonus, game.joker) == ((100, True) if extras else (0, False))
    assert game.left_to_right == ("left_to_right" in game.options)
    assert game.category(game.five_of_a_kind).value((1, 1, 1, 1, 1)) == 50


@every_rule_set
def test_every_rule_set_has_a_playthrough(game: rules.RuleSet) -> None:
    assert playthrough.path(game.rules_id).is_file()


@every_family
def test_every_game_has_its_page_of_rules(family: rules.RuleSetFamily) -> None:
    """The page names the cells in card order and every option by its id."""
    page = (ROOT / "docs" / "rules" / f"{family.name}.md").read_text(encoding="utf-8")
    rows = [line.split("|")[2].strip() for line in page.splitlines() if line.startswith("| ")]
    ids = [row.strip("`") for row in rows if row.startswith("`")]
    assert ids == CARDS[family.name].split()
    for option in family.options:
        assert f"`{option}`" in page


def imported_modules(path: Path) -> Iterator[str]:
    """Yield the names of all modules a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def test_the_rules_know_no_chance_clock_disk_or_net() -> None:
    modules = {name for path in (ROOT / "games" / "rules").glob("*.py") for name in imported_modules(path)}
    outside = {name for name in modules if not name.startswith("games.rules")}
    assert outside <= {
        "collections",
        "collections.abc",
        "dataclasses",
        "functools",
        "itertools",
        "fractions",
        "math",
        "re",
        "typing",
    }


def test_the_oracle_is_independent() -> None:
    assert set(imported_modules(Path(oracle.__file__))) == {"collections.abc", "copy", "itertools", "typing"}
