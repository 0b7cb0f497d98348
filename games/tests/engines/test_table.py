"""The page of a game: a turn, two phones, menus, options, keys, dialogs, a whole game and its report."""

import re
from urllib.request import urlopen

import pytest
from selenium.webdriver.common.keys import Keys

from games.tests.engines.conftest import Opener
from games.tests.engines.phone import Phone
from games.tests.engines.table import FACES, START, at, enter, faces, keep, roll, start_alone, step
from games.tests.site import Site

pytestmark = pytest.mark.engines


def test_a_turn_is_taken_back_and_survives_a_reload(phone: Phone) -> None:
    start_alone(phone)
    first = roll(phone, 1)
    for die in (2, 4):
        phone.tap(f"#table label.die:has(input[value='{die}'])")
        phone.sees(f"{FACES}[value='{die}']:checked")
    second = roll(phone, 2)
    assert (second[2], second[4]) == (first[2], first[4])
    assert phone.all(f"{FACES}:checked", "e.value") == ["2", "4"]
    enter(phone, "chance", 1)
    points = str(sum(map(int, second)))
    assert phone.one('td[data-box="chance"][data-column="1"]', "e.textContent.trim()") == points
    phone.tap("button.undo:enabled")
    at(phone, entries=0, roll=2)
    assert faces(phone) == second
    phone.reload()
    at(phone, entries=0, roll=2)
    assert faces(phone) == second


def sockets(site: Site) -> float:
    """Return how many sockets the site has open."""
    with urlopen(f"{site.base}/metrics") as figures:
        (found,) = re.findall(r"^yahtzee_sockets (\S+)$", figures.read().decode(), re.MULTILINE)
    return float(found)


def test_a_move_is_seen_on_the_other_phone(phone: Phone, another: Opener, site: Site) -> None:
    anna, ben = phone, another()
    anna.go("/new/")
    step(anna, 2)
    anna.tap("#new input[value=online]")
    step(anna, 3)
    anna.fill("#new input[name=name]", "Anna")
    anna.tap(START)
    at(anna, status="waiting")
    ben.go(anna.path)
    ben.fill("form[action$=join] input[name=name]", "Ben")
    # What changes from here on comes through the sockets: no page is loaded, and none asks on its own.
    anna.until(lambda: sockets(site) == 2, "no sockets")
    for person in (anna, ben):
        person.run("window.untouched = true")
    ben.tap("form[action$=join] button")
    for person in (anna, ben):
        at(person, status="playing", roll=0)
    rolled = roll(anna, 1)
    at(ben, roll=1)
    assert faces(ben) == rolled
    enter(anna, "chance", 1)
    rolled = roll(ben, 1)
    at(anna, entries=1, roll=1)
    assert faces(anna) == rolled
    assert sockets(site) == 2
    assert all(person.run("return window.untouched") for person in (anna, ben))


def test_menus_and_what_they_keep(phone: Phone) -> None:
    phone.go("/new/")
    phone.run("document.querySelector('.menu summary').focus()")
    phone.press(Keys.ARROW_DOWN)
    phone.sees(".menu:nth-of-type(1)[open] .items :focus")
    phone.press(Keys.ARROW_RIGHT)
    phone.sees(".menu:nth-of-type(2)[open]")
    phone.press(Keys.ESCAPE)
    phone.misses(".menu[open]")
    light = phone.one("body", "getComputedStyle(e).backgroundColor")
    phone.tap(".menu:nth-of-type(3) summary")
    phone.tap("[data-option=sound]")
    phone.choose("[data-option=dice]", "quick")
    phone.choose("[data-option=theme]", "night")
    phone.fill("[data-option=name]", "Anna")
    phone.sees("html[data-theme=night]")
    assert phone.one("body", "getComputedStyle(e).backgroundColor") != light
    phone.tap(".languages a[lang=de]")
    phone.sees("html[lang=de][data-theme=night]")
    phone.reload()
    phone.sees("html[lang=de][data-theme=night]")
    assert phone.one("[data-option=sound]", "e.checked")
    assert phone.one("[data-option=dice]", "e.value") == "quick"
    assert phone.one("#new input[name=name]", "e.value") == "Anna"


def test_keys_and_dialogs(phone: Phone) -> None:
    start_alone(phone)
    phone.press("?")
    phone.sees("#keys[open]")
    phone.press(Keys.ESCAPE)
    phone.misses("#keys[open]")
    phone.tap(".menu:nth-of-type(4) summary")
    phone.tap("[data-does=keys]")
    phone.tap("#keys[open] .close")
    phone.misses("#keys[open]")
    phone.press("r")
    at(phone, roll=1)
    phone.press("1")
    phone.sees(f"{FACES}[value='0']:checked")
    phone.press("1")
    phone.misses(f"{FACES}:checked")


def test_playing_by_typing(phone: Phone) -> None:
    start_alone(phone)
    phone.tap(".menu:nth-of-type(3) summary")
    phone.tap("[data-option=text]")
    phone.press(Keys.ESCAPE)
    for command, wanted in (("roll", {"roll": 1}), ("e chance 1", {"entries": 1}), ("u", {"entries": 0})):
        phone.fill("#text-mode input", command + Keys.ENTER)
        at(phone, **wanted)


def test_from_page_to_page_and_back(phone: Phone) -> None:
    phone.go("/")
    phone.tap("footer a[href^='/rules/']")
    phone.until(lambda: phone.path == "/rules/triple_yahtzee/")
    phone.back()
    phone.until(lambda: phone.path == "/")
    phone.tap(".solo button")
    at(phone, status="playing")
    game = phone.path
    phone.tap(".menubar .apple summary")
    phone.tap(".menubar .apple a[href='/']")
    phone.tap(f".running a[href='{game}']")
    at(phone, status="playing")


def test_a_whole_game_and_its_report(phone: Phone) -> None:
    keep(phone, dice="off", onetap=True)
    phone.go("/new/")
    phone.tap("#new input[value=yacht]")
    phone.tap(START)
    for entries in range(12):
        at(phone, entries=entries)
        roll(phone, 1)
        phone.tap("#table td[data-state=possible] button")
    at(phone, status="finished", entries=12)
    phone.tap(".result a[href$='/report/']")
    phone.sees("#replay[data-move='1']")
    phone.run("window.untouched = true; document.querySelector('#step-on').focus()")
    phone.press(Keys.ARROW_RIGHT)
    phone.sees("#replay[data-move='2']")
    phone.sees(".equation")
    # The report comes into the page that is there: whoever is reading or pressing keys goes on.
    assert phone.run("return window.untouched")
    phone.press(Keys.ARROW_RIGHT)
    phone.sees("#replay[data-move='3']")
