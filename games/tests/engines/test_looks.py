"""What pages look like on a phone in other engines: widths, labels, lists to choose from, tumbling dice."""

from typing import Any

import pytest
from PIL import Image

from games.tests.engines.phone import Phone
from games.tests.engines.table import keep, roll, start_alone, step
from games.tests.engines.test_pads import begin

pytestmark = pytest.mark.engines

PAGES = [
    "/", "/new/", "/rules/triple_yahtzee/", "/scores/", "/scores/mine/", "/pads/", "/pads/match/",
    "/pads/farkle/", "/pads/yatzy/",
]  # fmt: skip
NARROW = (360, 740)
# Every motion stands still in its middle.
_HALT = """
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const motion = animate.apply(this, how);
    motion.pause();
    motion.currentTime = 200;
    return motion;
  };
"""
_CUT = "e.offsetParent && e.scrollWidth > e.clientWidth ? e.innerText : ''"


def cut(phone: Phone, css: str) -> list[str]:
    """Return the words that have no room."""
    return list(filter(None, phone.all(css, _CUT)))


def test_no_page_is_wider_than_the_phone(phone: Phone) -> None:
    phone.engine.resize(*NARROW)
    for path in PAGES:
        phone.go(path)
        phone.sees("main")
        assert phone.run("return document.documentElement.scrollWidth - innerWidth") <= 0, path


def test_the_columns_of_a_sheet(phone: Phone) -> None:
    begin(phone, "triple_yahtzee", "american")
    phone.sees(".sheet[data-columns='3']")
    widths = phone.all(".sheet .factors > *", "e.getBoundingClientRect().width")
    label, *columns = filter(None, widths)  # Ben's are hidden
    assert len(columns) == 3
    assert max(columns) - min(columns) < 1
    assert label == pytest.approx(0.27 * (label + sum(columns)), abs=1)
    assert cut(phone, ".sheet th") == []


@pytest.mark.parametrize("pad", ["triple_yahtzee", "yahtzee"])
def test_every_row_has_room_for_its_name(phone: Phone, pad: str) -> None:
    phone.engine.resize(*NARROW)
    begin(phone, pad, "american")
    phone.sees(".sheet .extras")
    assert cut(phone, ".sheet tbody th") == []
    phone.go("/new/")
    phone.tap(f"#new input[value={pad}]")
    phone.tap("#new .btn.default")
    phone.sees("#table[data-status=playing]")
    assert cut(phone, "#table tbody th") == []


def shown(phone: Phone, element: str, picture: Image.Image) -> Image.Image:
    """Return the part of a picture of the window that shows the first such element."""
    x, y, width, height, all_of_it = phone.one(
        element, "(({ x, y, width, height }) => [x, y, width, height, innerWidth])(e.getBoundingClientRect())"
    )
    scale = picture.width / all_of_it
    return picture.crop(tuple(round(scale * edge) for edge in (x, y, x + width, y + height)))


def ground(picture: Image.Image) -> tuple[float, Any]:
    """Return which part of a picture has one colour, the most frequent one, and that colour."""
    size = picture.width * picture.height
    number, colour = max(picture.getcolors(size) or [])
    return number / size, colour


@pytest.mark.parametrize("theme", ["light", "night"])
def test_lists_look_like_fields(phone: Phone, theme: str) -> None:
    keep(phone, theme=theme)
    phone.go("/new/")
    step(phone, 3)
    phone.show("#new select[name=match]")
    picture = phone.picture()
    _share, field = ground(shown(phone, "#new input[name=name]", picture))
    _share, choice = ground(shown(phone, "#new select[name=match]", picture))
    assert choice == field


def test_dice_are_seen_while_they_tumble(phone: Phone) -> None:
    start_alone(phone)
    phone.run(_HALT)
    roll(phone, 1)
    phone.until(lambda: phone.run("return document.querySelectorAll('.cube').length === 5"))
    phone.show("#table .dice")
    picture = phone.picture()
    for number in range(1, 6):
        share, _colour = ground(shown(phone, f"#table .die:nth-of-type({number})", picture))
        assert share < 0.97, f"die {number} is not there"
