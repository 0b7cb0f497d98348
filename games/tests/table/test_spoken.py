"""What screen readers say of a card: languages, names of rows and columns."""

import re

from games.tests.players import Person, play_out


def test_words_in_another_language_say_so(anna: Person) -> None:
    """The German card of Triple Yahtzee keeps English words, also in the list of the last turns."""
    path = anna.create(rules="triple_yahtzee", mode="local", players=2)
    anna.roll(path)
    anna.score(path)
    assert re.search(r'<span lang="en">\w+[^<]*×\d</span>', anna.get(f"{path}?lang=de").text)
    assert not re.search(r'<span lang="en">\w+[^<]*×\d</span>', anna.get(f"{path}?lang=nl").text)


def test_factors_are_apart_from_their_words(anna: Person) -> None:
    assert "×1 <small>Single</small>" in anna.get(anna.create(rules="triple_yahtzee")).text


def test_titles_say_how_a_game_stands(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=2)

    def titles() -> list[str]:
        return [re.findall(r"<title>(.*?)</title>", person.get(path).text)[0] for person in (anna, ben)]

    assert titles() == ["Waiting room – Yacht"] * 2
    ben.join(path)
    assert titles() == ["Yacht", "Anna&#x27;s turn – Yacht"]
    play_out(path, anna, ben)
    assert titles() == ["Result – Yacht"] * 2
