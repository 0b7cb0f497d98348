"""GET /g/<code>/: the attributes of the page contract, and that viewing changes nothing."""

import re
from dataclasses import replace

import pytest

from games import rules
from games.models import Game, Seat
from games.tests.players import Person, game_at, play_out, set_moves, table_for_two

XSS = "<img src=q onerror=x()>"


def test_root(anna: Person, ben: Person, carla: Person) -> None:
    path = table_for_two(anna, ben, rules="triple_yahtzee")
    page = anna.page(path)
    assert page.table is not None
    contract = {"code", "version", "status", "rules", "turn-seat", "roll", "you"}
    assert {key: page.table[key] for key in contract} == {
        "code": path.split("/")[2],
        "version": "2",
        "status": "playing",
        "rules": "triple_yahtzee",
        "turn-seat": "0",
        "roll": "0",
        "you": "0",
    }
    assert ben.page(path).you == [1]
    assert carla.page(path).get("you") == ""
    for person in (anna, ben, carla):
        ids = person.page(path).ids
        assert len(ids) == len(set(ids)), "an id must be unique"


@pytest.mark.parametrize("rules_id", [variant.rules_id for variant in rules.all_rules()])
def test_boxes_and_totals_of_every_card(anna: Person, rules_id: str) -> None:
    path = anna.create(rules=rules_id, mode="local", players=2)
    page = anna.page(path)
    rule_set = rules.get(rules_id)
    boxes = {(seat, c.id, col) for seat in (0, 1) for c in rule_set.categories for col in rule_set.columns}
    assert set(page.boxes) == boxes
    assert {(box["data-state"], box["data-points"]) for box in page.boxes.values()} == {("open", "")}
    names = ["upper", "upper_bonus", "missing", "lower", "yahtzee_bonus", "combined", "weighted"]
    totals = {(seat, name, str(col)) for seat in (0, 1) for name in names for col in rule_set.columns}
    assert set(page.totals) == totals | {(0, "grand", ""), (1, "grand", "")}
    bonus = rule_set.upper_bonus
    assert page.totals[0, "missing", "1"] == (bonus.at if bonus else 0)


def test_without_an_upper_bonus_the_card_shows_the_plain_sum(
    anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rules._BUILT, "yacht", replace(rules.get("yacht"), upper_bonus=None))
    path = anna.create(rules="yacht")
    set_moves(path, "0 roll - 66666", "0 score sixes 1", "0 roll - 55555", "0 score fives 1")
    page = anna.page(path)
    sums = {name: page.totals[0, name, "1"] for name in ("upper", "upper_bonus", "missing", "combined")}
    assert sums == {"upper": 55, "upper_bonus": 0, "missing": 0, "combined": 55}
    html = anna.get(path).text
    for name in ("upper_bonus", "missing"):
        assert re.search(rf'data-total="{name}" data-column="1" data-points="0" hidden>', html)
    heads = re.findall(r'<th scope="row">\s*([^<]*?)\s*<', html)
    assert "Upper section" in heads and "Upper + bonus" not in heads
    sums = anna.get(f"{path}record.json").data["seats"][0]["totals"]["1"]
    assert (sums["upper"], sums["upper_bonus"], sums["missing"], sums["combined"]) == (55, 0, 0, 55)


def test_the_row_with_the_upper_sum_is_not_called_a_bonus(anna: Person) -> None:
    html = anna.get(anna.create(rules="yahtzee")).text
    assert re.search(r'<th scope="row">\s*Upper \+ bonus<span class="vh">\s*from 63</span>', html)


@pytest.mark.parametrize(("language", "marked"), [("de", True), ("en", False), ("nb", False), ("nl", False)])
def test_english_words_of_a_card_are_marked(anna: Person, language: str, marked: bool) -> None:
    path = anna.create(rules="triple_yahtzee")
    html = anna.get(f"{path}?lang={language}").text.replace("\n", "")
    assert ('<th scope="row"><span lang="en">Ones</span></th>' in html) == marked
    assert (
        ('<span lang="en">Roll #1</span>' in html)
        == ('<span lang="en">Lower Section</span>' in html)
        == marked
    )
    assert '<span lang="en">' not in anna.get(f"{anna.create(rules='yatzy')}?lang={language}").text


