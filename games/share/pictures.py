"""Draws the pictures of link previews as PNG: a window of the site with a line of text. Contains no texts."""

import io
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

WIDTH, HEIGHT = 1200, 630
_FONT = str(Path(__file__).with_name("fonts") / "DejaVuSans-Bold.ttf")
_NO_CHARACTER = "\U0010ffff"
_RIGHT_TO_LEFT = ("\u0590", "\u08ff")
_BIDI = bool(features.check_feature("raqm") and features.check_feature("fribidi"))
_WINDOW = (60, 50, 1140, 580)
_BAR = 50
_TEXT_SIZES = (74, 62, 52, 44, 37)
_TEXT_WIDTH = 980
_TEXT_TOP, _TEXT_BOTTOM = 290, 560
_DICE = (5, 3, 3, 4, 6)
_DIE = 116
_PIPS = {
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def can_draw(text: str) -> bool:
    """Tell whether the font has a glyph for every character."""
    if not _BIDI and any(_RIGHT_TO_LEFT[0] <= letter <= _RIGHT_TO_LEFT[1] for letter in text):
        return False
    return all(letter.isspace() or _glyph(letter) != _glyph(_NO_CHARACTER) for letter in text)


@lru_cache(maxsize=128)
def draw(heading: str, text: str) -> bytes:
    """Return the picture: a short heading in the title bar, a text of some words below five dice."""
    picture = _empty(heading).copy()
    pen = ImageDraw.Draw(picture)
    size, lines = _fitted(text)
    middle = (_TEXT_TOP + _TEXT_BOTTOM) / 2 - (len(lines) - 1) * size * 0.66
    for number, line in enumerate(lines):
        write(pen, (WIDTH / 2, middle + number * size * 1.32), line, size)
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=4)
    return file.getvalue()


@lru_cache(maxsize=4)
def _empty(heading: str) -> Image.Image:
    """Return the picture without its text."""
    picture = Image.new("L", (WIDTH, HEIGHT), 255)
    pen = ImageDraw.Draw(picture)
    desk(picture)
    _window(pen, heading)
    left = (WIDTH - len(_DICE) * _DIE - (len(_DICE) - 1) * 34) // 2
    for number, face in enumerate(_DICE):
        _die(pen, left + number * (_DIE + 34), 136 - 10 * (number == 2), face)
    return picture


@lru_cache(maxsize=32)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font of all pictures in a size."""
    return ImageFont.truetype(_FONT, size)


@lru_cache(maxsize=4096)
def _glyph(letter: str) -> bytes:
    return bytes(font(20).getmask(letter))


def write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    line: str,
    size: int,
    fill: int = 0,
    anchor: str = "mm",
    width: float = _TEXT_WIDTH,
) -> None:
    """Write a line at a place, smaller where it would be wider than it may be."""
    while size > 14 and font(size).getlength(line) > width:
        size -= 1
    direction = "ltr" if _BIDI else None
    pen.text(at, line, fill=fill, font=font(size), anchor=anchor, direction=direction)


def _fitted(text: str) -> tuple[int, list[str]]:
    """Return the largest size at which the text fits, and its lines."""
    for size in _TEXT_SIZES:
        lines = _wrapped(text, font(size))
        fits = len(lines) * size * 1.32 <= _TEXT_BOTTOM - _TEXT_TOP
        if fits and all(font(size).getlength(line) <= _TEXT_WIDTH for line in lines):
            break
    return size, lines[: int((_TEXT_BOTTOM - _TEXT_TOP) / size / 1.32)]


def _wrapped(text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= _TEXT_WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def desk(picture: Image.Image) -> None:
    """Draw the dithered grey background around the window."""
    tile = Image.new("L", (8, 8), 218)
    tile.paste(183, (0, 0, 4, 4))
    tile.paste(183, (4, 4, 8, 8))
    for x in range(0, picture.width, 8):
        picture.paste(tile, (x, 0))
    column = picture.crop((0, 0, picture.width, 8))
    for y in range(8, picture.height, 8):
        picture.paste(column, (0, y))


def _window(pen: ImageDraw.ImageDraw, heading: str) -> None:
    left, top, right, bottom = _WINDOW
    pen.rectangle((left + 6, top + 6, right + 6, bottom + 6), fill=0)
    pen.rectangle(_WINDOW, fill=255, outline=0, width=3)
    title_bar(pen, _WINDOW, _BAR, heading)


def title_bar(
    pen: ImageDraw.ImageDraw, window: tuple[float, float, float, float], height: int, heading: str
) -> None:
    """Draw the striped bar at the top of a window, with a short heading."""
    left, top, right, _bottom = window
    pen.line((left, top + height, right, top + height), fill=0, width=3)
    for stripe in range(12, height - 8, 6):
        pen.line((left + 12, top + stripe, right - 12, top + stripe), fill=0, width=2)
    width = min(font(30).getlength(heading), right - left - 100)
    middle = (left + right) / 2
    pen.rectangle((middle - width / 2 - 18, top + 6, middle + width / 2 + 18, top + height - 4), fill=255)
    write(pen, (middle, top + height / 2 + 1), heading, 30, width=width)


def _die(pen: ImageDraw.ImageDraw, x: int, y: int, face: int) -> None:
    pen.rounded_rectangle((x + 4, y + 5, x + _DIE + 4, y + _DIE + 5), 24, fill=0)
    pen.rounded_rectangle((x, y, x + _DIE, y + _DIE), 24, fill=255, outline=0, width=4)
    for across, down in _PIPS[face]:
        middle = x + _DIE / 2 + across * 29, y + _DIE / 2 + down * 29
        pen.ellipse((middle[0] - 11, middle[1] - 11, middle[0] + 11, middle[1] + 11), fill=0)
