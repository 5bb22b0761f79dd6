"""The texts of a shape: which letters fit, where they go, and how they are drawn.

Knows nothing about scenes, and no roles except those that looks name.
"""

from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.looks.font import FONT_FILES
from render.looks.theme import Color, GameTheme, RoleLook
from render.scene import Box, Shape

SPRITE_SCALE = 4  # sprites are drawn larger and reduced, which smooths every edge
MAX_CACHED_GLYPHS = 2048  # of all sizes: about 12 MB
CAPTION_GAP = 10  # board units, between a text and its caption
CAPTION_SHARE = 0.5  # share of the box down to which the caption is cut before the text is cut
TEXT_PADDING = 2  # board units, for strokes that are wider than the advance of their letter
ELLIPSIS = "…"


class TextLine(NamedTuple):
    """A `text` or a caption as it is drawn, cut to its room, in the look of `role`.

    `x` is its left end and `y` its baseline, relative to the box; `width` is its length, `size` that of its letters.
    All lengths are in board units.
    """

    text: str
    role: str
    x: float
    y: float
    width: float
    size: float


class _TextRun(NamedTuple):
    text: str
    role: str
    font: ImageFont.FreeTypeFont
    ink: Color
    x: float  # board units from the left side of the box


class _Glyph(NamedTuple):
    """A letter: its mask, the offset of the mask from pen and baseline, and its advance, in sprite pixels."""

    mask: Image.Image | None
    left: int
    top: int
    advance: float


def extent(theme: GameTheme, shape: Shape) -> tuple[int, int, int, int]:
    """Return the extent of a text relative to its box: left, top, right and bottom, in whole board units.

    It covers at least the height of the box; accents and descenders may reach beyond the box.
    """
    runs, height = _text_runs(theme, shape), shape.box.h
    if not runs:
        return 0, 0, 1, height
    reach = [side for run in runs for side in _ink_range(run.font, run.text, height)]
    right = ceil(runs[-1].x + _text_width(runs[-1].font, runs[-1].text)) + TEXT_PADDING
    return int(runs[0].x) - TEXT_PADDING, min(0, *reach), right, max(height, *reach)


def _ink_range(font: ImageFont.FreeTypeFont, text: str, height: int) -> tuple[int, int]:
    """Return top and bottom of the ink of a text in a box of this height, in board units."""
    line, drawn = _baseline(font, height), [glyph for letter in text if (glyph := _glyph(font, letter)).mask]
    top = min((line + glyph.top for glyph in drawn), default=0)
    bottom = max((line + glyph.top + glyph.mask.height for glyph in drawn if glyph.mask), default=0)
    return floor(top / SPRITE_SCALE), ceil(bottom / SPRITE_SCALE)


def text_lines(theme: GameTheme, shape: Shape) -> tuple[TextLine, ...]:
    """Return the text and the caption as they are drawn, cut to their room, without empty ones."""
    down = shape.box.h
    return tuple(
        TextLine(text, role, x, _baseline(font, down) / SPRITE_SCALE, _text_width(font, text), font.size / SPRITE_SCALE)
        for text, role, font, _, x in _text_runs(theme, shape)
    )


def single_ink(theme: GameTheme, shape: Shape) -> Color | None:
    """Return the color of the text and its caption, None if they have two colors or none."""
    look, (_, _, caption) = theme.looks[shape.role], shape.text.partition("\t")
    note = theme.looks[look.caption].ink if caption else None
    return look.ink if note in (None, look.ink) else None


def draw_text(pen: ImageDraw.ImageDraw, theme: GameTheme, shape: Shape, ink: int | None = None) -> None:
    """Draw the text of the shape with its caption, cut to their room, at `SPRITE_SCALE` times its place and size.

    `ink` is a shade that replaces the colors, for a grayscale pen.
    """
    for run in _text_runs(theme, shape):
        x, y = (shape.box.x + run.x) * SPRITE_SCALE, shape.box.y * SPRITE_SCALE + _baseline(run.font, shape.box.h)
        for letter in run.text:
            glyph = _glyph(run.font, letter)
            if glyph.mask:
                spot = floor(x + 0.5) + glyph.left, ceil(y - 0.5) + glyph.top
                pen.bitmap(spot, glyph.mask, fill=run.ink if ink is None else ink)
            x += glyph.advance


def _baseline(font: ImageFont.FreeTypeFont, height: int) -> float:
    """Return the pixels from the top of a box to the baseline that centers capital letters."""
    return height / 2 * SPRITE_SCALE - _capital_top(font) / 2


def _text_runs(theme: GameTheme, shape: Shape) -> list[_TextRun]:
    """Return the text and its caption, cut to their room and anchored as the look says, without empty ones."""
    look, box = theme.looks[shape.role], shape.box
    if look.ink is None or not shape.text:
        return []
    text, _, caption = shape.text.partition("\t")
    runs: list[_TextRun] = []
    font, room = _font_of(look, box), float(box.w)
    if caption:
        note = theme.looks[look.caption]
        caption_room = room - CAPTION_GAP - _text_width(font, text) if text else room
        small = _font_of(note, box)
        fitting = _truncate(caption, small, max(caption_room, room * CAPTION_SHARE))
        runs.append(_TextRun(fitting, look.caption, small, note.ink or look.ink, 0))
        room -= _text_width(small, runs[0].text) + CAPTION_GAP
    if text:
        fitting = _truncate(text, font, room) if look.form == "text" else text
        runs.insert(0, _TextRun(fitting, shape.role, font, look.ink, 0))
    widths = [_text_width(run.font, run.text) for run in runs]
    spare = box.w - sum(widths) - CAPTION_GAP * (len(runs) - 1)
    x = {"left": 0.0, "center": spare / 2, "right": spare}[look.anchor]
    return [run._replace(x=x + sum(widths[:index]) + CAPTION_GAP * index) for index, run in enumerate(runs)]


def _truncate(text: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """Return the text, or as many of its letters as fit before an ellipsis; assumes a font without ligatures."""
    if _text_width(font, text) <= room:
        return text
    while text and _text_width(font, text + ELLIPSIS) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def _font_of(look: RoleLook, box: Box) -> ImageFont.FreeTypeFont:
    return _font(look.weight, round(max(look.size, look.scale * box.h) * SPRITE_SCALE))


@lru_cache(maxsize=64)
def _font(weight: str, pixels: int) -> ImageFont.FreeTypeFont:
    """Load the font with the basic layout engine, because the results of the other engine depend on the system."""
    return ImageFont.truetype(str(FONT_FILES[weight]), pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def _capital_top(font: ImageFont.FreeTypeFont) -> float:
    """Return the pixels from the baseline to the top of a capital letter, negative."""
    return font.getbbox("H", anchor="ls")[1]


def _text_width(font: ImageFont.FreeTypeFont, text: str) -> float:
    """Return the width of a text in board units."""
    return sum(_glyph(font, letter).advance for letter in text) / SPRITE_SCALE


@lru_cache(maxsize=MAX_CACHED_GLYPHS)
def _glyph(font: ImageFont.FreeTypeFont, letter: str) -> _Glyph:
    """Draw a letter; cached, because a line of cached letters takes a tenth of the time and has the same pixels."""
    left, top, right, bottom = (round(side) for side in font.getbbox(letter, anchor="ls"))
    if right <= left or bottom <= top:
        return _Glyph(None, 0, 0, font.getlength(letter))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), letter, font=font, fill=255, anchor="ls")
    return _Glyph(mask, left, top, font.getlength(letter))
