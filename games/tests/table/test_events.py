"""The sentence about the last event: somebody alone is spoken to, several people have their names."""

import re

import pytest

from games.tests.players import Person, set_moves, table_for_two


def test_alone_you_are_spoken_to(anna: Person, carla: Person) -> None:
    path = anna.create()
    assert anna.page(path).get("event") == "It is your turn."
    assert carla.page(path).get("event") == "It is Anna's turn."
    dice = ["0 roll - 66122", "0 roll 01 66123", "0 roll 01 66124"]
    left = ["2 rolls left.", "1 roll left.", "Choose a box."]
    for number, end in enumerate(left, start=1):
        set_moves(path, *dice[:number])
        event = anna.page(path).get("event")
        assert re.fullmatch(rf"Roll {number}: 6\s6[\d\s]+\. {end}", event)
        assert carla.page(path).get("event").startswith(f"Anna, roll {number}: 6")


@pytest.mark.parametrize(
    ("box", "said"), [("sixes", "12 in Sixes."), ("ones", "1 in Ones."), ("full_house", "Full house struck.")]
)
def test_an_entry_of_your_own(anna: Person, box: str, said: str) -> None:
    path = anna.create()
    set_moves(path, "0 roll - 66124", f"0 score {box} 1")
    assert anna.page(path).get("event") == said


def test_against_computers_you_are_spoken_to(anna: Person) -> None:
    path = anna.create(bot=["easy"])
    set_moves(path, "0 roll - 66124", "0 score sixes 1")
    assert anna.page(path).get("event") == "12 in Sixes. It is Computer (Easy)'s turn."
    set_moves(path, "0 roll - 66124", "0 score sixes 1", "1 roll - 66124", "1 score sixes 1")
    assert anna.page(path).get("event") == "Computer (Easy): Sixes, 12 points. It is your turn."


def test_several_people_have_their_names(anna: Person, ben: Person) -> None:
    shared = anna.create(mode="local", players=2, name=["Anna", "Ben"])
    online = table_for_two(anna, ben)
    for path in (shared, online):
        set_moves(path, "0 roll - 66124")
        assert "Anna, roll 1: " in anna.page(path).get("event")
        set_moves(path, "0 roll - 66124", "0 score sixes 1")
        assert "Anna: Sixes, 12 points. It is Ben's turn." in anna.page(path).get("event")
