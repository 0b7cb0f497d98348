"""Draws a finished card as PNG: the window of a card, upright, for chat programs. Contains no texts."""

import io
from functools import lru_cache

from PIL import Image, ImageDraw

from games.share.cards import CardText, Row
from games.share.pictures import desk, font, title_bar, write

WIDTH = 1080
_EDGE = 36
_BAR = 56
_HEAD = 132
_ROW = 58
_FOOT = 60
_LABEL = 372
_INK, _PAPER, _GREY = 0, 255, 110


@lru_cache(maxsize=32)
def draw(card: CardText) -> bytes:
    """Return the picture of a card: about 1080 × 1400 pixels, black and white."""
    lines = len(card.rows) + bool(card.columns)
    height = _BAR + _HEAD + lines * _ROW + _FOOT + 2 * _EDGE
    picture = Image.new("L", (WIDTH, height), _PAPER)
    pen = ImageDraw.Draw(picture)
    desk(picture)
    window = (_EDGE, _EDGE, WIDTH - _EDGE, height - _EDGE)
    pen.rectangle(tuple(side + 6 for side in window), fill=_INK)
    pen.rectangle(window, fill=_PAPER, outline=_INK, width=3)
    title_bar(pen, window, _BAR, card.game)
    _head(pen, card)
    y = _EDGE + _BAR + _HEAD
    if card.columns:
        _line(pen, y, Row("", card.columns, strong=True))
        y += _ROW
    for row in card.rows:
        _line(pen, y, row)
        y += _ROW
    pen.line((_EDGE, y, WIDTH - _EDGE, y), fill=_INK, width=3)
    write(pen, (WIDTH / 2, y + _FOOT / 2), card.site, 26, _GREY, "mm", WIDTH - 4 * _EDGE)
    file = io.BytesIO()
    picture.convert("P").save(file, "PNG", compress_level=6)
    return file.getvalue()


def _head(pen: ImageDraw.ImageDraw, card: CardText) -> None:
    """Who, and how many points: white on black."""
    top, bottom = _EDGE + _BAR, _EDGE + _BAR + _HEAD
    pen.rectangle((_EDGE, top, WIDTH - _EDGE, bottom), fill=_INK)
    middle = (top + bottom) / 2
    points = font(76).getlength(card.points)
    write(pen, (WIDTH - _EDGE - 28, middle), card.points, 76, _PAPER, "rm", WIDTH / 2)
    write(pen, (_EDGE + 28, middle), card.name, 44, _PAPER, "lm", WIDTH - 2 * _EDGE - points - 90)


def _line(pen: ImageDraw.ImageDraw, y: int, row: Row) -> None:
    left, right = _EDGE, WIDTH - _EDGE
    pen.line((left, y, right, y), fill=_INK, width=3 if row.strong else 1)
    middle = y + _ROW / 2
    write(pen, (left + 18, middle), row.label, 27, _INK, "lm", _LABEL - 30)
    width = (right - left - _LABEL) / len(row.cells)
    for number, text in enumerate(row.cells):
        x = left + _LABEL + number * width
        pen.line((x, y, x, y + _ROW), fill=_INK, width=1)
        struck = text == "0" and not row.strong
        write(pen, (x + width / 2, middle), text, 30, _GREY if struck else _INK, "mm", width - 12)
        if struck:
            for end in (-1, 1):
                at = x + width / 2
                pen.line((at - 34, middle - 15 * end, at + 34, middle + 15 * end), fill=_GREY, width=2)