def test_the_waiting_room_leads_to_itself_without_scripts(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    assert f'<p class="without-js"><a class="btn" href="{path}">Refresh</a></p>' in anna.get(path).text


def test_dice_and_forms_before_and_after_the_roll(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    page = anna.page(path)
    assert sorted(page.dice) == [0, 1, 2, 3, 4]
    assert all(die["data-face"] == "" and "disabled" in die for die in page.dice.values())
    form = page.form("/roll")
    assert form and form.method == "post" and form.value("version") == str(page.version)
    page = anna.roll(path)
    assert all(1 <= int(die["data-face"]) <= 6 and "disabled" not in die for die in page.dice.values())
    form = page.form("/score")
    assert form and form.method == "post" and form.value("version") == str(page.version)
    cells = {button["value"] for button in form.buttons}
    assert cells == {f"{box}:{column}" for box, column in page.offers}
    seen = ben.page(path)
    assert seen.faces == page.faces and all("disabled" in die for die in seen.dice.values())
    assert seen.offers == page.offers, "everybody sees what is possible"
    assert not any(button for form in seen.forms if form.action.endswith("/score") for button in form.buttons)


def test_states_of_boxes(anna: Person) -> None:
    path = anna.create(rules="triple_yahtzee")
    set_moves(
        path, "0 roll - 35164", "0 score fours 1", "0 roll - 35164", "0 score yahtzee 1", "0 roll - 11122"
    )
    page = anna.page(path)
    states = {key[1:]: (box["data-state"], box["data-points"]) for key, box in page.boxes.items()}
    assert states["fours", 1] == ("filled", "4")
    assert states["yahtzee", 1] == ("struck", "0")
    assert states["full_house", 2] == ("possible", "25")
    assert states["small_straight", 3] == ("possible", "0"), (
        "what a box would bring, also where it is nothing"
    )
    assert page.totals[0, "upper", "1"] == 4 and page.totals[0, "missing", "1"] == 59


def test_third_roll_holds_nothing_more(anna: Person) -> None:
    path = anna.create()
    anna.roll(path)
    anna.roll(path, 0)
    page = anna.roll(path, 0, 1)
    assert page.roll == 3 and all("disabled" in die for die in page.dice.values())


def test_waiting_room(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=3)
    page = anna.page(path)
    assert page.form("/start") and not page.form("/join")
    assert any(tag == "textarea" and found.get("id") == "invitation" for tag, found in page.tags)
    page = ben.page(path)
    form = page.form("/join")
    assert form and form.value("name") == "" and not page.form("/start")


def test_the_invitation_is_in_the_page_before_anybody_taps(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    text = anna.get(path).text
    invitation = re.search(r'<textarea id="invitation"[^>]*>(.*?)</textarea>', text, re.S)
    assert invitation and f"http://testserver{path}" in invitation[1]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("part", ["", "record.json", "qr.svg", "dice/", "table?since=0"])
def test_looking_takes_no_seat(anna: Person, ben: Person, method: str, part: str) -> None:
    path = anna.create(mode="online", players=2)
    for _ in range(5):
        ben.client.cookies.clear()
        answer = ben.ask(method, path + part)
        assert answer.status == 200 or (method == "HEAD" and answer.status == 405)
        assert "yahtzee_player" not in ben.client.cookies
    assert Seat.objects.count() == 1
    assert game_at(path).version == 1


def test_the_creator_opens_the_own_invitation(anna: Person) -> None:
    path = anna.create(mode="online", players=2)
    page = anna.page(path)
    assert page.you == [0] and not page.form("/join")


@pytest.mark.parametrize("code", ["ABCDEFGHJK", "x", "%00", "..", "%F0%9F%98%80", "A" * 300])
def test_missing(anna: Person, code: str) -> None:
    assert anna.get(f"/g/{code}/").status == 404


def test_other_spellings_lead_to_the_page(anna: Person) -> None:
    path = anna.create()
    code = path.split("/")[2]
    answer = anna.get(f"/g/{code[:5].lower()}-{code[5:].lower()}/")
    assert (answer.status, answer.target) == (302, path)


def test_only_safe_methods(anna: Person) -> None:
    path = anna.create()
    assert anna.post(path).status == 405


def test_names_are_text_everywhere(anna: Person, ben: Person) -> None:
    path = anna.create(mode="online", players=2, name=XSS)
    ben.post(f"{path}join", {"name": '"><script>x</script>'})
    game = game_at(path)
    Seat.objects.filter(game=game, index=0).update(name=XSS)
    Seat.objects.filter(game=game, index=1).update(name='"><script>x</script>')
    texts = [anna.get(path).text, anna.get(f"{path}table?since=0").text, anna.get("/").text]
    texts.append(anna.get(f"{path}dice/").text)
    play_out(path, anna, ben)
    texts += [anna.get(path).text, anna.get("/scores/").text, anna.get(f"{path}dice/").text]
    for text in texts:
        assert "<img src=q" not in text and "<script>x" not in text
    assert "&lt;img src=q onerror=x()&gt;" in texts[0]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna   Lena ", "Anna Lena"),
        ("An\u202ena", "Anna"),
        ("שלום", "שלום"),
        ("W" * 30, "W" * 20),
        ("👨‍👩‍👧‍👦" * 25, "👨‍👩‍👧‍👦" * 20),
        ("\u200b\u200b", "Player"),
        ("   ", "Player"),
    ],
)
def test_names(anna: Person, typed: str, kept: str) -> None:
    path = anna.create(name=typed)
    assert anna.get(f"{path}record.json").data["seats"][0]["name"] == kept


def test_finished_page(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    page = play_out(path, anna, ben)
    for person in (anna, ben):
        seen = person.page(path)
        assert (seen.status, seen.turn_seat, seen.roll) == ("finished", None, 0)
        assert seen.form("/rematch") and not seen.form("/roll") and not seen.form("/undo")
        assert seen.totals == page.totals
    assert Game.objects.get().finished_at is not None


def test_a_draw_is_a_draw_on_both_pages(anna: Person, ben: Person) -> None:
    path = table_for_two(anna, ben)
    moves = []
    for category in rules.get("yacht").categories:
        for seat in (0, 1):
            moves += [f"{seat} roll - 12346", f"{seat} score {category.id} 1"]
    set_moves(path, *moves[:-1])
    assert ben.do(path, "score", box=moves[-1].split()[2], column=1).status == 200
    texts = [person.page(path).text for person in (anna, ben)]
    assert "A draw between Anna and Ben" in anna.page(path).get("event")
    assert all(", a draw." in text for text in texts)
    assert all("♛" not in text or "draw" in text for text in texts)
